// The regular tables that this browser has a seat at, or had: they keep their links.
const STORAGE_KEY = "meldroom-regular-tables";
const MAX_TABLES = 12;

/** @typedef {{key: string, game: string, gameName?: string, code: string, names: string[]}} RegularTable */

/** The tables, the last used first. @returns {RegularTable[]} */
export function regularTables() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {RegularTable[]} tables */
function store(tables) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(tables.slice(0, MAX_TABLES)));
  } catch {
    /* a private window stores nothing */
  }
}

/** @param {RegularTable} table */
export const saveRegularTable = (table) => store([table, ...regularTables().filter(({ key }) => key !== table.key)]);

/** @param {string} key */
export const removeRegularTable = (key) => store(regularTables().filter((table) => table.key !== key));
