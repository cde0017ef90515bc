import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { dailyPage } from "/pages/daily.js";
import { settled } from "./page.js";

const DEAL = { game: "some-game", commit: "00", state: "new", table: null, place: null, score: null };
const OVERVIEW = {
  day: "2026-05-11",
  ends: 0,
  streak: 0,
  games: [DEAL],
  past: [{ day: "2026-05-10", games: [DEAL] }],
};

/** @type {string[]} */
let opened = [];
beforeEach(() => {
  opened = [];
  mock.timers.enable({ apis: ["setInterval"] });
  mock.method(globalThis, "fetch", async (/** @type {string} */ path, { method = "GET" } = {}) => {
    if (method === "POST") opened.push(path);
    const answers = { "/api/daily?past=14": OVERVIEW, "/api/games": [] };
    return Response.json(answers[path] ?? { table: "key", seat: 0, code: "code" });
  });
});
afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

/** What a click on each button would do that opens a table. */
function clicks(value) {
  if (Array.isArray(value)) return value.flatMap(clicks);
  if (!value?.strings) return [];
  return value.values.flatMap((each, at) => (value.strings[at - 1]?.endsWith("?disabled=") ? [each] : clicks(each)));
}

test("however often it is clicked, one table is opened at a time", async () => {
  const visited = [];
  const page = dailyPage((path) => visited.push(path));
  await settled();
  const buttons = clicks(page.draw());
  assert.equal(buttons.length, 2, "play, practise");
  for (const click of [...buttons, ...buttons]) click();
  await settled();
  assert.deepEqual(opened, ["/api/daily/some-game"]);
  assert.equal(visited.length, 1);
  page.leave();
});
