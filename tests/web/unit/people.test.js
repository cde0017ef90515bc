import assert from "node:assert/strict";
import { test } from "node:test";
import { freeSeats, mutesAfter, openRequests, otherPeople, setsPace, withoutOldSkips } from "/client/people.js";
import { arrivals, interruptions } from "/client/sentences.js";
import { askAgainIn, awayLeft, canInvite, canSkip, handOverTo, isCounting } from "/client/table_state.js";
import { AtTable, bot, onTurn, play, seat, TABLE, table, welcome } from "./at_table.js";

const atTable = (seats, fields = {}) => ({ ...TABLE, seats, ...fields });
const sentences = (...args) => arrivals(...args).sentences.join();

test("who sits down is announced, but not oneself", () => {
  const before = atTable([seat("Ada"), bot("Bo"), bot("Cy")]);
  const now = atTable([seat("Ada"), seat("Elif"), bot("Cy")]);
  assert.match(sentences(before, now, 0), /Elif/);
  assert.ok(arrivals(before, now, 0).arrived);
  assert.deepEqual(arrivals(before, now, 1), { sentences: [], arrived: false });
  assert.deepEqual(arrivals(null, before, 0), { sentences: [], arrived: false });
});

test("who changed seats did not arrive", () => {
  const before = atTable([seat("Ada"), bot("Bo"), seat("Elif")]);
  const now = atTable([seat("Ada"), seat("Elif"), bot("Cy")]);
  assert.match(sentences(before, now, 0), /Elif.*2/);
  assert.ok(!arrivals(before, now, 0).arrived);
});

test("a watcher hears of a seat that is free", () => {
  const [full, free] = [atTable([seat("Ada")]), atTable([bot("Bo")])];
  assert.equal(arrivals(full, free, null).sentences.length, 1);
  assert.equal(arrivals(full, free, 0).sentences.length, 0);
});

test("in the waiting room somebody who comes is heard", () => {
  const at = new AtTable().get(welcome({ play: null, table: atTable([seat("Ada"), bot("B")], { phase: "waiting" }) }));
  at.sounds();
  at.get(table({ phase: "waiting", seats: [seat("Ada"), seat("Elif")] }));
  assert.deepEqual(at.sounds(), ["turn"]);
  assert.match(at.said().join(), /Elif/);
});

test("a muted player stays muted in another seat, and nobody else inherits it", () => {
  const moved = mutesAfter({ 1: "Bruno" }, atTable([seat("Ada"), bot("Bo"), seat("Bruno")]));
  assert.deepEqual(moved.muted, { 2: "Bruno" });
  assert.deepEqual(moved.changes, [
    { seat: 1, on: false },
    { seat: 2, on: true },
  ]);
  const gone = mutesAfter(moved.muted, atTable([seat("Ada"), bot("Bo"), seat("Chen")]));
  assert.deepEqual(gone, { muted: {}, changes: [{ seat: 2, on: false }] });
});

test("a mute is sent, and sent again on every new connection", () => {
  const at = onTurn({}, { table: atTable([seat("Ada"), seat("Bruno")]) });
  at.do("mute", { seat: 1 });
  assert.deepEqual(at.state.muted, { 1: "Bruno" });
  assert.deepEqual(at.sent(), [{ do: "mute", seat: 1, on: true }]);
  at.get(welcome({ table: atTable([seat("Ada"), seat("Bruno")]) }));
  assert.deepEqual(at.sent(), [{ do: "mute", seat: 1, on: true }]);
  at.do("mute", { seat: 1 });
  assert.deepEqual([at.state.muted, at.sent()], [{}, [{ do: "mute", seat: 1, on: false }]]);
});

const REQUESTS = [
  { seat: 1, name: "Elif", allowed: [] },
  { seat: 2, name: "Fay", allowed: [0] },
  { seat: 3, name: "Gus", allowed: [] },
];
const asked = (fields = {}) => ({
  table: atTable([seat("Ada"), bot("B"), bot("C"), bot("D")], { requests: REQUESTS }),
  me: 0,
  notNow: ["Gus"],
  leftSeat: null,
  ...fields,
});

test("a player is asked for every newcomer whom they have neither allowed nor put off", () => {
  const names = (state) => openRequests(state).map(({ name }) => name);
  assert.deepEqual(names(asked()), ["Elif"]);
  assert.deepEqual(names(asked({ notNow: [] })), ["Elif", "Gus"]);
  assert.deepEqual(names(asked({ me: null })), []);
  assert.deepEqual(names(asked({ table: null })), []);
});

test("a hand that a person left is given to nobody, and only they can return to it", () => {
  const left = asked();
  left.table.seats[1] = { ...bot("B"), left: true };
  assert.deepEqual(openRequests(left), []);
  assert.deepEqual(freeSeats(left), []);
  assert.deepEqual(freeSeats({ ...left, leftSeat: 1 }), [1]);
  assert.deepEqual(freeSeats({ ...left, leftSeat: 2 }), [], "somebody else was given it since");
});

test("seats of bots are free unless somebody asks for them", () => {
  assert.deepEqual(freeSeats(asked()), []);
  assert.deepEqual(freeSeats(asked({ table: atTable([seat("Ada"), bot("B"), bot("C")]) })), [1, 2]);
});

test("newcomers are announced once, let in or left to the next deal", () => {
  const at = onTurn();
  const wanted = table({ requests: [{ seat: 1, name: "Elif", allowed: [] }] });
  at.get(wanted);
  assert.match(at.said().join(), /Elif/);
  at.get(wanted);
  assert.deepEqual(at.said(), []);
  at.do("allow");
  assert.deepEqual(at.sent(), [{ do: "allow", seat: 1 }]);
  at.do("not-now");
  assert.deepEqual(at.state.notNow, ["Elif"]);
  at.do("allow");
  assert.deepEqual(at.sent(), []);
});

test("the host sets the pace, or the only person", () => {
  const two = atTable([seat("Ada"), seat("Elif")], { pace: "normal" });
  assert.deepEqual([setsPace({ table: two, me: 0 }), setsPace({ table: two, me: 1 })], [true, false]);
  assert.ok(setsPace({ table: atTable([bot("B"), seat("Ada")], { pace: "slow" }), me: 1 }));
  assert.ok(!setsPace({ table: two, me: null }));
  assert.ok(!setsPace({ table: TABLE, me: 0 }), "of a table without one");
});

test("the player's pace is sent where the table has another", () => {
  const paced = { ...TABLE, pace: "normal" };
  const at = new AtTable({ pace: "fast" }).get(welcome({ table: paced }));
  assert.deepEqual(at.sent(), [{ do: "pace", pace: "fast" }]);
  at.get(table({ pace: "fast" })).do("pace");
  assert.deepEqual(at.sent(), []);
});

const watching = (fields = {}) => ({
  table: atTable([seat("Ada"), bot("B")], { skips: [] }),
  play: { to_act: [1] },
  me: 0,
  connection: "open",
  hold: {},
  ...fields,
});

for (const [what, fields, expected] of [
  ["where bots alone act", {}, true],
  ["not where people act, too", { play: { to_act: [0, 1] } }, false],
  ["not in games with a race", { game: { race: "thumb" } }, false],
  ["not in a pause", { table: { ...watching().table, paused: true } }, false],
  ["not without a connection", { connection: "lost" }, false],
  ["not by a watcher", { me: null }, false],
  ["not where the table has no skips", { table: atTable([seat("Ada"), bot("B")]) }, false],
]) {
  test(`a turn can be skipped to ${what}`, () => assert.equal(canSkip(watching(fields)), expected));
}

test("a skip ends when a person is to act", () => {
  const skipping = atTable([seat("Ada"), bot("B")], { skips: [0] });
  assert.deepEqual(withoutOldSkips(skipping, { to_act: [1] }).skips, [0]);
  assert.deepEqual(withoutOldSkips(skipping, { to_act: [0] }).skips, []);
});

test("people who go away are announced, with the seconds until a bot plays", () => {
  const at = onTurn({}, { table: atTable([seat("Ada"), seat("Elif")]) });
  at.get(table({ seats: [seat("Ada"), seat("Elif", { here: false, away_left: 30 })] }));
  assert.match(at.said().join(), /Elif is away\./);
  at.wait(10_400);
  assert.deepEqual([awayLeft(at.state, 1), awayLeft(at.state, 0)], [20, null]);
  assert.ok(isCounting(at.state));
  at.get(table({ seats: [seat("Ada"), seat("Elif", { here: false, bot: true })] }));
  assert.match(at.said().join(), /a bot plays/);
  assert.ok(!isCounting(at.state));
});

test("who was away before, or sits in somebody else's seat, is not announced", () => {
  const away = atTable([seat("Ada"), seat("Elif", { here: false })]);
  assert.deepEqual(interruptions(away, away, 0), []);
  assert.deepEqual(interruptions(atTable([seat("Ada"), seat("Fay")]), away, 0), []);
  assert.deepEqual(interruptions(atTable([seat("Ada"), seat("Elif")]), away, 1), []);
});

test("one may ask to continue a paused game once a minute", () => {
  const at = onTurn();
  at.get(table({ paused: true }));
  assert.deepEqual(at.said(), ["The game is paused."]);
  at.do("ask-continue").do("ask-continue");
  assert.deepEqual(at.sent(), [{ do: "ask_continue" }]);
  at.wait(59_000);
  assert.equal(askAgainIn(at.state), 1);
  at.wait(1000).do("ask-continue");
  assert.equal(at.sent().length, 1);
});

test("who asks to continue is named until the game continues", () => {
  const at = onTurn().get(table({ paused: true }));
  at.get({ is: "said", seat: 1, name: "Elif", text: "Shall we go on?", asks: true });
  assert.equal(at.state.askedBy, "Elif");
  at.get(table());
  assert.equal(at.state.askedBy, "");
});

const local = (fields = {}) => ({ ...TABLE, seats: [seat("Ada"), seat("Elif"), bot("B")], local: [0, 1], ...fields });
const device = (toAct, fields = {}) => onTurn({}, { table: local(), play: play({ to_act: toAct }), ...fields });

test("a shared device goes to the person who is to act", () => {
  const at = device([1]);
  assert.equal(handOverTo(at.state), 1);
  assert.ok(!canInvite(at.state));
  at.do("take-device");
  assert.deepEqual(at.sent(), [{ do: "sit", seat: 1 }]);
});

test("a shared device stays where a bot acts, several race, or a hand has ended", () => {
  for (const toAct of [[0], [2], [1, 2]]) assert.equal(handOverTo(device(toAct).state), null);
  const showdown = { held: true, left: null, ready: [] };
  assert.equal(handOverTo(device([1], { play: play({ to_act: [1], showdown }) }).state), null);
  assert.equal(handOverTo(device([1], { you: null, next: 0 }).state), 0);
});

test("whoever holds a shared device is the host", () => {
  assert.equal(device([1], { you: 1 }).state.table.host, 1);
});

test("each person at a device has a hand and a log of their own, and both come back", () => {
  const at = device([0], { you: null, play: null });
  at.get(welcome({ you: 0, table: local(), play: play({ seq: 5 }, ["A", "B"]) }));
  at.get(play({ seq: 7, to_act: [1], moves: [[0, "draw"]] }, ["A", "B", "C"]));
  const slot = at.state.hand.cards[2].slot;
  at.do("arrange", { slot, to: 0, order: at.state.hand.cards.map((one) => one.slot) });
  assert.deepEqual(at.cards, ["C", "A", "B"]);
  const hand = { name: "hand", owner: 1, sight: "owner", cards: ["B", "B"] };
  const view = { seat: 1, seats: 3, ply: 4, zones: [hand], public: {} };
  at.get(welcome({ you: 1, table: local(), play: play({ to_act: [1], view }) }));
  assert.deepEqual([at.cards, at.state.log.lines.length], [["B", "B"], 0]);
  at.get(welcome({ you: 0, table: local(), play: play({ to_act: [0] }, ["A", "B", "C"]) }));
  assert.deepEqual(at.cards, ["C", "A", "B"]);
  assert.equal(at.state.log.lines[0].text, "drew");
});

test("who takes the device up again is told what was missed", () => {
  const at = device([1]);
  at.get(play({ seq: 7, to_act: [1] })).do("take-device");
  at.get(welcome({ you: 1, table: local(), play: play({ to_act: [0] }), seq: 7 }));
  at.get(play({ seq: 9, to_act: [0] })).sent();
  at.do("take-device");
  assert.deepEqual(at.sent(), [{ do: "sit", seat: 0, since: 7 }]);
});

test("people can be removed, muted and given the table by those who may", () => {
  const at = onTurn({}, { table: atTable([seat("Ada"), seat("Elif")]) });
  at.do("ask-remove", { seat: 1 });
  assert.deepEqual([at.state.ui.dialog, at.state.ui.removing], ["remove", 1]);
  at.do("kick");
  assert.equal(at.state.ui.dialog, "");
  at.do("ask-remove", { seat: 1 }).do("silence").do("make-host", { seat: 1 });
  assert.deepEqual(at.sent(), [
    { do: "kick", seat: 1 },
    { do: "silence", seat: 1, on: true },
    { do: "hand", seat: 1 },
  ]);
});

test("who leaves a game can give the table to somebody first", () => {
  const at = onTurn({}, { table: atTable([seat("Ada"), bot("B"), seat("Elif")]) });
  assert.deepEqual(otherPeople(at.state), [{ seat: 2, name: "Elif" }]);
  at.do("hand-over-and-leave");
  assert.deepEqual(at.sent(), [{ do: "hand", seat: 2 }, { do: "leave" }]);
  assert.equal(at.did("home").length, 1);
});

for (const [command, message] of [
  ["rematch", { do: "rematch" }],
  ["start", { do: "start" }],
  ["pause", { do: "pause", on: true }],
  ["end-now", { do: "end" }],
  ["skip", { do: "skip" }],
  ["stop-waiting", { do: "leave" }],
  ["here", { do: "back" }],
  ["give-up", { do: "leave" }],
]) {
  test(`"${command}" asks the server, once`, () => assert.deepEqual(onTurn().do(command).sent(), [message]));
}
