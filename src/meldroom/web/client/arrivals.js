// Says who came to the table, for those who do not look.
import { announce } from "/client/render.js";
import { playSound } from "/client/sound.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").Table} Table */

/**
 * Announce who sat down and, to a watcher, that a seat is free.
 * @param {Table | null} before @param {Table} table @param {number | null} me
 */
export function announceArrivals(before, table, me) {
  if (!before) return;
  const wasHere = (/** @type {string} */ name) => before.seats.some((seat) => seat.person && seat.name === name);
  const came = table.seats.filter((seat, at) => seat.person && !before.seats[at].person && at !== me);
  const arrived = came.filter(({ name }) => !wasHere(name));
  const moved = came.filter(({ name }) => wasHere(name));
  for (const seat of moved) announce(words.joining.changedSeat(seat.name, table.seats.indexOf(seat) + 1));
  for (const { name } of arrived) announce(words.joining.satDown(name));
  if (arrived.length && table.phase === "waiting") playSound("turn");
  const isFull = (/** @type {Table} */ { seats }) => seats.every((seat) => seat.person);
  if (me === null && isFull(before) && !isFull(table)) announce(words.joining.seatIsFree);
}
