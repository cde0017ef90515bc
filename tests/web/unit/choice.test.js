import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice, fits, likelyVerb, NOTHING, readActs } from "/client/choice.js";

const GAME = { cards: ["A", "B", "C", "D"].map((code) => ({ code })), seated: ["from", "at"] };
const ME = 0;
const texts = (acts) => acts.map(({ text }) => text);
const own = (code, slot = `h-${code}`) => ({ code, owner: ME, slot });

const draw = { text: "draw", action: "draw" };
const discard = (card) => ({ text: `discard ${card}`, action: "discard", card });
const meld = (...cards) => ({ text: `meld ${cards.join(" ")}`, action: "meld", cards: cards.join(" ") });
const capture = (seat, card) => ({ text: `capture ${seat} ${card}`, action: "capture", from: seat, card });

/** @type {Choice} */
let choice;

function choiceOf(legal, effects = [], takes = {}) {
  choice = new Choice(ME, readActs(legal, GAME, effects), takes);
  return choice;
}

/** Select something else; whether that can be. */
function selected(selection) {
  if (selection) choice = new Choice(ME, choice.acts, choice.takes, selection);
  return selection !== null;
}
const toggle = (pick) => selected(choice.toggle(pick));

test("fields that hold cards, a seat and other values are told apart", () => {
  const legal = [{ text: "lay A B 2 high", action: "lay", cards: "A B", at: 2, end: "high" }];
  const [act] = readActs(legal, GAME);
  assert.deepEqual(act.cards, ["A", "B"]);
  assert.equal(act.seat, 2);
  assert.deepEqual(act.rest, ["high"]);
  assert.deepEqual(act.fields, { cards: "A B", at: "2", end: "high" });
});

test("a wild card that stands for another is the card itself", () => {
  const [act] = readActs([{ text: "meld A=B C", action: "meld", cards: "A=B C" }], GAME);
  assert.deepEqual(act.cards, ["A", "C"]);
});

test("an action fits while everything picked is part of it", () => {
  const [act] = readActs([meld("A", "A", "B")], GAME);
  assert.ok(fits(act, [], null, ME));
  assert.ok(fits(act, [own("A", "1"), own("A", "2")], null, ME));
  assert.ok(!fits(act, [own("A", "1"), own("A", "2"), own("A", "3")], null, ME));
  assert.ok(!fits(act, [own("C")], null, ME));
  assert.ok(!fits(act, [], 1, ME));
});

test("a card of another player fits only an action on that player", () => {
  const [taking, keeping] = readActs([capture(1, "A"), discard("A")], GAME);
  const foreign = { code: "A", owner: 1, slot: "z1.0" };
  assert.ok(fits(taking, [foreign], null, ME));
  assert.ok(!fits(taking, [{ ...foreign, owner: 2 }], null, ME));
  assert.ok(!fits(taking, [own("A")], null, ME));
  assert.ok(!fits(keeping, [foreign], null, ME));
});

test("picks narrow the actions until one is named completely", () => {
  choiceOf([meld("A", "B"), meld("A", "C"), discard("A")]);
  toggle(own("A"));
  assert.deepEqual(texts(choice.complete), ["discard A"]);
  assert.equal(choice.fitting.length, 3);
  toggle(own("B"));
  assert.deepEqual(texts(choice.complete), ["meld A B"]);
});

test("a card that is picked again is unpicked", () => {
  choiceOf([meld("A", "B")]);
  toggle(own("A"));
  toggle(own("A"));
  assert.ok(choice.isEmpty);
});

test("where actions take one card each, a second card replaces the first", () => {
  choiceOf([discard("A"), discard("B")]);
  toggle(own("A"));
  assert.ok(toggle(own("B")));
  assert.deepEqual(
    choice.picks.map(({ code }) => code),
    ["B"],
  );
});

test("two picks are never dropped for a card that does not fit them", () => {
  choiceOf([meld("A", "B", "C"), discard("D")]);
  toggle(own("A"));
  toggle(own("B"));
  assert.ok(!toggle(own("D")));
  assert.equal(choice.picks.length, 2);
});

test("a card that fits nothing can join the picks where a verb takes more cards, to ask why", () => {
  const legal = [meld("A", "B", "C"), discard("A")];
  choiceOf(legal, [], { meld: 3, discard: 1 });
  toggle(own("A"));
  assert.ok(toggle(own("D")));
  assert.deepEqual(choice.complete, []);
  choiceOf([discard("A")], [], { discard: 1 });
  toggle(own("A"));
  assert.ok(!toggle(own("D")));
});

test("an open card of another player never joins picks that it does not fit", () => {
  choiceOf([meld("A", "B")], [], { meld: 3 });
  toggle(own("A"));
  assert.ok(!toggle({ code: "D", owner: 1, slot: "z1.0" }));
});

test("what lays cards on the table comes before a discard", () => {
  choiceOf([discard("A"), { ...meld("A"), end: "high" }]);
  toggle(own("A"));
  assert.deepEqual(texts(choice.complete), ["meld A", "discard A"]);
});

test("Enter never discards what can be laid on the table", () => {
  choiceOf([discard("A"), meld("A", "B"), discard("C")]);
  toggle(own("A"));
  assert.ok(!choice.isMain(choice.complete[0]));
  toggle(own("A"));
  toggle(own("C"));
  assert.ok(choice.isMain(choice.complete[0]));
});

test("picks stay with new actions that they fit, and go with others", () => {
  choiceOf([discard("A"), discard("B")]);
  toggle(own("A"));
  const among = (legal) => new Choice(ME, readActs(legal, GAME), {}, choice.selection).kept(() => true);
  assert.deepEqual(among([meld("A", "B")]).picks, [own("A")]);
  assert.deepEqual(among([meld("C", "D")]), NOTHING);
  assert.deepEqual(among([]), NOTHING);
});

test("a pick goes when its card is no longer there", () => {
  choiceOf([discard("A")]);
  toggle(own("A"));
  assert.deepEqual(
    choice.kept(() => false),
    NOTHING,
  );
});

test("a pile that is tapped is selected, and a pick ends that", () => {
  choiceOf([draw, discard("A")]);
  selected({ ...NOTHING, selectedText: "draw" });
  assert.equal(choice.selected?.text, "draw");
  toggle(own("A"));
  assert.equal(choice.selected, undefined);
});

test("actions without card and seat are bare, and need no picks", () => {
  assert.deepEqual(texts(choiceOf([draw, discard("A")]).bare), ["draw"]);
  assert.ok(choiceOf([discard("A")]).needsPicks);
  assert.ok(!choiceOf([draw]).needsPicks);
});

test("a player is picked and unpicked, and drops cards that the action lacks", () => {
  const ask = (at) => ({ text: `ask ${at}`, action: "ask", at });
  choiceOf([ask(1), ask(2), discard("A")]);
  assert.ok(choice.canPickSeat(1));
  assert.ok(!choice.canPickSeat(3));
  toggle(own("A"));
  selected(choice.toggleSeat(1));
  assert.deepEqual(choice.picks, []);
  assert.deepEqual(texts(choice.complete), ["ask 1"]);
  selected(choice.toggleSeat(1));
  assert.equal(choice.seat, null);
});

test("cards as they are arranged find their action, but not as a discard", () => {
  choiceOf([meld("A", "B"), discard("C")]);
  assert.equal(choice.actWith(["A", "B"])?.text, "meld A B");
  assert.equal(choice.actWith(["B", "A"]), undefined);
  assert.equal(choice.actWith(["C"]), undefined);
});

const place = (owner, card) => ({ zone: "melds", owner, card });
const use = (text, ...targets) => ({ text, targets, gain: targets.length });
const swap = (from, to) => use(`play D ${from} ${to}`, place(1, from), place(2, to));
const effect = (uses, steps, safe = []) => ({ card: "D", rule: "E1", steps, uses, safe });
const steps = (count) => Array.from({ length: count }, () => ({ prompt: "", noun: "" }));
const plays = ({ uses }) => uses.map(({ text }) => ({ text, action: "play", card: "D" }));

test("a card with an effect is played on its target, in the order of the uses", () => {
  const one = effect([use("play D B", place(1, "B")), use("play D A", place(1, "A"))], steps(1));
  choiceOf(plays(one).reverse(), [one]);
  assert.deepEqual(choice.targets, []);
  toggle(own("D"));
  assert.deepEqual(
    choice.targets.map(({ number, act, gain }) => [number, act?.text, gain]),
    [
      [1, "play D B", 1],
      [2, "play D A", 1],
    ],
  );
  assert.equal(choice.targetAt(place(1, "A"))?.number, 2);
  assert.equal(choice.targetAt(place(2, "A")), undefined);
  assert.deepEqual(choice.complete, []);
});

test("two targets are chosen one after the other", () => {
  const two = effect([swap("A", "B"), swap("A", "C"), swap("B", "C")], steps(2));
  choiceOf(plays(two), [two]);
  toggle(own("D"));
  assert.deepEqual(
    choice.targets.map(({ place: { card }, act }) => [card, act]),
    [
      ["A", null],
      ["B", null],
    ],
  );
  selected(choice.aim(1));
  assert.ok(choice.isChosen(place(1, "A")));
  assert.deepEqual(
    choice.targets.map(({ act }) => act?.text),
    ["play D A B", "play D A C"],
  );
});

test("a first target that leaves no choice is chosen by itself", () => {
  const two = effect([swap("A", "B"), swap("A", "C")], steps(2));
  choiceOf(plays(two), [two]);
  toggle(own("D"));
  assert.deepEqual(choice.chosen, [place(1, "A")]);
  assert.equal(choice.targets.length, 2);
});

test("an effect without a target is complete, and takes no second card or seat", () => {
  const bare = effect([use("play D")], []);
  choiceOf([...plays(bare), discard("A")], [bare]);
  assert.deepEqual(choice.bare, []);
  toggle(own("D"));
  assert.deepEqual(texts(choice.complete), ["play D"]);
  assert.equal(choice.effect?.rule, "E1");
  assert.ok(!choice.canAdd(own("A")));
});

test("a place that is safe says why", () => {
  const safe = [{ place: place(1, "C"), why: "it is locked" }];
  const one = effect([use("play D A", place(1, "A"))], steps(1), safe);
  choiceOf(plays(one), [one]);
  toggle(own("D"));
  assert.equal(choice.whySafe(place(1, "C")), "it is locked");
  assert.equal(choice.whySafe(place(1, "A")), "");
});

test("picks are probably meant for what they fit, else for the verb that takes as many cards", () => {
  const takes = { discard: 1, meld: 3 };
  choiceOf([discard("A")], [], takes);
  assert.equal(likelyVerb({ takes }, choice, 1), "discard");
  assert.equal(likelyVerb({ takes }, choice, 2), "meld");
  assert.equal(likelyVerb({ takes }, choice, 9), "meld");
  assert.equal(likelyVerb({ takes: {} }, choice, 1), "");
  toggle(own("A"));
  assert.equal(likelyVerb({ takes }, choice, 2), "discard");
});

test("what is selected never changes; each choice is another one", () => {
  choiceOf([meld("A", "B")]);
  const before = choice;
  toggle(own("A"));
  assert.deepEqual(before.selection, NOTHING);
  assert.notEqual(before, choice);
});
