import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { GameLog } from "/client/game_log.js";
import { TimeOuts } from "/client/time_outs.js";

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
  sessionStorage.clear();
  log = new GameLog("t");
});
const texts = () => log.lines.map(({ seat, text }) => [seat, text]);

test("moves are written down and announced with their players' names", () => {
  const said = log.add(
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
  log.add(play([[1, "drew"]]), kit, false);
  log.add(play([[1, "discarded"]]), kit, false);
  assert.deepEqual(texts(), [[1, "drew, discarded"]]);
});

test("what the referee notes has its rule, and names in it", () => {
  log.add(play([], { events: [noted("{2} goes out", "S4")] }), kit, false);
  assert.deepEqual(log.lines, [{ seat: null, text: "Chen goes out", rule: "S4", ply: 1 }]);
});

test("a move that has no words is left out", () => {
  const silent = { ...kit, describeMove: () => "" };
  assert.deepEqual(log.add(play([[1, "x"]]), silent, false), []);
});

test("a new deal is a heading, unless it is the first", () => {
  log.add(play([], { ply: 0, events: [gathered] }), kit, false);
  assert.deepEqual(log.lines, []);
  log.add(play([], { ply: 5, events: [gathered] }), kit, false);
  assert.ok(log.lines[0].heading);
});

test("open discards are remembered until the next deal", () => {
  log.add(play([], { events: [moved(["A"], "discard"), moved([null], "discard"), moved(["B"], "stock")] }), kit, false);
  log.add(play([], { events: [moved(["C"], "discard", null), moved(["D"], "discard")] }), kit, false);
  assert.deepEqual(log.discards, ["A", "D"]);
  log.add(play([], { events: [gathered] }), kit, false);
  assert.deepEqual(log.discards, []);
});

test("lines of a silent race wait until it is over", () => {
  assert.deepEqual(log.add(play([[1, "raised a thumb"]]), kit, true), []);
  assert.deepEqual(log.lines, []);
  assert.deepEqual(log.add(play([[2, "was last"]]), kit, false), ["Bruno raised a thumb", "Chen was last"]);
});

test("lines since your last turn are new", () => {
  log.add(play([[1, "drew"]]), kit, false);
  log.add(play([[0, "drew"]], { to_act: [0] }), kit, false);
  assert.equal(log.firstNew, 0);
  log.add(play([[0, "discarded"]]), kit, false);
  assert.equal(log.firstNew, 2);
  log.add(play([[0, "knocked"]], { to_act: [0] }), kit, false);
  assert.deepEqual(texts().at(-1), [0, "knocked"]);
});

test("a reload keeps the log, and a long one loses its beginning", () => {
  for (let at = 0; at < 310; at++) log.note(at % 2, `line ${at}`, at);
  const loaded = new GameLog("t");
  assert.equal(loaded.lines.length, 300);
  assert.equal(loaded.lines[0].text, "line 10");
  assert.deepEqual(new GameLog("u").lines, []);
});

test("the last hand is what came after the heading before", () => {
  const heading = { ply: 3, events: [gathered] };
  log.add(play([[1, "a"]]), kit, false);
  log.add(play([], heading), kit, false);
  log.add(play([[1, "b"]]), kit, false);
  const names = (lines) => lines.map(({ text }) => text);
  assert.deepEqual(names(log.lastHand(false)), ["b"]);
  assert.deepEqual(names(log.lastHand(true)), ["a"]);
  log.clear();
  assert.deepEqual(log.lastHand(false), []);
});

const byClock = (moves, events = []) => play(moves, { by: "clock", events });

test("what the table did when time ran out is kept until the player plays", () => {
  const timeOuts = new TimeOuts();
  timeOuts.add(byClock([[0, "draw"]]), kit);
  timeOuts.add(byClock([[0, "discard A"]], [moved(["A"], "discard", 0)]), kit);
  assert.deepEqual(timeOuts.done, ["draw", "discard A"]);
  assert.deepEqual(timeOuts.mark, { zone: "discard", code: "A", verb: "discard" });
  timeOuts.add(play([[1, "draw"]], { by: "clock" }), kit);
  assert.equal(timeOuts.done.length, 2);
  timeOuts.add(byClock([[0, "pass"]]), kit);
  assert.deepEqual(timeOuts.done, ["pass"]);
  timeOuts.add(play([[0, "draw"]], { by: "person" }), kit);
  assert.deepEqual([timeOuts.done, timeOuts.mark], [[], null]);
});
