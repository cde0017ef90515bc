// The score: what a seat has, read off the score pad.

/** @typedef {import("/client/protocol_types.js").Pad} Pad */

/** The points of a seat by the last total of a pad; null where it has none. @param {Pad} pad @param {number} seat */
export function pointsOf(pad, seat) {
  const columns = pad.columns.flatMap(({ kind }, at) => (kind === "score" ? [at] : []));
  const total = pad.rows.findLast(({ kind }) => kind === "total");
  const points = Number.parseInt(total?.cells[columns[seat]] ?? "", 10);
  return Number.isNaN(points) ? null : points;
}
