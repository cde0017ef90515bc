// A table before the cards are dealt: who is here, and a form for those who want to join.
import { html, nothing } from "/vendor/lit.js";
import { eveningPad } from "/parts/evening_pad.js";
import { sitForm, waitingForSeat } from "/parts/seat_requests.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").Seat} Seat */

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** Whether the game waits for a person to take this seat. @param {Seat} seat */
const isAwaited = ({ person, level }) => !person && level === null;

/** The whole board of such a table. @param {TableSession} session @param {(event: SubmitEvent) => void} sit */
export function waitingBoard(session, sit) {
  const { table } = session;
  const content = table
    ? html`${seatList(session)}<div class="centre">${eveningPad(session)}</div>${waitingSide(session, sit)}`
    : nothing;
  return html`<main class="board"><section class="felt" aria-label=${t.table}>${content}</section></main>`;
}

/**
 * The player's side: a form to sit down, or what is waited for.
 * @param {TableSession} session @param {(event: SubmitEvent) => void} sit
 */
export function waitingSide(session, sit) {
  const { table, me, refusal } = session;
  const freeSeats = session.freeSeats.length;
  if (session.asked !== null) return waitingForSeat(session);
  if (me === null) {
    const offer = table.phase === "playing" ? t.askOrWatch(table.watchers !== "off") : t.takeSeat;
    const message = refusal
      ? html`<p class="refusal"><span class="refusal-mark" aria-hidden="true">×</span>${words.asSentence(
          refusal.why,
        )}</p>`
      : html`<p>${freeSeats ? offer : t.noFreeSeat}</p>`;
    return html`<section class="own-side waiting" aria-label=${t.takeSeat}><div class="prompt">${message}</div>
      ${freeSeats ? sitForm(session, sit) : nothing}</section>`;
  }
  const awaited = table.seats.filter(isAwaited).length;
  const hostButtons = html`
    <button type="button" class="btn big primary" data-command="start">${t.startWithBots}</button>
    <button type="button" class="btn big" data-command="invite">${words.bar.invite}</button>`;
  return html`<section class="own-side waiting" aria-label=${t.ownSide}>
    <div class="prompt"><p><span class="turn-badge">${t.waiting}</span>${
      awaited ? t.waitingForPlayers(awaited) : t.dealing
    }</p></div>
    <div class="acts">${awaited && table.host === me ? hostButtons : nothing}</div></section>`;
}

/** @param {TableSession} session */
function seatList({ table, me }) {
  const info = (/** @type {Seat} */ seat) =>
    seat.person ? (seat.here ? "" : t.away) : isAwaited(seat) ? t.empty : t.bot;
  const plate = (/** @type {Seat} */ seat, /** @type {number} */ at) =>
    html`<li class="seat"><div class="name-plate"><span class="avatar" aria-hidden="true">${(
      seat.name[0] ?? "?"
    ).toUpperCase()}</span><span><b>${at === me ? t.you : seat.name}</b><small>${info(seat)}</small></span></div></li>`;
  return html`<ol class="seats" aria-label=${t.players}>${table.seats.map(plate)}</ol>`;
}
