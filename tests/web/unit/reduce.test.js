// What the server's messages change at a small table of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareCommitment } from "/client/fair_deal.js";
import { isBusy, isCounting, isMyTurn } from "/client/table_state.js";
import { AtTable, bot, GAME, moved, onTurn, play, seat, TABLE, table, welcome } from "./at_table.js";

const ids = (at) => at.sent().map(({ id }) => id);
const texts = (at) => at.state.log.lines.map(({ text }) => text);

// -- the first messages

test("before the welcome nothing is known and nothing can be done", () => {
  const at = new AtTable();
  assert.deepEqual(
    [at.state.connection, at.state.table, isMyTurn(at.state), isBusy(at.state)],
    ["connecting", null, false, true],
  );
  for (const command of ["undo", "race", "cancel", "add-lacking"]) at.do(command);
  assert.deepEqual(at.sent(), []);
  assert.equal(at.wait(1000).state.now, 1_000_000);
});

test("the welcome gives seat, hand, actions and phrases", () => {
  const { state, choice, cards } = new AtTable().get(welcome());
  assert.deepEqual([state.me, state.connection, state.phrases, cards], [0, "open", ["Hello"], ["A", "B"]]);
  assert.ok(isMyTurn(state));
  assert.ok(!isBusy(state));
  assert.equal(choice.acts.length, 2);
});

test("a watcher has no hand, no actions and no turn", () => {
  const { state, choice, cards } = new AtTable().get(welcome({ you: null }));
  assert.deepEqual([cards, choice.acts, isMyTurn(state)], [[], [], false]);
});

test("a message of a kind that this page does not know changes nothing", () => {
  const at = onTurn();
  const { now: _, ...before } = at.state;
  const { now: __, ...after } = at.get({ is: "fireworks" }).state;
  assert.deepEqual(after, before);
  assert.deepEqual(at.effects, []);
});

test("a newcomer who got the seat is told", () => {
  const waiting = table({ requests: [{ seat: 1, name: "Ada", allowed: [] }] });
  const at = new AtTable().get(welcome({ you: null, asked: 1, table: waiting }));
  assert.equal(at.state.asked, 1);
  at.get(welcome());
  assert.equal(at.state.asked, null);
  assert.equal(at.said().length, 1);
});

test("a request that is gone is waited for no longer", () => {
  const waiting = table({ requests: [{ seat: 1, name: "Ada", allowed: [] }] });
  const at = new AtTable().get(welcome({ you: null, asked: 1, table: waiting }));
  assert.equal(at.get(table()).state.asked, null);
});

test("who was moved to another seat is told", () => {
  const at = onTurn().get(welcome({ you: 1 }));
  assert.match(at.said().join(), /2/);
});

test("entries that the server has lost are called so", () => {
  assert.ok(onTurn().get(welcome({ lost: 2 })).state.refusal.why);
});

// -- the connection

test("a lost connection is said once, and until when it waits is known", () => {
  const at = onTurn();
  at.get({ is: "connection", state: "lost", reason: "", nextTryAt: 5 });
  assert.equal(at.said().length, 1);
  assert.deepEqual([at.state.connection, at.state.nextTryAt, at.state.lostAt], ["lost", 5, at.now]);
  at.get({ is: "connection", state: "lost", reason: "", nextTryAt: 9 });
  assert.deepEqual(at.said(), []);
  assert.ok(isCounting(at.state));
  at.get(welcome());
  assert.deepEqual([at.state.connection, at.state.nextTryAt], ["open", null]);
});

test("a table that is closed says why and is forgotten", () => {
  const at = onTurn().get({ is: "connection", state: "closed", reason: "the table is gone" });
  assert.equal(at.state.closeReason, "the table is gone");
  assert.equal(at.did("forget").length, 1);
});

test("the last entry that was seen is kept, but not that of an acknowledgement", () => {
  const at = onTurn();
  at.get(play({ seq: 9 }), { is: "ack", id: "x", seq: 12 });
  assert.equal(at.state.lastSeq, 9);
  at.get(table({ seq: 13 }));
  assert.equal(at.state.lastSeq, 13);
});

test("an act that was not answered is sent again on the new connection, with its id", () => {
  const at = onTurn().do("act", { text: "discard A" });
  const [act] = at.sent();
  assert.deepEqual(act, { do: "act", texts: ["discard A"], ply: 3, id: "page.1" });
  at.get({ is: "connection", state: "lost", reason: "" });
  assert.deepEqual(at.sent(), []);
  assert.deepEqual(at.get(welcome()).sent(), [act]);
  assert.ok(isBusy(at.state));
  at.get({ is: "ack", id: act.id });
  assert.ok(!isBusy(at.state));
  assert.deepEqual(at.get(welcome()).sent(), []);
});

test("a race that was tried without a connection goes when there is one", () => {
  const at = onTurn({}, { game: { ...GAME, race: "grab" } });
  at.get({ is: "connection", state: "lost", reason: "" }).do("race").sent();
  assert.deepEqual(
    at
      .get(welcome({ game: { ...GAME, race: "grab" } }))
      .sent()
      .map(({ texts: sent }) => sent),
    [["grab"]],
  );
});

test("ids differ", () => {
  const at = onTurn();
  at.do("act", { text: "discard A" }).get({ is: "ack", id: "page.1" }).do("act", { text: "discard B" });
  assert.deepEqual(ids(at), ["page.1", "page.2"]);
});

// -- answers

test("nothing else can be done until an act is acknowledged", () => {
  const at = onTurn().do("act", { text: "discard A" }).do("act", { text: "discard B" });
  assert.equal(at.sent().length, 1, "and nothing is checked unless the player wants that");
  at.get({ is: "ack", id: "another" });
  assert.ok(isBusy(at.state));
});

test("a refusal says why, and frees the player", () => {
  const at = onTurn().do("act", { text: "discard A" });
  at.get({ is: "refusal", id: "page.1", rule: "X-1", why: "it is not your turn" });
  assert.deepEqual(at.state.refusal, { why: "it is not your turn", rule: "X-1" });
  assert.deepEqual([at.said(), at.sounds()], [["It is not your turn. X-1"], ["refusal"]]);
  assert.ok(!isBusy(at.state));
  assert.equal(at.get(moved(0, "discard A")).state.refusal, null);
});

test("an act that could not be saved is sent again after a second, a refused one never", () => {
  const at = onTurn().do("act", { text: "discard A" });
  at.sent();
  at.get({ is: "refusal", id: "page.1", rule: "P-8", why: "" });
  assert.ok(at.state.refusal.why);
  assert.ok(isBusy(at.state));
  at.wait(999);
  assert.deepEqual(at.sent(), []);
  at.wait(1);
  assert.deepEqual(ids(at), ["page.1"]);
  at.get({ is: "refusal", id: "page.1", rule: "X-1", why: "" }).wait(5000);
  assert.deepEqual(at.sent(), []);
});

test("an act that was answered meanwhile is not sent again", () => {
  const at = onTurn().do("act", { text: "discard A" });
  at.sent();
  at.get({ is: "refusal", id: "page.1", rule: "P-8", why: "" }, { is: "ack", id: "page.1" }).wait(1000);
  assert.deepEqual(at.sent(), []);
});

for (const [what, message] of [
  ["paused", table({ paused: true })],
  ["without a connection", { is: "connection", state: "lost", reason: "" }],
]) {
  test(`nothing is played at a table that is ${what}`, () => {
    const at = onTurn().get(message).do("act", { text: "discard A" }).do("undo");
    assert.deepEqual(at.sent(), []);
  });
}

// -- chat

test("what is said is counted until it is read, but for one's own", () => {
  const said = (by) => ({ is: "said", seat: by, name: "Bot", text: "Hi" });
  const at = onTurn().get(said(1), said(0), said(1));
  assert.equal(at.state.chat.unread, 2);
  assert.deepEqual(at.said(), ["Bot: Hi", "Bot: Hi", "Bot: Hi"]);
  at.do("people");
  assert.deepEqual([at.state.ui.sheet, at.state.chat.unread], ["chat", 0]);
  assert.equal(at.get(said(1)).state.chat.unread, 0);
  at.do("chat");
  assert.equal(at.get(said(1)).state.chat.unread, 1);
});

test("the last fifty lines are kept", () => {
  const at = onTurn();
  for (let n = 0; n < 60; n++) at.get({ is: "said", seat: 1, name: "Bot", text: `${n}` });
  assert.deepEqual([at.state.chat.lines.length, at.state.chat.lines[0].text], [50, "10"]);
});

// -- shares of the deal

const COMMIT = "ab".repeat(32);
const OTHER = "cd".repeat(32);
const waiting = (commitments = null, fields = {}) =>
  table({ number: 2, phase: "waiting", commit: COMMIT, commitments, ...fields });
const given = (at) => at.sent().filter((one) => ["commit", "give"].includes(one.do));

/** A player whose page makes a share where it is asked to. */
function sharing(...messages) {
  const at = onTurn();
  const get = at.get.bind(at);
  at.get = (...more) => {
    for (const message of more) {
      get(message);
      const [deal] = at.did("share");
      if (deal) get({ is: "share_made", commit: deal.commit, seat: deal.seat, share: "11".repeat(16) });
    }
    return at;
  };
  return at.get(...messages);
}

test("a share is committed to once for each game, and revealed once all have committed", () => {
  const at = sharing(waiting(), waiting());
  const [{ commitment }, ...more] = given(at);
  assert.deepEqual(more, []);
  at.get(waiting([commitment, OTHER]), waiting([commitment, OTHER]));
  const [{ share }, ...again] = given(at);
  assert.equal(commitment, shareCommitment(COMMIT, 0, share));
  assert.deepEqual(again, []);
  at.get(waiting(null, { commit: OTHER }));
  assert.notEqual(given(at)[0].commitment, commitment);
});

test("no share is revealed under another commitment than its own", () => {
  assert.deepEqual(
    given(sharing(waiting(), waiting([OTHER, ""]))).map((one) => one.do),
    ["commit"],
  );
});

test("after a lost connection the same share is given again", () => {
  const at = sharing(waiting());
  const [{ commitment }] = given(at);
  const again = () => given(at.get(welcome({ table: waiting([commitment, ""]), play: null })));
  const first = again();
  assert.equal(commitment, shareCommitment(COMMIT, 0, first[0].share));
  assert.deepEqual(again(), first);
});

test("a share that was not saved is given again after a second", () => {
  const at = sharing(waiting());
  const sent = given(at);
  at.get({ is: "refusal", id: "", rule: "P-8", why: "not saved" }).wait(1000);
  assert.deepEqual(given(at), sent);
});

test("people at one device give one share, in its first seat", () => {
  const at = sharing(welcome({ you: 1, table: waiting(null, { local: [0, 1] }), play: null }));
  const [{ commitment }] = given(at);
  at.get(waiting([commitment, ""], { local: [0, 1] }));
  assert.equal(commitment, shareCommitment(COMMIT, 0, given(at)[0].share));
});

test("a share for a deal that is no longer waited for is dropped", () => {
  const at = onTurn().get(waiting());
  at.get(table({ number: 2 }), { is: "share_made", commit: COMMIT, seat: 0, share: "11".repeat(16) });
  assert.deepEqual([at.state.share.own, at.sent()], [null, []]);
});

test("a deal that was made from something else than the table showed is called so", () => {
  const commitments = [shareCommitment(COMMIT, 0, "11".repeat(16)), OTHER];
  const over = (fields) => [
    waiting(commitments, { phase: "playing" }),
    waiting(commitments, { phase: "over", contributions: ["11".repeat(16), "ef".repeat(16)], ...fields }),
  ];
  const refusal = (fields) => sharing(waiting(), waiting(commitments), ...over(fields)).state.refusal;
  assert.equal(refusal({}), null);
  assert.equal(refusal({ contributions: ["", "ef".repeat(16)] }), null);
  for (const fields of [
    { commitments: [commitments[0], "ef".repeat(32)] },
    { commitments: null },
    { contributions: ["ef".repeat(16), ""] },
  ]) {
    assert.match(refusal(fields).why, /not made from the commitments/);
  }
});

// -- what comes by HTTP, and lessons

test("the score of an evening is loaded once for each game that ended", () => {
  const at = onTurn();
  const loads = (...messages) => at.get(...messages).did("evening").length;
  assert.equal(loads(table()), 0, "of a table that is no regular one");
  assert.equal(loads(table({ standing: true }), table({ standing: true })), 1);
  assert.equal(loads({ is: "evening", score: { games: [], totals: [] } }, table({ standing: true })), 0);
  assert.deepEqual(at.state.evening.score, { games: [], totals: [] });
  assert.equal(loads(table({ standing: true, phase: "over" })), 1);
  assert.equal(loads({ is: "evening", score: null }, table({ standing: true, phase: "over" })), 1);
});

test("a request for a seat that was refused says why", () => {
  const at = onTurn().get({ is: "refused", why: "taken", rule: "P-4" });
  assert.deepEqual(at.state.refusal, { why: "taken", rule: "P-4" });
  assert.equal(at.get({ is: "refused", why: "", rule: "" }).state.refusal, null);
});

test("a lesson corrects a move, in place of the prompt", () => {
  const at = onTurn().do("pick", onTurn().card("A"));
  at.get({ is: "prompt", prompt: "Not this time.", says: "Not this time." });
  assert.deepEqual([at.state.play.prompt, at.picked, at.said()], ["Not this time.", [], ["Not this time."]]);
});

test("the way back in a lesson is shown without what came after", () => {
  const before = moved(1, "draw", { ply: 2 });
  const at = onTurn().get(moved(1, "pass", { ply: 3 }), { is: "rewind", plays: [before] });
  assert.deepEqual(
    [texts(at), at.state.play.ply, at.state.hand.cards.some((card) => card.isNew)],
    [["drew"], 2, false],
  );
});

test("a bot's seat in the table is no person's", () => {
  const at = onTurn({}, { table: { ...TABLE, seats: [seat("Ada"), bot("B"), bot("C")] } });
  assert.equal(at.get(table({ seats: [seat("Ada"), bot("B"), bot("C")] })).said().length, 0);
});
