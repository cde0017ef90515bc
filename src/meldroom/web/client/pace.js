// How fast bots move: the player's setting, and the skip to the next turn of a person.
import { settings } from "/client/settings.js";

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").Table} Table */
/** @typedef {import("/client/protocol_types.js").Play} Play */

/** Whether the player sets the pace of the table: the host, or the only person. @param {TableSession} session */
export function setsPace({ table, me }) {
  return (
    me !== null && Boolean(table?.pace) && (table.host === me || table.seats.filter((one) => one.person).length < 2)
  );
}

/** Tell the server the player's pace, unless it has it already. @param {TableSession} session */
export function sendPace(session) {
  if (setsPace(session) && session.table.pace !== settings.pace) {
    session.socket.send({ do: "pace", pace: settings.pace });
  }
}

/** Whether the player can skip: only bots are to act, and no race may be on. @param {TableSession} session */
export function canSkip({ table, play, me, game, isMyTurn, state }) {
  if (me === null || isMyTurn || game?.race || !table.skips || state !== "open") return false;
  return table.phase === "playing" && !table.paused && play.to_act.every((seat) => table.seats[seat].bot);
}

/** The table after a play: a skip ends when a person is to act. @param {Table} table @param {Play} play */
export function withoutOldSkips(table, play) {
  const ended = table?.skips?.length && play.to_act.some((seat) => !table.seats[seat].bot);
  return ended ? { ...table, skips: [] } : table;
}
