// What people read of the deal of the day, in English.
import { count, ordinal, words as home } from "/words/en_home.js";

/** @param {string} day as YYYY-MM-DD, of UTC @param {Intl.DateTimeFormatOptions} options */
const dated = (day, options) =>
  new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));

export const words = {
  title: "Deal of the day",
  link: "Deal of the day",
  intro: "The same cards for everyone in this room until midnight UTC, alone against three bots. One try counts.",
  loading: "Loading today’s deals…",
  failed: "The deals of the day could not be loaded.",
  tryAgain: "Try again",
  date: (/** @type {string} */ day) => dated(day, { weekday: "long", day: "numeric", month: "long" }),
  shortDate: (/** @type {string} */ day) => dated(day, { weekday: "short", day: "numeric", month: "short" }),
  today: "Today",
  play: "Play",
  goOn: "Continue",
  of: (/** @type {string} */ game) => ` ${game}`,
  notPlayed: "Not played yet",
  playing: "Started, not finished",
  outcome: (/** @type {number} */ place, /** @type {number} */ score) =>
    `${ordinal(place)}, ${home.home.points(score)}`,
  place: ordinal,
  field: "The field",
  showField: "See the field",
  fieldOf: (/** @type {string} */ game, /** @type {number} */ n) => `${game}: ${count(n, "result")}`,
  inPlace: (/** @type {number} */ place, /** @type {number} */ n, /** @type {boolean} */ mine) =>
    `${ordinal(place)}: ${count(n, "player")}${mine ? ", you among them" : ""}`,
  fieldNote: "Only people who have finished see this.",
  review: "Review my game",
  replay: "Replay",
  scores: "Scores",
  master: "Expert bot",
  masterPlays: "still playing…",
  you: "You",
  somebody: "Player",
  copy: "Copy result",
  copied: "Result copied.",
  sharePicture: "Share picture",
  savePicture: "Save picture",
  pictureTitle: "Meldroom, deal of the day",
  pictureShared: "Picture shared.",
  pictureSaved: "Picture saved.",
  notCopied: "The browser does not copy. Select the text yourself:",
  next: (/** @type {number} */ hours, /** @type {number} */ minutes) => `Next deals in ${hours} h ${minutes} min`,
  streak: (/** @type {number} */ days) => home.dailyCard.streak(days) || "No streak yet",
  past: "Past days",
  pastNote: "Play any past deal for practice. It does not count.",
  noPast: "From tomorrow on you can practise past deals here.",
  practise: "Practise",
  practiseOf: (/** @type {string} */ game, /** @type {string} */ date) => ` ${game}, ${date}`,
  fair: "Fair deals",
  fairNote: "Each deal was fixed before anyone played it. This is the SHA-256 of its secret, which is shown tomorrow.",
  shared: (/** @type {string} */ date, /** @type {string[]} */ lines, /** @type {string} */ streak) =>
    [`Meldroom, deal of the day, ${date}`, ...lines, streak].join("\n"),
  sharedLine: (/** @type {string} */ game, /** @type {number} */ place, /** @type {number} */ score) =>
    `${game}: ${ordinal(place)}, ${home.home.points(score)}`,
};
