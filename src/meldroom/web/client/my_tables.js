// The tables that this browser has sat at: running games to go back to, finished ones to watch again.
const KEY = "meldroom-tables";
const MOST = 24;

/** @typedef {{key: string, game: string, code: string, names: string[], seat: number, at: number, over?: {number: number, won: boolean, line: string}, turn?: boolean, line?: string}} Kept */

/** @returns {Kept[]} */
export function tables() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Kept[]} list */
function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
  } catch { /* a private window keeps nothing */ }
}

/** Remember a table, the newest first. @param {Partial<Kept> & {key: string}} kept */
export function remember(kept) {
  const all = tables();
  const old = all.find((one) => one.key === kept.key && !one.over);
  const rest = all.filter((one) => one !== old);
  write([/** @type {Kept} */ ({ game: "", code: "", names: [], seat: 0, ...old, ...kept, at: Date.now() }), ...rest]);
}

/** Forget a table that runs no more. @param {string} key */
export function forget(key) {
  write(tables().filter((one) => one.key !== key || one.over));
}
