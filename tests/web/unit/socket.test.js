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

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  mock.method(Math, "random", () => 0.5);
  FakeWebSocket.opened = [];
  messages = [];
  states = [];
  socket = new TableSocket(
    () => ({ table: "key", seat: messages.at(-1)?.you }),
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

test("it says hello, and nothing else before it is welcomed", () => {
  assert.equal(last().url, "ws://localhost/socket");
  last().open();
  socket.send({ do: "say" });
  assert.deepEqual(last().sent, [{ do: "hello", showdown: true, table: "key" }]);
  last().receive(welcome);
  socket.send({ do: "say" });
  assert.equal(last().sent.at(-1).do, "say");
  assert.deepEqual(messages, [welcome]);
});

test("a lost connection is opened again, with another hello", () => {
  connect();
  last().close(1006);
  assert.equal(states.at(-1), "lost");
  mock.timers.tick(150);
  assert.equal(FakeWebSocket.opened.length, 2);
  last().open();
  assert.equal(last().sent[0].seat, 1);
});

test("it says when it tries again, and that it does", () => {
  const tries = [];
  socket.onState = (_state, _reason, nextTryAt = null) => tries.push(nextTryAt);
  last().close(1006);
  mock.timers.tick(150);
  assert.deepEqual(tries, [150, null]);
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
  assert.deepEqual(states, ["lost"]);
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
