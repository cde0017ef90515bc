// The menu of a seat in the waiting room: sit there, and for the host a bot, a friend, or what to do about a person.
import { html, nothing } from "/vendor/lit.js";
import { botLevels } from "/client/bot_levels.js";
import { botsFor } from "/client/new_table.js";
import { icon, redraw } from "/client/render.js";
import { personMenu } from "/parts/player_list.js";
import { words } from "/words/en.js";

const t = words.joining;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/parts/table_dialogs.js").TableUi} TableUi */

/** Whether something can be done about a seat. @param {TableSession} session @param {number} at */
export function hasSeatMenu({ table, me }, at) {
  if (me === null || at === me) return false;
  return table.seats[at].person ? table.host === me : table.fill === "people";
}

/** What the menu is called. @param {TableSession} session @param {number} at */
export function seatMenuTitle({ table }, at) {
  const { person, level, name } = table.seats[at];
  return words.people.menu(person || level !== null ? name : t.seatNumber(at + 1));
}

/** @param {TableSession} session @param {TableUi} ui */
export function seatMenu(session, ui) {
  const close = () => {
    if (ui.dialog === "seat") ui.dialog = "";
    redraw();
  };
  const { person, level } = session.table.seats[ui.seat];
  return html`<div class="people-menu waiting-menu" @click=${close}>${
    person
      ? html`${moveMenu(session, ui.seat)}${personMenu(session, ui, ui.seat)}`
      : html`${sitHere(session, ui.seat)}${
          session.table.host === session.me ? botMenu(session, ui.seat, level ?? null) : nothing
        }`
  }</div>`;
}

/** @param {TableSession} session @param {number} to */
const sitHere = ({ me, socket }, to) =>
  html`<button type="button" @click=${() => socket.send({ do: "move", seat: me, to })}>${icon("chair")}${
    t.sitHere
  }</button>`;

/** Where the host can move a person. @param {TableSession} session @param {number} seat */
function moveMenu({ table, socket }, seat) {
  if (table.phase !== "waiting") return nothing;
  const empty = table.seats.flatMap(({ person }, at) => (person ? [] : [at]));
  return empty.map(
    (to) =>
      html`<button type="button" @click=${() => socket.send({ do: "move", seat, to })}>${icon("chair")}${t.moveTo(
        to + 1,
      )}</button>`,
  );
}

/** @param {TableSession} session @param {number} seat @param {string | null} level null where a person is waited for */
function botMenu(session, seat, level) {
  const choose = (/** @type {string} */ wanted) => session.socket.send({ do: "bot", seat, level: wanted });
  const free = html`<button type="button" @click=${() => choose("")}>${icon("chair")}${t.keepFree}</button>`;
  return html`${level === null ? nothing : free}${botsFor(botLevels(), session.table.game)
    .filter(({ name }) => name !== level)
    .map(
      ({ name, label }) =>
        html`<button type="button" @click=${() => choose(name)}>${icon("bot")}${t.letBotSit(label ?? name)}</button>`,
    )}`;
}
