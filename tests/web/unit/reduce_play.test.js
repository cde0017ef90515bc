// What a play and the answers about it change: the log, clocks, the end of a hand, hints.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HOLD_SECONDS, holdSecondsLeft, isBusy, isMyTurn, secondsLeft } from "/client/table_state.js";
import { AtTable, moved, onTurn, play, seat, TABLE, table, welcome } from "./at_table.js";

const texts = (at) => at.state.log.lines.map(({ text }) => text);

// -- plays

test("a play changes hand, log and turn, and is announced", () => {
  const at = onTurn();
  at.get(moved(0, "discard A", { ply: 4, to_act: [1], legal: [] }, ["B"]));
  assert.deepEqual([isMyTurn(at.state), at.choice.acts, at.cards], [false, [], ["B"]]);
  assert.deepEqual(texts(at), ["discarded the card A"]);
  assert.match(at.said().join(), /You discarded the card A/);
  at.get(moved(1, "draw", { ply: 5 }, ["B"]));
  assert.match(at.said().join(), /Bot drew. Your turn. Discard a card./);
  assert.deepEqual([at.sounds(), at.did("notify").length], [["turn"], 1]);
});

test("a turn that goes on is not announced again", () => {
  const at = onTurn().get(moved(0, "draw", { ply: 4 }));
  assert.doesNotMatch(at.said().join(), /Your turn/);
  assert.deepEqual([at.sounds(), at.did("notify")], [[], []]);
});

test("moves are animated from the view before, but not those that were taken back", () => {
  const events = [
    { event: "moved", cards: ["A"], source: "hand", source_owner: 0, target: "discard", target_owner: null },
  ];
  const at = onTurn();
  const before = at.state.play.view;
  at.get(play({ events }));
  const [motion] = at.did("animate");
  assert.deepEqual([motion.events, motion.before], [events, before]);
  at.get(play({ events, undone: true }));
  assert.deepEqual(at.did("animate")[0].events, []);
});

test("the player's game is saved after each play, a watcher's never", () => {
  assert.equal(onTurn().get(play()).did("save").length, 1);
  assert.equal(new AtTable().get(welcome({ you: null }), play(), table()).did("save").length, 0);
});

test("the only card that can be played is picked, unless the player wants no help", () => {
  const only = play({ ply: 4, legal: play({}, ["B"]).legal });
  assert.deepEqual(onTurn().get(only).picked, ["B"]);
  assert.deepEqual(onTurn({ hints: "off" }).get(only).picked, []);
});

test("what is picked stays while others play, as long as it can be played", () => {
  const at = onTurn().do("pick", onTurn().card("A"));
  assert.deepEqual(at.get(moved(1, "draw")).picked, ["A"]);
  assert.deepEqual(at.get(moved(1, "draw", { legal: play({}, ["B"]).legal })).picked, ["B"], "the only one");
  assert.deepEqual(at.get(moved(1, "draw", { to_act: [1], legal: [] })).picked, []);
});

test("of two equal cards the one that was picked stays picked", () => {
  const at = onTurn({}, { play: play({}, ["A", "A", "B"]) });
  const second = at.card("A", 1);
  at.do("pick", second).get(moved(1, "draw", {}, ["A", "A", "B"]));
  assert.equal(at.state.selection.picks[0].slot, second.pick.slot);
});

test("a card that leaves the hand is no longer picked", () => {
  const at = onTurn().do("pick", onTurn().card("A"));
  assert.deepEqual(at.get(play({ legal: play().legal }, ["B"])).picked, []);
});

test("a play ends what was explained, refused or advised", () => {
  const at = onTurn().do("why", { cards: ["A", "B"] });
  at.get({ is: "why", id: "page.1", rule: "M1", why: "no", text: "", lacking: [], instead: null });
  assert.ok(at.state.explained);
  at.get(play());
  assert.deepEqual([at.state.explained, at.state.refusal], [null, null]);
});

test("what was missed while the connection was lost is in the log", () => {
  const at = onTurn().get(welcome({ missed: [{ moves: [[1, "draw"]], events: [] }] }));
  assert.deepEqual(texts(at), ["drew"]);
  assert.deepEqual(at.said(), []);
});

test("another game at the table begins with an empty log and hand", () => {
  const at = onTurn().get(moved(1, "draw"), table({ number: 2, phase: "waiting" }));
  assert.deepEqual([texts(at), at.state.play, at.cards], [[], null, []]);
});

test("an action that was taken back is a play like any other", () => {
  const at = onTurn({}, { play: play({ undo: true }) }).do("undo");
  assert.deepEqual(at.sent(), [{ do: "undo", id: "page.1" }]);
  assert.ok(isBusy(at.state));
  at.get({ is: "ack", id: "page.1" }, play({ undone: true, ply: 2 }));
  assert.ok(!isBusy(at.state));
  assert.equal(at.do("undo").sent().length, 0, "there is nothing more to take back");
});

test("cards keep the places that the player gave them, over a reload", () => {
  const kept = {
    places: { key: { order: ["B", "A"], log: { lines: [], discards: [], firstNew: 0, heldBack: [] } } },
    chat: [],
  };
  assert.deepEqual(new AtTable({}, { kept }).get(welcome()).cards, ["B", "A"]);
});

test("what the clock did for the player is shown until they say that they are here", () => {
  const at = onTurn().get(moved(0, "discard A", { by: "clock", to_act: [1], legal: [] }, ["B"]));
  assert.deepEqual(at.state.timeOuts.done, ["discarded the card A"]);
  at.do("here");
  assert.deepEqual(at.state.timeOuts.done, []);
});

// -- clocks

test("seconds of a turn go by", () => {
  const at = onTurn({}, { play: play({ left: 20 }) });
  assert.equal(secondsLeft(at.state), 20);
  assert.equal(secondsLeft(at.wait(5400).state), 15);
  assert.equal(secondsLeft(at.wait(60_000).state), 0);
  assert.equal(secondsLeft(at.get(play({ left: 30 })).state), 30);
});

test("where nothing counts, time changes nothing", () => {
  const at = onTurn();
  const before = at.state;
  assert.equal(at.wait(9000).state, before);
});

// -- the end of a hand

const showdown = { held: true, left: null, ready: [], sentence: "Ada goes out." };

test("the end of a hand holds the game until the player goes on", () => {
  const at = onTurn().get(play({ showdown, left: 20 }));
  assert.ok(!isMyTurn(at.state));
  at.do("continue");
  assert.deepEqual(at.sent(), [{ do: "ready" }]);
  at.get({ is: "hold", on: true, left: 9, ready: [0] });
  assert.deepEqual(at.state.hold.showdown.ready, [0]);
  at.said();
  at.get({ is: "hold", on: false, left: 20, ready: [] });
  assert.ok(isMyTurn(at.state));
  assert.equal(secondsLeft(at.state), 20);
  assert.match(at.said().join(), /Your turn/);
});

test("the look at a hand takes no key at once, counts down and warns once", () => {
  const at = onTurn().get(play({ showdown: { ...showdown, left: 10 } }));
  at.said();
  assert.ok(!at.wait(599).state.hold.acceptsKeys);
  assert.ok(at.wait(1).state.hold.acceptsKeys);
  assert.deepEqual(at.wait(4000).said(), []);
  assert.equal(at.wait(500).said().length, 1);
  assert.equal(holdSecondsLeft(at.state), 5);
  assert.deepEqual(at.wait(1000).said(), []);
  at.get({ is: "hold", on: true, left: null, ready: [1] });
  assert.equal(holdSecondsLeft(at.state), null);
});

test("a watcher's look ends automatically, and nobody waits for it", () => {
  const at = new AtTable().get(welcome({ you: null }), play({ showdown }));
  assert.equal(holdSecondsLeft(at.state), HOLD_SECONDS);
  assert.ok(at.wait(HOLD_SECONDS * 1000 - 1).state.hold.showdown);
  assert.equal(at.wait(1).state.hold.showdown, null);
});

test("a watcher who goes on before is not brought back, and sees the next hand's end in full", () => {
  const at = new AtTable().get(welcome({ you: null }), play({ showdown: { ...showdown, held: false } }));
  assert.equal(at.wait(5000).do("continue").state.hold.showdown, null);
  at.get(play({ showdown: { ...showdown, held: false } })).wait(HOLD_SECONDS * 1000 - 1);
  assert.ok(at.state.hold.showdown);
});

test("the page looks at the last view of the hand that ended", () => {
  const at = onTurn();
  const before = at.state.play.view;
  assert.equal(at.get(play({ showdown })).state.hold.viewBefore, before);
});

test("at the end of a game the player goes on to the result alone", () => {
  const result = { winners: [0], places: [1, 2], scores: [3, 1], rule: "R1" };
  const at = onTurn().get(play({ showdown: { ...showdown, held: false }, result }));
  assert.ok(at.state.hold.showdown);
  at.do("continue");
  assert.deepEqual([at.state.hold.showdown, at.sent()], [null, []]);
});

test("a player who connects again during the look sees it, and after it does not", () => {
  const at = onTurn().get(welcome({ play: play({ showdown }) }));
  assert.ok(at.state.hold.showdown);
  at.get(welcome());
  assert.equal(at.state.hold.showdown, null);
});

// -- why not, hints, checks

test("why not is asked of the server, and its nearest move is picked", () => {
  const at = onTurn().do("why", { cards: ["A", "B"] });
  const [{ id, verb, cards }] = at.sent();
  assert.deepEqual([verb, cards], ["meld", ["A", "B"]]);
  at.get({ is: "why", id, rule: "M1", why: "a meld has three cards", text: "", lacking: ["B"], instead: "meld A B" });
  assert.equal(at.state.explained.rule, "M1");
  assert.deepEqual(at.said(), ["A meld has three cards. M1"]);
  at.do("add-lacking");
  assert.deepEqual([at.picked, at.state.explained], [["B"], null]);
});

test("an answer that nobody waits for changes nothing", () => {
  const at = onTurn().get({ is: "why", id: "x", rule: "M1", why: "no", text: "", lacking: [], instead: null });
  assert.equal(at.state.explained, null);
});

test("what can be done after all is not explained", () => {
  const at = onTurn().do("why", { cards: ["A"] });
  at.get({ is: "why", id: "page.1", rule: "", why: "", text: "", lacking: [], instead: null });
  assert.deepEqual([at.state.explained, at.said()], [null, []]);
});

test("an action is asked about by its text, picks by their verb", () => {
  const at = onTurn()
    .do("why", { cards: [], verb: "take 2" })
    .do("why", { cards: ["A"], verb: "meld" });
  assert.deepEqual(
    at.sent().map(({ text, verb }) => text ?? verb),
    ["take 2", "meld"],
  );
});

const hint = { is: "hint", text: "discard A", chance: 0.5, why: "", alternatives: [] };

test("a hint is shown for its position and its question only", () => {
  const at = onTurn().do("hint");
  const [{ id }] = at.sent();
  assert.equal(at.get({ ...hint, id, ply: 2 }).state.advice.hint, null);
  assert.equal(at.get({ ...hint, id: "x", ply: 3 }).state.advice.hint, null);
  at.said();
  assert.equal(at.get({ ...hint, id, ply: 3 }).state.advice.hint.text, "discard A");
  assert.match(at.said().join(), /card A/);
  assert.equal(at.get(play({ ply: 4 })).state.advice.hint, null);
});

test("a hint takes the place of what was picked, refused or explained", () => {
  const at = onTurn().do("pick", onTurn().card("A")).do("hint");
  const [{ id }] = at.sent();
  assert.deepEqual(at.get({ ...hint, id, ply: 3 }).picked, []);
});

test("a hint that is refused says why", () => {
  const at = onTurn().do("hint");
  at.get({ is: "refusal", id: "page.1", rule: "P-11", why: "too many" });
  assert.deepEqual([at.state.advice.askedId, at.state.refusal.why], ["", "too many"]);
});

const cautious = () => onTurn({ caution: "on" }).do("act", { text: "discard A" });
const checked = { is: "checked", id: "page.1", ply: 3, loss: null, error: null, better: null, why: "" };

test("with caution a move waits for its check, and a mistake is asked about", () => {
  const at = cautious();
  assert.deepEqual(at.sent(), [{ do: "check", id: "page.1", text: "discard A" }]);
  assert.ok(isBusy(at.state));
  at.get({ ...checked, loss: 0.2, error: 0.01, better: "discard B" });
  assert.equal(at.state.advice.caution.better, "discard B");
  at.do("play-anyway");
  assert.deepEqual(
    at.sent().map(({ texts: sent }) => sent),
    [["discard A"]],
  );
});

for (const [what, answer] of [
  ["is no mistake", (at) => at.get(checked)],
  ["cannot be checked", (at) => at.get({ is: "refusal", id: "page.1", rule: "P-11", why: "" })],
  ["is checked too late", (at) => at.wait(2000)],
]) {
  test(`a move that ${what} goes, once`, () => {
    const at = answer(cautious());
    at.wait(9000);
    assert.deepEqual(
      at.sent().map((message) => message.do),
      ["check", "act"],
    );
    assert.equal(at.state.refusal, null);
  });
}

test("no move is checked where people play together, or that has no choice", () => {
  const two = { ...TABLE, seats: [seat("Ada"), seat("Elif")] };
  assert.equal(onTurn({ caution: "on" }, { table: two }).do("act", { text: "discard A" }).sent()[0].do, "act");
  const forced = { play: play({ legal: play({}, ["A"]).legal }) };
  assert.equal(onTurn({ caution: "on" }, forced).do("act", { text: "discard A" }).sent()[0].do, "act");
});

test("whom a hint was given is written down, for everybody once", () => {
  const given = (counts) => table({ hints: { ...TABLE.hints, given: counts } });
  const at = onTurn().get(given([0, 1]), given([0, 1]));
  assert.deepEqual([at.state.log.lines.map((line) => line.seat), at.said().length], [[1], 1]);
  at.get(given([1, 1]));
  assert.deepEqual(at.said(), [], "the player knows of their own");
});
