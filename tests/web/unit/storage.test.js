import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Chat } from "/client/chat.js";
import { clearSavedTables, outcomeOf, removeTable, savedTables, saveTable } from "/client/my_tables.js";
import { updateSavedTables } from "/client/my_tables.js";
import { regularTables, removeRegularTable, saveRegularTable } from "/client/regular_tables.js";
import { storedList } from "/client/stored_list.js";

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

test("a browser that stores nothing is no error", () => {
  mock.method(localStorage, "setItem", () => {
    throw new Error("full");
  });
  storedList("k", 2).write([1]);
  mock.restoreAll();
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

test("a chat keeps its last fifty lines over a reload, and counts what was not read", () => {
  const chat = new Chat("t");
  for (let at = 0; at < 60; at++) chat.add({ seat: 1, name: "Bruno", text: `${at}` }, at === 0);
  assert.equal(chat.unread, 59);
  chat.show(true);
  chat.add({ seat: 1, name: "Bruno", text: "60" }, false);
  assert.equal(chat.unread, 0);
  const { lines } = new Chat("t");
  assert.deepEqual([lines.length, lines[0].text, lines[49].text], [50, "11", "60"]);
});
