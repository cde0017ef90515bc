// What people read in the review of a finished game, in English.
import { count } from "/words/en_home.js";

/** A share of the win in points of 100, without its sign. @param {number} share */
const size = (share) => String(Math.round(100 * Math.abs(share)));
/** @param {string} text */
const withMinus = (text) => text.replace("-", "−");
/** @param {number} share */
const oneDecimal = (share) => (100 * share).toFixed(1);

/** @typedef {import("/client/protocol_types.js").ReviewBalance} Balance */

/** Whether a share is no more than its standard error, so that nothing can be said of it. */
const isInDoubt = (/** @type {number} */ share, /** @type {number} */ error) =>
  Math.abs(share) <= error || size(share) === "0";

/** @param {Balance} balance */
const ofLuck = ({ luck, error }) =>
  isInDoubt(luck, error) ? "neither lucky nor unlucky" : `${luck > 0 ? "lucky" : "unlucky"} by ${size(luck)}`;
/** @param {Balance} balance */
const ofPlay = ({ own, error }) =>
  isInDoubt(own, error)
    ? "played about as well as a Club player"
    : own > 0
      ? `gained ${size(own)} by good play`
      : `played away ${size(own)}`;

export const words = {
  title: "Chance to win",
  review: "Review",
  working: (/** @type {number} */ moves, /** @type {number} */ share) =>
    `Reviewing ${count(moves, "move")}: ${Math.round(100 * share)} % done.`,
  starting: "The review is about to begin.",
  rough: "The line is rough for now.",
  ready: (/** @type {string} */ sentence) => `The review is ready. ${sentence}`,
  stillReplay: "The replay works without it.",
  tryAgain: "Try again",
  percent: (/** @type {number} */ chance) => `${Math.round(100 * chance)} %`,
  whose: "Whose decisions",
  you: "You",
  chances: "Chances to win, move by move",
  keys: "Arrow keys go from move to move, Page Up and Page Down between marked decisions.",
  at: (/** @type {string} */ position, /** @type {string[]} */ chances) => `${position}: ${chances.join(", ")}`,
  chanceOf: (/** @type {string} */ name, /** @type {number} */ chance) => `${name} ${Math.round(100 * chance)} %`,
  asTable: "Show as a table",
  hideTable: "Hide the table",
  move: "Move",
  costliest: (/** @type {string | null} */ name) =>
    name === null ? "Your costliest decisions" : `Costliest decisions of ${name}`,
  meanLoss: (/** @type {number} */ loss) => `${oneDecimal(Math.max(0, loss))} points lost a decision`,
  loss: (/** @type {number} */ loss, /** @type {number} */ error) =>
    `${withMinus(oneDecimal(-loss))} ± ${oneDecimal(error)}`,
  /** @type {Record<string, string>} */
  names: { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" },
  atMove: (/** @type {number} */ n) => `move ${n}`,
  mark: (/** @type {string} */ word, /** @type {number} */ move, /** @type {string} */ loss) =>
    `${word} at move ${move}, ${loss}`,
  moveMark: (/** @type {string} */ word, /** @type {string} */ loss) => `${word}, ${loss}`,
  played: "Played",
  better: "Better",
  handThen: "The hand",
  step: "Step there",
  retry: "Try again from here",
  noRegrets: (/** @type {string | null} */ name) =>
    `Nothing to regret: no decision of ${name ?? "yours"} clearly cost more than 2 points.`,
  allForced: (/** @type {string | null} */ name) =>
    `Every move of ${name ?? "yours"} was forced: there was nothing to decide.`,
  choices: "The choices here",
  whoseDecision: (/** @type {string | null} */ name) => (name === null ? "your decision" : `${name}’s decision`),
  wasPlayed: "played",
  lead: (/** @type {number} */ lead, /** @type {number} */ error) =>
    withMinus(`${lead < 0 ? "" : "+"}${oneDecimal(lead)} ± ${oneDecimal(error)}`),
  winChance: (/** @type {number} */ chance) => `wins ${Math.round(100 * chance)} %`,
  forced: "No choice here: only one move was legal.",
  end: "The game is over.",
  balance: "Luck and play",
  balanceUnit: "points of 100, + is good",
  luck: "luck",
  own: "own play",
  others: "others’ play",
  /** @param {string | null} name null for the reader @param {Balance} balance */
  sentence: (name, balance) =>
    `${name === null ? "You were" : `${name} was`} ${ofLuck(balance)} and ${ofPlay(balance)}.`,
  part: (/** @type {number} */ share) => `${share < 0 ? "−" : "+"}${size(share)}`,
  error: (/** @type {number} */ error) => `± ${size(error)}`,
  inPoints: (/** @type {number} */ error) => `points of 100, ± ${size(error)}`,
  bars: (/** @type {Balance} */ { luck, own, others, error }) =>
    withMinus(
      `luck ${Math.round(100 * luck)}, own play ${Math.round(100 * own)}, ` +
        `others’ play ${Math.round(100 * others)}, plus or minus ${size(error)} points`,
    ),
  method:
    "Play is compared with a Club player in the same seat. Together with an equal share of the win, " +
    "the three make the result; ± is what the estimate leaves in doubt.",
};
