// QR codes: byte mode, error correction M, versions 1 to 10 (ISO/IEC 18004); enough for a link.

/** By version: error-correction words of a block, number of short blocks, data words in each, number of long blocks. */
const BLOCKS = [
  [10, 1, 16, 0],
  [16, 1, 28, 0],
  [26, 1, 44, 0],
  [18, 2, 32, 0],
  [24, 2, 43, 0],
  [16, 4, 27, 0],
  [18, 4, 31, 0],
  [22, 2, 38, 2],
  [22, 3, 36, 2],
  [26, 4, 43, 1],
];
/** By version: the coordinates of alignment patterns. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** Powers and logarithms in the field GF(256). */
const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 285 : 0)) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
}

/** @param {number} a @param {number} b */
const multiply = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The Reed–Solomon words of a block. @param {number[]} data @param {number} count */
function errorCorrection(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    generator = [...generator, 0].map((c, at) => c ^ multiply(generator[at - 1] ?? 0, EXP[i]));
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    if (lead)
      generator.forEach((c, at) => {
        rest[i + at] ^= multiply(c, lead);
      });
  }
  return rest.slice(data.length);
}

/**
 * The data words, padded to the capacity of a version.
 * @param {Uint8Array} bytes @param {number} version @param {number} capacity
 */
function dataWords(bytes, version, capacity) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  for (let padding = 0xec; data.length < capacity; padding ^= 0xfd) data.push(padding);
  return data;
}

/** All words in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [correction, short, size, long] = BLOCKS[version - 1];
  const data = dataWords(bytes, version, short * size + long * (size + 1));
  const blocks = [];
  for (let i = 0, at = 0; i < short + long; i++) {
    const count = i < short ? size : size + 1;
    blocks.push(data.slice(at, at + count));
    at += count;
  }
  const out = [];
  for (let i = 0; i <= size; i++) for (const block of blocks) if (i < block.length) out.push(block[i]);
  const corrections = blocks.map((block) => errorCorrection(block, correction));
  for (let i = 0; i < correction; i++) for (const words of corrections) out.push(words[i]);
  return out;
}

/** Data followed by its BCH code. @param {number} data @param {number} generator @param {number} shift */
function bch(data, generator, shift) {
  let rest = data << shift;
  while (32 - Math.clz32(rest) > shift) rest ^= generator << (32 - Math.clz32(rest) - shift - 1);
  return (data << shift) | rest;
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @typedef {(boolean | null)[][]} Grid rows of dark, light and (null) free modules */

/** @param {number} version @param {number} mask @param {number[]} words */
function drawGrid(version, mask, words) {
  const size = 17 + 4 * version;
  /** @type {Grid} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  drawPatterns(grid, version);
  drawFormat(grid, mask);
  if (version >= 7) drawVersion(grid, version);
  drawData(grid, mask, words);
  return /** @type {boolean[][]} */ (grid);
}

/** Finder, alignment and timing patterns. @param {Grid} grid @param {number} version */
function drawPatterns(grid, version) {
  const size = grid.length;
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy)),
          x = cx + dx,
          y = cy + dy;
        if (grid[y]?.[x] !== undefined) grid[y][x] = distance !== 2 && distance !== 4;
      }
  }
  const centres = ALIGNMENT[version - 1];
  for (const cy of centres)
    for (const cx of centres) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) {
          grid[cy + dy][cx + dx] = Math.max(Math.abs(dx), Math.abs(dy)) !== 1;
        }
    }
  for (let i = 8; i < size - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
}

/** @param {Grid} grid @param {number} mask */
function drawFormat(grid, mask) {
  const size = grid.length;
  const format = bch(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const bit = Boolean((format >> i) & 1);
    if (i < 6) grid[i][8] = bit;
    else if (i < 8) grid[i + 1][8] = bit;
    else grid[size - 15 + i][8] = bit;
    if (i < 8) grid[8][size - 1 - i] = bit;
    else if (i === 8) grid[8][7] = bit;
    else grid[8][14 - i] = bit;
  }
  grid[size - 8][8] = true;
}

/** @param {Grid} grid @param {number} version */
function drawVersion(grid, version) {
  const bits = bch(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const a = grid.length - 11 + (i % 3),
      b = Math.floor(i / 3);
    grid[b][a] = grid[a][b] = Boolean((bits >> i) & 1);
  }
}

/** @param {Grid} grid @param {number} mask @param {number[]} words */
function drawData(grid, mask, words) {
  const size = grid.length;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (let side = 0; side < 2; side++) {
        const x = right - side,
          y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (grid[y][x] !== null) continue;
        const dark = i < words.length * 8 && Boolean((words[i >> 3] >> (7 - (i & 7))) & 1);
        i++;
        grid[y][x] = dark !== MASKS[mask](x, y);
      }
  }
}

/** How hard a grid is to scan; the mask with the lowest penalty is used. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let sum = 0,
    darkCount = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) {
      if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) sum += 40;
    }
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dark = grid[y][x];
      darkCount += Number(dark);
      if (y && x && dark === grid[y - 1][x] && dark === grid[y][x - 1] && dark === grid[y - 1][x - 1]) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((darkCount * 20) / (size * size) - 10));
}

/**
 * Encode a text as rows of dark and light modules.
 * @param {string} text @param {number} [mask] @returns {boolean[][]}
 */
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 +
    BLOCKS.findIndex(
      ([, short, size, long], at) => short * size + long * (size + 1) >= bytes.length + (at < 9 ? 2 : 3),
    );
  if (!version) throw new RangeError("too long for a small QR code");
  const words = codewords(bytes, version);
  if (mask !== undefined) return drawGrid(version, mask, words);
  const candidates = MASKS.map((_, at) => drawGrid(version, at, words));
  const costs = candidates.map(penalty);
  return candidates[costs.indexOf(Math.min(...costs))];
}
