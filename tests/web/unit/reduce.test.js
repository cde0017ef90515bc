// What the server's messages change at a small table of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareCommitment } from "/client/fair_deal.js";
import { HOLD_SECONDS, holdSecondsLeft, isBusy, isCounting, isMyTurn, secondsLeft } from "/client/table_state.js";
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

// -- plays

test("a play changes hand, log and turn, and is announced", () => {
  const at = onTurn();
  at.get(moved(0, "discard A", { ply: 4, to_act: [1], legal: [] }, ["B"]));
  assert.deepEqual([isMyTurn(at.state), at.choice.acts, at.cards], [false, [], ["B"]]);
  assert.deepEqual(texts(at), ["discarded the card A"]);
  assert.match(at.said().join(), /You discarded the card A/);
  at.get(moved(1, "draw", { ply: 5 }, ["B"]));
  assert.match(at.said().join(), /Bot drew. Your turn. Discard a card./);
  assert.deepEqual([at.sounds(), at.did("notify").length], [["turn"], 1]);
});

test("a turn that goes on is not announced again", () => {
  const at = onTurn().get(moved(0, "draw", { ply: 4 }));
  assert.doesNotMatch(at.said().join(), /Your turn/);
  assert.deepEqual([at.sounds(), at.did("notify")], [[], []]);
});

test("moves are animated from the view before, but not those that were taken back", () => {
  const events = [
    { event: "moved", cards: ["A"], source: "hand", source_owner: 0, target: "discard", target_owner: null },
  ];
  const at = onTurn();
  const before = at.state.play.view;
  at.get(play({ events }));
  const [motion] = at.did("animate");
  assert.deepEqual([motion.events, motion.before], [events, before]);
  at.get(play({ events, undone: true }));
  assert.deepEqual(at.did("animate")[0].events, []);
});

test("the player's game is saved after each play, a watcher's never", () => {
  assert.equal(onTurn().get(play()).did("save").length, 1);
  assert.equal(new AtTable().get(welcome({ you: null }), play(), table()).did("save").length, 0);
});

test("the only card that can be played is picked, unless the player wants no help", () => {
  const only = play({ ply: 4, legal: play({}, ["B"]).legal });
  assert.deepEqual(onTurn().get(only).picked, ["B"]);
  assert.deepEqual(onTurn({ hints: "off" }).get(only).picked, []);
});

test("what is picked stays while others play, as long as it can be played", () => {
  const at = onTurn().do("pick", onTurn().card("A"));
  assert.deepEqual(at.get(moved(1, "draw")).picked, ["A"]);
  assert.deepEqual(at.get(moved(1, "draw", { legal: play({}, ["B"]).legal })).picked, ["B"], "the only one");
  assert.deepEqual(at.get(moved(1, "draw", { to_act: [1], legal: [] })).picked, []);
});

test("of two equal cards the one that was picked stays picked", () => {
  const at = onTurn({}, { play: play({}, ["A", "A", "B"]) });
  const second = at.card("A", 1);
  at.do("pick", second).get(moved(1, "draw", {}, ["A", "A", "B"]));
  assert.equal(at.state.selection.picks[0].slot, second.pick.slot);
});

test("a card that leaves the hand is no longer picked", () => {
  const at = onTurn().do("pick", onTurn().card("A"));
  assert.deepEqual(at.get(play({ legal: play().legal }, ["B"])).picked, []);
});

test("a play ends what was explained, refused or advised", () => {
  const at = onTurn().do("why", { cards: ["A", "B"] });
  at.get({ is: "why", id: "page.1", rule: "M1", why: "no", text: "", lacking: [], instead: null });
  assert.ok(at.state.explained);
  at.get(play());
  assert.deepEqual([at.state.explained, at.state.refusal], [null, null]);
});

test("what was missed while the connection was lost is in the log", () => {
  const at = onTurn().get(welcome({ missed: [{ moves: [[1, "draw"]], events: [] }] }));
  assert.deepEqual(texts(at), ["drew"]);
  assert.deepEqual(at.said(), []);
});

test("another game at the table begins with an empty log and hand", () => {
  const at = onTurn().get(moved(1, "draw"), table({ number: 2, phase: "waiting" }));
  assert.deepEqual([texts(at), at.state.play, at.cards], [[], null, []]);
});

test("an action that was taken back is a play like any other", () => {
  const at = onTurn({}, { play: play({ undo: true }) }).do("undo");
  assert.deepEqual(at.sent(), [{ do: "undo", id: "page.1" }]);
  assert.ok(isBusy(at.state));
  at.get({ is: "ack", id: "page.1" }, play({ undone: true, ply: 2 }));
  assert.ok(!isBusy(at.state));
  assert.equal(at.do("undo").sent().length, 0, "there is nothing more to take back");
});

test("cards keep the places that the player gave them, over a reload", () => {
  const kept = {
    places: { key: { order: ["B", "A"], log: { lines: [], discards: [], firstNew: 0, heldBack: [] } } },
    chat: [],
  };
  assert.deepEqual(new AtTable({}, { kept }).get(welcome()).cards, ["B", "A"]);
});

test("what the clock did for the player is shown until they say that they are here", () => {
  const at = onTurn().get(moved(0, "discard A", { by: "clock", to_act: [1], legal: [] }, ["B"]));
  assert.deepEqual(at.state.timeOuts.done, ["discarded the card A"]);
  at.do("here");
  assert.deepEqual(at.state.timeOuts.done, []);
});

// -- clocks

test("seconds of a turn go by", () => {
  const at = onTurn({}, { play: play({ left: 20 }) });
  assert.equal(secondsLeft(at.state), 20);
  assert.equal(secondsLeft(at.wait(5400).state), 15);
  assert.equal(secondsLeft(at.wait(60_000).state), 0);
  assert.equal(secondsLeft(at.get(play({ left: 30 })).state), 30);
});

test("where nothing counts, time changes nothing", () => {
  const at = onTurn();
  const before = at.state;
  assert.equal(at.wait(9000).state, before);
});

// -- the end of a hand

const showdown = { held: true, left: null, ready: [], sentence: "Ada goes out." };

test("the end of a hand holds the game until the player goes on", () => {
  const at = onTurn().get(play({ showdown, left: 20 }));
  assert.ok(!isMyTurn(at.state));
  at.do("continue");
  assert.deepEqual(at.sent(), [{ do: "ready" }]);
  at.get({ is: "hold", on: true, left: 9, ready: [0] });
  assert.deepEqual(at.state.hold.showdown.ready, [0]);
  at.said();
  at.get({ is: "hold", on: false, left: 20, ready: [] });
  assert.ok(isMyTurn(at.state));
  assert.equal(secondsLeft(at.state), 20);
  assert.match(at.said().join(), /Your turn/);
});

test("the look at a hand takes no key at once, counts down and warns once", () => {
  const at = onTurn().get(play({ showdown: { ...showdown, left: 10 } }));
  at.said();
  assert.ok(!at.wait(599).state.hold.acceptsKeys);
  assert.ok(at.wait(1).state.hold.acceptsKeys);
  assert.deepEqual(at.wait(4000).said(), []);
  assert.equal(at.wait(500).said().length, 1);
  assert.equal(holdSecondsLeft(at.state), 5);
  assert.deepEqual(at.wait(1000).said(), []);
  at.get({ is: "hold", on: true, left: null, ready: [1] });
  assert.equal(holdSecondsLeft(at.state), null);
});

test("a watcher's look ends automatically, and nobody waits for it", () => {
  const at = new AtTable().get(welcome({ you: null }), play({ showdown }));
  assert.equal(holdSecondsLeft(at.state), HOLD_SECONDS);
  assert.ok(at.wait(HOLD_SECONDS * 1000 - 1).state.hold.showdown);
  assert.equal(at.wait(1).state.hold.showdown, null);
});

test("a watcher who goes on before is not brought back, and sees the next hand's end in full", () => {
  const at = new AtTable().get(welcome({ you: null }), play({ showdown: { ...showdown, held: false } }));
  assert.equal(at.wait(5000).do("continue").state.hold.showdown, null);
  at.get(play({ showdown: { ...showdown, held: false } })).wait(HOLD_SECONDS * 1000 - 1);
  assert.ok(at.state.hold.showdown);
});

test("the page looks at the last view of the hand that ended", () => {
  const at = onTurn();
  const before = at.state.play.view;
  assert.equal(at.get(play({ showdown })).state.hold.viewBefore, before);
});

test("at the end of a game the player goes on to the result alone", () => {
  const result = { winners: [0], places: [1, 2], scores: [3, 1], rule: "R1" };
  const at = onTurn().get(play({ showdown: { ...showdown, held: false }, result }));
  assert.ok(at.state.hold.showdown);
  at.do("continue");
  assert.deepEqual([at.state.hold.showdown, at.sent()], [null, []]);
});

test("a player who connects again during the look sees it, and after it does not", () => {
  const at = onTurn().get(welcome({ play: play({ showdown }) }));
  assert.ok(at.state.hold.showdown);
  at.get(welcome());
  assert.equal(at.state.hold.showdown, null);
});

// -- why not, hints, checks

test("why not is asked of the server, and its nearest move is picked", () => {
  const at = onTurn().do("why", { cards: ["A", "B"] });
  const [{ id, verb, cards }] = at.sent();
  assert.deepEqual([verb, cards], ["meld", ["A", "B"]]);
  at.get({ is: "why", id, rule: "M1", why: "a meld has three cards", text: "", lacking: ["B"], instead: "meld A B" });
  assert.equal(at.state.explained.rule, "M1");
  assert.deepEqual(at.said(), ["A meld has three cards. M1"]);
  at.do("add-lacking");
  assert.deepEqual([at.picked, at.state.explained], [["B"], null]);
});

test("an answer that nobody waits for changes nothing", () => {
  const at = onTurn().get({ is: "why", id: "x", rule: "M1", why: "no", text: "", lacking: [], instead: null });
  assert.equal(at.state.explained, null);
});

test("what can be done after all is not explained", () => {
  const at = onTurn().do("why", { cards: ["A"] });
  at.get({ is: "why", id: "page.1", rule: "", why: "", text: "", lacking: [], instead: null });
  assert.deepEqual([at.state.explained, at.said()], [null, []]);
});

test("an action is asked about by its text, picks by their verb", () => {
  const at = onTurn()
    .do("why", { cards: [], verb: "take 2" })
    .do("why", { cards: ["A"], verb: "meld" });
  assert.deepEqual(
    at.sent().map(({ text, verb }) => text ?? verb),
    ["take 2", "meld"],
  );
});

const hint = { is: "hint", text: "discard A", chance: 0.5, why: "", alternatives: [] };

test("a hint is shown for its position and its question only", () => {
  const at = onTurn().do("hint");
  const [{ id }] = at.sent();
  assert.equal(at.get({ ...hint, id, ply: 2 }).state.advice.hint, null);
  assert.equal(at.get({ ...hint, id: "x", ply: 3 }).state.advice.hint, null);
  at.said();
  assert.equal(at.get({ ...hint, id, ply: 3 }).state.advice.hint.text, "discard A");
  assert.match(at.said().join(), /card A/);
  assert.equal(at.get(play({ ply: 4 })).state.advice.hint, null);
});

test("a hint takes the place of what was picked, refused or explained", () => {
  const at = onTurn().do("pick", onTurn().card("A")).do("hint");
  const [{ id }] = at.sent();
  assert.deepEqual(at.get({ ...hint, id, ply: 3 }).picked, []);
});

test("a hint that is refused says why", () => {
  const at = onTurn().do("hint");
  at.get({ is: "refusal", id: "page.1", rule: "P-11", why: "too many" });
  assert.deepEqual([at.state.advice.askedId, at.state.refusal.why], ["", "too many"]);
});

const cautious = () => onTurn({ caution: "on" }).do("act", { text: "discard A" });
const checked = { is: "checked", id: "page.1", ply: 3, loss: null, error: null, better: null, why: "" };

test("with caution a move waits for its check, and a mistake is asked about", () => {
  const at = cautious();
  assert.deepEqual(at.sent(), [{ do: "check", id: "page.1", text: "discard A" }]);
  assert.ok(isBusy(at.state));
  at.get({ ...checked, loss: 0.2, error: 0.01, better: "discard B" });
  assert.equal(at.state.advice.caution.better, "discard B");
  at.do("play-anyway");
  assert.deepEqual(
    at.sent().map(({ texts: sent }) => sent),
    [["discard A"]],
  );
});

for (const [what, answer] of [
  ["is no mistake", (at) => at.get(checked)],
  ["cannot be checked", (at) => at.get({ is: "refusal", id: "page.1", rule: "P-11", why: "" })],
  ["is checked too late", (at) => at.wait(2000)],
]) {
  test(`a move that ${what} goes, once`, () => {
    const at = answer(cautious());
    at.wait(9000);
    assert.deepEqual(
      at.sent().map((message) => message.do),
      ["check", "act"],
    );
    assert.equal(at.state.refusal, null);
  });
}

test("no move is checked where people play together, or that has no choice", () => {
  const two = { ...TABLE, seats: [seat("Ada"), seat("Elif")] };
  assert.equal(onTurn({ caution: "on" }, { table: two }).do("act", { text: "discard A" }).sent()[0].do, "act");
  const forced = { play: play({ legal: play({}, ["A"]).legal }) };
  assert.equal(onTurn({ caution: "on" }, forced).do("act", { text: "discard A" }).sent()[0].do, "act");
});

test("whom a hint was given is written down, for everybody once", () => {
  const given = (counts) => table({ hints: { ...TABLE.hints, given: counts } });
  const at = onTurn().get(given([0, 1]), given([0, 1]));
  assert.deepEqual([at.state.log.lines.map((line) => line.seat), at.said().length], [[1], 1]);
  at.get(given([1, 1]));
  assert.deepEqual(at.said(), [], "the player knows of their own");
});

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
