// The session: it brings messages to the reducer in order, and carries out what they bring about.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { savedTables } from "/client/my_tables.js";
import { settings } from "/client/settings.js";
import { TableSession } from "/client/table_session.js";
import { moved, play, TABLE, table, welcome } from "./at_table.js";
import { announced, settled } from "./page.js";

let session, sent, receive, setState, closed, home;

function open(ways = {}) {
  session = new TableSession("key", "code", {
    goHome: () => {
      home += 1;
    },
    connect(onMessage, onState) {
      receive = async (...messages) => {
        for (const message of messages) onMessage(message);
        await settled();
      };
      setState = onState;
      return {
        send: (message) => sent.push(message),
        close: () => {
          closed = true;
        },
      };
    },
    ...ways,
  });
}

beforeEach(async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  sessionStorage.clear();
  localStorage.clear();
  [sent, closed, home] = [[], false, 0];
  open();
  await receive(welcome());
  announced();
});
afterEach(() => {
  session.close();
  mock.timers.reset();
});

test("messages that come at once are handled in their order", async () => {
  await receive(play({ ply: 4 }), play({ ply: 5 }), table({ paused: true }));
  assert.deepEqual([session.state.play.ply, session.state.table.paused], [5, true]);
});

test("what is brought about is sent, announced and waited for", async () => {
  session.dispatch({ do: "act", text: "discard A" });
  assert.equal(sent[0].do, "act");
  await receive({ is: "refusal", id: sent[0].id, rule: "P-8", why: "" });
  assert.equal(announced().length, 1);
  mock.timers.tick(1000);
  assert.deepEqual(sent[1], sent[0]);
});

test("a share is made where the deal waits for one, and never the same", async () => {
  const waits = (commit) => table({ number: 2, phase: "waiting", commit, commitments: null });
  await receive(waits("ab".repeat(32)));
  const { share } = session.state.share.own;
  await receive(waits("cd".repeat(32)));
  assert.match(share, /^[0-9a-f]{32}$/);
  assert.notEqual(session.state.share.own.share, share);
  assert.deepEqual(
    sent.map((message) => message.do),
    ["commit", "commit"],
  );
});

test("settings that a command changes are stored", () => {
  session.dispatch({ do: "sort" });
  assert.equal(settings.sort, "set");
  settings.sort = "meld";
});

test("hand, log and chat outlive a reload", async () => {
  await receive(moved(1, "draw"), { is: "said", seat: 1, name: "Bot", text: "Hi" });
  const kept = JSON.parse(sessionStorage.getItem("meldroom-table-key"));
  assert.deepEqual([kept.places.key.order, kept.chat.length], [["A", "B"], 1]);
  assert.equal(kept.places.key.log.lines[0].text, "drew");
});

test("a lesson begins with an empty log, and is not among the player's tables", async () => {
  await receive(moved(1, "draw"));
  session.close();
  open();
  assert.deepEqual(session.state.log.lines, []);
  await receive(welcome(), table());
  assert.deepEqual(savedTables(), []);
});

test("who gives up a seat goes home", () => {
  session.dispatch({ do: "give-up" });
  assert.deepEqual([sent, home], [[{ do: "leave" }], 1]);
});

test("the evening's score is loaded, and again if it could not be", async () => {
  const answers = [() => Promise.reject(new Error("away")), async () => Response.json({ games: [], totals: [] })];
  mock.method(globalThis, "fetch", () => answers.shift()());
  const standing = { ...TABLE, standing: true };
  await receive(table(standing));
  await settled();
  assert.equal(session.state.evening.score, null);
  await receive(table(standing));
  await settled();
  assert.deepEqual(session.state.evening.score, { games: [], totals: [] });
  mock.restoreAll();
});

test("nothing happens after the page was left", async () => {
  session.dispatch({ do: "act", text: "discard A" });
  await receive({ is: "refusal", id: sent[0].id, rule: "P-8", why: "" });
  session.close();
  mock.timers.tick(9000);
  assert.deepEqual([sent.length, closed], [1, true]);
});

test("a lost connection is in the state", () => {
  setState("lost", "", 7);
  assert.deepEqual([session.state.connection, session.state.nextTryAt], ["lost", 7]);
});
