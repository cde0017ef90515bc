import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { lastHand, NO_LOG, NO_TIME_OUTS, timeOutsAfter, withLines, withPlay } from "/client/game_log.js";

const NAMES = ["Ada", "Bruno", "Chen"];
const kit = {
  me: 0,
  name: (seat) => (seat === 0 ? "You" : NAMES[seat]),
  fillNames: (text) => text.replace(/\{(\d)\}/g, (_, seat) => NAMES[seat]),
  describeMove: (_seat, text) => text,
  zone: (name) => ({ sight: name === "discard" ? "all" : "none" }),
};
const play = (moves, fields = {}) => ({ ply: 1, to_act: [1], moves, events: [], ...fields });
const noted = (text, rule = "R1") => ({ event: "noted", text, rule });
const gathered = { event: "gathered", target: "stock" };
const moved = (cards, target, source_owner = 1) => ({
  event: "moved",
  cards,
  source: "hand",
  source_owner,
  target,
  target_owner: null,
});

let log;
beforeEach(() => {
  log = NO_LOG;
});
function add(...played) {
  const { log: now, sentences } = withPlay(log, ...played);
  log = now;
  return sentences;
}
const texts = () => log.lines.map(({ seat, text }) => [seat, text]);

test("moves are written down and announced with their players' names", () => {
  const said = add(
    play([
      [0, "drew"],
      [1, "passed"],
    ]),
    kit,
    false,
  );
  assert.deepEqual(texts(), [
    [0, "drew"],
    [1, "passed"],
  ]);
  assert.deepEqual(said, ["You drew", "Bruno passed"]);
});

test("what one player does in a row is one line", () => {
  add(play([[1, "drew"]]), kit, false);
  add(play([[1, "discarded"]]), kit, false);
  assert.deepEqual(texts(), [[1, "drew, discarded"]]);
});

test("what the referee notes has its rule, and names in it", () => {
  add(play([], { events: [noted("{2} goes out", "S4")] }), kit, false);
  assert.deepEqual(log.lines, [{ seat: null, text: "Chen goes out", rule: "S4", ply: 1 }]);
});

test("a move that has no words is left out", () => {
  const silent = { ...kit, describeMove: () => "" };
  assert.deepEqual(add(play([[1, "x"]]), silent, false), []);
});

test("a new deal is a heading, unless it is the first", () => {
  add(play([], { ply: 0, events: [gathered] }), kit, false);
  assert.deepEqual(log.lines, []);
  add(play([], { ply: 5, events: [gathered] }), kit, false);
  assert.ok(log.lines[0].heading);
});

test("open discards are remembered until the next deal", () => {
  add(play([], { events: [moved(["A"], "discard"), moved([null], "discard"), moved(["B"], "stock")] }), kit, false);
  add(play([], { events: [moved(["C"], "discard", null), moved(["D"], "discard")] }), kit, false);
  assert.deepEqual(log.discards, ["A", "D"]);
  add(play([], { events: [gathered] }), kit, false);
  assert.deepEqual(log.discards, []);
});

test("lines of a silent race wait until it is over", () => {
  assert.deepEqual(add(play([[1, "raised a thumb"]]), kit, true), []);
  assert.deepEqual(log.lines, []);
  assert.deepEqual(add(play([[2, "was last"]]), kit, false), ["Bruno raised a thumb", "Chen was last"]);
});

test("lines since your last turn are new", () => {
  add(play([[1, "drew"]]), kit, false);
  add(play([[0, "drew"]], { to_act: [0] }), kit, false);
  assert.equal(log.firstNew, 0);
  add(play([[0, "discarded"]]), kit, false);
  assert.equal(log.firstNew, 2);
  add(play([[0, "knocked"]], { to_act: [0] }), kit, false);
  assert.deepEqual(texts().at(-1), [0, "knocked"]);
});

test("a long log loses its beginning", () => {
  for (let at = 0; at < 310; at++) log = withLines(log, [{ seat: at % 2, text: `line ${at}`, ply: at }]);
  assert.equal(log.lines.length, 300);
  assert.equal(log.lines[0].text, "line 10");
});

test("the last hand is what came after the heading before", () => {
  const heading = { ply: 3, events: [gathered] };
  add(play([[1, "a"]]), kit, false);
  add(play([], heading), kit, false);
  add(play([[1, "b"]]), kit, false);
  const names = (lines) => lines.map(({ text }) => text);
  assert.deepEqual(names(lastHand(log, false)), ["b"]);
  assert.deepEqual(names(lastHand(log, true)), ["a"]);
  log = NO_LOG;
  assert.deepEqual(lastHand(log, false), []);
});

const byClock = (moves, events = []) => play(moves, { by: "clock", events });

test("what the table did when time ran out is kept until the player plays", () => {
  let timeOuts = NO_TIME_OUTS;
  timeOuts = timeOutsAfter(timeOuts, byClock([[0, "draw"]]), kit);
  timeOuts = timeOutsAfter(timeOuts, byClock([[0, "discard A"]], [moved(["A"], "discard", 0)]), kit);
  assert.deepEqual(timeOuts.done, ["draw", "discard A"]);
  assert.deepEqual(timeOuts.mark, { zone: "discard", code: "A", verb: "discard" });
  timeOuts = timeOutsAfter(timeOuts, play([[1, "draw"]], { by: "clock" }), kit);
  assert.equal(timeOuts.done.length, 2);
  timeOuts = timeOutsAfter(timeOuts, byClock([[0, "pass"]]), kit);
  assert.deepEqual(timeOuts.done, ["pass"]);
  timeOuts = timeOutsAfter(timeOuts, play([[0, "draw"]], { by: "person" }), kit);
  assert.deepEqual([timeOuts.done, timeOuts.mark], [[], null]);
});
