// Seats in a running game: newcomers ask for one, and those who play may let them in at once.
import { html, nothing } from "/vendor/lit.js";
import { freeSeats, openRequests } from "/client/people.js";
import { settings } from "/client/settings.js";
import { words } from "/words/en.js";

const t = words.table;
const j = words.joining;

/** @typedef {import("/client/table_state.js").TableState} TableState */

/** What a player is asked: whether a newcomer may have a seat now. @param {TableState} state */
export function requestPrompt(state) {
  const [request] = openRequests(state);
  if (!request) return nothing;
  const text = t.wantsSeat(request.name, state.table.seats[request.seat].name);
  return html`<div class="notice seat-request" role="group" aria-label=${text}><p>${text}</p><p class="row"><button
    type="button" class="btn primary" data-command="allow">${t.allow}</button><button type="button" class="btn"
    data-command="not-now">${t.notNow}</button></p></div>`;
}

/** What a newcomer is told while the seat is not theirs yet. @param {TableState} state */
export function waitingForSeat({ table, asked }) {
  const { name, left } = table.seats[asked ?? 0];
  const text = left ? t.waitingForSeat(name) : `${t.waitingForSeat(name)} ${t.canLetYouIn}`;
  return html`<section class="own-side waiting" aria-label=${t.ownSide}>
    <div class="prompt"><p><span class="turn-badge">${t.waiting}</span>${text}</p></div>
    <div class="acts"><button type="button" class="btn big" data-command="stop-waiting">${t.stopWaiting}</button></div>
    </section>`;
}

/**
 * The form of a newcomer before the cards are dealt.
 * @param {TableState} state @param {(event: SubmitEvent) => void} sit
 */
export function joinForm(state, sit) {
  const { refusal } = state;
  const free = freeSeats(state).length;
  const { host, seats } = state.table;
  const waitsFor = host === null ? "" : j.hostWaits(seats[host].name);
  const seatsLeft = free ? j.seatsFree(free) : j.allSeatsTaken;
  const message = refusal
    ? html`<p class="refusal"><span class="refusal-mark" aria-hidden="true">×</span>${words.asSentence(
        refusal.why,
      )}</p>`
    : html`<p><span class="turn-badge">${j.welcome}</span>${waitsFor} ${seatsLeft}</p>`;
  const form = html`<form class="row sit-form join-form" @submit=${sit}><label class="arriving-name">${t.name}<input
    name="name" type="text" maxlength="24" required .value=${settings.name || words.home.guest}
    autocomplete="nickname"></label><button class="btn big primary">${j.takeSeat}</button></form>`;
  return html`<section class="own-side waiting" aria-label=${j.takeSeat}><div class="prompt">${message}</div>${
    free ? form : nothing
  }</section>`;
}
