// The regular tables that this browser has a seat at, or had: they keep their links.
import { storedList } from "/client/stored_list.js";

/** @typedef {{key: string, game: string, gameName?: string, code: string, names: string[]}} RegularTable */

const MAX_TABLES = 12;
/** @type {{read: () => RegularTable[], write: (tables: RegularTable[]) => void}} */
const stored = storedList("meldroom-regular-tables", MAX_TABLES);

/** The tables, the last used first. */
export const regularTables = () => stored.read();

/** @param {RegularTable} table */
export const saveRegularTable = (table) =>
  stored.write([table, ...regularTables().filter(({ key }) => key !== table.key)]);

/** @param {string} key */
export const removeRegularTable = (key) => stored.write(regularTables().filter((table) => table.key !== key));

export const clearRegularTables = () => stored.write([]);
