// Arriving in mid-game: choose a bot's seat from the next deal on, or watch.
import { html, nothing } from "/vendor/lit.js";
import { icon, redraw } from "/client/render.js";
import { pointsOf } from "/client/score.js";
import { freeSeats, returnsToSeat } from "/client/seat_requests.js";
import { settings } from "/client/settings.js";
import { handChoice, hasOpenHands } from "/parts/open_hands.js";
import { words } from "/words/en.js";

const t = words.joining;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {{value: string, title: string, text: string, art: unknown}} Option */

const WATCH = "watch";

/** @param {string[]} names */
const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} ${t.and} ${names.at(-1)}` : (names[0] ?? "");

/** Who plays, in a sentence. @param {TableSession} session */
function whoPlays({ table }) {
  const people = table.seats.filter((seat) => seat.person).map((seat) => seat.name);
  return t.whoPlays(listed(people), people.length, table.seats.length - people.length);
}

/** What a seat has, in words; "" in a game without points. @param {TableSession} session @param {number} seat */
function score({ play }, seat) {
  const points = play ? pointsOf(play.pad, seat) : null;
  return points === null ? "" : t.hasPoints(points);
}

/** When a newcomer gets a seat. @param {TableSession["table"]} table @param {boolean} wasLeft */
function whenFree({ seats }, wasLeft) {
  if (wasLeft) return t.fromNextDeal;
  return seats.some((seat) => seat.person) ? t.fromNextDealOrSooner : t.atOnce;
}

/** @param {TableSession} session @returns {Option[]} */
function choices(session) {
  const { table } = session;
  const isOwn = returnsToSeat(session);
  const seats = freeSeats(session).map((seat) => {
    const { name, left } = table.seats[seat];
    return {
      value: String(seat),
      title: isOwn ? words.table.returnToSeat : t.takeSeatOf(name),
      text: [score(session, seat), isOwn ? t.atOnce : whenFree(table, Boolean(left))].filter(Boolean).join(" "),
      art: html`<span class="avatar seat-colour-${seat}" aria-hidden="true">${(name[0] ?? "?").toUpperCase()}</span>`,
    };
  });
  const watch = {
    value: WATCH,
    title: t.justWatch,
    text: table.watchers === "open_hands" ? words.watching.behindWithHands : t.oneTurnBehind,
    art: icon("eye"),
  };
  return table.watchers === "off" ? seats : [...seats, watch];
}

/**
 * The form of a newcomer in a running game; its button repeats what is chosen.
 * @param {TableSession} session @param {(event: SubmitEvent) => void} sit
 */
export function arrivingForm(session, sit) {
  const options = choices(session);
  const chosen = options.find(({ value }) => value === session.arrivalChoice) ?? options[0];
  const choose = (/** @type {string} */ value) => {
    session.arrivalChoice = value;
    redraw();
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    if (chosen.value !== WATCH) return sit(event);
    event.preventDefault();
    session.justWatching = true;
    return redraw();
  };
  const message = session.refusal
    ? html`<p class="refusal"><span class="refusal-mark" aria-hidden="true">×</span>${words.asSentence(
        session.refusal.why,
      )}</p>`
    : html`<p><span class="turn-badge">${t.welcome}</span><b>${words.home.inProgress}.</b> ${whoPlays(session)}</p>`;
  if (!chosen) {
    return html`<section class="own-side waiting" aria-label=${t.takeSeat}><div class="prompt">${message}
      <p>${t.allSeatsTaken}</p></div></section>`;
  }
  const option = (/** @type {Option} */ { value, title, text, art }) =>
    html`<label class="arriving-option"><input type="radio" name="seat" value=${value} .checked=${
      value === chosen.value
    } @change=${() => choose(value)}>${art}<span><b>${title}</b><small>${text}</small></span></label>`;
  return html`<section class="own-side waiting arriving" aria-label=${t.takeSeat}>
    <form class="sit-form" @submit=${submit}><div class="prompt">${message}</div>
    <label class="arriving-name">${words.table.name}<input name="name" type="text" maxlength="24" required
      .value=${settings.name || words.home.guest} autocomplete="nickname"></label>
    <button class="btn big primary">${chosen.title}</button>
    <fieldset class="arriving-options"><legend class="visually-hidden">${t.takeSeat}</legend>${options.map(
      option,
    )}</fieldset>
    <p class="arriving-note">${freeSeats(session).length ? t.untilThen : t.tellWhenFree}</p></form></section>`;
}

/** Whose hand a watcher may look at, or when that will be. @param {TableSession} session */
function openHandsOffer(session) {
  if (!hasOpenHands(session)) return nothing;
  return session.openHands.deals ? handChoice(session) : html`<small>${words.watching.handsLater}</small>`;
}

/** What a watcher reads below the table. @param {TableSession} session */
export function watchingSide(session) {
  const { table, play } = session;
  const acting = listed((play?.to_act ?? []).map((seat) => table.seats[seat].name));
  const takeSeat = () => {
    session.justWatching = false;
    session.arrivalChoice = "";
    redraw();
  };
  const offer = freeSeats(session).length
    ? html`<button type="button" class="btn" @click=${takeSeat}>${icon("chair")}${t.takeBotsSeat}</button>`
    : html`<small>${t.tellWhenFree}</small>`;
  return html`<section class="own-side waiting watching" aria-label=${t.watching}>
    <div class="prompt"><p>${acting ? t.isToPlay(acting) : words.table.waiting} <small>${
      t.youSeeOneTurnBehind
    }</small></p></div>
    <div class="acts">${openHandsOffer(session)}${offer}</div></section>`;
}
