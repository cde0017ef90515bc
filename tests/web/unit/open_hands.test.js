import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { OpenHands } from "/client/open_hands.js";
import { settings } from "/client/settings.js";

const NORMAL_MS = 1600;
let sent, shown, hands;

beforeEach(() => {
  mock.timers.enable({ apis: ["setInterval"] });
  settings.speed = "normal";
  sent = [];
  shown = [];
  hands = new OpenHands(
    (message) => sent.push(message),
    (before, now) => shown.push([before?.ply ?? null, now?.ply ?? null]),
  );
});
afterEach(() => mock.timers.reset());

/** Answer what was asked, as the server would of a deal with so many positions. */
function answer(of) {
  for (const { deal, seat, at } of sent.splice(0)) {
    const count = Math.min(20, of - at);
    hands.receive({
      deal,
      seat,
      at,
      of,
      shots: Array.from({ length: count }, (_, k) => ({ ply: 100 * deal + at + k })),
    });
  }
}

test("nothing can be looked at before a deal is over", () => {
  hands.look(1);
  assert.equal(hands.seat, null);
  assert.ok(!hands.pressKey("1", 3));
  assert.deepEqual(sent, []);
});

test("to look at a hand asks for its positions and plays the last deal from its beginning", () => {
  hands.update(2);
  hands.look(1);
  assert.deepEqual(sent, [{ do: "open_hands", deal: 2, seat: 1, at: 0 }]);
  assert.equal(hands.shown, null);
  answer(30);
  assert.equal(hands.shown?.ply, 200);
  mock.timers.tick(3 * NORMAL_MS);
  assert.equal(hands.shown?.ply, 203);
  assert.deepEqual(shown.at(-1), [202, 203]);
});

test("the next positions are asked for before they are needed, and once", () => {
  hands.update(1);
  hands.look(0);
  answer(30);
  for (let at = 0; at < 14; at++) hands.step(1);
  assert.deepEqual(sent, []);
  hands.step(1);
  hands.step(1);
  assert.deepEqual(sent, [{ do: "open_hands", deal: 1, seat: 0, at: 20 }]);
});

test("the end of a deal is shown as long as six moves, then comes the next", () => {
  hands.update(1);
  hands.look(0);
  answer(2);
  mock.timers.tick(NORMAL_MS);
  assert.ok(hands.waitsForNext);
  hands.update(2);
  mock.timers.tick(5 * NORMAL_MS);
  assert.equal(hands.deal, 1);
  mock.timers.tick(NORMAL_MS);
  assert.deepEqual([hands.deal, hands.at], [2, 0]);
});

test("a step back from the beginning goes to the end of the deal before", () => {
  hands.update(2);
  hands.look(0);
  answer(5);
  hands.step(-1);
  assert.equal(hands.deal, 1);
  answer(7);
  assert.equal(hands.at, 6);
  hands.step(1);
  assert.deepEqual([hands.deal, hands.at], [2, 0]);
});

test("keys choose a player, the table and moves", () => {
  hands.update(1);
  assert.ok(hands.pressKey("2", 3));
  assert.equal(hands.seat, 1);
  answer(9);
  assert.ok(hands.pressKey("ArrowRight", 3));
  assert.ok(!hands.isPlaying);
  assert.equal(hands.at, 1);
  hands.pressKey("ArrowLeft", 3);
  assert.equal(hands.at, 0);
  assert.ok(!hands.pressKey("4", 3));
  assert.ok(!hands.pressKey("x", 3));
  assert.ok(hands.pressKey("0", 3));
  assert.equal(hands.seat, null);
  assert.ok(!hands.pressKey("ArrowLeft", 3));
});

test("a new connection asks again for what did not come", () => {
  hands.update(1);
  hands.look(0);
  hands.reconnect();
  assert.equal(sent.length, 2);
  answer(3);
  hands.reconnect();
  assert.deepEqual(sent, []);
});

test("hands of another game are forgotten", () => {
  hands.update(2);
  hands.look(0);
  answer(3);
  hands.update(undefined);
  assert.deepEqual([hands.seat, hands.deals, hands.positions.size, hands.isPlaying], [null, 0, 0, false]);
});

test("to play at the end begins again", () => {
  hands.update(1);
  hands.look(0);
  answer(3);
  hands.stop();
  hands.step(1);
  hands.step(1);
  hands.play();
  assert.equal(hands.at, 0);
});
