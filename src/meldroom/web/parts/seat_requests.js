// Seats in a running game: newcomers ask for one, and those who play may let them in at once.
import { html, nothing } from "/vendor/lit.js";
import { settings } from "/client/settings.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** What a player is asked: whether a newcomer may have a seat now. @param {TableSession} session */
export function requestPrompt(session) {
  const [request] = session.openRequests;
  if (!request) return nothing;
  const text = t.wantsSeat(request.name, session.table.seats[request.seat].name);
  return html`<div class="notice seat-request" role="group" aria-label=${text}><p>${text}</p><p class="row"><button
    type="button" class="btn primary" data-command="allow">${t.allow}</button><button type="button" class="btn"
    data-command="not-now">${t.notNow}</button></p></div>`;
}

/** What a newcomer is told while the seat is not theirs yet. @param {TableSession} session */
export function waitingForSeat({ table, asked }) {
  const text = t.waitingForSeat(table.seats[asked ?? 0].name);
  return html`<section class="own-side waiting" aria-label=${t.ownSide}>
    <div class="prompt"><p><span class="turn-badge">${t.waiting}</span>${text}</p></div>
    <div class="acts"><button type="button" class="btn big" data-command="stop-waiting">${t.stopWaiting}</button></div>
    </section>`;
}

/**
 * The form of a newcomer: their name, and the seats that they can have or ask for.
 * @param {TableSession} session @param {(event: SubmitEvent) => void} sit
 */
export function sitForm(session, sit) {
  const { table, leftSeat } = session;
  const button = (/** @type {string} */ label, /** @type {number | ""} */ seat, /** @type {string} */ cls) =>
    html`<button class="btn big ${cls}" name="seat" value=${seat}>${label}</button>`;
  const ask = session.freeSeats
    .filter((seat) => seat !== leftSeat)
    .map((seat) => button(t.askForSeat(table.seats[seat].name), seat, ""));
  const running = html`${leftSeat === null ? nothing : button(t.returnToSeat, leftSeat, "primary")}${ask}`;
  return html`<form class="row sit-form" @submit=${sit}><label>${t.name}<input name="name" type="text"
    maxlength="24" required .value=${settings.name || words.home.guest} autocomplete="nickname"></label>${
      table.phase === "playing" ? running : button(t.sit, "", "primary")
    }</form>`;
}
