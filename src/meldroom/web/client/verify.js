// Verifies a deal as docs/record.md specifies it: the commitment, the seed, and every shuffle of the game.
import { ascii, fromHex, joined, shareCommitment, toHex } from "/client/fair_deal.js";
import { shake128 } from "/vendor/noble_hashes.js";

/** @import { GameRecord, GameEvent, ReplayPosition } from "/client/protocol_types.js" */

const SEED_TAG = "meldroom/1 seed";
const MAX_CALLS_BETWEEN_SHUFFLES = 64;
const BLOCK_SIZE = 168; // bytes that SHAKE-128 gives at a time

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {Uint8Array<ArrayBuffer>} */ (bytes)));
}

/**
 * The seed that follows from the server's secret and one share for each seat.
 * @param {Uint8Array} secret @param {Uint8Array[]} shares
 */
const agreedSeed = (secret, shares) => sha256(joined([ascii(SEED_TAG), secret, ...shares]));

/** A number below n. @param {Generator<number>} stream @param {number} n */
function below(stream, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    let word = 0;
    for (let i = 0; i < 4; i++) word = word * 256 + /** @type {number} */ (stream.next().value);
    if (word < limit) return word % n;
  }
}

/**
 * The endless stream of random bytes of chance call number k.
 * @param {Uint8Array} seed @param {number} k @returns {Generator<number>}
 */
function* chanceCall(seed, k) {
  const message = new Uint8Array(seed.length + 8);
  message.set(seed);
  new DataView(message.buffer).setBigUint64(seed.length, BigInt(k));
  const hash = shake128.create().update(message);
  for (;;) yield* hash.xof(BLOCK_SIZE);
}

/**
 * A single random number below n, by chance call number k.
 * @param {Uint8Array} seed @param {number} k @param {number} n
 */
export const randomBelow = (seed, k, n) => below(chanceCall(seed, k), n);

/**
 * Shuffle by chance call number k.
 * @template T @param {Uint8Array} seed @param {number} k @param {T[]} cards @returns {T[]}
 */
export function shuffled(seed, k, cards) {
  const stream = chanceCall(seed, k);
  const out = [...cards];
  for (let i = out.length - 1; i > 0; i--) {
    const j = below(stream, i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

/** @typedef {{ply: number, cards: number, equal: boolean}} ShuffleCheck */
/**
 * What was found: null for what the record does not have.
 * @typedef {{commit: boolean | null, seed: boolean | null, shares: boolean | null, shuffles: ShuffleCheck[],
 *   good: boolean}} Verdict
 */

/**
 * Recompute everything that chance decided in a record.
 * @param {GameRecord} record @param {ReplayPosition[]} positions every position with all cards open
 * @param {string[]} order codes in canonical order @returns {Promise<Verdict>}
 */
export async function verify(record, positions, order) {
  const seed = fromHex(record.seed);
  const secret = record.secret === undefined ? null : fromHex(record.secret);
  const committed = secret ?? seed;
  const commit = record.commit === undefined ? null : toHex(await sha256(committed)) === record.commit;
  const shares = (record.contributions ?? []).map(fromHex);
  const agreed = secret ? toHex(await agreedSeed(secret, shares)) === record.seed : null;
  const fit = checkShares(record);
  const shuffles = checkShuffles(seed, positions, order);
  const recomputed = shuffles.length > 0 && shuffles.every((one) => one.equal);
  const good = commit !== false && fit !== false && agreed !== false && recomputed;
  return { commit, seed: agreed, shares: fit, shuffles, good };
}

/** Whether every share is the one that its player committed to; null if nobody did. @param {GameRecord} record */
function checkShares({ commit, commitments, contributions }) {
  if (!commitments) return null;
  if (!commit || commitments.length !== contributions?.length) return false;
  return contributions.every((share, seat) => !share || commitments[seat] === shareCommitment(commit, seat, share));
}

/** @param {Uint8Array} seed @param {ReplayPosition[]} positions @param {string[]} order @returns {ShuffleCheck[]} */
function checkShuffles(seed, positions, order) {
  const rank = new Map(order.map((code, at) => [code, at]));
  const sorted = (/** @type {string[]} */ cards) => [...cards].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  const checks = [];
  let nextCall = 0;
  for (const [at, position] of positions.entries()) {
    const { events } = position;
    for (const [number, event] of events.entries()) {
      if (event.event !== "shuffled") continue;
      const earlier = events.slice(0, number);
      const last = earlier.findLast((e) => e.event === "gathered" || e.event === "moved");
      const wholeDeck = !positions[at - 1] || last?.event === "gathered";
      const before = wholeDeck ? sorted(allCards(position)) : pileBefore(positions[at - 1], earlier, event.zone);
      const callAfter = findShuffle(seed, nextCall, before, position, number);
      if (callAfter !== null) nextCall = callAfter;
      checks.push({ ply: position.ply, cards: before.length, equal: callAfter !== null });
    }
  }
  return checks;
}

/** @param {{cards: (string | null)[]}} zone */
const openCards = (zone) => zone.cards.filter((code) => code !== null);

/** @param {ReplayPosition} position */
const allCards = (position) => position.view.zones.flatMap(openCards);

/**
 * Find the chance call that gave a shuffle; gives the number of the call after it, or null.
 * Cards that go back into the pile go to a random place, or else into its middle.
 * @param {Uint8Array} seed @param {number} from @param {string[]} before @param {ReplayPosition} position
 * @param {number} number
 */
function findShuffle(seed, from, before, position, number) {
  for (let k = from; k < from + MAX_CALLS_BETWEEN_SHUFFLES; k++) {
    for (const randomPlace of [true, false]) {
      const callAfter = dealFrom(seed, k, before, position, number, randomPlace);
      if (callAfter !== null) return callAfter;
    }
  }
  return null;
}

/**
 * Shuffle by call number k and deal as the events say; gives the number of the next call, or null if a card differs.
 * @param {Uint8Array} seed @param {number} k @param {string[]} before @param {ReplayPosition} position
 * @param {number} number @param {boolean} randomPlace
 */
function dealFrom(seed, k, before, position, number, randomPlace) {
  const shuffle = position.events[number];
  if (shuffle.event !== "shuffled") return null;
  const { zone } = shuffle;
  const pile = shuffled(seed, k, before);
  let nextCall = k + 1;
  for (const event of position.events.slice(number + 1)) {
    if (event.event === "shuffled" && event.zone === zone) return nextCall;
    if (event.event === "gathered" && event.target === zone) return nextCall;
    if (event.event !== "moved") continue;
    if (event.source === zone && event.source_owner === null) {
      for (const card of event.cards) if (pile.pop() !== card) return null;
    } else if (event.target === zone && event.target_owner === null) {
      const place = randomPlace ? randomBelow(seed, nextCall++, pile.length + 1) : pile.length >> 1;
      pile.splice(place, 0, ...openCards(event));
    }
  }
  return pile.join() === pileOf(position, zone).join() ? nextCall : null;
}

/** @param {ReplayPosition} position @param {string} name @returns {string[]} */
const pileOf = (position, name) =>
  position.view.zones.filter((zone) => zone.name === name && zone.owner === null).flatMap(openCards);

/**
 * The pile before a shuffle in the middle of a game.
 * @param {ReplayPosition} position @param {GameEvent[]} events @param {string} zone
 */
function pileBefore(position, events, zone) {
  const pile = [...pileOf(position, zone)];
  for (const event of events) {
    if (event.event !== "moved") continue;
    if (event.target === zone && event.target_owner === null) {
      pile.push(...openCards(event));
    } else if (event.source === zone && event.source_owner === null) {
      pile.splice(pile.length - event.cards.length, event.cards.length);
    }
  }
  return pile;
}
