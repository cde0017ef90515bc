import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyHand, grouped, withCards, withMoved, withoutNew } from "/client/hand.js";

const DECK = ["S", "H"].flatMap((suit) => [1, 2, 3].map((rank) => ({ code: `${suit}${rank}`, suit, rank })));
const JOKER = { code: "J", suit: null, rank: null };
const codes = (cards) => cards.map(({ code }) => code);

const handOf = (...cards) => withCards(emptyHand(), cards, true);

test("cards keep their places and a new one goes last", () => {
  let hand = handOf("S1", "H2", "S3");
  const slots = hand.cards.map(({ slot }) => slot);
  hand = withCards(hand, ["S3", "H1", "S1", "H2"], false);
  assert.deepEqual(codes(hand.cards), ["S1", "H2", "S3", "H1"]);
  assert.deepEqual(
    hand.cards.slice(0, 3).map(({ slot }) => slot),
    slots,
  );
});

test("one of two equal cards is played", () => {
  let hand = handOf("S1", "S1", "H2");
  hand = withCards(hand, ["S1", "H2"], false);
  assert.deepEqual(codes(hand.cards), ["S1", "H2"]);
});

test("a card that was drawn is marked until the next comes, and dealt ones are not", () => {
  let hand = handOf("S1", "S2");
  const fresh = () => codes(hand.cards.filter((card) => card.isNew));
  assert.deepEqual(fresh(), []);
  hand = withCards(hand, ["S1", "S2", "H1"], false);
  assert.deepEqual(fresh(), ["H1"]);
  hand = withCards(hand, ["S1", "S2", "H1", "H2"], false);
  assert.deepEqual(fresh(), ["H2"]);
  hand = withoutNew(hand);
  assert.deepEqual(fresh(), []);
  hand = withCards(hand, ["H1", "H2", "H3", "S3"], false);
  hand = withCards(hand, ["S1", "S1", "S2", "S2", "H3"], false);
  assert.deepEqual(fresh(), []);
});

test("a card is moved, also beyond the ends", () => {
  let hand = handOf("S1", "S2", "S3");
  hand = withMoved(hand, hand.cards[0].slot, 1);
  assert.deepEqual(codes(hand.cards), ["S2", "S1", "S3"]);
  hand = withMoved(hand, hand.cards[0].slot, 9);
  assert.deepEqual(codes(hand.cards), ["S1", "S3", "S2"]);
  hand = withMoved(hand, hand.cards[2].slot, -4);
  assert.deepEqual(codes(hand.cards), ["S2", "S1", "S3"]);
  hand = withMoved(hand, "nosuch", 0);
  assert.deepEqual(codes(hand.cards), ["S2", "S1", "S3"]);
});

test("a reload keeps the order, and what came meanwhile goes last", () => {
  const hand = withCards(emptyHand(["S3", "S1", "S2", "C9"]), ["S1", "S2", "S3", "H1"], true);
  assert.deepEqual(codes(hand.cards), ["S3", "S1", "S2", "H1"]);
});

test("the names of slots are never used twice", () => {
  let hand = handOf("S1", "S2");
  hand = withCards(hand, ["S2"], false);
  hand = withCards(hand, ["S2", "S1"], false);
  assert.deepEqual(
    hand.cards.map(({ slot }) => slot),
    ["h2", "h3"],
  );
});

test("the hand before is left as it was", () => {
  const hand = handOf("S1", "S2");
  const before = structuredClone(hand);
  withCards(hand, ["S2"], false);
  withMoved(hand, "h1", 1);
  withoutNew(hand);
  assert.deepEqual(hand, before);
});

test("a hand is sorted by rank or by suit, with jokers last", () => {
  const hand = handOf("J", "H2", "S3", "H1", "S2");
  const sorted = (sort) => codes(grouped(hand.cards, sort, [], [...DECK, JOKER])[0].cards);
  assert.deepEqual(sorted("set"), ["H1", "S2", "H2", "S3", "J"]);
  assert.deepEqual(sorted("run"), ["S2", "S3", "H1", "H2", "J"]);
  assert.deepEqual(sorted("free"), ["J", "H2", "S3", "H1", "S2"]);
});

test("melds are arranged as the server says, and what it leaves out is loose", () => {
  const hand = handOf("S1", "H1", "S1", "H3");
  const groups = grouped(
    hand.cards,
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
