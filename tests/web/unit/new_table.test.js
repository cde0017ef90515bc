import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as newTable from "/client/new_table.js";
import { pointsOf } from "/client/people.js";
import { settings } from "/client/settings.js";

const BOTS = ["novice", "house", "champion"].map((name) => ({ name }));
const GAME = {
  key: "plain",
  players: [2, 5],
  options: [{ name: "hands", values: [{ value: 5 }, { value: 3 }] }],
};

beforeEach(() => Object.assign(settings, { name: "", bot: "", setUps: {}, playNow: {} }));

test("a table has four seats by default, or as many as the game allows", () => {
  assert.deepEqual(newTable.defaultSetUp(GAME, BOTS).seats, ["house", "house", "house"]);
  assert.equal(newTable.defaultSetUp({ ...GAME, players: [2, 3] }, BOTS).seats.length, 2);
  assert.equal(newTable.defaultSetUp({ ...GAME, players: [6, 8] }, BOTS).seats.length, 5);
});

test("the bot chosen last plays, else one of medium strength", () => {
  assert.equal(newTable.botLevel(BOTS), "house");
  settings.bot = "champion";
  assert.equal(newTable.botLevel(BOTS), "champion");
  settings.bot = "gone";
  assert.equal(newTable.botLevel(BOTS), "house");
  assert.equal(newTable.botLevel([]), "");
});

test("bots that do not play a game are not offered for it", () => {
  const bots = [{ name: "any" }, { name: "one", games: ["other"] }];
  assert.deepEqual(newTable.botsFor(bots, "plain"), [{ name: "any" }]);
});

test("a stored set-up loses what this version does not offer", () => {
  settings.setUps.plain = {
    seats: [null, "gone", "novice", "novice", "novice", "novice"],
    options: { hands: 3, speed: 1 },
    watchers: "delayed",
    clock: "20s",
  };
  const { seats, options, watchers, clock } = newTable.lastSetUp(GAME, BOTS);
  assert.deepEqual(seats, [null, "house", "novice", "novice"]);
  assert.deepEqual(options, { hands: 3 });
  assert.deepEqual([watchers, clock], ["delayed", "20s"]);
  settings.playNow.plain = { seats: [], options: { hands: 4 } };
  const now = newTable.playNowSetUp(GAME, BOTS);
  assert.deepEqual([now.seats, now.options], [["house"], {}]);
});

test("the request seats the player first and waits where friends come", () => {
  const setUp = newTable.defaultSetUp(GAME, BOTS);
  const alone = newTable.tableFields(GAME, { ...setUp, seats: ["novice"] }, BOTS);
  assert.deepEqual([alone.name, alone.seats, alone.bots, alone.fill], ["Guest", 2, [null, "novice"], "bots"]);
  const friends = newTable.tableFields(GAME, { ...setUp, seats: [null, "novice"] }, BOTS);
  assert.equal(friends.fill, "people");
});

test("friends at this device sit side by side, without clock and watchers", () => {
  const setUp = newTable.defaultSetUp(GAME, BOTS);
  const shared = { ...setUp, seats: ["novice", null, null], names: ["", " Elif "], oneDevice: true, clock: "20s" };
  const fields = newTable.tableFields(GAME, shared, BOTS);
  assert.deepEqual(fields.local, ["Elif", "Player 4"]);
  assert.deepEqual(fields.bots, [null, null, null, "novice"]);
  assert.deepEqual([fields.clock, fields.fill, fields.watchers], ["off", "bots", "off"]);
  assert.ok(!newTable.isShared({ ...shared, seats: ["novice"] }));
});

test("the address of a table holds its code", () => {
  assert.equal(newTable.tableUrl({ table: "key", code: "code" }), "/t/key#code");
});

test("points are read off the last total of a pad", () => {
  const columns = [{ kind: "label" }, { kind: "score" }, { kind: "text" }, { kind: "score" }];
  const row = (kind, ...cells) => ({ kind, cells });
  const rows = [row("total", "", "5", "", "6"), row("hand", "", "1", "", "2"), row("total", "", "-12", "", "–")];
  assert.equal(pointsOf({ columns, rows }, 0), -12);
  assert.equal(pointsOf({ columns, rows }, 1), null);
  assert.equal(pointsOf({ columns, rows: [] }, 0), null);
});
