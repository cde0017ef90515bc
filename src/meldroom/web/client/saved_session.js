// What this browser stores of a table: its game, to go on or to replay, and the link of a regular table.
import { outcomeOf, removeTable, saveTable } from "/client/my_tables.js";
import { removeRegularTable, saveRegularTable } from "/client/regular_tables.js";

/** Store how things stand for a player. @param {import("/client/table_session.js").TableSession} session */
export function storeSession(session) {
  const { table, play, key, device } = session;
  const { isShared } = device;
  if (table.phase === "closed") return forgetTable(key);
  const names = table.seats.map((seat) => seat.name);
  const seat = isShared ? (table.local?.[0] ?? 0) : (session.me ?? 0);
  const about = { key, game: table.game, gameName: session.game?.name, code: session.code ?? "" };
  if (table.standing) saveRegularTable({ ...about, names: names.filter((_, at) => table.seats[at].person) });
  const saved = { ...about, number: table.number, names, seat };
  const turn = isShared ? session.isMyTurn || device.handOverTo !== null : Boolean(play?.to_act.includes(seat));
  if (table.phase !== "over") return saveTable({ ...saved, turn });
  if (!play?.result) return undefined;
  const over = isShared ? { winners: play.result.winners } : outcomeOf(play.result, seat);
  return saveTable({ ...saved, over });
}

/** Forget a table that this player has left; its finished games stay. @param {string} key */
export function forgetTable(key) {
  removeTable(key);
  removeRegularTable(key);
}
