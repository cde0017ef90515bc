import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LessonSocket } from "/client/lesson_socket.js";
import { GameReview } from "/client/review.js";
import { settings } from "/client/settings.js";
import { settled } from "./page.js";

const step = (ply, move) => ({ ply, move, say: "Hello {0}.", ask: `Play ${move}.`, otherwise: "" });
const lesson = () => ({
  seat: 0,
  names: ["you", "Bruno"],
  options: {},
  plies: Array.from({ length: 5 }, (_, ply) => ({ ply, prompt: "" })),
  steps: [step(0, "draw"), step(3, "discard A")],
  learned: [],
});

let socket, received, wrong, rewound;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.history = {
    state: null,
    replaceState(state) {
      this.state = state;
    },
  };
  settings.speed = "normal";
  [received, wrong, rewound] = [[], [], []];
  socket = new LessonSocket(lesson(), { key: "plain" }, "Ada");
  socket.onWrongMove = (text) => wrong.push(text);
  socket.onRewind = (plies) => rewound.push(plies.length);
  socket.start(
    (message) => received.push(message),
    () => {},
  );
});
afterEach(() => mock.timers.reset());

test("it welcomes the learner by name and asks for the first move", () => {
  const [{ is, you, table, play }] = received;
  assert.deepEqual([is, you, play.ply], ["welcome", 0, 0]);
  assert.deepEqual(
    table.seats.map(({ name, person }) => [name, person]),
    [
      ["Ada", true],
      ["Bruno", false],
    ],
  );
  assert.equal(socket.step.say, "Hello you.");
});

test("the move that is asked for is played, and the others go on by themselves", async () => {
  socket.send({ do: "act", id: "1", texts: ["draw"] });
  await settled();
  assert.deepEqual(
    received.slice(1).map(({ is, id: ack, ply }) => ack ?? `${is} ${ply}`),
    ["1", "play 1"],
  );
  mock.timers.tick(1000);
  mock.timers.tick(1000);
  assert.equal(socket.step.move, "discard A");
  mock.timers.tick(9000);
  assert.equal(socket.ply, 3);
  socket.send({ do: "act", id: "2", texts: ["discard A"] });
  await settled();
  assert.ok(socket.done);
});

test("another move changes nothing and is answered, as is a question", async () => {
  socket.send({ do: "act", id: "2", texts: ["take"] });
  await settled();
  assert.deepEqual([wrong, socket.ply, socket.wrongMove], [["take"], 0, true]);
  socket.send({ do: "why" });
  socket.send({ do: "say" });
  assert.deepEqual(wrong, ["take", ""]);
});

test("a reload goes on at the same step, and one can go back", async () => {
  socket.send({ do: "act", id: "2", texts: ["draw"] });
  await settled();
  assert.deepEqual(history.state, { step: 1 });
  socket.resume();
  assert.deepEqual([socket.ply, rewound], [3, [4]]);
  socket.stepBack();
  assert.deepEqual([socket.ply, rewound], [0, [4, 1]]);
});

const decision = (ply, turn, seat, loss, word = "mistake") => ({ ply, turn, seat, loss, word });

test("a review is asked for until it is ready, with a rough line meanwhile", async () => {
  const rough = {
    plies: [0, 2],
    line: [
      [0.5, 0.5],
      [0.7, 0.3],
    ],
  };
  const found = {
    line: [[1, 0]],
    decisions: [decision(1, 0, 0, 0.1), decision(2, 0, 0, 0.3), decision(3, 1, 0, 0.2), decision(4, 2, 1, 0, "")],
  };
  const answers = [{ progress: 0.5, rough }, found];
  mock.method(globalThis, "fetch", async () => Response.json(answers.shift()));
  let ready = 0;
  const review = new GameReview("key", 1, () => {
    ready += 1;
  });
  await review.start();
  assert.deepEqual(
    review.line.map(([first]) => first.toFixed(1)),
    ["0.5", "0.6", "0.7"],
  );
  mock.timers.tick(1000);
  await settled();
  await settled();
  assert.equal(ready, 1);
  assert.deepEqual(
    review.costliest(0).map(({ ply }) => ply),
    [2, 3],
  );
  assert.deepEqual([review.named(1).length, review.isForced(1), review.isForced(2)], [0, false, true]);
  assert.equal(review.decisionAt(3).loss, 0.2);
  mock.restoreAll();
});
