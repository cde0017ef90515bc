// Verifying a deal, as docs/record.md fixes it: the promise, the seed, and every shuffle of the game.
import { shake128 } from "/client/shake128.js";

const TAG = "meldroom/1 seed";

/** @param {string} text @returns {Uint8Array} */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {Uint8Array<ArrayBuffer>} */ (bytes)));
}

/** What a secret and one share for each seat give. @param {Uint8Array} secret @param {Uint8Array[]} shares */
export async function agreedSeed(secret, shares) {
  const parts = [new TextEncoder().encode(TAG), secret, ...shares];
  const bytes = parts.flatMap((part) => [...new Uint8Array([part.length >>> 24, part.length >>> 16, part.length >>> 8, part.length]), ...part]);
  return sha256(Uint8Array.from(bytes));
}

/** @param {Generator<number>} stream @param {number} n */
function below(stream, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    let word = 0;
    for (let i = 0; i < 4; i++) word = word * 256 + /** @type {number} */ (stream.next().value);
    if (word < limit) return word % n;
  }
}

/** Chance call number k as a stream. @param {Uint8Array} seed @param {number} k */
function call(seed, k) {
  const message = new Uint8Array(seed.length + 8);
  message.set(seed);
  new DataView(message.buffer).setBigUint64(seed.length, BigInt(k));
  return shake128(message);
}

/** A lone draw of chance. @param {Uint8Array} seed @param {number} k @param {number} n */
export const drawn = (seed, k, n) => below(call(seed, k), n);

/** Shuffle by chance call number k. @template T @param {Uint8Array} seed @param {number} k @param {T[]} cards @returns {T[]} */
export function shuffled(seed, k, cards) {
  const stream = call(seed, k);
  const out = [...cards];
  for (let i = out.length - 1; i > 0; i--) {
    const j = below(stream, i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

/** @typedef {{commit: boolean | null, seed: boolean | null, shuffles: {ply: number, cards: number, equal: boolean}[], good: boolean}} Verdict */

/**
 * Recompute everything that chance decided in a record, from all plies laid open.
 * @param {any} record @param {any[]} shots @param {string[]} order codes in canonical order @returns {Promise<Verdict>}
 */
export async function verify(record, shots, order) {
  const seed = unhex(record.seed);
  const mixed = record.secret !== undefined;
  const committed = mixed ? unhex(record.secret) : seed;
  const commit = record.commit === undefined ? null : hex(await sha256(committed)) === record.commit;
  const agreed = mixed ? hex(await agreedSeed(committed, record.contributions.map(unhex))) === record.seed : null;
  const shuffles = checkShuffles(seed, shots, order);
  return { commit, seed: agreed, shuffles, good: commit !== false && agreed !== false && shuffles.length > 0 && shuffles.every((one) => one.equal) };
}

const FAR = 64; // so many chance calls may lie between two shuffles

/** @param {Uint8Array} seed @param {any[]} shots @param {string[]} order */
function checkShuffles(seed, shots, order) {
  const rank = new Map(order.map((code, at) => [code, at]));
  const sorted = (/** @type {string[]} */ cards) => [...cards].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  const found = [];
  let next = 0;
  for (const [at, shot] of shots.entries()) {
    const { events } = shot;
    for (const [number, event] of events.entries()) {
      if (event.event !== "shuffled") continue;
      const earlier = events.slice(0, number);
      const fresh = !shots[at - 1] || earlier.findLast((/** @type {any} */ e) => e.event === "gathered" || e.event === "moved")?.event === "gathered";
      const before = fresh ? sorted(allCards(shot)) : pileBefore(shots[at - 1], earlier, event.zone);
      let after = null;
      for (let k = next; k < next + FAR && after === null; k++) after = dealtFrom(seed, k, before, shot, number, true) ?? dealtFrom(seed, k, before, shot, number, false);
      if (after !== null) next = after;
      found.push({ ply: shot.ply, cards: before.length, equal: after !== null });
    }
  }
  return found;
}

/** @param {any} shot @returns {string[]} */
const allCards = (shot) => shot.view.zones.flatMap((/** @type {any} */ zone) => zone.cards);

/**
 * Shuffle by call number k and deal as the events tell; gives the number of the next call, or null if a card differs.
 * What goes back into the pile does so by lot, or else into its middle.
 * @param {Uint8Array} seed @param {number} k @param {string[]} before @param {any} shot @param {number} number @param {boolean} lot
 */
function dealtFrom(seed, k, before, shot, number, lot) {
  const { zone } = shot.events[number];
  const pile = shuffled(seed, k, before);
  let call_ = k + 1;
  for (const event of shot.events.slice(number + 1)) {
    if ((event.event === "shuffled" && event.zone === zone) || (event.event === "gathered" && event.target === zone)) return call_;
    if (event.event !== "moved") continue;
    if (event.source === zone && event.source_owner === null) {
      for (const card of event.cards) if (pile.pop() !== card) return null;
    } else if (event.target === zone && event.target_owner === null) {
      pile.splice(lot ? drawn(seed, call_++, pile.length + 1) : pile.length >> 1, 0, ...event.cards);
    }
  }
  return pile.join() === lying(shot, zone).join() ? call_ : null;
}

/** @param {any} shot @param {string} name @returns {string[]} */
const lying = (shot, name) => shot.view.zones.find((/** @type {any} */ zone) => zone.name === name && zone.owner === null)?.cards ?? [];

/** The pile as it lay before a shuffle within a game. @param {any} before @param {any[]} events @param {string} zone */
function pileBefore(before, events, zone) {
  const pile = [...lying(before, zone)];
  for (const event of events) {
    if (event.event !== "moved") continue;
    if (event.target === zone && event.target_owner === null) pile.push(...event.cards);
    else if (event.source === zone && event.source_owner === null) pile.splice(pile.length - event.cards.length, event.cards.length);
  }
  return pile;
}
