// Newcomers and seats: who asks for one, and which ones can be had.
import { announce } from "/client/render.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").SeatRequest} SeatRequest */

/** Newcomers whom the player can let have a seat now. @param {TableSession} session */
export function openRequests({ table, me, notNow }) {
  if (me === null || !table) return [];
  const canBeAllowed = (/** @type {SeatRequest} */ { seat, name, allowed }) =>
    !table.seats[seat].left && !allowed.includes(me) && !notNow.has(name);
  return (table.requests ?? []).filter(canBeAllowed);
}

/** Say who asks for a seat and did not before. @param {TableSession} session @param {SeatRequest[]} before */
export function announceRequests(session, before) {
  for (const { seat, name } of openRequests(session)) {
    if (before.some((request) => request.name === name)) continue;
    announce(words.table.wantsSeat(name, session.table.seats[seat].name));
  }
}

/** Whether somebody left this seat in the running deal, and can only return to it. @param {TableSession} session */
export const returnsToSeat = ({ table, leftSeat }) => leftSeat !== null && Boolean(table.seats[leftSeat].left);

/** The seats that a newcomer can take or ask for. @param {TableSession} session */
export function freeSeats(session) {
  const { table, leftSeat } = session;
  if (leftSeat !== null && returnsToSeat(session)) return [leftSeat];
  const { seats, requests = [] } = table;
  const isFree = (/** @type {number} */ at) => !requests.some(({ seat }) => seat === at);
  return seats.flatMap((seat, at) => (!seat.person && isFree(at) ? [at] : []));
}

/** The other people in the game. @param {TableSession} session */
export const otherPeople = ({ table, me }) =>
  table.seats.flatMap(({ name, person }, seat) => (person && seat !== me ? [{ seat, name }] : []));
