// What Enter and the number keys do, and what a hint points at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasRace, mainCommand, nearestMove, numberCommand, offersOf, pointedAt } from "/client/offers.js";
import { kitOf } from "/client/table_state.js";
import { AtTable, discard, GAME, KEYS, meld, onTurn, play, recordingOf, table } from "./at_table.js";

const LIKES = { sort: "meld", hints: "on" };
const draw = { text: "draw", action: "draw" };
const kitAt = (at, hooks = {}) => Object.assign(kitOf(at.state), { hooks });
const enter = (at, hooks) => mainCommand(at.state, kitAt(at, hooks), LIKES);
const key = (at, number, hooks) => numberCommand(at.state, kitAt(at, hooks), LIKES, number);
const offers = (at, hooks, likes = LIKES) => offersOf(at.state, kitAt(at, hooks), likes);
const pointed = (at, text, likes = LIKES) => pointedAt(at.state, likes, text);
const withLegal = (legal, cards = ["A", "B", "C"]) => onTurn({}, { play: play({ legal }, cards) });
const pick = (at, ...codes) => codes.reduce((now, code) => now.do("pick", now.card(code)), at);
const texts = ({ acts }) => acts.map(({ text }) => text);

test("Enter discards the card that is picked", () => {
  assert.deepEqual(enter(pick(withLegal([discard("A"), discard("B")]), "A")), { do: "act", text: "discard A" });
});

test("Enter never discards what can be laid on the table", () => {
  assert.equal(enter(pick(withLegal([discard("A"), meld("A", "B", "C")]), "A")), null);
});

test("Enter does the only thing that needs no card", () => {
  assert.deepEqual(enter(withLegal([draw])), { do: "act", text: "draw" });
  assert.equal(enter(withLegal([draw, discard("A")])), null, "but not where a card may be meant");
});

test("where something is missing Enter asks why", () => {
  const at = pick(withLegal([meld("A", "B", "C"), discard("C")]), "A", "B");
  assert.deepEqual([offers(at).missing, enter(at)], ["more", { do: "why", cards: ["A", "B"], verb: "meld" }]);
  const none = withLegal([discard("A"), discard("B")]);
  assert.deepEqual([offers(none).missing, enter(none)], ["card", { do: "why", cards: [], verb: "discard" }]);
});

test("Enter does nothing while an act waits for its answer", () => {
  const at = pick(withLegal([discard("A"), discard("B")]), "A").do("act", { text: "discard A" });
  assert.equal(enter(at), null);
});

for (const [what, change] of [
  ["it is another player's turn", (at) => at.get(play({ to_act: [1], legal: [] }))],
  ["the connection is lost", (at) => at.get({ is: "connection", state: "lost", reason: "" })],
  ["the game is over", (at) => at.get(play({ result: { winners: [0], places: [1, 2], scores: [1, 0], rule: "" } }))],
]) {
  test(`Enter and numbers do nothing when ${what}`, () => {
    const at = change(pick(withLegal([discard("A"), draw]), "A"));
    assert.deepEqual([enter(at), key(at, 1)], [null, null]);
  });
}

test("in a pause Enter continues the game, for the host alone", () => {
  assert.deepEqual(enter(onTurn().get(table({ paused: true }))), { do: "pause" });
  assert.equal(enter(onTurn().get(table({ paused: true, host: 1 }))), null);
});

const hint = { is: "hint", id: "page.1", ply: 3, text: "discard A", chance: 0.5, why: "", alternatives: [] };

test("Enter and 1 play what a hint suggests", () => {
  const at = onTurn().do("hint").get(hint);
  assert.deepEqual(enter(at), { do: "act", text: "discard A" });
  assert.deepEqual([key(at, 1), key(at, 2)], [{ do: "act", text: "discard A" }, null]);
});

test("Enter lets the player choose again after a warning", () => {
  const at = onTurn({ caution: "on" }).do("act", { text: "discard A" });
  at.get({ is: "checked", id: "page.1", ply: 3, loss: 0.2, error: 0.1, better: "discard B", why: "" });
  assert.deepEqual([enter(at), key(at, 1)], [{ do: "close-advice" }, null]);
});

const explained = (lacking, instead) => {
  const at = pick(withLegal([meld("A", "B", "C"), discard("A")]), "A", "B").do("why", { cards: ["A", "B"] });
  return at.get({ is: "why", id: "page.1", rule: "M1", why: "no", text: "", lacking, instead });
};

test("after an explanation Enter adds what is missing", () => {
  const at = explained(["C"], "meld A B C");
  assert.ok(nearestMove(at.state).addsToPicks);
  assert.deepEqual(enter(at), { do: "add-lacking" });
});

test("after an explanation Enter does what is possible instead", () => {
  const at = explained([], "discard A");
  assert.deepEqual(enter(at), { do: "act", text: "discard A" });
  assert.deepEqual(key(at, 1), { do: "act", text: "discard A" });
});

test("an explanation without a nearest move leaves Enter nothing to do", () => {
  assert.equal(nearestMove(explained([], null).state), null);
  assert.equal(enter(explained([], null)), null);
});

test("numbers do what the buttons say, in their order, those behind More only when shown", () => {
  const legal = ["a", "b", "c", "d", "e", "f", "g"].map((text) => ({ text, action: text }));
  const at = withLegal(legal);
  assert.deepEqual([texts(offers(at)).join(""), offers(at).more], ["abcde", 2]);
  assert.deepEqual([key(at, 2)?.text, key(at, 6)], ["b", null]);
  assert.equal(key(at.do("more"), 6)?.text, "f");
});

test("what the table itself offers has no button, and no number", () => {
  const at = withLegal([draw, { text: "knock", action: "knock" }]);
  const hooks = { isOfferedOnTable: ({ verb }) => verb === "draw" };
  assert.deepEqual(texts(offers(at, hooks)), ["knock"]);
  assert.equal(key(at, 1, hooks).text, "knock");
});

test("a labelled group of the hand has a button that lays it, unless the player wants no help", () => {
  const hand = [{ kind: "meld", label: "set", cards: ["A", "B", "C"] }];
  const at = onTurn({}, { play: play({ legal: [meld("A", "B", "C"), discard("A")], hand }, ["A", "B", "C"]) });
  assert.deepEqual(texts(offers(at)), ["meld A B C"]);
  assert.deepEqual(enter(at), { do: "act", text: "meld A B C" });
  assert.deepEqual(texts(offers(at, {}, { sort: "meld", hints: "off" })), []);
  assert.deepEqual(texts(offers(at, {}, { sort: "run", hints: "on" })), []);
});

const place = (card) => ({ zone: "melds", owner: 1, card });
const use = (text, ...targets) => ({ text, targets, gain: null });
const EFFECT = {
  card: "A",
  rule: "E1",
  steps: [
    { prompt: "", noun: "" },
    { prompt: "", noun: "" },
  ],
  safe: [],
  uses: [use("play B", place("B")), use("play C D", place("C"), place("D")), use("play C E", place("C"), place("E"))],
};
const aiming = () => {
  const legal = EFFECT.uses.map(({ text }) => ({ text, action: "play", card: "A" }));
  return onTurn({}, { play: play({ legal: [...legal, discard("B")], effects: [EFFECT] }) });
};

test("numbers choose targets: the last one acts, one before only aims", () => {
  const at = pick(aiming(), "A");
  assert.deepEqual(key(at, 1), { do: "act", text: "play B" });
  assert.deepEqual(key(at, 2), { do: "target", number: 2 });
  assert.equal(key(at, 3), null);
  at.do("target", { number: 2 });
  assert.deepEqual(key(at, 2), { do: "act", text: "play C E" });
});

test("a card with an effect is pointed at first, then each of its targets", () => {
  const at = aiming();
  assert.deepEqual(pointed(at, "play C E"), { slots: [at.card("A").pick.slot] });
  pick(at, "A");
  assert.deepEqual(pointed(at, "play C E"), { target: 2 });
  assert.deepEqual(pointed(at.do("target", { number: 2 }), "play C E"), { target: 2 });
});

// -- what a hint points at

test("a card that is to be played is pointed at, then the button", () => {
  const at = withLegal([discard("A"), discard("B")]);
  assert.deepEqual(pointed(at, "discard B"), { slots: [at.card("B").pick.slot] });
  assert.deepEqual(pointed(pick(at, "B"), "discard B"), { act: "discard B" });
});

test("of two equal cards the first that is drawn is pointed at, and after it the other", () => {
  const at = withLegal([meld("A", "A", "B"), discard("A")], ["A", "B", "A"]);
  const [first, second] = [at.card("A", 0).pick, at.card("A", 1).pick];
  assert.deepEqual(pointed(at, "discard A").slots, [first.slot]);
  assert.deepEqual(pointed(at, "meld A A B").slots, [first.slot, second.slot, at.card("B").pick.slot]);
  at.do("pick", { pick: second });
  assert.deepEqual(pointed(at, "meld A A B").slots, [first.slot, at.card("B").pick.slot]);
});

test("the first that is drawn depends on how the hand is sorted", () => {
  const hand = [
    { kind: "meld", label: "pair", cards: ["B", "A"] },
    { kind: "loose", label: "", cards: ["A"] },
  ];
  const at = onTurn({}, { play: play({ hand, legal: [discard("A"), discard("B")] }, ["A", "A", "B"]) });
  const slots = at.state.hand.cards.map(({ slot }) => slot);
  at.do("arrange", { slot: slots[0], to: 1, order: slots });
  assert.deepEqual(pointed(at, "discard A", { ...LIKES, sort: "free" }).slots, [slots[1]]);
  assert.deepEqual(pointed(at, "discard A").slots, [slots[1]], "the group's is the one that lies first, too");
});

test("a pile and its button are pointed at", () => {
  assert.deepEqual(pointed(withLegal([draw, discard("A")]), "draw"), { select: "draw", act: "draw" });
});

test("what is picked and not part of the move is to be put back", () => {
  assert.deepEqual(pointed(pick(withLegal([discard("A"), discard("B")]), "A"), "discard B"), { command: "cancel" });
});

test("a card of another player is pointed at where it lies", () => {
  const game = { ...GAME, seated: ["from"] };
  const legal = [{ text: "take 1 C", action: "take", from: 1, card: "C" }];
  const at = onTurn({}, { game, play: play({ legal: [...legal, discard("A")] }) });
  const view = { ...at.state.play.view, zones: [...at.state.play.view.zones] };
  view.zones[2] = { name: "open", owner: 1, sight: "all", cards: ["B", "C", "C"] };
  at.get(play({ legal: [...legal, discard("A")], view }));
  assert.deepEqual(pointed(at, "take 1 C"), { slots: ["z2.1"] });
});

test("a race is pointed at before it can be acted, and nothing while the table is busy", () => {
  assert.deepEqual(pointed(onTurn(), "grab"), { command: "race" });
  assert.deepEqual(pointed(onTurn().do("act", { text: "discard A" }), "discard B"), {});
});

test("a race is offered where the game has one and says so", () => {
  const at = onTurn({}, { game: { ...GAME, race: "grab" } });
  assert.ok(!hasRace(kitAt(at)));
  assert.ok(hasRace(kitAt(at, { isSilentRace: () => false })));
  assert.ok(!hasRace(kitAt(at, { isSilentRace: () => false, hasRace: () => false })));
  assert.ok(!hasRace(kitAt(onTurn(), { isSilentRace: () => false })));
});

test("the toolkit marks what is pointed at, by the name that it is given", () => {
  const at = onTurn();
  const kit = kitOf(at.state, { pointed: { name: "data-advice", slots: ["h1"], act: "draw" } });
  assert.equal(kit.markOf({ slot: "h1" }), "data-advice");
  assert.equal(kit.markOf({ slot: "h2" }), "");
  assert.equal(kit.markOf({ act: "draw" }), "data-advice");
  assert.equal(kit.markOf({ target: 1 }), "");
  assert.equal(kitOf(at.state).markOf({ slot: "h1" }), "");
});

for (const name of KEYS) {
  const { positions, received } = await recordingOf(name);

  test(`${name}: following what is pointed at leads to every action`, () => {
    for (const messages of [positions.opening, positions.choice, positions.middle, received.slice(0, 12)]) {
      const start = new AtTable().get(...messages);
      for (const { text } of start.choice.acts) {
        const at = new AtTable();
        at.state = start.state;
        let steps = 0;
        for (; steps < 12; steps += 1) {
          const next = pointed(at, text);
          if (next.act === text) break;
          if (next.target) {
            const { act } = at.choice.targets[next.target - 1];
            if (act?.text === text) break;
            at.do("target", { number: next.target });
          } else if (next.command === "cancel") at.do("cancel");
          else {
            const [slot] = next.slots;
            const [, zone, place] = /^z(\d+)\.(\d+)$/.exec(slot) ?? [];
            const from = zone === undefined ? null : at.state.play.view.zones[zone];
            const code = from ? from.cards[place] : at.state.hand.cards.find((card) => card.slot === slot).code;
            at.do("pick", { pick: { slot, code, owner: from ? from.owner : 0 } });
          }
        }
        assert.ok(steps < 12, text);
      }
    }
  });
}
