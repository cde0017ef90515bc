import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrCode } from "/client/qr.js";

const text = (length) => `http://127.0.0.1:8000/t/abc#${"Ab3_".repeat(60)}`.slice(0, length);
const bytes = (grid) => Uint8Array.from(grid.flat(), Number);

// What another encoder (segno 1.6.6) draws with each of the eight masks, for texts that fill a version: their
// modules row by row, hashed. Encoders may pad a shorter text as they like.
for (const [length, size, digest] of [
  [14, 21, "7145ab4670d8e8a8"],
  [26, 25, "2eff61bb3ec56e10"],
  [62, 33, "d5e122760aea5480"],
  [122, 45, "da9a0a1cab2d8993"],
  [213, 57, "d827bca323ed1565"],
]) {
  test(`a text of ${length} characters is encoded as another encoder does it`, () => {
    const hash = createHash("sha256");
    for (let mask = 0; mask < 8; mask++) {
      const grid = qrCode(text(length), mask);
      assert.equal(grid.length, size);
      hash.update(bytes(grid));
    }
    assert.equal(hash.digest("hex").slice(0, 16), digest);
  });
}

test("without a mask it chooses one of the eight", () => {
  const masked = Array.from({ length: 8 }, (_, mask) => bytes(qrCode(text(40), mask)).join(""));
  assert.ok(masked.includes(bytes(qrCode(text(40))).join("")));
});

test("a text that is too long is refused", () => {
  assert.equal(qrCode(text(213)).length, 57);
  assert.throws(() => qrCode(text(214)), RangeError);
});

test("letters beyond ASCII count as their bytes", () => {
  assert.equal(qrCode("é".repeat(7)).length, 21);
  assert.equal(qrCode("é".repeat(8)).length, 25);
});
