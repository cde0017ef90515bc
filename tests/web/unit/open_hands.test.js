import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { shownHand, waitsForNext } from "/client/open_hands.js";
import { AtTable, play, welcome } from "./at_table.js";

const NORMAL_MS = 1600;
let at;
const hands = () => at.state.openHands;
const shown = () => shownHand(hands());
const asked = () => at.sent().filter((message) => message.do === "open_hands");
const deals = (number) => at.get(play({ open_deals: number }));
const step = (by = 1) => at.do("step", { by });

beforeEach(() => {
  at = new AtTable().get(welcome({ you: null }));
  at.sent();
});

/** Answer what was asked, as the server would of a deal with so many positions. */
function answer(of, questions = asked()) {
  for (const { deal, seat, at: first } of questions) {
    const count = Math.min(20, of - first);
    const shots = Array.from({ length: count }, (_, k) => ({ ply: 100 * deal + first + k, events: [], view: {} }));
    at.get({ is: "open_hands", deal, seat, at: first, of, shots });
  }
}

test("nothing can be looked at before a deal is over", () => {
  at.do("look", { seat: 1 });
  assert.equal(hands().seat, null);
  assert.deepEqual(asked(), []);
});

test("to look at a hand asks for its positions and plays the last deal from its beginning", () => {
  deals(2);
  at.do("look", { seat: 1 });
  const questions = asked();
  assert.deepEqual(questions, [{ do: "open_hands", deal: 2, seat: 1, at: 0 }]);
  assert.equal(shown(), null);
  answer(30, questions);
  assert.equal(shown()?.ply, 200);
  at.wait(3 * NORMAL_MS);
  assert.equal(shown()?.ply, 203);
  assert.equal(at.did("animate").length, 1 + 3, "of the play, and of three moves");
});

test("the next positions are asked for before they are needed, and once", () => {
  deals(1);
  at.do("look", { seat: 0 });
  answer(30);
  for (let at = 0; at < 14; at++) step(1);
  assert.deepEqual(asked(), []);
  step(1);
  step(1);
  assert.deepEqual(asked(), [{ do: "open_hands", deal: 1, seat: 0, at: 20 }]);
});

test("the end of a deal is shown as long as six moves, then comes the next", () => {
  deals(1);
  at.do("look", { seat: 0 });
  answer(2);
  at.wait(NORMAL_MS);
  assert.ok(waitsForNext(hands()));
  deals(2);
  at.wait(5 * NORMAL_MS);
  assert.equal(hands().deal, 1);
  at.wait(NORMAL_MS);
  assert.deepEqual([hands().deal, hands().at], [2, 0]);
});

test("a step back from the beginning goes to the end of the deal before", () => {
  deals(2);
  at.do("look", { seat: 0 });
  answer(5);
  step(-1);
  assert.equal(hands().deal, 1);
  answer(7);
  assert.equal(hands().at, 6);
  step(1);
  assert.deepEqual([hands().deal, hands().at], [2, 0]);
});

test("a new connection asks again for what did not come", () => {
  const again = () => at.get(welcome({ you: null, play: play({ open_deals: 1 }) }));
  deals(1);
  at.do("look", { seat: 0 });
  const questions = asked();
  again();
  assert.deepEqual(asked(), questions);
  answer(3, questions);
  again();
  assert.deepEqual(asked(), []);
});

test("hands of another game are forgotten", () => {
  deals(2);
  at.do("look", { seat: 0 });
  answer(3);
  deals(undefined);
  assert.deepEqual([hands().seat, hands().deals, hands().positions, hands().isPlaying], [null, 0, {}, false]);
});

test("to play at the end begins again, and a stopped deal stays where it is", () => {
  deals(1);
  at.do("look", { seat: 0 });
  answer(3);
  step();
  step();
  at.wait(9 * NORMAL_MS);
  assert.equal(hands().at, 2);
  at.do("play-open-hands");
  assert.equal(hands().at, 0);
  at.wait(NORMAL_MS);
  assert.equal(hands().at, 1);
  at.do("play-open-hands");
  at.wait(9 * NORMAL_MS);
  assert.equal(hands().at, 1);
});

test("who stops and plays on at once is not shown moves twice as fast", () => {
  deals(1);
  at.do("look", { seat: 0 });
  answer(30);
  at.do("play-open-hands").do("play-open-hands");
  at.wait(4 * NORMAL_MS);
  assert.equal(hands().at, 4);
});

test("to look at the table again stops what plays, and a player has no open hands", () => {
  deals(1);
  at.do("look", { seat: 0 });
  answer(3);
  at.do("look", { seat: null });
  assert.deepEqual([hands().isPlaying, shown()], [false, null]);
});
