// What a fair deal is made of, as docs/record.md specifies it: shares, and the commitments to them.
import { shake128 } from "/vendor/noble_hashes.js";

const SHARE_TAG = "meldroom/1 share";
const COMMITMENT_SIZE = 32;

/** @param {string} text @returns {Uint8Array} */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const ascii = (text) => new TextEncoder().encode(text);

/** All parts in a row, each after its length. @param {Uint8Array[]} parts @returns {Uint8Array} */
export function joined(parts) {
  const length = (/** @type {number} */ n) => [n >>> 24, n >>> 16, n >>> 8, n];
  return Uint8Array.from(parts.flatMap((part) => [...length(part.length), ...part]));
}

/**
 * What a player shows of a share before anybody reveals one: it holds for one deal and one seat.
 * It needs no Web Crypto, which a page has only on https and on the server's own computer.
 * @param {string} commit the table's commitment @param {number} seat @param {string} share
 */
export const shareCommitment = (commit, seat, share) =>
  toHex(
    shake128(joined([ascii(SHARE_TAG), fromHex(commit), Uint8Array.of(seat), fromHex(share)]), {
      dkLen: COMMITMENT_SIZE,
    }),
  );
