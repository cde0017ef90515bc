// Watching with open hands: a deal that is over, move by move, as one of its players saw it.

/** @import { OpenHandsPage, ReplayPosition } from "/client/protocol_types.js" */
/** @typedef {typeof NO_OPEN_HANDS} OpenHands */

const POSITIONS_PER_MESSAGE = 20;
const AHEAD = 5; // so many positions before they are needed the next ones are asked for
const SHOWDOWN_STEPS = 6; // as many moves long the end of a deal is shown
/** @type {Record<string, number>} */
const MOVE_INTERVALS_MS = { slow: 2600, normal: 1600, fast: 900, off: 1600 };

/** How long a move is shown. @param {string} speed */
export const moveInterval = (speed) => MOVE_INTERVALS_MS[speed] ?? MOVE_INTERVALS_MS.normal;

export const NO_OPEN_HANDS = {
  seat: /** @type {number | null} */ (null), // whose hand is looked at; null is the table now
  deal: 0,
  at: 0,
  deals: 0, // that are over
  steps: 0, // how long the end of the deal has been shown
  isPlaying: false,
  run: 0, // how often it began to play
  lengths: /** @type {Record<string, number>} */ ({}), // the number of positions of a deal
  positions: /** @type {Record<string, ReplayPosition>} */ ({}), // by deal, seat and number
  asked: /** @type {string[]} */ ([]), // what was asked for and has not come
};

/** The number of the last position of the deal. @param {OpenHands} hands */
export const lastOf = ({ lengths, deal }) => (lengths[deal] ?? 1) - 1;

/** Whether the end of the deal is shown, and no later one is over. @param {OpenHands} hands */
export const waitsForNext = (hands) => hands.at === lastOf(hands) && hands.deal === hands.deals;

/** @param {OpenHands} hands @param {number} at @returns {ReplayPosition | null} */
export const positionAt = ({ seat, deal, positions }, at) =>
  seat === null ? null : (positions[`${deal}.${seat}.${at}`] ?? null);

/** What is shown; null while it is the table, or not loaded. @param {OpenHands} hands */
export const shownHand = (hands) => positionAt(hands, hands.at);

/** Take note of how many deals are over. @param {OpenHands} hands @param {number} [deals] none if hidden */
export const withDeals = (hands, deals = 0) => ({ ...(deals < hands.deals ? forgotten(hands) : hands), deals });

/** Nothing: the hands of another game are not open. @param {OpenHands} hands @returns {OpenHands} */
export const forgotten = ({ run }) => ({ ...NO_OPEN_HANDS, run });

/** Look at a player's hand, or at the table. @param {OpenHands} hands @param {number | null} seat */
export function lookAt(hands, seat) {
  if (seat === hands.seat || (seat !== null && !hands.deals)) return hands;
  if (seat === null) return { ...hands, seat, isPlaying: false };
  if (hands.seat !== null) return { ...hands, seat };
  const begins = waitsForNext(hands) || !hands.deal ? goToDeal(hands, hands.deals) : hands;
  return playing({ ...begins, seat });
}

/** @param {OpenHands} hands @returns {OpenHands} */
export const playing = (hands) => ({
  ...hands,
  at: waitsForNext(hands) ? 0 : hands.at,
  steps: 0,
  isPlaying: true,
  run: hands.isPlaying ? hands.run : hands.run + 1,
});

/** Step through the moves, also into another deal. @param {OpenHands} hands @param {number} by @returns {OpenHands} */
export function stepped(hands, by) {
  const [to, last] = [hands.at + by, lastOf(hands)];
  const moved =
    to > last && hands.deal < hands.deals
      ? goToDeal(hands, hands.deal + 1)
      : to < 0 && hands.deal > 1
        ? goToDeal(hands, hands.deal - 1, -1)
        : { ...hands, at: Math.max(0, Math.min(last, to)) };
  return { ...moved, steps: 0 };
}

/** The next move of a deal that plays, unless its end is still shown. @param {OpenHands} hands @returns {OpenHands} */
export function ticked(hands) {
  if (!shownHand(hands) || waitsForNext(hands)) return hands;
  const steps = hands.steps + 1;
  return hands.at !== lastOf(hands) || steps >= SHOWDOWN_STEPS ? stepped(hands, 1) : { ...hands, steps };
}

/** @param {OpenHands} hands @param {OpenHandsPage} page @returns {OpenHands} */
export function withPage(hands, { deal, seat, at, of, shots }) {
  const positions = { ...hands.positions };
  for (const [index, shot] of shots.entries()) positions[`${deal}.${seat}.${at + index}`] = shot;
  const now = { ...hands, positions, lengths: { ...hands.lengths, [deal]: of } };
  return now.at < 0 ? { ...now, at: lastOf(now) } : now;
}

/** @param {OpenHands} hands @param {number} deal @param {number} [at] -1 is its end @returns {OpenHands} */
function goToDeal(hands, deal, at = 0) {
  const now = { ...hands, deal, at };
  return at < 0 && deal in hands.lengths ? { ...now, at: lastOf(now) } : now;
}

/**
 * The questions for the positions here and soon that are not there.
 * @param {OpenHands} hands @returns {{hands: OpenHands, questions: object[]}}
 */
export function loading(hands) {
  const { seat, deal, positions } = hands;
  if (seat === null || !deal) return { hands, questions: [] };
  const wanted = [Math.max(0, hands.at), Math.min(lastOf(hands), hands.at + AHEAD)];
  const firsts = [...new Set(wanted.map((at) => at - (at % POSITIONS_PER_MESSAGE)))];
  const keyOf = (/** @type {number} */ at) => `${deal}.${seat}.${at}`;
  const missing = firsts.filter((at) => !(keyOf(at) in positions) && !hands.asked.includes(keyOf(at)));
  const questions = missing.map((at) => ({ do: "open_hands", deal, seat, at }));
  return { hands: { ...hands, asked: [...hands.asked, ...missing.map(keyOf)] }, questions };
}
