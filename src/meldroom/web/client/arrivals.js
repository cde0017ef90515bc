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
  const arrived = table.seats.filter((seat, at) => seat.person && !before.seats[at].person && at !== me);
  for (const { name } of arrived) announce(words.joining.satDown(name));
  if (arrived.length && table.phase === "waiting") playSound("turn");
  const isFull = (/** @type {Table} */ { seats }) => seats.every((seat) => seat.person);
  if (me === null && isFull(before) && !isFull(table)) announce(words.joining.seatIsFree);
}
