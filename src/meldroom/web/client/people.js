// The people at a table: who is asked to let whom in, which seats can be had, who sets the pace.

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @import { SeatRequest, Table, Play } from "/client/protocol_types.js" */

/** The seats of people. @param {Table} table */
export const people = (table) => table.seats.flatMap(({ person }, seat) => (person ? [seat] : []));

/** The other people in the game. @param {Pick<TableState, "table" | "me">} state */
export const otherPeople = ({ table, me }) =>
  table.seats.flatMap(({ name, person }, seat) => (person && seat !== me ? [{ seat, name }] : []));

/** Newcomers whom the player can let have a seat now. @param {Pick<TableState, "table" | "me" | "notNow">} state */
export function openRequests({ table, me, notNow }) {
  if (me === null || !table) return [];
  const canBeAllowed = (/** @type {SeatRequest} */ { seat, name, allowed }) =>
    !table.seats[seat].left && !allowed.includes(me) && !notNow.includes(name);
  return (table.requests ?? []).filter(canBeAllowed);
}

/**
 * Whether somebody left this seat in the running deal, and can only return to it.
 * @param {Pick<TableState, "table" | "leftSeat">} state
 */
export const returnsToSeat = ({ table, leftSeat }) => leftSeat !== null && Boolean(table.seats[leftSeat].left);

/** The seats that a newcomer can take or ask for. @param {Pick<TableState, "table" | "leftSeat">} state */
export function freeSeats({ table, leftSeat }) {
  if (leftSeat !== null && returnsToSeat({ table, leftSeat })) return [leftSeat];
  const { seats, requests = [] } = table;
  const isFree = (/** @type {number} */ at) => !requests.some(({ seat }) => seat === at);
  return seats.flatMap((seat, at) => (!seat.person && isFree(at) ? [at] : []));
}

/**
 * Whether the player sets the pace of the table: the host, or the only person.
 * @param {Pick<TableState, "table" | "me">} state
 */
export const setsPace = ({ table, me }) =>
  me !== null && Boolean(table?.pace) && (table.host === me || people(table).length < 2);

/** The table after a play: a skip ends when a person is to act. @param {Table} table @param {Play} play */
export function withoutOldSkips(table, play) {
  const ended = table?.skips?.length && play.to_act.some((seat) => !table.seats[seat].bot);
  return ended ? { ...table, skips: [] } : table;
}

/**
 * The muted players after a change of the table: unmuted are the seats that somebody else has, and muted is again
 * who changed seats.
 * @param {Record<number, string>} muted names by seat @param {Table} table
 * @returns {{muted: Record<number, string>, changes: {seat: number, on: boolean}[]}}
 */
export function mutesAfter(muted, table) {
  const now = { ...muted };
  const changes = [];
  for (const [key, name] of Object.entries(muted)) {
    const seat = Number(key);
    if (table.seats[seat].name === name) continue;
    delete now[seat];
    changes.push({ seat, on: false });
    const to = table.seats.findIndex((one) => one.person && one.name === name);
    if (to < 0) continue;
    now[to] = name;
    changes.push({ seat: to, on: true });
  }
  return { muted: now, changes };
}

/** The points of a seat by the last total of a pad, null if none. @param {Play["pad"]} pad @param {number} seat */
export function pointsOf(pad, seat) {
  const columns = pad.columns.flatMap(({ kind }, at) => (kind === "score" ? [at] : []));
  const total = pad.rows.findLast(({ kind }) => kind === "total");
  const points = Number.parseInt(total?.cells[columns[seat]] ?? "", 10);
  return Number.isNaN(points) ? null : points;
}
