import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import {
  clearSavedTables,
  outcomeOf,
  regularTables,
  removeRegularTable,
  removeTable,
  savedTables,
  saveRegularTable,
  saveTable,
  storedList,
  updateSavedTables,
} from "/client/my_tables.js";
import { keepTable, keptTable, storeSession } from "/client/saved_session.js";
import { NO_LOG } from "/client/game_log.js";
import { AtTable, play, TABLE, welcome } from "./at_table.js";

beforeEach(() => localStorage.clear());

const game = (key, number, fields = {}) => ({ key, number, game: "g", code: "c", names: ["Ada"], seat: 0, ...fields });
const over = outcomeOf({ places: [2, 1], scores: [5, 9], winners: [1] }, 0);
const names = () => savedTables().map(({ key, number, over: ended }) => `${key}${number}${ended ? " over" : ""}`);

test("a list keeps its first items, and is empty where nothing can be read", () => {
  const list = storedList("k", 2);
  assert.deepEqual(list.read(), []);
  list.write([1, 2, 3]);
  assert.deepEqual(list.read(), [1, 2]);
  localStorage.setItem("k", "{");
  assert.deepEqual(list.read(), []);
});

test("a storage that is full is no error", () => {
  mock.method(localStorage, "setItem", () => {
    throw new Error("full");
  });
  storedList("k", 2).write([1]);
  mock.restoreAll();
});

test("a browser that denies storage keeps nothing, and nothing breaks", () => {
  const areas = ["localStorage", "sessionStorage"].map((name) => [name, globalThis[name]]);
  const get = () => {
    throw new Error("denied");
  };
  for (const [name] of areas) Object.defineProperty(globalThis, name, { get, configurable: true });
  keepTable("t", { places: {}, chat: [] });
  saveTable(game("a", 1));
  assert.deepEqual([keptTable("t"), savedTables()], [null, []]);
  for (const [name, area] of areas) Object.defineProperty(globalThis, name, { value: area, configurable: true });
});

test("the newest game comes first, and a table has one running game", () => {
  saveTable(game("a", 1));
  saveTable(game("b", 1));
  saveTable(game("a", 2));
  assert.deepEqual(names(), ["a2", "b1"]);
});

test("finished games stay, and are finished once", () => {
  saveTable(game("a", 1, { over }));
  saveTable(game("a", 2));
  assert.deepEqual(names(), ["a2", "a1 over"]);
  saveTable(game("a", 1, { over: { ...over, place: 1 } }));
  assert.equal(savedTables()[1].over.place, 2);
  removeTable("a");
  assert.deepEqual(names(), ["a1 over"]);
  clearSavedTables();
  assert.deepEqual(names(), []);
});

test("a result has the player's place and score", () => {
  assert.deepEqual(over, { place: 2, score: 5, winners: [1] });
});

test("games that ended while the browser was away are noted", async () => {
  saveTable(game("closed", 1));
  saveTable(game("ended", 1));
  const answers = {
    "/api/tables/ended/results/1": { closed: false, result: { places: [1], scores: [7], winners: [0] } },
    "/api/tables/closed/results/1": { closed: true, result: null },
  };
  mock.method(globalThis, "fetch", async (path) => Response.json(answers[path]));
  await updateSavedTables();
  assert.deepEqual(names(), ["ended1 over"]);
  assert.equal(savedTables()[0].over.score, 7);
  mock.restoreAll();
});

test("regular tables are kept once each, the last used first", () => {
  for (const key of ["a", "b", "a"]) saveRegularTable({ key, game: "g", code: "c", names: [] });
  assert.deepEqual(
    regularTables().map(({ key }) => key),
    ["a", "b"],
  );
  removeRegularTable("a");
  assert.equal(regularTables().length, 1);
});

test("a reload keeps what was noted of a table, and nothing that cannot be read", () => {
  const kept = { places: { t: { order: ["A"], log: NO_LOG } }, chat: [{ seat: 1, name: "Bruno", text: "Hi" }] };
  keepTable("t", kept);
  assert.deepEqual(keptTable("t"), kept);
  assert.equal(keptTable("u"), null);
  sessionStorage.setItem("meldroom-table-t", "{");
  assert.equal(keptTable("t"), null);
});

const stateOf = (fields = {}, of = {}) =>
  new AtTable().get(welcome({ table: { ...TABLE, ...fields }, play: play(of) })).state;

test("a running game is saved with whose turn it is", () => {
  storeSession(stateOf());
  const [{ key, number, names, seat: at, turn, code, gameName }] = savedTables();
  assert.deepEqual(
    { key, number, names, at, turn, code, gameName },
    { key: "key", number: 1, names: ["Ada", "Bot"], at: 0, turn: true, code: "code", gameName: "Plain" },
  );
  storeSession(stateOf({}, { to_act: [1], legal: [] }));
  assert.equal(savedTables()[0].turn, false);
});

test("a game that is over is saved with its result, a closed one is forgotten", () => {
  const result = { places: [1, 2], scores: [9, 3], winners: [0], rule: "R1" };
  storeSession(stateOf({ phase: "over" }, { result }));
  assert.deepEqual(savedTables()[0].over, { place: 1, score: 9, winners: [0] });
  storeSession(stateOf({ number: 2 }));
  storeSession(stateOf({ number: 2, phase: "closed" }));
  assert.deepEqual(names(), ["key1 over"]);
});

test("on a shared device nobody in particular has won", () => {
  const result = { places: [1, 2], scores: [9, 3], winners: [0], rule: "R1" };
  storeSession(stateOf({ phase: "over", local: [0, 1] }, { result }));
  assert.deepEqual(savedTables()[0].over, { winners: [0] });
});

test("a regular table is saved with its people", () => {
  storeSession(stateOf({ standing: true }));
  assert.deepEqual(regularTables(), [{ key: "key", game: "plain", gameName: "Plain", code: "code", names: ["Ada"] }]);
});
