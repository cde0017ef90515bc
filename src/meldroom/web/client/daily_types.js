// The types of the deal of the day, as docs/protocol.md describes them.

/**
 * @typedef {object} DailyGame a deal, and how far this person is with it
 * @property {string} game
 * @property {"new" | "playing" | "over"} state
 * @property {string | null} table
 * @property {number | null} place
 * @property {number | null} score
 */
/**
 * @typedef {object} DailyOverview
 * @property {string} day as YYYY-MM-DD, of UTC
 * @property {number} ends milliseconds
 * @property {number} streak days
 * @property {(DailyGame & {commit: string})[]} games
 * @property {{day: string, games: DailyGame[]}[]} past the latest first
 */
/**
 * @typedef {object} DailyResult how somebody did
 * @property {number} place
 * @property {number} score
 * @property {boolean} mine
 * @property {string | null} name where the room shows its players
 */
/**
 * @typedef {object} DailyField what is shown of a deal to who has finished it
 * @property {DailyResult[] | null} field
 * @property {{place: number, score: number} | null} master what the bot of this level made of it, once it has played
 */
/**
 * @typedef {DailyGame & DailyField & {day: string, commit: string, secret: string | null}} DailyDeal
 */

export {};
