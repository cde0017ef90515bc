import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice, fits, readActs } from "/client/choice.js";

const GAME = { cards: ["A", "B", "C", "D"].map((code) => ({ code })), seated: ["from", "at"] };
const ME = 0;
const texts = (acts) => acts.map(({ text }) => text);
const own = (code, slot = `h-${code}`) => ({ code, owner: ME, slot });

const draw = { text: "draw", action: "draw" };
const discard = (card) => ({ text: `discard ${card}`, action: "discard", card });
const meld = (...cards) => ({ text: `meld ${cards.join(" ")}`, action: "meld", cards: cards.join(" ") });
const capture = (seat, card) => ({ text: `capture ${seat} ${card}`, action: "capture", from: seat, card });

function choiceOf(legal, effects = [], takes = {}) {
  const choice = new Choice(ME);
  choice.takes = takes;
  choice.update(readActs(legal, GAME, effects), () => true);
  return choice;
}

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
  const choice = choiceOf([meld("A", "B"), meld("A", "C"), discard("A")]);
  choice.toggle(own("A"));
  assert.deepEqual(texts(choice.complete), ["discard A"]);
  assert.equal(choice.fitting.length, 3);
  choice.toggle(own("B"));
  assert.deepEqual(texts(choice.complete), ["meld A B"]);
});

test("a card that is picked again is unpicked", () => {
  const choice = choiceOf([meld("A", "B")]);
  choice.toggle(own("A"));
  choice.toggle(own("A"));
  assert.ok(choice.isEmpty);
});

test("where actions take one card each, a second card replaces the first", () => {
  const choice = choiceOf([discard("A"), discard("B")]);
  choice.toggle(own("A"));
  assert.ok(choice.toggle(own("B")));
  assert.deepEqual(
    choice.picks.map(({ code }) => code),
    ["B"],
  );
});

test("two picks are never dropped for a card that does not fit them", () => {
  const choice = choiceOf([meld("A", "B", "C"), discard("D")]);
  choice.toggle(own("A"));
  choice.toggle(own("B"));
  assert.ok(!choice.toggle(own("D")));
  assert.equal(choice.picks.length, 2);
});

test("a card that fits nothing can join the picks where a verb takes more cards, to ask why", () => {
  const legal = [meld("A", "B", "C"), discard("A")];
  const choice = choiceOf(legal, [], { meld: 3, discard: 1 });
  choice.toggle(own("A"));
  assert.ok(choice.toggle(own("D")));
  assert.deepEqual(choice.complete, []);
  const single = choiceOf([discard("A")], [], { discard: 1 });
  single.toggle(own("A"));
  assert.ok(!single.toggle(own("D")));
});

test("an open card of another player never joins picks that it does not fit", () => {
  const choice = choiceOf([meld("A", "B")], [], { meld: 3 });
  choice.toggle(own("A"));
  assert.ok(!choice.toggle({ code: "D", owner: 1, slot: "z1.0" }));
});

test("what lays cards on the table comes before a discard", () => {
  const choice = choiceOf([discard("A"), { ...meld("A"), end: "high" }]);
  choice.toggle(own("A"));
  assert.deepEqual(texts(choice.complete), ["meld A", "discard A"]);
});

test("Enter never discards what can be laid on the table", () => {
  const choice = choiceOf([discard("A"), meld("A", "B"), discard("C")]);
  choice.toggle(own("A"));
  assert.ok(!choice.isMain(choice.complete[0]));
  choice.toggle(own("A"));
  choice.toggle(own("C"));
  assert.ok(choice.isMain(choice.complete[0]));
});

test("picks stay with new actions that they fit, and go with others", () => {
  const choice = choiceOf([discard("A"), discard("B")]);
  choice.toggle(own("A"));
  choice.update(readActs([meld("A", "B")], GAME), () => true);
  assert.ok(choice.isPicked("h-A"));
  choice.update(readActs([meld("C", "D")], GAME), () => true);
  assert.ok(choice.isEmpty);
});

test("a pick goes when its card is no longer there", () => {
  const choice = choiceOf([discard("A")]);
  choice.toggle(own("A"));
  choice.update(readActs([discard("A")], GAME), () => false);
  assert.ok(choice.isEmpty);
});

test("a pile that is tapped is selected, and a pick ends that", () => {
  const choice = choiceOf([draw, discard("A")]);
  choice.select("draw");
  assert.equal(choice.selected?.text, "draw");
  choice.toggle(own("A"));
  assert.equal(choice.selected, undefined);
});

test("actions without card and seat are bare, and need no picks", () => {
  assert.deepEqual(texts(choiceOf([draw, discard("A")]).bare), ["draw"]);
  assert.ok(choiceOf([discard("A")]).needsPicks);
  assert.ok(!choiceOf([draw]).needsPicks);
});

test("a player is picked and unpicked, and drops cards that the action lacks", () => {
  const ask = (at) => ({ text: `ask ${at}`, action: "ask", at });
  const choice = choiceOf([ask(1), ask(2), discard("A")]);
  assert.ok(choice.canPickSeat(1));
  assert.ok(!choice.canPickSeat(3));
  choice.toggle(own("A"));
  choice.toggleSeat(1);
  assert.deepEqual(choice.picks, []);
  assert.deepEqual(texts(choice.complete), ["ask 1"]);
  choice.toggleSeat(1);
  assert.equal(choice.seat, null);
});

test("cards as they are arranged find their action, but not as a discard", () => {
  const choice = choiceOf([meld("A", "B"), discard("C")]);
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
  const choice = choiceOf(plays(one).reverse(), [one]);
  assert.deepEqual(choice.targets, []);
  choice.toggle(own("D"));
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
  const choice = choiceOf(plays(two), [two]);
  choice.toggle(own("D"));
  assert.deepEqual(
    choice.targets.map(({ place: { card }, act }) => [card, act]),
    [
      ["A", null],
      ["B", null],
    ],
  );
  choice.aim(1);
  assert.ok(choice.isChosen(place(1, "A")));
  assert.deepEqual(
    choice.targets.map(({ act }) => act?.text),
    ["play D A B", "play D A C"],
  );
});

test("a first target that leaves no choice is chosen by itself", () => {
  const two = effect([swap("A", "B"), swap("A", "C")], steps(2));
  const choice = choiceOf(plays(two), [two]);
  choice.toggle(own("D"));
  assert.deepEqual(choice.chosen, [place(1, "A")]);
  assert.equal(choice.targets.length, 2);
});

test("an effect without a target is complete, and takes no second card or seat", () => {
  const bare = effect([use("play D")], []);
  const choice = choiceOf([...plays(bare), discard("A")], [bare]);
  assert.deepEqual(choice.bare, []);
  choice.toggle(own("D"));
  assert.deepEqual(texts(choice.complete), ["play D"]);
  assert.equal(choice.effect?.rule, "E1");
  assert.ok(!choice.canAdd(own("A")));
});

test("a place that is safe says why", () => {
  const safe = [{ place: place(1, "C"), why: "it is locked" }];
  const one = effect([use("play D A", place(1, "A"))], steps(1), safe);
  const choice = choiceOf(plays(one), [one]);
  choice.toggle(own("D"));
  assert.equal(choice.whySafe(place(1, "C")), "it is locked");
  assert.equal(choice.whySafe(place(1, "A")), "");
});
