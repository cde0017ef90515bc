// The menu of a seat in the waiting room: sit there, and for the host a bot, a friend, or what to do about a person.
import { html, nothing } from "/vendor/lit.js";
import { botLevels, botsFor } from "/client/new_table.js";
import { icon } from "/client/render.js";
import { personMenu } from "/parts/player_list.js";
import { words } from "/words/en.js";

const t = words.joining;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */

/** Whether something can be done about a seat. @param {TableState} state @param {number} at */
export function hasSeatMenu({ table, me }, at) {
  if (me === null || at === me) return false;
  return table.seats[at].person ? table.host === me : table.fill === "people";
}

/** What the menu is called. @param {TableState} state @param {number} at */
export function seatMenuTitle({ table }, at) {
  const { person, level, name } = table.seats[at];
  return words.people.menu(person || level !== null ? name : t.seatNumber(at + 1));
}

/** @param {TableState} state @param {Dispatch} dispatch */
export function seatMenu(state, dispatch) {
  const { ui } = state;
  const close = () => dispatch({ do: "close-seat-menu" }); // unless what was chosen opened another
  const { person, level } = state.table.seats[ui.seat];
  return html`<div class="people-menu waiting-menu" @click=${close}>${
    person
      ? html`${moveMenu(state, ui.seat, dispatch)}${personMenu(state, ui.seat, dispatch)}`
      : html`${sitHere(state, ui.seat, dispatch)}${
          state.table.host === state.me ? botMenu(state, ui.seat, level ?? null, dispatch) : nothing
        }`
  }</div>`;
}

/** @param {number | null} seat @param {number} to */
const moving = (seat, to) => ({ do: "send", message: { do: "move", seat, to } });

/** @param {TableState} state @param {number} to @param {Dispatch} dispatch */
const sitHere = ({ me }, to, dispatch) =>
  html`<button type="button" @click=${() => dispatch(moving(me, to))}>${icon("chair")}${t.sitHere}</button>`;

/** Where the host can move a person. @param {TableState} state @param {number} seat @param {Dispatch} dispatch */
function moveMenu({ table }, seat, dispatch) {
  if (table.phase !== "waiting") return nothing;
  const empty = table.seats.flatMap(({ person }, at) => (person ? [] : [at]));
  return empty.map(
    (to) =>
      html`<button type="button" @click=${() => dispatch(moving(seat, to))}>${icon("chair")}${t.moveTo(
        to + 1,
      )}</button>`,
  );
}

/**
 * @param {TableState} state @param {number} seat @param {string | null} level null where a person is waited for
 * @param {Dispatch} dispatch
 */
function botMenu(state, seat, level, dispatch) {
  const choose = (/** @type {string} */ wanted) =>
    dispatch({ do: "send", message: { do: "bot", seat, level: wanted } });
  const free = html`<button type="button" @click=${() => choose("")}>${icon("chair")}${t.keepFree}</button>`;
  return html`${level === null ? nothing : free}${botsFor(botLevels(), state.table.game)
    .filter(({ name }) => name !== level)
    .map(
      ({ name, label }) =>
        html`<button type="button" @click=${() => choose(name)}>${icon("bot")}${t.letBotSit(label ?? name)}</button>`,
    )}`;
}
