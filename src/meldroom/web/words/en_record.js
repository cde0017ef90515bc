// What people read on the page "My record", in English.
import { count, ordinal, words as home } from "/words/en_home.js";

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

export const words = {
  title: "My record",
  settings: "Settings",
  loading: "Loading your record…",
  failed: "Your record could not be loaded.",
  tryAgain: "Try again",
  summary: (/** @type {number} */ games) => count(games, "game"),
  intro: (/** @type {number} */ games, /** @type {string} */ since, /** @type {number} */ wins) =>
    `${count(games, "game")} since ${since}, ${wins} of them won.`,
  kept: (/** @type {string} */ name) => `Kept in this room, under the name ${name}.`,
  date: home.home.date,
  empty: "No finished games yet",
  emptyText: "Your finished games, your rating in each game and how you do against others appear here.",
  toGames: "Choose a game",

  ladders: "Against the bots",
  band: "the pale bar is what the rating may really be, 19 times in 20",
  rating: (/** @type {number} */ value, /** @type {number} */ error) =>
    `${value}, between ${value - error} and ${value + error}`,
  above: (/** @type {string} */ bot) => `above ${bot}`,
  below: (/** @type {string} */ bot) => `below ${bot}`,
  missing: (/** @type {number} */ n) => `Play ${n} more for a rating`,
  played: (/** @type {number} */ games, /** @type {number} */ wins) => `${count(games, "game")}, ${wins} won`,

  byGame: "Game by game",
  places: "Places",
  place: ordinal,
  number: (/** @type {number} */ n) => String(n).replace("-", "−"),
  trend: "Scores",
  trendOf: (/** @type {string} */ game, /** @type {number} */ n) => `Scores of the last ${count(n, "game")} of ${game}`,
  bestRun: (/** @type {number} */ n) => `best run ${count(n, "win")}`,

  reviewed: (/** @type {number} */ n) => count(n, "reviewed game"),
  loss: (/** @type {number} */ share) => `${(100 * share).toFixed(1)} % of the game lost per decision`,
  luck: (/** @type {number} */ share) => `luck ${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(0)} %`,
  roomPlayers: "Players of this room",

  people: "Opponents",
  ahead: "games, how often you came out ahead",
  noPeople: "Nobody yet: so far you have played bots.",
  bots: "Bots",
  percent,
  aheadOf: (/** @type {string} */ name, /** @type {number} */ games, /** @type {number} */ share) =>
    `${name}: ${count(games, "game")}, ahead in ${percent(share)}`,

  recent: "Recent games",
  won: "won",
  outcome: (/** @type {number} */ place, /** @type {number} */ score) =>
    `${ordinal(place)}, ${home.home.points(score)}`,
  wonWith: (/** @type {number} */ score) => `, ${home.home.points(score)}`,
  withHints: "with hints, not rated",
  replay: "Replay",
  replayOf: (/** @type {string} */ game, /** @type {string} */ date) => ` ${game}, ${date}`,

  form: "Form",
  newest: "newest at the end",
  formSpoken: (/** @type {number} */ n, /** @type {number} */ wins) => `Last ${count(n, "game")}: won ${wins}`,
  winMark: "W",
  runs: (/** @type {number} */ current, /** @type {number} */ longest) =>
    longest === 0
      ? "No win yet."
      : `Longest run: ${count(longest, "win")}.${current > 1 ? ` Now: ${current} in a row.` : ""}`,

  carry: "Carry it to another device",
  carryText: "Open “My record” there and enter a code from here. From then on both are you.",
  newCode: "Get a code",
  anotherCode: "New code",
  code: "Code",
  codeValid: (/** @type {number} */ minutes) => `It works once, within ${count(minutes, "minute")}.`,
  enterCode: "Code from your other device",
  join: "Join",
  joinAsk: "Join the other device?",
  joinText:
    "This browser becomes the person who made the code. The games of both are one record from then on, " +
    "and whoever made the code sees them. Only enter a code of your own.",
  joinKeep: "Keep them apart",
  joinNow: "Join the two",
  joined: "Both devices are one person now.",

  keep: "Yours to keep or delete",
  keepText: "The file holds every game with its moves, readable without Meldroom.",
  export: "Export",
  delete: "Delete all",
  deleteAsk: "Delete everything about you?",
  deleteText:
    "Your names are replaced by “Guest” at every table, your record and ratings are deleted, and this browser " +
    "gives up its seats. The games of others stay. This cannot be undone.",
  deleteKeep: "Keep my record",
  deleteNow: "Delete all",
  deleted: "Everything about you is deleted.",
};
