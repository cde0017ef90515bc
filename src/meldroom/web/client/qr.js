// QR codes, byte mode, error correction M, versions 1 to 10 (ISO/IEC 18004); enough for a link.

const BLOCKS = [[10, 1, 16, 0], [16, 1, 28, 0], [26, 1, 44, 0], [18, 2, 32, 0], [24, 2, 43, 0], [16, 4, 27, 0], [18, 4, 31, 0], [22, 2, 38, 2], [22, 3, 36, 2], [26, 4, 43, 1]]; // check words a block; short blocks; words in each; long blocks
const ALIGN = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const EXP = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 285 : 0)) { EXP[i] = EXP[i + 255] = x; LOG[x] = i; }

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** Reed–Solomon check words. @param {number[]} data @param {number} many */
function checks(data, many) {
  let poly = [1];
  for (let i = 0; i < many; i++) poly = [...poly, 0].map((c, at) => c ^ times(poly[at - 1] ?? 0, EXP[i]));
  const rest = [...data, ...Array(many).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    if (lead) poly.forEach((c, at) => { rest[i + at] ^= times(c, lead); });
  }
  return rest.slice(data.length);
}

/** The words in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [check, short, size, long] = BLOCKS[version - 1];
  const total = short * size + long * (size + 1);
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ many) => { for (let i = many - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, total * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  for (let pad = 0xec; data.length < total; pad ^= 0xfd) data.push(pad);
  const blocks = [];
  for (let i = 0, at = 0; i < short + long; i++) {
    const many = i < short ? size : size + 1;
    blocks.push(data.slice(at, at + many));
    at += many;
  }
  const out = [];
  for (let i = 0; i <= size; i++) for (const block of blocks) if (i < block.length) out.push(block[i]);
  const sums = blocks.map((block) => checks(block, check));
  for (let i = 0; i < check; i++) for (const sum of sums) out.push(sum[i]);
  return out;
}

/** @param {number} data @param {number} poly @param {number} shift */
function bch(data, poly, shift) {
  let rest = data << shift;
  while (32 - Math.clz32(rest) > shift) rest ^= poly << (32 - Math.clz32(rest) - shift - 1);
  return (data << shift) | rest;
}

const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2 === 0,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @param {number} version @param {number} mask @param {number[]} words */
function drawn(version, mask, words) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const finder = (/** @type {number} */ cx, /** @type {number} */ cy) => {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const far = Math.max(Math.abs(dx), Math.abs(dy)), x = cx + dx, y = cy + dy;
      if (grid[y]?.[x] !== undefined) grid[y][x] = far !== 2 && far !== 4;
    }
  };
  finder(3, 3); finder(size - 4, 3); finder(3, size - 4);
  const at = ALIGN[version - 1];
  for (const cy of at) for (const cx of at) {
    if ((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) continue;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) grid[cy + dy][cx + dx] = Math.max(Math.abs(dx), Math.abs(dy)) !== 1;
  }
  for (let i = 8; i < size - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  const format = bch(mask, 0x537, 10) ^ 0x5412; // level M is 00
  const bit = (/** @type {number} */ i) => Boolean((format >> i) & 1);
  for (let i = 0; i < 15; i++) {
    if (i < 6) grid[i][8] = bit(i); else if (i < 8) grid[i + 1][8] = bit(i); else grid[size - 15 + i][8] = bit(i);
    if (i < 8) grid[8][size - 1 - i] = bit(i); else if (i === 8) grid[8][7] = bit(i); else grid[8][14 - i] = bit(i);
  }
  grid[size - 8][8] = true;
  if (version >= 7) {
    const told = bch(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const a = size - 11 + (i % 3), b = Math.floor(i / 3);
      grid[b][a] = grid[a][b] = Boolean((told >> i) & 1);
    }
  }
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) for (let side = 0; side < 2; side++) {
      const x = right - side, y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      if (grid[y][x] !== null) continue;
      const dark = i < words.length * 8 && Boolean((words[i >> 3] >> (7 - (i & 7))) & 1);
      i++;
      grid[y][x] = dark !== MASKS[mask](x, y);
    }
  }
  return /** @type {boolean[][]} */ (grid);
}

/** @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let sum = 0, dark = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) sum += 40;
  }
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    dark += Number(grid[y][x]);
    if (y && x && grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) sum += 3;
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** Draw a text as rows of dark and light modules. @param {string} text @param {number} [mask] @returns {boolean[][]} */
export function qr(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, short, size, long], at) => short * size + long * (size + 1) >= bytes.length + (at < 9 ? 2 : 3)) + 1;
  if (!version) throw new RangeError("too long for a small QR code");
  const words = codewords(bytes, version);
  if (mask !== undefined) return drawn(version, mask, words);
  return MASKS.map((_, at) => drawn(version, at, words)).map((grid) => ({ grid, cost: penalty(grid) })).reduce((a, b) => (b.cost < a.cost ? b : a)).grid;
}
