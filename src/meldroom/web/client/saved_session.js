// What this browser stores of a table: its game, to resume or to replay, the link of a regular table, and for a
// reload the order of the hand, the log and the chat.
import { outcomeOf, removeRegularTable, removeTable, saveRegularTable, saveTable } from "/client/my_tables.js";
import { store, stored } from "/client/stored.js";
import { handOverTo, isMyTurn, isShared } from "/client/table_state.js";

/** Store how things stand for a player. @param {import("/client/table_state.js").TableState} state */
export function storeSession(state) {
  const { table, play, key } = state;
  const local = isShared(state);
  if (table.phase === "closed") return forgetTable(key);
  const names = table.seats.map((seat) => seat.name);
  const seat = local ? (table.local?.[0] ?? 0) : (state.me ?? 0);
  const about = { key, game: table.game, gameName: state.game?.name, code: state.code ?? "" };
  if (table.standing) saveRegularTable({ ...about, names: names.filter((_, at) => table.seats[at].person) });
  const saved = { ...about, number: table.number, names, seat };
  const turn = local ? isMyTurn(state) || handOverTo(state) !== null : Boolean(play?.to_act.includes(seat));
  if (table.phase !== "over") return saveTable({ ...saved, turn });
  if (!play?.result) return undefined;
  const over = local ? { winners: play.result.winners } : outcomeOf(play.result, seat);
  return saveTable({ ...saved, over });
}

/** Forget a table that this player has left; its finished games stay. @param {string} key */
export function forgetTable(key) {
  removeTable(key);
  removeRegularTable(key);
}

const keptKey = (/** @type {string} */ key) => `meldroom-table-${key}`;

/** What a reload has not lost. @param {string} key @returns {import("/client/table_state.js").Kept | null} */
export const keptTable = (key) => stored("session", keptKey(key), null);

/** @param {string} key @param {import("/client/table_state.js").Kept} kept */
export const keepTable = (key, kept) => store("session", keptKey(key), kept);
