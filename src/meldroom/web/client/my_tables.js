// The tables that this browser has played at: running games to resume, finished ones to replay.
const STORAGE_KEY = "meldroom-tables";
const MAX_TABLES = 24;

/**
 * @typedef {object} SavedTable
 * @property {string} key
 * @property {string} game
 * @property {string} code
 * @property {string[]} names
 * @property {number} seat
 * @property {number} at when it was saved
 * @property {boolean} [turn] whether it is this player's turn
 * @property {{number: number, outcome: string}} [over] the number of the finished game, and who won
 */

/** @returns {SavedTable[]} */
export function savedTables() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {SavedTable[]} tables */
function store(tables) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(tables.slice(0, MAX_TABLES)));
  } catch {
    /* a private window stores nothing */
  }
}

/** Save a table, the newest first. @param {Partial<SavedTable> & {key: string}} table */
export function saveTable(table) {
  const tables = savedTables();
  const old = tables.find((one) => one.key === table.key && !one.over);
  const rest = tables.filter((one) => one !== old);
  const saved = { game: "", code: "", names: [], seat: 0, ...old, ...table, at: Date.now() };
  store([/** @type {SavedTable} */ (saved), ...rest]);
}

/** Remove a table that is no longer running; its finished games stay. @param {string} key */
export function removeTable(key) {
  store(savedTables().filter((one) => one.key !== key || one.over));
}
