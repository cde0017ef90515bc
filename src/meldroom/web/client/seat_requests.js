// Newcomers and seats: who asks for one, and which ones can be had.
import { announce } from "/client/render.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").SeatRequest} SeatRequest */

/** Newcomers whom the player can let have a seat now. @param {TableSession} session */
export function openRequests({ table, me, notNow }) {
  if (me === null || !table) return [];
  return (table.requests ?? []).filter(({ name, allowed }) => !allowed.includes(me) && !notNow.has(name));
}

/** Say who asks for a seat and did not before. @param {TableSession} session @param {SeatRequest[]} before */
export function announceRequests(session, before) {
  for (const { seat, name } of openRequests(session)) {
    if (before.some((request) => request.name === name)) continue;
    announce(words.table.wantsSeat(name, session.table.seats[seat].name));
  }
}

/** The seats that a newcomer can take or ask for. @param {TableSession} session */
export function freeSeats({ table, leftSeat }) {
  const { seats, requests = [] } = table;
  const isFree = (/** @type {number} */ at) => at === leftSeat || !requests.some(({ seat }) => seat === at);
  return seats.flatMap((seat, at) => (!seat.person && isFree(at) ? [at] : []));
}
