import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { shareCommitment } from "/client/fair_deal.js";
import { settings } from "/client/settings.js";
import { TableSession } from "/client/table_session.js";
import { addLacking, askWhy } from "/client/why.js";
import { announced, settled } from "./page.js";

const GAME = {
  key: "plain",
  name: "Plain",
  cards: ["A", "B", "C"].map((code) => ({ code, word: `card ${code}`, ink: "black", suit: null, rank: null })),
  seated: [],
  takes: { discard: 1, meld: 3 },
  assets: [],
  race: "",
};
const seat = (name, person = true) => ({ name, person, here: true, bot: !person, ready: true });
const TABLE = {
  game: "plain",
  options: {},
  phase: "playing",
  paused: false,
  number: 1,
  host: 0,
  seats: [seat("Ada"), seat("Bot", false)],
  hints: { allowed: true, agreed: [], given: [0, 0] },
};
const discard = (card) => ({ text: `discard ${card}`, action: "discard", card });
const zones = (cards) => [{ name: "hand", owner: 0, sight: "owner", cards }];
const play = (fields = {}, cards = ["A", "B"]) => ({
  is: "play",
  ply: 3,
  to_act: [0],
  legal: cards.map(discard),
  prompt: "Discard a card.",
  view: { seat: 0, seats: 2, ply: 3, zones: zones(cards), public: {} },
  result: null,
  hand: [],
  events: [],
  ...fields,
});
const welcome = (fields = {}) => ({
  is: "welcome",
  you: 0,
  code: "code",
  table: TABLE,
  game: GAME,
  phrases: [],
  play: play(),
  ...fields,
});

let session, sent, acts, deliver, setState;

function connect(onMessage, onState) {
  deliver = async (...messages) => {
    for (const message of messages) onMessage(message);
    await settled();
  };
  setState = onState;
  const act = (texts, ply) => `id-${acts.push({ texts, ply })}`;
  return { unacknowledged: new Map(), send: (message) => sent.push(message), act, undo: () => "undo", close() {} };
}

beforeEach(async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  sessionStorage.clear();
  Object.assign(settings, { hints: "on", caution: "off" });
  [sent, acts] = [[], []];
  session = new TableSession("key", "code", connect);
  setState("open", "");
  await deliver(welcome());
  announced();
});

afterEach(() => {
  session.close();
  mock.timers.reset();
});

test("the welcome gives seat, hand and actions", () => {
  assert.equal(session.me, 0);
  assert.ok(session.isMyTurn);
  assert.deepEqual(
    session.hand.cards.map(({ code }) => code),
    ["A", "B"],
  );
  assert.equal(session.choice.acts.length, 2);
});

test("nothing else can be done until an act is acknowledged", async () => {
  session.act("discard A");
  session.act("discard B");
  assert.deepEqual(acts, [{ texts: ["discard A"], ply: 3 }]);
  assert.deepEqual(sent, [], "nothing is checked unless the player wants that");
  assert.ok(session.isBusy);
  await deliver({ is: "ack", id: "another" });
  assert.ok(session.isBusy);
  await deliver({ is: "ack", id: "id-1" });
  assert.ok(!session.isBusy);
});

test("a refusal says why, and frees the player", async () => {
  session.act("discard A");
  await deliver({ is: "refusal", id: "id-1", rule: "X-1", why: "it is not your turn" });
  assert.deepEqual(session.refusal, { why: "it is not your turn", rule: "X-1" });
  assert.deepEqual(announced(), ["It is not your turn. X-1"]);
  assert.ok(!session.isBusy);
});

test("nothing can be sent while the game is paused or the connection lost", async () => {
  await deliver({ is: "table", ...TABLE, paused: true });
  session.act("discard A");
  await deliver({ is: "table", ...TABLE });
  setState("lost", "");
  session.act("discard A");
  assert.deepEqual(acts, []);
});

test("a play changes hand, log and turn, and is announced", async () => {
  await deliver(play({ ply: 4, to_act: [1], legal: [], moves: [[0, "discard A"]] }, ["B"]));
  assert.ok(!session.isMyTurn);
  assert.deepEqual(session.choice.acts, []);
  assert.equal(session.log.lines[0].text, "discarded the card A");
  assert.match(announced().join(), /You discarded the card A/);
  await deliver(play({ ply: 5, moves: [[1, "draw"]] }, ["B"]));
  assert.match(announced().join(), /Bot drew. Your turn. Discard a card./);
});

test("the only card that can be played is picked, unless the player wants no help", async () => {
  await deliver(play({ ply: 4, legal: [discard("B")] }));
  assert.deepEqual(
    session.choice.picks.map(({ code }) => code),
    ["B"],
  );
  settings.hints = "off";
  session.choice.clear();
  await deliver(play({ ply: 5, legal: [discard("B")] }));
  assert.ok(session.choice.isEmpty);
});

test("what was missed while the connection was lost is in the log", async () => {
  await deliver(welcome({ missed: [{ moves: [[1, "draw"]], events: [] }] }));
  assert.deepEqual(
    session.log.lines.map(({ text }) => text),
    ["drew"],
  );
});

test("another game at the table begins with an empty log", async () => {
  await deliver(play({ ply: 4, moves: [[1, "draw"]] }));
  await deliver({ is: "table", ...TABLE, number: 2, phase: "waiting" });
  assert.deepEqual(session.log.lines, []);
  assert.equal(session.play, null);
  assert.deepEqual(session.hand.cards, []);
});

const COMMIT = "ab".repeat(32);
const waiting = (commitments = null, commit = COMMIT) => ({
  ...{ is: "table", ...TABLE },
  ...{ number: 2, phase: "waiting", commit, commitments },
});
const given = () => sent.filter((one) => ["commit", "give"].includes(one.do));

test("a share is committed to once for each game, and revealed once all have committed", async () => {
  await deliver(waiting(), waiting());
  const [{ commitment }, ...more] = given();
  assert.deepEqual(more, []);
  await deliver(waiting([commitment, "cd".repeat(32)]), waiting([commitment, "cd".repeat(32)]));
  const [, { share }, ...again] = given();
  assert.equal(commitment, shareCommitment(COMMIT, 0, share));
  assert.deepEqual(again, []);
  await deliver(waiting(null, "cd".repeat(32)));
  assert.notEqual(given()[2].commitment, commitment);
});

test("no share is revealed under another commitment than its own", async () => {
  await deliver(waiting(), waiting(["cd".repeat(32), ""]));
  assert.deepEqual(
    given().map((one) => one.do),
    ["commit"],
  );
});

test("after a lost connection the same share is given again", async () => {
  await deliver(waiting());
  const [{ commitment }] = given();
  await deliver(welcome({ table: waiting([commitment, ""]), play: null }));
  await deliver(welcome({ table: waiting([commitment, ""]), play: null }));
  const [, first, second] = given();
  assert.deepEqual(first, second);
  assert.equal(commitment, shareCommitment(COMMIT, 0, first.share));
});

test("people at one device give one share, in its first seat", async () => {
  const table = { ...waiting(), local: [0, 1] };
  await deliver(welcome({ you: 1, table, play: null }));
  const [{ commitment }] = given();
  await deliver({ ...table, commitments: [commitment, ""] });
  assert.equal(commitment, shareCommitment(COMMIT, 0, given()[1].share));
});

test("a deal that was made from something else than the table showed is called so", async () => {
  await deliver(waiting());
  const commitments = [given()[0].commitment, "cd".repeat(32)];
  await deliver(waiting(commitments));
  const [, { share }] = given();
  const over = (fields) => [
    { ...waiting(commitments), phase: "playing" },
    { ...waiting(commitments), phase: "over", secret: "", contributions: [share, "ef".repeat(16)], ...fields },
  ];
  await deliver(...over({}), ...over({ contributions: ["", "ef".repeat(16)] }));
  assert.equal(session.refusal, null);
  for (const fields of [
    { commitments: [commitments[0], "ef".repeat(32)] },
    { commitments: null },
    { contributions: ["ef".repeat(16), ""] },
  ]) {
    session.refusal = null;
    await deliver(...over(fields));
    assert.match(session.refusal.why, /not made from the commitments/);
  }
});

test("the end of a hand holds the game until the player goes on", async () => {
  await deliver(play({ showdown: { held: true, left: null, ready: [], sentence: "Ada goes out." } }));
  assert.ok(!session.isMyTurn);
  session.continueAfterHand();
  assert.deepEqual(sent.at(-1), { do: "ready" });
  await deliver({ is: "hold", on: true, left: 9, ready: [0] });
  assert.deepEqual(session.hold.showdown.ready, [0]);
  await deliver({ is: "hold", on: false, left: 20, ready: [] });
  assert.ok(session.isMyTurn);
  assert.equal(session.secondsLeft, 20);
});

test("why not is asked of the server, and its nearest move is picked", async () => {
  askWhy(session, ["A", "B"]);
  const [{ id, verb, cards }] = sent.splice(0);
  assert.deepEqual([verb, cards], ["meld", ["A", "B"]]);
  const answer = { id, rule: "M1", why: "a meld has three cards", text: "", lacking: ["B"], instead: "meld A B" };
  await deliver({ is: "why", ...answer });
  assert.equal(session.explained.rule, "M1");
  assert.deepEqual(announced(), ["A meld has three cards. M1"]);
  addLacking(session);
  assert.equal(session.choice.picks[0].code, "B");
  assert.equal(session.explained, null);
});

test("a hint is shown for its position only", async () => {
  session.advice.ask();
  const [{ id }] = sent;
  assert.ok(session.advice.isAsking);
  const hint = { is: "hint", id, text: "discard A", chance: 0.5, why: "", alternatives: [] };
  await deliver({ ...hint, ply: 2 });
  assert.equal(session.advice.hint, null);
  await deliver({ ...hint, ply: 3 });
  assert.equal(session.advice.hint.text, "discard A");
  await deliver(play({ ply: 4 }));
  assert.ok(!session.advice.isOpen);
});

test("with caution a move waits for its check, and a mistake is asked about", async () => {
  settings.caution = "on";
  session.act("discard A");
  const [{ do: command, id }] = sent;
  assert.equal(command, "check");
  assert.deepEqual(acts, []);
  await deliver({ is: "checked", id, ply: 3, loss: 0.2, error: 0.01, better: "discard B", why: "" });
  assert.equal(session.advice.caution.better, "discard B");
  session.act("discard A", true);
  assert.equal(acts.length, 1);
});

test("a move that is no mistake goes, and so does one whose check is late or refused", async () => {
  settings.caution = "on";
  for (const answer of [
    (id) => deliver({ is: "checked", id, ply: 3, loss: null, error: null, better: null, why: "" }),
    (id) => deliver({ is: "refusal", id, rule: "P-11", why: "" }),
    () => mock.timers.tick(2000),
  ]) {
    session.pendingId = "";
    session.act("discard A");
    await answer(sent.at(-1).id);
  }
  assert.equal(acts.length, 3);
});

test("who was given a hint is written down", async () => {
  await deliver({ is: "table", ...TABLE, hints: { ...TABLE.hints, given: [0, 1] } });
  assert.equal(session.log.lines[0].seat, 1);
});

test("the way back in a lesson is shown without what came after", async () => {
  const before = play({ ply: 2, moves: [[1, "draw"]] });
  await deliver(play({ ply: 3, moves: [[1, "pass"]] }));
  session.rewind([before]);
  assert.equal(session.log.lines.length, 1);
  assert.equal(session.play.ply, 2);
});
