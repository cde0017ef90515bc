// SHAKE-128 (FIPS 202), so that a deal can be verified with nothing but this page.

const MASK = (1n << 64n) - 1n;
/** @param {bigint} lane @param {bigint} by */
const rotateLeft = (lane, by) => ((lane << by) | (lane >> (64n - by))) & MASK;
const RATE = 168;

const OFFSETS = [
  0n, 1n, 62n, 28n, 27n, 36n, 44n, 6n, 55n, 20n, 3n, 10n, 43n, 25n, 39n, 41n, 45n, 15n, 21n, 8n, 18n, 2n, 61n, 56n, 14n,
];
const ROUNDS = roundConstants();

function roundConstants() {
  let lfsr = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if (lfsr & 1) constant |= 1n << ((1n << BigInt(j)) - 1n);
      lfsr = (lfsr << 1) ^ (lfsr & 128 ? 0x171 : 0);
    }
    return constant;
  });
}

/** The permutation Keccak-f[1600]. @param {bigint[]} a */
function keccak(a) {
  for (const constant of ROUNDS) {
    const c = [0, 1, 2, 3, 4].map((x) => a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    for (let x = 0; x < 5; x++) {
      const d = c[(x + 4) % 5] ^ rotateLeft(c[(x + 1) % 5], 1n);
      for (let y = 0; y < 25; y += 5) a[x + y] ^= d;
    }
    /** @type {bigint[]} */
    const b = Array(25).fill(0n);
    for (let x = 0; x < 5; x++) for (let y = 0; y < 5; y++) {
      b[y + 5 * ((2 * x + 3 * y) % 5)] = rotateLeft(a[x + 5 * y], OFFSETS[x + 5 * y]);
    }
    for (let y = 0; y < 25; y += 5) for (let x = 0; x < 5; x++) {
      a[x + y] = b[x + y] ^ ((b[((x + 1) % 5) + y] ^ MASK) & b[((x + 2) % 5) + y]);
    }
    a[0] ^= constant;
  }
}

/** The endless stream of bytes that a message gives. @param {Uint8Array} message @returns {Generator<number>} */
export function* shake128(message) {
  const state = Array(25).fill(0n);
  const padded = new Uint8Array(Math.ceil((message.length + 1) / RATE) * RATE);
  padded.set(message);
  padded[message.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  for (let block = 0; block < padded.length; block += RATE) {
    for (let i = 0; i < RATE; i++) state[i >> 3] ^= BigInt(padded[block + i]) << BigInt(8 * (i & 7));
    keccak(state);
  }
  for (;;) {
    for (let i = 0; i < RATE; i++) yield Number((state[i >> 3] >> BigInt(8 * (i & 7))) & 255n);
    keccak(state);
  }
}
