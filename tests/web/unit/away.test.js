import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { fetchOrAway, isAway, whenBack } from "/client/away.js";
import { announced, drawnIn, settled } from "./page.js";

let answer, asked, returns;
const away = () => Promise.reject(new TypeError("no answer"));
const gateway = async () => new Response("", { status: 502 });
const fine = async () => Response.json({});

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  asked = [];
  returns = 0;
  whenBack(() => {
    returns += 1;
  });
  mock.method(globalThis, "fetch", (path) => {
    asked.push(path);
    return answer();
  });
});

afterEach(async () => {
  answer = fine;
  await wait(8000);
  mock.timers.reset();
  mock.restoreAll();
  announced();
});

async function wait(ms) {
  mock.timers.tick(ms);
  await settled();
}

test("a request without an answer fails, and a strip says that the room is away", async () => {
  answer = away;
  await assert.rejects(fetchOrAway("/api/games", {}));
  assert.ok(isAway());
  assert.match(drawnIn("away"), /The room is away.*Try now/s);
  assert.deepEqual(announced(), ["The room is away; it comes back by itself."]);
});

test("it is asked again, ever more rarely, until it answers", async () => {
  answer = away;
  await assert.rejects(fetchOrAway("/x", {}));
  const waits = [];
  for (let at = 0; at < 5; at++) {
    const before = asked.length;
    let seconds = 0;
    for (; asked.length === before; seconds++) await wait(1000);
    waits.push(seconds);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 8]);
  assert.equal(asked.at(-1), "/api/addresses");
  answer = fine;
  await wait(8000);
  assert.ok(!isAway());
  assert.equal(drawnIn("away"), "");
  assert.equal(returns, 1);
});

test("a proxy whose server is away counts as no answer, the server's own problems do not", async () => {
  answer = gateway;
  assert.equal((await fetchOrAway("/x", {})).status, 502);
  assert.ok(isAway());
  answer = fine;
  await wait(1000);
  const headers = { "Content-Type": "application/problem+json" };
  answer = async () => new Response("{}", { status: 503, headers });
  await fetchOrAway("/x", {});
  assert.ok(!isAway());
});

test("a page that is looked at again asks at once", async () => {
  answer = away;
  await assert.rejects(fetchOrAway("/x", {}));
  answer = fine;
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  assert.ok(!isAway());
});
