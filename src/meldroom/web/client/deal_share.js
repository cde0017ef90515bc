// The player's share of a deal: committed to first, and revealed once everybody has committed to theirs.
import { shareCommitment } from "/client/fair_deal.js";

/** @typedef {import("/client/protocol_types.js").Table} Table */
/** @typedef {{commit: string, seat: number, share: string, commitment: string}} OwnShare */
/** @typedef {typeof NO_SHARE} DealShare */

export const NO_SHARE = {
  own: /** @type {OwnShare | null} */ (null), // of the deal that the table waits for, or plays
  shown: /** @type {string | null} */ (null), // the commitments of all when this one was revealed
  sent: "", // the command that was sent last, "" where it may never have arrived
};

/**
 * The deal that a table waits for a share of; null if it waits for none of this player.
 * @param {Table} table @param {number | null} me
 */
export function awaitedDeal({ phase, commit, local }, me) {
  if (phase !== "waiting" || me === null || !commit) return null;
  return { commit, seat: local?.[0] ?? me }; // people at one device give one share
}

/** Whether the player has a share in a deal. @param {DealShare} share @param {{commit: string, seat: number}} deal */
export const isOf = ({ own }, { commit, seat }) => own !== null && own.commit === commit && own.seat === seat;

/** @param {{commit: string, seat: number}} deal @param {string} share 16 random bytes @returns {DealShare} */
export const newShare = ({ commit, seat }, share) => ({
  own: { commit, seat, share, commitment: shareCommitment(commit, seat, share) },
  shown: null,
  sent: "",
});

/**
 * What a table waits for.
 * @param {DealShare} share @param {Table} table
 * @returns {{share: DealShare, message: {do: string, commitment?: string, share?: string} | null}}
 */
export function given(share, { commitments }) {
  const own = /** @type {OwnShare} */ (share.own);
  if (!commitments) return once(share, { do: "commit", commitment: own.commitment });
  if (commitments[own.seat] !== own.commitment) return { share, message: null };
  return once({ ...share, shown: share.shown ?? commitments.join() }, { do: "give", share: own.share });
}

/** @param {DealShare} share @param {{do: string, commitment?: string, share?: string}} message */
const once = (share, message) =>
  share.sent === message.do ? { share, message: null } : { share: { ...share, sent: message.do }, message };

/**
 * Whether a game that is over was dealt from something else than the table showed before this share was revealed.
 * @param {DealShare} share @param {Table} table
 */
export function wasReplaced({ own, shown }, { commit, commitments, contributions }) {
  if (!contributions || own === null || shown === null || own.commit !== commit) return false;
  const mine = contributions[own.seat];
  return commitments?.join() !== shown || (mine !== "" && mine !== own.share);
}
