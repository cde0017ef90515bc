// The games that this browser has played: running ones to resume, finished ones to replay.
import * as api from "/client/api.js";
import { storedList } from "/client/stored_list.js";

const MAX_GAMES = 24;
const MAX_CHECKED = 8; // running games that are asked for at a time

/** @typedef {{place?: number, score?: number, winners?: number[]}} Outcome how a game ended for this player */
/**
 * @typedef {object} SavedTable one game at a table
 * @property {string} key of the table
 * @property {number} number of the game, at this table
 * @property {string} game
 * @property {string} [gameName]
 * @property {string} code
 * @property {string[]} names
 * @property {number} seat
 * @property {number} at when it was saved, or finished
 * @property {boolean} [turn] whether it is this player's turn
 * @property {Outcome} [over]
 */

/** @type {{read: () => SavedTable[], write: (tables: SavedTable[]) => void}} */
const stored = storedList("meldroom-tables", MAX_GAMES);

/** The saved games, the newest first. */
export const savedTables = () => stored.read();

/** Save a game; it takes the place of what was saved of it before. @param {Omit<SavedTable, "at">} table */
export function saveTable(table) {
  const tables = savedTables();
  const before = tables.find((one) => one.key === table.key && one.number === table.number);
  if (before?.over && table.over) return;
  const rest = tables.filter((one) => one !== before && (one.key !== table.key || one.over));
  stored.write([{ ...table, at: Date.now() }, ...rest]);
}

/** Remove a table that is no longer running; its finished games stay. @param {string} key */
export function removeTable(key) {
  stored.write(savedTables().filter((one) => one.key !== key || one.over));
}

/** Forget every game. */
export const clearSavedTables = () => stored.write([]);

/** Take note of saved games that ended while this browser was away. */
export async function updateSavedTables() {
  const running = savedTables().filter((one) => !one.over);
  for (const table of running.slice(0, MAX_CHECKED)) {
    try {
      const { closed, result } = await api.result(table.key, table.number);
      if (result) saveTable({ ...table, turn: false, over: outcomeOf(result, table.seat) });
      else if (closed) removeTable(table.key);
    } catch {
      return; // the server does not answer, or the table was deleted, as its page will say
    }
  }
}

/** @param {import("/client/protocol_types.js").Result} result @param {number} seat @returns {Outcome} */
export const outcomeOf = ({ places, scores, winners }, seat) => ({
  place: places[seat],
  score: scores[seat],
  winners,
});
