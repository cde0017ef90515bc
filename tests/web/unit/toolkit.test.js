import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice, readActs } from "/client/choice.js";
import { soundOf } from "/client/sound.js";
import { capital, Toolkit } from "/client/toolkit.js";
import { either, listed, ordinal, theCards } from "/words/en_home.js";
import { markup } from "./page.js";

const GAME = {
  key: "plain",
  seated: [],
  cards: [
    { code: "D", word: "red dot", ink: "red" },
    { code: "DD", word: "red dot dot", ink: "red" },
  ],
};
const ZONES = [
  { name: "stock", owner: null, sight: "none", cards: [null, null] },
  { name: "discard", owner: null, sight: "all", cards: ["DD", "D"] },
  { name: "hand", owner: 1, sight: "owner", cards: ["D"] },
];
const view = { seat: 1, seats: 3, ply: 0, zones: ZONES, public: {} };
const kitOf = (fields = {}) => new Toolkit({ game: GAME, names: ["Ada", "Bruno", "Chen"], me: 1, view, ...fields });

const choiceOf = (...legal) => new Choice(1, readActs(legal, GAME));

test("zones are found by name and owner, and an unknown one is empty", () => {
  const kit = kitOf();
  assert.equal(kit.zone("hand", 1).index, 2);
  assert.deepEqual(kit.zone("hand", 0), { name: "hand", owner: 0, sight: "all", cards: [], index: -1 });
});

test("the others come from your left, and a watcher sees all in order", () => {
  assert.deepEqual(kitOf().others, [2, 0]);
  assert.deepEqual(kitOf().allSeats, [1, 2, 0]);
  assert.deepEqual(kitOf({ me: null }).allSeats, [0, 1, 2]);
});

test("you are you, unless you watch another player's hand", () => {
  assert.equal(kitOf().name(1), "You");
  assert.equal(kitOf().nameInSentence(1), "you");
  assert.equal(kitOf({ isWatcher: true }).name(1), "Bruno");
  assert.equal(kitOf().name(7), "?");
});

test("cards that a sentence names stand out, the longest name first", () => {
  const text = markup(kitOf().highlightCards("Take the red dot dot, not a red dotted line."));
  assert.equal(text, 'Take the <b class="named-card">red dot dot</b>, not a red dotted line.');
  assert.match(markup(kitOf().highlightCards("the red dot", false, true)), /<button .*data-help=D>red dot<\/button>/);
});

test("a pile is a button where an action takes from it, and tells why not elsewhere", () => {
  const pile = (kit) => markup(kit.pile(kit.zone("discard"), { verb: "take" }));
  const choice = choiceOf({ text: "take", action: "take" });
  assert.match(
    pile(kitOf({ choice })),
    /<button[^>]*data-select=take\s+aria-label="Take. Discard: red dot on top, 2 cards"/,
  );
  assert.match(pile(kitOf({ choice: choiceOf() })), /<button[^>]*data-why=take aria-disabled="true"/);
  assert.match(pile(kitOf()), /<div class="pile"[^>]*role="img"/);
  const tapped = new Choice(1, choice.acts, {}, { ...choice.selection, selectedText: "take" });
  assert.match(pile(kitOf({ choice: tapped })), /size-l picked/);
});

test("an empty pile says so, and a hidden one shows a back", () => {
  const kit = kitOf();
  assert.match(markup(kit.pile({ ...kit.zone("discard"), cards: [] })), /empty-pile/);
  assert.doesNotMatch(markup(kit.pile({ ...kit.zone("stock"), cards: ["D"] })), /data-code=D/);
});

test("a card is a button where it can be picked", () => {
  let choice = choiceOf({ text: "discard D", action: "discard", card: "D" });
  const pick = { code: "D", owner: 1, slot: "h1" };
  const card = () => markup(kitOf({ choice, hints: true }).card("D", { pick }));
  assert.match(card(), /<button[^>]*legal" aria-label=red dot\s+aria-pressed=false/);
  choice = new Choice(1, choice.acts, {}, choice.toggle(pick));
  assert.match(card(), /picked".*aria-pressed=true/s);
  assert.match(
    markup(kitOf({ choice }).card("DD", { pick: { ...pick, code: "DD", slot: "h2" } })),
    /<span[^>]*role="img"/,
  );
});

test("moves and actions have words", () => {
  const kit = kitOf();
  const received = { event: "moved", cards: ["D", null], target: "hand", target_owner: 0 };
  assert.equal(kit.describeMove(0, "discard D", []), "discarded the red dot");
  assert.equal(kit.describeMove(0, "take", [received]), "took the red dot");
  assert.equal(kit.describeMove(0, "knock 3", []), "knock 3");
  assert.equal(kit.actLabel({ verb: "knock", cards: ["D"], rest: ["3"], seat: 2 }), "Knock the red dot 3 (Chen)");
  assert.equal(kit.placeName({ zone: "melds", owner: 2, card: "D" }), "red dot, Chen");
  assert.equal(kit.fillNames("{0} and {2}"), "Ada and Chen");
});

test("turns until mine go round by seats", () => {
  assert.deepEqual(
    [0, 1, 2].map((seat) => kitOf().turnsUntilMine(seat)),
    [1, 0, 2],
  );
});

test("lists and ordinals read like English", () => {
  assert.deepEqual([listed([]), listed(["a"]), listed(["a", "b", "c"])], ["", "a", "a, b and c"]);
  assert.equal(either(["meld", "lay off", "discard"]), "meld, lay off or discard");
  assert.equal(theCards(["dot", "V"]), "the dot and the V");
  assert.deepEqual([1, 2, 3, 4, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
  assert.equal(capital("stock"), "Stock");
});

const moved = (cards, source, source_owner, target, target_owner) => ({
  event: "moved",
  cards,
  source,
  source_owner,
  target,
  target_owner,
});
const MELDS = { name: "melds", owner: 0, sight: "all", cards: [] };
const sound = (events, fields = {}, raceEnded = false) =>
  soundOf({ events, view: { zones: [...ZONES, MELDS] }, ...fields }, raceEnded);

test("a play sounds by where cards went", () => {
  assert.equal(sound([]), "");
  assert.equal(sound([moved([null], "stock", null, "hand", 0)]), "moved");
  assert.equal(sound([moved(["D"], "discard", null, "hand", 0)]), "taken");
  assert.equal(sound([moved(["D", "D", "DD"], "hand", 0, "melds", 0)]), "melded");
  assert.equal(sound([moved(["D", "D", "DD"], "hand", 0, "hand", 1)]), "moved");
  assert.equal(sound([{ event: "gathered" }, moved([null], "stock", null, "hand", 0)]), "deal");
  assert.equal(sound([], {}, true), "race");
  assert.equal(sound([], { result: {} }, true), "end");
});
