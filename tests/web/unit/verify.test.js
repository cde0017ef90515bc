import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { shareCommitment } from "/client/fair_deal.js";
import { randomBelow, shuffled, verify } from "/client/verify.js";
import { shake128 } from "/vendor/noble_hashes.js";

const SEED = Uint8Array.from({ length: 32 }, (_, at) => at);
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const sha256 = (...parts) =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();

for (const size of [0, 1, 40, 167, 168, 169, 400]) {
  test(`SHAKE-128 of ${size} bytes agrees with OpenSSL`, () => {
    const message = Uint8Array.from({ length: size }, (_, at) => (7 * at) & 255);
    const expected = createHash("shake128", { outputLength: 400 }).update(message).digest("hex");
    assert.equal(hex(shake128(message, { dkLen: 400 })), expected);
  });
}

test("the test vector of docs/record.md comes out", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((call) => randomBelow(SEED, call, 1000)),
    [711, 481, 545, 768],
  );
  assert.deepEqual(shuffled(SEED, 4, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), [5, 4, 8, 1, 2, 9, 3, 0, 7, 6]);
});

test("a word that would favour small numbers is rejected", () => {
  const n = 3 * 2 ** 30; // every fourth word is
  for (let call = 0; call < 32; call++) {
    const message = Buffer.concat([SEED, Buffer.from(call.toString(16).padStart(16, "0"), "hex")]);
    const stream = createHash("shake128", { outputLength: 400 }).update(message).digest();
    const words = Array.from({ length: 100 }, (_, at) => stream.readUInt32BE(4 * at));
    assert.equal(
      randomBelow(SEED, call, n),
      words.find((word) => word < n),
    );
  }
});

const ORDER = ["A", "B", "C", "D", "E", "F"];
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => 255 - at);
const SHARES = [Uint8Array.from({ length: 16 }, () => 9), new Uint8Array()];
const sized = (part) => [Uint8Array.from([0, 0, 0, part.length]), part];

function fairRecord() {
  const seed = sha256(...[Buffer.from("meldroom/1 seed"), SECRET, ...SHARES].flatMap(sized));
  return { seed: hex(seed), secret: hex(SECRET), commit: hex(sha256(SECRET)), contributions: SHARES.map(hex) };
}

/** A fair deal whose first share was committed to, by a hash computed in another way; the second was never revealed. */
function committedRecord() {
  const record = fairRecord();
  const parts = [Buffer.from("meldroom/1 share"), Buffer.from(record.commit, "hex"), Buffer.from([0]), SHARES[0]];
  const hash = createHash("shake128", { outputLength: 32 });
  for (const part of parts.flatMap(sized)) hash.update(part);
  return { ...record, commitments: [hash.digest("hex"), "ab".repeat(32)] };
}

const moved = (cards, source, target, [from, to] = [null, null]) => ({
  event: "moved",
  cards,
  source,
  source_owner: from,
  target,
  target_owner: to,
});
const view = (stock, hand) => ({
  zones: [
    { name: "stock", owner: null, cards: stock },
    { name: "hand", owner: 0, cards: hand },
  ],
});

/** A deal of two cards, and a later shuffle of what is left with one card back in the pile. */
function positions(seed) {
  const pack = shuffled(seed, 0, ORDER);
  const hand = [pack[5], pack[4]];
  const first = {
    ply: 0,
    events: [
      { event: "gathered", target: "stock" },
      { event: "shuffled", zone: "stock" },
      ...hand.map((card) => moved([card], "stock", "hand", [null, 0])),
    ],
    view: view(pack.slice(0, 4), hand),
  };
  const again = shuffled(seed, 1, [...pack.slice(0, 4), hand[1]]);
  const second = {
    ply: 1,
    events: [moved([hand[1]], "hand", "stock", [0, null]), { event: "shuffled", zone: "stock" }],
    view: view(again, [hand[0]]),
  };
  return [first, second];
}

test("a fair deal and every shuffle of it are recomputed", async () => {
  const record = fairRecord();
  const found = await verify(record, positions(Buffer.from(record.seed, "hex")), ORDER);
  assert.deepEqual(found, {
    commit: true,
    seed: true,
    shares: null,
    good: true,
    shuffles: [
      { ply: 0, cards: 6, equal: true },
      { ply: 1, cards: 5, equal: true },
    ],
  });
});

const flipped = (text) => (text[0] === "0" ? "1" : "0") + text.slice(1);
for (const name of ["seed", "secret", "commit"]) {
  test(`an altered ${name} is not verified`, async () => {
    const record = fairRecord();
    const shots = positions(Buffer.from(record.seed, "hex"));
    const { good } = await verify({ ...record, [name]: flipped(record[name]) }, shots, ORDER);
    assert.ok(!good);
  });
}

test("the test vector of a commitment comes out", () => {
  const commit = hex(sha256(new Uint8Array(32)));
  assert.equal(
    shareCommitment(commit, 1, "00".repeat(16)),
    "d703903e2276c6a23c73cdddb76fdb39cf0233be1d7eb030604cc0818dee9498",
  );
});

test("shares that were committed to are verified, and those left out are not missed", async () => {
  const record = committedRecord();
  const { good, shares } = await verify(record, positions(Buffer.from(record.seed, "hex")), ORDER);
  assert.deepEqual([good, shares], [true, true]);
});

test("a commitment with one bit flipped is not verified, nor one of another seat or deal", async () => {
  const record = committedRecord();
  const shots = positions(Buffer.from(record.seed, "hex"));
  const [own, other] = record.commitments;
  const altered = Array.from({ length: 256 }, (_, bit) => {
    const bytes = Buffer.from(own, "hex");
    bytes[bit >> 3] ^= 1 << (bit & 7);
    return [hex(bytes), other];
  });
  const elsewhere = [
    [shareCommitment(record.commit, 1, record.contributions[0]), ""],
    [shareCommitment(hex(SEED), 0, record.contributions[0]), ""],
  ];
  for (const commitments of [...altered, ...elsewhere, ["", ""], [own], [], [other, own]]) {
    const { good, shares } = await verify({ ...record, commitments }, shots, ORDER);
    assert.deepEqual([good, shares], [false, false]);
  }
  const { commit: _, ...without } = record;
  assert.equal((await verify(without, shots, ORDER)).good, false);
});

test("an altered share is not verified, nor cards that were dealt in another order", async () => {
  const record = fairRecord();
  const shots = positions(Buffer.from(record.seed, "hex"));
  const contributions = [flipped(record.contributions[0]), ""];
  assert.equal((await verify({ ...record, contributions }, shots, ORDER)).good, false);
  const [, , one, other] = shots[0].events;
  [one.cards, other.cards] = [other.cards, one.cards];
  const { good, shuffles } = await verify(record, shots, ORDER);
  assert.ok(!good);
  assert.ok(!shuffles[0].equal);
});

test("a record without commitment or secret is judged by its shuffles, and without these not at all", async () => {
  const shots = positions(SEED);
  const { commit, seed, good } = await verify({ seed: hex(SEED) }, shots, ORDER);
  assert.deepEqual([commit, seed, good], [null, null, true]);
  assert.equal((await verify({ seed: hex(SEED) }, [], ORDER)).good, false);
});
