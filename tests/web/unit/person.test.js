// What a player does at a small table of its own: selects, plays, asks, opens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAdvised, isAskingHint, isHintOffered } from "/client/table_state.js";
import { AtTable, bot, discard, GAME, meld, onTurn, play, seat, TABLE, table, welcome } from "./at_table.js";

const texts = (at) => at.sent().flatMap((message) => message.texts ?? []);
const MELDS = [meld("A", "B", "C"), discard("A"), discard("B"), discard("C")];
const withMeld = (settings = {}) => onTurn(settings, { play: play({ legal: MELDS }, ["A", "B", "C"]) });
const pickAll = (at, ...codes) => codes.reduce((now, code) => now.do("pick", now.card(code)), at);

test("cards are picked one after another until they name an action", () => {
  const at = pickAll(withMeld(), "A", "B", "C");
  assert.deepEqual([at.picked, at.choice.complete.map(({ text }) => text)], [["A", "B", "C"], ["meld A B C"]]);
  assert.equal(at.state.focusedSlot, at.card("C").pick.slot);
  assert.deepEqual(at.sent(), []);
});

test("a card that is picked again is put back", () => {
  assert.deepEqual(pickAll(withMeld(), "A", "A").picked, []);
});

test("a card that cannot be picked is asked about, with what is picked", () => {
  const at = onTurn(
    {},
    { play: play({ legal: [discard("A")] }, ["A", "B"]), game: { ...GAME, takes: { discard: 1 } } },
  );
  at.do("pick", at.card("B"));
  assert.deepEqual(at.sent(), [{ do: "why", id: "page.1", verb: "discard", cards: ["A", "B"], seat: undefined }]);
});

test("when it is not the player's turn a card is asked about, too", () => {
  const at = onTurn().get(play({ to_act: [1], legal: [] }));
  at.do("pick", at.card("A"));
  assert.deepEqual(at.sent()[0].cards, ["A"]);
  assert.deepEqual(at.picked, []);
});

test("a pile that is tapped waits for a second tap", () => {
  const legal = [{ text: "draw", action: "draw" }];
  const at = onTurn({}, { play: play({ legal }) }).do("select", { text: "draw" });
  assert.deepEqual([at.state.selection.selectedText, texts(at)], ["draw", []]);
  assert.deepEqual(texts(at.do("select", { text: "draw" })), ["draw"]);
});

test("a pile is taken from at once by who wants that", () => {
  const legal = [{ text: "draw", action: "draw" }];
  const at = onTurn({ confirm: "off" }, { play: play({ legal }) });
  assert.deepEqual(texts(at.do("select", { text: "draw" })), ["draw"]);
});

test("a player is picked and unpicked", () => {
  const legal = [1, 2].map((from) => ({ text: `ask ${from}`, action: "ask", from }));
  const at = onTurn({}, { play: play({ legal }) }).do("seat", { seat: 1 });
  assert.deepEqual([at.state.selection.seat, at.choice.complete[0].text], [1, "ask 1"]);
  assert.equal(at.do("seat", { seat: 1 }).state.selection.seat, null);
});

test("a card that is dragged to the table is played where only one action fits", () => {
  const at = onTurn();
  assert.deepEqual(texts(at.do("lay", at.card("B"))), ["discard B"]);
  const melding = withMeld();
  assert.deepEqual(texts(melding.do("lay", melding.card("A"))), ["discard A"]);
});

test("of picked cards one that is dragged takes the others along", () => {
  const at = pickAll(withMeld(), "A", "B", "C");
  assert.deepEqual(texts(at.do("lay", at.card("B"))), ["meld A B C"]);
});

test("a card that is dragged when it is not one's turn stays", () => {
  const at = onTurn().get(play({ to_act: [1], legal: [] }));
  assert.deepEqual(texts(at.do("lay", at.card("A"))), []);
});

test("a card that is dragged within the hand stays where it is put", () => {
  const at = withMeld();
  const order = ["A", "B"].map((code) => at.card(code).pick.slot);
  at.do("arrange", { slot: at.card("C").pick.slot, to: 0, order });
  assert.deepEqual(at.cards, ["C", "A", "B"]);
  assert.deepEqual(at.did("settings")[0].changes, { sort: "free" });
});

test("the hand is sorted in another way each time", () => {
  const next = (sort) => onTurn({ sort }).do("sort").did("settings")[0].changes.sort;
  assert.deepEqual(["meld", "set", "run", "free"].map(next), ["set", "run", "free", "meld"]);
});

test("the first thing to cancel is advice, then a sheet, then the picks", () => {
  const at = onTurn().do("hint");
  assert.ok(isAskingHint(at.state));
  at.do("people").do("cancel");
  assert.deepEqual([isAskingHint(at.state), at.state.ui.sheet], [false, "people"]);
  at.do("pick", at.card("A")).do("cancel");
  assert.deepEqual([at.picked, at.state.ui.sheet], [[], "people"]);
  assert.equal(at.do("cancel").state.ui.sheet, "");
});

test("to cancel an explanation keeps the sheet open", () => {
  const at = onTurn()
    .do("people")
    .do("why", { cards: ["A", "B"] });
  at.get({ is: "why", id: "page.1", rule: "M1", why: "no", text: "", lacking: [], instead: null }).do("cancel");
  assert.deepEqual([at.state.explained, at.state.ui.sheet], [null, "people"]);
});

test("only what is missing is added to the picks, a card once", () => {
  const at = onTurn({}, { play: play({ legal: [meld("A", "A", "B")] }, ["A", "A", "B"]) });
  at.do("pick", at.card("A")).do("why", { cards: ["A"], verb: "meld" });
  const answer = { is: "why", rule: "M1", why: "no", text: "", lacking: ["A", "B"], instead: "meld A A B" };
  at.get({ ...answer, id: "page.1" }).do("add-lacking");
  assert.equal(new Set(at.state.selection.picks.map(({ slot }) => slot)).size, 3);
});

// -- hints

test("a hint can be asked for where the player has a choice, alone with it, and everybody agrees", () => {
  const isOffered = (fields) => isHintOffered(onTurn({}, fields).state);
  assert.ok(isOffered({}));
  assert.ok(!isOffered({ play: play({ to_act: [0, 1] }) }));
  assert.ok(!isOffered({ play: play({}, ["A"]) }));
  assert.ok(!isOffered({ you: null }));
  assert.ok(!isOffered({ table: { ...TABLE, hints: { ...TABLE.hints, allowed: false } } }));
  assert.ok(!isOffered({ table: { ...TABLE, hints: undefined } }));
});

test("a hint is asked for once, and closed by the same key", () => {
  const at = onTurn().do("hint").do("hint");
  assert.equal(at.sent().length, 1);
  at.get({ is: "hint", id: "page.1", ply: 3, text: "discard A", chance: 0.5, why: "", alternatives: [] });
  assert.ok(isAdvised(at.state));
  assert.ok(!isAdvised(at.do("hint").state));
});

test("where there is no choice, none is asked for", () => {
  const at = onTurn({}, { play: play({}, ["A"]) }).do("hint");
  assert.deepEqual([at.sent(), at.said().length], [[], 1]);
});

test("where hints need everybody's consent, the people are shown", () => {
  const at = onTurn({}, { table: { ...TABLE, hints: { ...TABLE.hints, allowed: false } } }).do("hint");
  assert.deepEqual([at.sent(), at.state.ui.sheet, at.said().length], [[], "people", 1]);
});

for (const [what, command, fields] of [
  ["a card is picked", "pick", (at) => at.card("A")],
  ["a pile is tapped", "select", () => ({ text: "draw" })],
  ["it is closed", "close-advice", () => ({})],
]) {
  test(`a hint goes when ${what}`, () => {
    const at = onTurn().do("hint");
    at.get({ is: "hint", id: "page.1", ply: 3, text: "discard A", chance: 0.5, why: "", alternatives: [] });
    assert.ok(!isAdvised(at.do(command, fields(at)).state));
  });
}

// -- races

const RACE = { game: { ...GAME, race: "grab" } };

test("a race can be tried at any time, and nothing else waits for it", () => {
  const at = onTurn({}, RACE).do("race").do("act", { text: "discard A" });
  assert.deepEqual(texts(at), ["grab", "discard A"]);
});

test("a press in a race names no ply, since others may have answered meanwhile", () => {
  const [act] = onTurn({}, RACE).do("race").sent();
  assert.deepEqual(act, { do: "act", id: act.id, texts: ["grab"] });
});

test("no race is tried while an act waits for its answer", () => {
  assert.deepEqual(texts(onTurn({}, RACE).do("act", { text: "discard A" }).do("race")), ["discard A"]);
});

// -- open cards, and the help of a card

test("an open card of another player is asked about, with its seat where the game aims at cards", () => {
  assert.deepEqual(onTurn().do("ask-open-card", { code: "C", seat: 1 }).sent()[0].verb, "discard");
  const aiming = onTurn({}, { game: { ...GAME, aims: ["steal"] } });
  const [{ verb, seat: of }] = aiming.do("ask-open-card", { code: "C", seat: 1 }).sent();
  assert.deepEqual([verb, of], ["steal", 1]);
});

test("a watcher asks nothing, and nobody does after the game", () => {
  assert.deepEqual(onTurn({}, { you: null }).do("ask-open-card", { code: "C", seat: 1 }).sent(), []);
  const over = onTurn({}, { play: play({ result: { winners: [0], places: [1, 2], scores: [1, 0], rule: "" } }) });
  assert.deepEqual(over.do("ask-open-card", { code: "C", seat: 1 }).sent(), []);
});

test("the help of a card says why it cannot be played, in its position alone", () => {
  const at = onTurn().do("ask-help", { verb: "meld" });
  const answer = { is: "why", id: "page.1", rule: "M1", why: "no", text: "", lacking: [], instead: null };
  assert.equal(at.get(answer).state.helpAnswer.answer.rule, "M1");
  assert.equal(at.state.explained, null);
  at.do("ask-help", { verb: "meld" })
    .get(play({ ply: 4 }))
    .do("ask-help", { verb: "" });
  assert.equal(at.get({ ...answer, id: "page.2" }).state.helpAnswer.answer, null);
});

// -- what is open

test("any other command opens the dialog of its name, and closes it", () => {
  const at = onTurn().do("pad");
  assert.equal(at.state.ui.dialog, "pad");
  assert.equal(at.do("log").state.ui.dialog, "log");
  assert.equal(at.do("log").state.ui.dialog, "");
  assert.equal(at.do("keys").do("close").state.ui.dialog, "");
});

test("a seat's menu closes unless it has opened something else", () => {
  const at = onTurn().do("seat-menu", { seat: 1 });
  assert.deepEqual([at.state.ui.dialog, at.state.ui.seat], ["seat", 1]);
  assert.equal(at.do("close-seat-menu").state.ui.dialog, "");
  at.do("seat-menu", { seat: 1 }).do("ask-remove", { seat: 1 }).do("close-seat-menu");
  assert.equal(at.state.ui.dialog, "remove");
});

test("one sheet is open at a time, and new messages open the chat", () => {
  const at = onTurn().do("people");
  assert.equal(at.state.ui.sheet, "people");
  assert.equal(at.do("chat").state.ui.sheet, "chat");
  assert.equal(at.do("people").state.ui.sheet, "");
  assert.equal(at.do("sheet", { name: "people" }).state.ui.sheet, "people");
});

test("the menu of a person opens and closes", () => {
  const at = onTurn().do("person-menu", { name: "Bot" });
  assert.equal(at.state.ui.person, "Bot");
  assert.equal(at.do("person-menu", { name: "Bot" }).state.ui.person, "");
});

test("more buttons are shown until something is done", () => {
  const at = onTurn().do("more");
  assert.ok(at.state.ui.allButtons);
  assert.ok(!at.do("pick", at.card("A")).state.ui.allButtons);
  assert.ok(!at.do("more").do("act", { text: "discard A" }).state.ui.allButtons);
  assert.ok(at.do("whole-log").state.ui.wholeLog);
});

// -- newcomers and watchers

test("a newcomer chooses a seat or to watch, and may change their mind", () => {
  const at = new AtTable()
    .get(welcome({ you: null }))
    .do("choose-arrival", { value: "watch" })
    .do("just-watch");
  assert.deepEqual([at.state.arrivalChoice, at.state.justWatching], ["watch", true]);
  at.do("take-seat");
  assert.deepEqual([at.state.arrivalChoice, at.state.justWatching], ["", false]);
});

test("what a form says goes to the server as it is", () => {
  const at = onTurn().do("send", { message: { do: "say", text: "Hi" } });
  assert.deepEqual(at.sent(), [{ do: "say", text: "Hi" }]);
});

test("a lost connection is tried at once where the player asks for it", () => {
  assert.equal(onTurn().do("reconnect").did("reconnect").length, 1);
  assert.equal(onTurn().do("home").did("home").length, 1);
});

test("people at one device are given it in the first seat while nobody plays", () => {
  const local = { ...TABLE, seats: [seat("Ada"), seat("Elif"), bot("B")], local: [0, 1], phase: "waiting" };
  const at = new AtTable().get(welcome({ you: null, play: null, table: local }));
  assert.deepEqual(at.sent(), [{ do: "sit", seat: 0 }]);
});

test("the table's own state is drawn from, so a play that came late is not lost", () => {
  const at = onTurn().do("act", { text: "discard A" });
  at.get(table({ paused: true }), play({ ply: 5 }));
  assert.deepEqual([at.state.play.ply, at.state.table.paused], [5, true]);
});
