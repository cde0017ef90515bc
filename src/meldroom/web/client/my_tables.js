// What this browser has of tables: games to resume, finished ones to replay, and the links of regular tables.
import * as api from "/client/api.js";
import { store, stored } from "/client/stored.js";

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
const saved = storedList("meldroom-tables", MAX_GAMES);

/** The saved games, the newest first. @returns {SavedTable[]} */
export const savedTables = () => saved.read();

/** Save a game; it takes the place of what was saved of it before. @param {Omit<SavedTable, "at">} table */
export function saveTable(table) {
  const tables = savedTables();
  const before = tables.find((one) => one.key === table.key && one.number === table.number);
  if (before?.over && table.over) return;
  const rest = tables.filter((one) => one !== before && (one.key !== table.key || one.over));
  saved.write([{ ...table, at: Date.now() }, ...rest]);
}

/** Remove a table that is no longer running; its finished games stay. @param {string} key */
export function removeTable(key) {
  saved.write(savedTables().filter((one) => one.key !== key || one.over));
}

/** Forget every game. */
export const clearSavedTables = () => saved.write([]);

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

/** @typedef {{key: string, game: string, gameName?: string, code: string, names: string[]}} RegularTable */

const MAX_TABLES = 12;
/** @type {{read: () => RegularTable[], write: (tables: RegularTable[]) => void}} */
const regular = storedList("meldroom-regular-tables", MAX_TABLES);

/** The regular tables that this browser has a seat at, or had, the last used first: they keep their links. */
export const regularTables = () => regular.read();

/** @param {RegularTable} table */
export const saveRegularTable = (table) =>
  regular.write([table, ...regularTables().filter(({ key }) => key !== table.key)]);

/** @param {string} key */
export const removeRegularTable = (key) => regular.write(regularTables().filter((table) => table.key !== key));

export const clearRegularTables = () => regular.write([]);

/**
 * A list that this browser keeps between visits.
 * @template T @param {string} key @param {number} size what comes after so many is dropped
 * @returns {{read: () => T[], write: (items: T[]) => void}}
 */
export function storedList(key, size) {
  return {
    read: () => stored("local", key, []),
    write: (items) => store("local", key, items.slice(0, size)),
  };
}
