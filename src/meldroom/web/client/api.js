// HTTP requests to the server: games, tables, seats, records.
import { fetchOrAway } from "/client/away.js";

/** @typedef {import("/client/protocol_types.js").Table & {key: string}} OpenTable */
/** @typedef {import("/client/protocol_types.js").PlayersOfGame} PlayersOfGame */
/** @typedef {{table: string, code: string, seat: number}} TakenSeat */
/** @typedef {{name: string, games: number, wins: number, points: number}} EveningTotal */
/** @typedef {{number: number, at: number, players: string[], scores: number[], places: number[]}} EveningGame */
/** @typedef {{games: EveningGame[], totals: EveningTotal[]}} Evening who won most comes first */

export const RULES_MISSING = "P-13";
export const SEALED = "P-15";

/** A request that the server refused: why, and by which rule. */
export class ApiError extends Error {
  /** @param {string} why @param {string} rule */
  constructor(why, rule) {
    super(why);
    this.rule = rule;
  }
}

/**
 * GET, or POST if there is a body; the caller knows what the server answers.
 * @template T @param {string} path @param {unknown} [body] @returns {Promise<T>}
 */
export async function request(path, body) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetchOrAway(path, body === undefined ? {} : post).catch(() => {
    throw new ApiError("the server does not answer; try again in a moment", "");
  });
  const type = response.headers.get("Content-Type") ?? "";
  const content = type.includes("json") ? await response.json() : await response.text();
  if (!response.ok) throw new ApiError(content.detail ?? "something went wrong", content.rule ?? "");
  return content;
}

/** @returns {Promise<import("/client/game_assets.js").Game[]>} */
export const games = () => request("/api/games");
/** The bots that can be chosen, the strongest last. @returns {Promise<import("/client/protocol_types.js").Bot[]>} */
export const bots = () => request("/api/bots");
/** @returns {Promise<import("/client/protocol_types.js").Address[]>} */
export const addresses = () => request("/api/addresses");
/**
 * A page of the public tables; `next` is what the next page comes after, null if there is none.
 * @param {string} after @returns {Promise<{tables: OpenTable[], next: string | null}>}
 */
export const openTables = (after) => request(`/api/tables?after=${after}`);
/** @returns {Promise<import("/client/protocol_types.js").MyRecord>} */
export const myRecord = () => request("/api/me/record");
/** The rated players of each game, if the host shows them. @returns {Promise<PlayersOfGame[]>} */
export const players = () => request("/api/players");
/** A code that joins another device. @returns {Promise<{code: string, seconds: number}>} */
export const carryCode = () => request("/api/me/carry", {});
/** Become the person who made a code. @param {string} code @returns {Promise<object>} */
export const joinPerson = (code) => request("/api/me/join", { code });
/** Erase everything about this browser's person. @returns {Promise<object>} */
export const deleteMe = () => request("/api/me/delete", {});
/**
 * @param {number} [past] days to list, at most
 * @returns {Promise<import("/client/protocol_types.js").DailyOverview>}
 */
export const daily = (past = 14) => request(`/api/daily?past=${past}`);
/** @param {string} day @param {string} game @returns {Promise<import("/client/protocol_types.js").DailyDeal>} */
export const dailyDeal = (day, game) => request(`/api/daily/${day}/${game}`);
/** Play today's deal, or go on with it. @param {string} game @param {string} name @returns {Promise<TakenSeat>} */
export const playDaily = (game, name) => request(`/api/daily/${game}`, { name });
/** @param {string} day @param {string} game @param {string} name @returns {Promise<TakenSeat>} */
export const practiseDaily = (day, game, name) => request(`/api/daily/${day}/${game}`, { name });
/** @typedef {"unconfirmed" | "confirmed" | "stopped" | "expired"} MailState what the owner of a mailbox has decided */
/** @typedef {{address: string, state: MailState | ""}} LeftAddress */
/** @param {string} table @returns {Promise<LeftAddress & {available: boolean}>} */
export const turnMail = (table) => request(`/api/tables/${table}/mail`);
/** @param {string} table @param {string} address "" to forget it @returns {Promise<LeftAddress>} */
export const leaveMailAddress = (table, address) => request(`/api/tables/${table}/mail`, { address });
/** @param {string} key of a link in an email @returns {Promise<{state: MailState}>} */
export const mailLink = (key) => request(`/api/mail/${key}`);
/** Confirm or stop the emails. @param {string} key @param {boolean} send @returns {Promise<{state: MailState}>} */
export const answerMailLink = (key, send) => request(`/api/mail/${key}`, { send });
/** @param {object} fields @returns {Promise<TakenSeat>} */
export const createTable = (fields) => request("/api/tables", fields);
/** @param {string} table @param {object} fields @returns {Promise<TakenSeat>} */
export const takeSeat = (table, fields) => request(`/api/tables/${table}/seats`, fields);
/** @param {string} game @returns {Promise<string>} */
export const rules = (game) => request(`/api/games/${game}/rules`);
/**
 * @param {string} game @param {number} seats
 * @returns {Promise<import("/client/protocol_types.js").ExplainedCard[]>}
 */
export const explainedCards = (game, seats) => request(`/api/games/${game}/cards?seats=${seats}`);
/** @param {string} game @returns {Promise<import("/client/protocol_types.js").Summary | null>} */
export const summary = (game) => request(`/api/games/${game}/summary`);
/** @param {string} game @returns {Promise<import("/client/protocol_types.js").Lesson>} */
export const lesson = (game) => request(`/api/games/${game}/lesson`);
/**
 * What a move would cost at a step of a lesson, if it is a mistake.
 * @param {string} game @param {number} step @param {string} text @returns {Promise<{loss: number | null}>}
 */
export const checkLessonMove = (game, step, text) =>
  request(`/api/games/${game}/lesson/${step}/check?text=${encodeURIComponent(text)}`);
/**
 * Play on from a finished game.
 * @param {string} table @param {number} number @param {object} fields @returns {Promise<TakenSeat>}
 */
export const createBranch = (table, number, fields) =>
  request(`/api/tables/${table}/records/${number}/branches`, fields);
/** @param {string} table @param {number} number @returns {Promise<import("/client/protocol_types.js").GameRecord>} */
export const record = (table, number) => request(`/api/tables/${table}/records/${number}`);
/** @param {string} table @param {number} number @returns {Promise<import("/client/protocol_types.js").StoredScore>} */
export const score = (table, number) => request(`/api/tables/${table}/scores/${number}`);
/** @param {string} table @returns {Promise<Evening>} */
export const evening = (table) => request(`/api/tables/${table}/evening`);
/**
 * How a game ended; `result` is null while it runs.
 * @param {string} table @param {number} number
 * @returns {Promise<{closed: boolean, result: import("/client/protocol_types.js").Result | null}>}
 */
export const result = (table, number) => request(`/api/tables/${table}/results/${number}`);
/** End a table whose rules this version lacks, as its host. @param {string} table @returns {Promise<object>} */
export const endTable = (table) => request(`/api/tables/${table}/end`, {});
/**
 * The positions of a finished game, from one ply to another, as a seat (or "all") sees them.
 * @param {string} table @param {number} number @param {number} from @param {number} to @param {string} viewpoint
 * @returns {Promise<{shots: import("/client/protocol_types.js").ReplayPosition[]}>}
 */
export const positions = (table, number, from, to, viewpoint) =>
  request(`/api/tables/${table}/records/${number}/plies?from=${from}&to=${to}&eyes=${viewpoint}`);
