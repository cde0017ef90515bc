// What the server says about Rummy Battle, as its rules keep it.

/**
 * @typedef {object} PublicFacts
 * @property {number} turn
 * @property {string[]} duty
 * @property {boolean[]} opened
 * @property {boolean[]} chances
 * @property {number} marker
 * @property {boolean} marker_seen
 * @property {Meld[]} melds
 * @property {number[]} totals
 * @property {number[][]} ledger
 */
/**
 * @typedef {object} Display
 * @property {number} going_out
 * @property {number} going_out_before_marker
 * @property {number} going_out_after_marker
 * @property {string} tariff
 * @property {number} rounds
 * @property {number[]} must_play
 */
/** @typedef {import("/client/toolkit.js").Toolkit<PublicFacts, Display>} Toolkit */
/**
 * @typedef {object} Meld
 * @property {number} number
 * @property {number} owner
 * @property {string} kind "set" or "run"
 * @property {string} of its rank or suit
 * @property {string[]} cards
 * @property {string[]} stands the card that each stands for
 * @property {number[]} holders the player in front of whom each card lies
 */

export {};
