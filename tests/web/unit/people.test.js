import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { announceArrivals } from "/client/arrivals.js";
import { HandHold, HOLD_SECONDS } from "/client/hold.js";
import { Interruptions } from "/client/interruptions.js";
import { Mutes } from "/client/mutes.js";
import { canSkip, sendPace, setsPace, withoutOldSkips } from "/client/pace.js";
import { announceRequests, freeSeats, openRequests } from "/client/seat_requests.js";
import { settings } from "/client/settings.js";
import { SharedDevice } from "/client/shared_device.js";
import { announced } from "./page.js";

const person = (name, fields = {}) => ({ name, person: true, here: true, bot: false, ready: true, ...fields });
const bot = (name) => ({ name, person: false, here: true, bot: true, ready: true });
const table = (seats, fields = {}) => ({ phase: "playing", paused: false, number: 1, host: 0, seats, ...fields });

let now = 0;
beforeEach(() => {
  now = 100_000;
  mock.method(performance, "now", () => now);
  mock.timers.enable({ apis: ["setTimeout"] });
  announced();
});
afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

test("who sits down is announced, but not oneself", () => {
  const before = table([person("Ada"), bot("Bo"), bot("Cy")]);
  announceArrivals(before, table([person("Ada"), person("Elif"), bot("Cy")]), 0);
  assert.match(announced().join(), /Elif/);
  announceArrivals(before, table([person("Ada"), person("Elif"), bot("Cy")]), 1);
  announceArrivals(null, before, 0);
  assert.deepEqual(announced(), []);
});

test("who changed seats did not arrive, and a watcher hears of a seat that is free", () => {
  const before = table([person("Ada"), bot("Bo"), person("Elif")]);
  announceArrivals(before, table([person("Ada"), person("Elif"), bot("Cy")]), 0);
  assert.match(announced().join(), /Elif.*2/);
  announceArrivals(table([person("Ada")]), table([bot("Bo")]), null);
  assert.equal(announced().length, 1);
});

test("a muted player stays muted in another seat, and nobody else inherits it", () => {
  const sent = [];
  const mutes = new Mutes((message) => sent.push([message.seat, message.on]));
  mutes.add(1, "Bruno");
  mutes.update(table([person("Ada"), bot("Bo"), person("Bruno")]));
  assert.deepEqual([mutes.has(1), mutes.has(2)], [false, true]);
  mutes.update(table([person("Ada"), bot("Bo"), person("Chen")]));
  assert.ok(!mutes.has(2));
  assert.deepEqual(sent, [
    [1, true],
    [1, false],
    [2, true],
    [2, false],
  ]);
});

test("a new connection is told of all mutes", () => {
  const sent = [];
  const mutes = new Mutes((message) => sent.push(message.seat));
  mutes.add(1, "Bruno");
  mutes.sendAll();
  assert.deepEqual(sent, [1, 1]);
});

test("a player is asked for every newcomer whom they have neither allowed nor put off", () => {
  const requests = [
    { seat: 1, name: "Elif", allowed: [] },
    { seat: 2, name: "Fay", allowed: [0] },
    { seat: 3, name: "Gus", allowed: [] },
  ];
  const session = {
    table: table([person("Ada"), bot("B"), bot("C"), bot("D")], { requests }),
    me: 0,
    notNow: new Set(["Gus"]),
  };
  assert.deepEqual(
    openRequests(session).map(({ name }) => name),
    ["Elif"],
  );
  assert.deepEqual(openRequests({ ...session, me: null }), []);
  announceRequests(session, []);
  assert.match(announced().join(), /Elif/);
  announceRequests(session, requests);
  assert.deepEqual(announced(), []);
  assert.deepEqual(freeSeats({ ...session, leftSeat: null }), []);
  session.table.seats[1].left = true;
  assert.deepEqual(openRequests(session), [], "a hand that a person left is given to nobody");
  assert.deepEqual(freeSeats({ ...session, leftSeat: 1 }), [1]);
  assert.deepEqual(freeSeats({ ...session, leftSeat: 2 }), [], "somebody else was given it since");
});

test("the host sets the pace, or the only person", () => {
  const two = table([person("Ada"), person("Elif")], { pace: "normal" });
  assert.deepEqual([setsPace({ table: two, me: 0 }), setsPace({ table: two, me: 1 })], [true, false]);
  assert.ok(setsPace({ table: table([bot("B"), person("Ada")], { pace: "slow" }), me: 1 }));
  assert.ok(!setsPace({ table: two, me: null }));
  const sent = [];
  const session = { table: two, me: 0, socket: { send: (message) => sent.push(message.pace) } };
  sendPace(session);
  settings.pace = "fast";
  sendPace(session);
  settings.pace = "normal";
  assert.deepEqual(sent, ["fast"]);
});

test("bots are skipped only where bots alone act and nobody races", () => {
  const session = {
    table: table([person("Ada"), bot("B")], { skips: [] }),
    play: { to_act: [1] },
    me: 0,
    state: "open",
  };
  assert.ok(canSkip(session));
  assert.ok(!canSkip({ ...session, play: { to_act: [0, 1] } }));
  assert.ok(!canSkip({ ...session, isMyTurn: true }));
  assert.ok(!canSkip({ ...session, game: { race: "thumb" } }));
  assert.ok(!canSkip({ ...session, table: { ...session.table, paused: true } }));
  assert.ok(!canSkip({ ...session, state: "lost" }));
});

test("a skip ends when a person is to act", () => {
  const skipping = table([person("Ada"), bot("B")], { skips: [0] });
  assert.deepEqual(withoutOldSkips(skipping, { to_act: [1] }).skips, [0]);
  assert.deepEqual(withoutOldSkips(skipping, { to_act: [0] }).skips, []);
});

test("people who go away are announced, with the seconds until a bot plays", () => {
  const interruptions = new Interruptions();
  interruptions.update(table([person("Ada"), person("Elif")]), 0);
  interruptions.update(table([person("Ada"), person("Elif", { here: false, away_left: 30 })]), 0);
  assert.match(announced().join(), /Elif is away\./);
  now += 10_400;
  assert.equal(interruptions.awayLeft(1), 20);
  assert.equal(interruptions.awayLeft(0), null);
  assert.ok(interruptions.isCounting);
  interruptions.update(table([person("Ada"), person("Elif", { here: false, bot: true })]), 0);
  assert.match(announced().join(), /a bot plays/);
  assert.ok(!interruptions.isCounting);
});

test("one may ask to continue a paused game once a minute", () => {
  const interruptions = new Interruptions();
  interruptions.update(table([person("Ada")], { paused: true }), 0);
  assert.deepEqual(announced(), ["The game is paused."]);
  assert.ok(interruptions.ask());
  now += 59_000;
  assert.ok(!interruptions.ask());
  assert.equal(interruptions.askAgainIn, 1);
  now += 1000;
  assert.ok(interruptions.ask());
});

test("a shared device goes to the person who is to act, and not in a race", () => {
  const sent = [];
  const session = {
    table: table([person("Ada"), person("Elif"), bot("B")], { local: [0, 1] }),
    me: 0,
    play: { to_act: [1] },
    hold: { showdown: null },
    socket: { send: (message) => sent.push(message) },
  };
  const device = new SharedDevice(session);
  assert.equal(device.handOverTo, 1);
  device.takeUp();
  assert.deepEqual(sent, [{ do: "sit", seat: 1 }]);
  session.play = { to_act: [2] };
  assert.equal(device.handOverTo, null);
  session.play = { to_act: [1, 2] };
  assert.equal(device.handOverTo, null);
  session.me = null;
  device.next = 0;
  assert.equal(device.handOverTo, 0);
  session.hold.showdown = {};
  assert.equal(device.handOverTo, null);
});

test("the look at a hand takes no key at once, counts down and warns once", () => {
  let drawn = 0;
  const hold = new HandHold(() => {
    drawn += 1;
  });
  hold.begin({ left: 10, ready: [], held: true });
  assert.ok(!hold.acceptsKeys);
  mock.timers.tick(600);
  assert.deepEqual([hold.acceptsKeys, drawn], [true, 1]);
  assert.ok(!hold.takeWarning());
  now += 5100;
  assert.equal(hold.secondsLeft, 5);
  assert.deepEqual([hold.takeWarning(), hold.takeWarning()], [true, false]);
  hold.update({ left: null, ready: [1] });
  assert.deepEqual([hold.secondsLeft, hold.showdown.ready], [null, [1]]);
  hold.end();
  assert.equal(hold.showdown, null);
});

test("a watcher's look ends by itself", () => {
  const hold = new HandHold(() => {});
  hold.begin({ left: null, ready: [], held: true }, null, true);
  assert.equal(hold.secondsLeft, HOLD_SECONDS);
  mock.timers.tick(HOLD_SECONDS * 1000 - 1);
  assert.ok(hold.showdown);
  mock.timers.tick(1);
  assert.equal(hold.showdown, null);
});
