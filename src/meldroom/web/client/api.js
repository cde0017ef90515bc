// The few requests that give a seat, a list, a record.

/** A request that was refused: why, and by which rule. */
export class Refused extends Error {
  /** @param {string} why @param {string} rule */
  constructor(why, rule) {
    super(why);
    this.rule = rule;
  }
}

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function ask(path, body) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, body === undefined ? {} : post);
  const type = answer.headers.get("Content-Type") ?? "";
  const told = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(told.detail ?? "something went wrong", told.rule ?? "");
  return told;
}

export const games = () => ask("/api/games");
export const bots = () => ask("/api/bots");
export const openTables = () => ask("/api/tables");
/** @param {object} wish */
export const openTable = (wish) => ask("/api/tables", wish);
/** @param {string} key @param {object} wish */
export const takeSeat = (key, wish) => ask(`/api/tables/${key}/seats`, wish);
/** @param {string} game */
export const rules = (game) => ask(`/api/games/${game}/rules`);
/** @param {string} game */
export const lesson = (game) => ask(`/api/games/${game}/lesson`);
/** @param {string} key @param {number} number @param {object} wish */
export const playOn = (key, number, wish) => ask(`/api/tables/${key}/records/${number}/branches`, wish);
/** @param {string} key @param {number} number */
export const record = (key, number) => ask(`/api/tables/${key}/records/${number}`);
/** @param {string} key @param {number} number @param {number} from @param {number} to @param {string} eyes */
export const plies = (key, number, from, to, eyes) =>
  ask(`/api/tables/${key}/records/${number}/plies?from=${from}&to=${to}&eyes=${eyes}`);
