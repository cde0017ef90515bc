import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Hand } from "/client/hand.js";

const DECK = ["S", "H"].flatMap((suit) => [1, 2, 3].map((rank) => ({ code: `${suit}${rank}`, suit, rank })));
const JOKER = { code: "J", suit: null, rank: null };
const codes = (cards) => cards.map(({ code }) => code);

beforeEach(() => sessionStorage.clear());

function handOf(...cards) {
  const hand = new Hand("t");
  hand.update(cards, true);
  return hand;
}

test("cards keep their places and a new one goes last", () => {
  const hand = handOf("S1", "H2", "S3");
  const slots = hand.cards.map(({ slot }) => slot);
  hand.update(["S3", "H1", "S1", "H2"], false);
  assert.deepEqual(codes(hand.cards), ["S1", "H2", "S3", "H1"]);
  assert.deepEqual(
    hand.cards.slice(0, 3).map(({ slot }) => slot),
    slots,
  );
});

test("one of two equal cards is played", () => {
  const hand = handOf("S1", "S1", "H2");
  hand.update(["S1", "H2"], false);
  assert.deepEqual(codes(hand.cards), ["S1", "H2"]);
});

test("a card that was drawn is marked until the next comes, and dealt ones are not", () => {
  const hand = handOf("S1", "S2");
  const fresh = () => codes(hand.cards.filter((card) => card.isNew));
  assert.deepEqual(fresh(), []);
  hand.update(["S1", "S2", "H1"], false);
  assert.deepEqual(fresh(), ["H1"]);
  hand.update(["S1", "S2", "H1", "H2"], false);
  assert.deepEqual(fresh(), ["H2"]);
  hand.clearNew();
  assert.deepEqual(fresh(), []);
  hand.update(["H1", "H2", "H3", "S3"], false);
  hand.update(["S1", "S1", "S2", "S2", "H3"], false);
  assert.deepEqual(fresh(), []);
});

test("a card is moved, also beyond the ends", () => {
  const hand = handOf("S1", "S2", "S3");
  hand.move(hand.cards[0].slot, 1);
  assert.deepEqual(codes(hand.cards), ["S2", "S1", "S3"]);
  hand.move(hand.cards[0].slot, 9);
  assert.deepEqual(codes(hand.cards), ["S1", "S3", "S2"]);
  hand.move(hand.cards[2].slot, -4);
  assert.deepEqual(codes(hand.cards), ["S2", "S1", "S3"]);
  hand.move("nosuch", 0);
  assert.deepEqual(codes(hand.cards), ["S2", "S1", "S3"]);
});

test("a reload keeps the order, and another table has its own", () => {
  const hand = handOf("S1", "S2", "S3");
  hand.move(hand.cards[2].slot, 0);
  assert.deepEqual(codes(handOf("S1", "S2", "S3", "H1").cards), ["S3", "S1", "S2", "H1"]);
  const other = new Hand("u");
  other.update(["S1", "S3"], true);
  assert.deepEqual(codes(other.cards), ["S1", "S3"]);
});

test("what is stored and cannot be read changes nothing", () => {
  sessionStorage.setItem("meldroom-hand-t", "{");
  assert.deepEqual(codes(handOf("S1", "S2").cards), ["S1", "S2"]);
});

test("a hand is sorted by rank or by suit, with jokers last", () => {
  const hand = handOf("J", "H2", "S3", "H1", "S2");
  const sorted = (sort) => codes(hand.grouped(sort, [], [...DECK, JOKER])[0].cards);
  assert.deepEqual(sorted("set"), ["H1", "S2", "H2", "S3", "J"]);
  assert.deepEqual(sorted("run"), ["S2", "S3", "H1", "H2", "J"]);
  assert.deepEqual(sorted("free"), ["J", "H2", "S3", "H1", "S2"]);
});

test("melds are arranged as the server says, and what it leaves out is loose", () => {
  const hand = handOf("S1", "H1", "S1", "H3");
  const groups = hand.grouped(
    "meld",
    [
      { kind: "meld", label: "pair", cards: ["S1", "S1"] },
      { kind: "near", label: "gone", cards: ["S2"] },
      { kind: "loose", label: "", cards: ["H3"] },
    ],
    DECK,
  );
  assert.deepEqual(
    groups.map(({ kind, label, cards }) => [kind, label, ...codes(cards)]),
    [
      ["meld", "pair", "S1", "S1"],
      ["loose", "", "H3"],
      ["loose", "", "H1"],
    ],
  );
});
