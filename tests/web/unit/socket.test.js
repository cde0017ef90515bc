import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { TableSocket } from "/client/socket.js";

class FakeWebSocket extends EventTarget {
  static OPEN = 1;
  static opened = [];
  sent = [];
  readyState = 0;
  constructor(url) {
    super();
    this.url = url;
    FakeWebSocket.opened.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen();
  }
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(code = 1000, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}
globalThis.WebSocket = FakeWebSocket;

let messages, states, socket;
const last = () => FakeWebSocket.opened.at(-1);
const welcome = { is: "welcome", you: 1, seq: 7 };
const sentActs = () => last().sent.filter((one) => one.do === "act");

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  mock.method(Math, "random", () => 0.5);
  FakeWebSocket.opened = [];
  messages = [];
  states = [];
  socket = new TableSocket(
    "key",
    "code",
    (message) => messages.push(message),
    (state, reason) => states.push(reason ? [state, reason] : state),
  );
});

afterEach(() => {
  socket.close();
  mock.timers.reset();
  mock.restoreAll();
});

function connect() {
  last().open();
  last().receive(welcome);
}

test("it says hello with the table and its code", () => {
  assert.equal(last().url, "ws://localhost/socket");
  last().open();
  assert.deepEqual(last().sent, [{ do: "hello", table: "key", code: "code", showdown: true, name: "" }]);
  last().receive(welcome);
  assert.deepEqual(states, ["open"]);
  assert.deepEqual(messages, [welcome]);
});

test("a lost connection is opened again and says what was seen last, and the seat", () => {
  connect();
  last().receive({ is: "play", seq: 9 });
  last().receive({ is: "ack", id: "x", seq: 12 });
  last().close(1006);
  assert.equal(states.at(-1), "lost");
  mock.timers.tick(150);
  assert.equal(FakeWebSocket.opened.length, 2);
  last().open();
  const [{ since, seat }] = last().sent;
  assert.deepEqual([since, seat], [9, 1]);
});

test("each further try waits longer, up to eight seconds", () => {
  const waits = [];
  for (let tries = 0; tries < 8; tries++) {
    last().close(1006);
    waits.push(socket.nextTryAt - Date.now());
    mock.timers.tick(waits.at(-1));
  }
  assert.deepEqual(waits, [150, 1200, 2400, 4800, 8000, 8000, 8000, 8000]);
});

test("an act that was not acknowledged is sent again on the new connection, with its id", () => {
  connect();
  const id = socket.act(["draw"], 4);
  assert.deepEqual(sentActs(), [{ do: "act", id, texts: ["draw"], ply: 4 }]);
  last().close(1006);
  mock.timers.tick(150);
  last().open();
  assert.deepEqual(sentActs(), []);
  last().receive(welcome);
  assert.deepEqual(sentActs(), [{ do: "act", id, texts: ["draw"], ply: 4 }]);
});

test("an act that was acknowledged is not sent again", () => {
  connect();
  last().receive({ is: "ack", id: socket.act(["draw"], 4) });
  last().close(1006);
  mock.timers.tick(150);
  connect();
  assert.deepEqual(sentActs(), []);
});

test("an act while the connection is lost goes when there is one", () => {
  connect();
  last().close(1006);
  socket.act(["draw"], 4);
  socket.send({ do: "say" });
  mock.timers.tick(150);
  connect();
  assert.deepEqual(
    last().sent.map((one) => one.do),
    ["hello", "act"],
  );
});

test("an act that could not be saved is sent again after a second, a refused one never", () => {
  connect();
  const id = socket.act(["draw"], 4);
  last().receive({ is: "refusal", id, rule: "P-8", why: "" });
  assert.equal(sentActs().length, 1);
  mock.timers.tick(1000);
  assert.equal(sentActs().length, 2);
  last().receive({ is: "refusal", id, rule: "X-1", why: "" });
  mock.timers.tick(5000);
  assert.equal(sentActs().length, 2);
  assert.equal(socket.unacknowledged.size, 0);
});

test("a server that cannot open the table now is asked again", () => {
  last().open();
  last().receive({ is: "refusal", id: "", rule: "P-8", why: "" });
  assert.equal(states.at(-1), "lost");
  mock.timers.tick(150);
  assert.equal(FakeWebSocket.opened.length, 2);
});

test("a table that is closed stays closed", () => {
  connect();
  last().close(4003, "the table is gone");
  assert.deepEqual(states.at(-1), ["closed", "the table is gone"]);
  mock.timers.tick(60_000);
  assert.equal(FakeWebSocket.opened.length, 1);
});

test("too many requests are tried again after five seconds", () => {
  last().open();
  last().receive({ is: "refusal", id: "", rule: "P-11", why: "" });
  last().close(4003, "too many");
  assert.deepEqual(states.at(-1), ["limited", "too many"]);
  mock.timers.tick(4999);
  assert.equal(FakeWebSocket.opened.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeWebSocket.opened.length, 2);
});

test("a connection that is silent is asked for a sign, and replaced if none comes", () => {
  connect();
  mock.timers.tick(10_000);
  assert.equal(last().sent.at(-1).do, "ping");
  last().receive({ is: "pong" });
  mock.timers.tick(20_000);
  assert.equal(FakeWebSocket.opened.length, 1);
  mock.timers.tick(10_000);
  assert.equal(FakeWebSocket.opened.length, 2);
  assert.deepEqual(states, ["open", "lost"]);
});

test("a pong is not for the table", () => {
  connect();
  last().receive({ is: "pong" });
  assert.deepEqual(messages, [welcome]);
});

test("a page that comes back tries at once", () => {
  for (const wake of [() => dispatchEvent(new Event("online")), () => socket.check(true)]) {
    const before = FakeWebSocket.opened.length;
    last().close(1006);
    wake();
    assert.equal(FakeWebSocket.opened.length, before + 1);
  }
});

test("nothing is tried after the page has closed it", () => {
  connect();
  socket.close();
  mock.timers.tick(60_000);
  dispatchEvent(new Event("online"));
  assert.equal(FakeWebSocket.opened.length, 1);
});
