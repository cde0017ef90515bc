// Games as a real server played them, and positions as it would send them: see tests/web/recorded.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "/client/hand.js";
import { awaitedDeal } from "/client/deal_share.js";
import { isBusy, isMyTurn, keptOf, kitOf } from "/client/table_state.js";
import { AtTable, KEYS, recordingOf } from "./at_table.js";

const sorted = (codes) => [...codes].sort();

/** The cards that a view shows in the player's hand. */
const handIn = ({ zones }, { me, handZones }) =>
  zones
    .filter(({ owner, name }) => owner === me && (!handZones.length || handZones.includes(name)))
    .flatMap(({ cards }) => cards);

for (const key of KEYS) {
  const { game, lines, received, positions } = await recordingOf(key);
  const at = () => new AtTable();
  const plays = received.filter(({ is }) => is === "play");
  const welcomes = received.filter(({ is }) => is === "welcome");

  test(`${key}: the state follows a whole conversation`, () => {
    const table = at();
    for (const message of received) {
      table.get(message);
      if (message.is !== "play") continue;
      assert.equal(table.state.play.ply, message.ply);
      assert.deepEqual(sorted(table.cards), sorted(handIn(message.view, table.state)));
      if (!table.state.beforeRace) assert.equal(table.choice.acts.length, message.legal.length);
    }
  });

  test(`${key}: it is the player's turn where the server lists actions`, () => {
    const table = at();
    for (const message of received) {
      table.get(message);
      const { beforeRace, hold } = table.state;
      if (message.is === "play" && !beforeRace && !hold.showdown) {
        assert.equal(isMyTurn(table.state), message.legal.length > 0);
      }
    }
  });

  test(`${key}: what the player sends is answered, and then nothing is waited for`, () => {
    const table = at();
    let open = 0;
    for (const { sent, received: message } of lines) {
      if (sent?.do === "act" && !isBusy(table.state)) {
        table.do("act", { text: sent.texts[0] });
        assert.ok(isBusy(table.state));
        open += 1;
      } else if (message) {
        const [waiting] = table.state.unanswered;
        table.get(message.is === "ack" && waiting ? { ...message, id: waiting.request.id } : message);
      }
    }
    assert.ok(open > 2);
    const acts = table.sent().filter((message) => message.do === "act");
    assert.equal(new Set(acts.map(({ id }) => id)).size, open);
    assert.ok(table.state.unanswered.length < 2, "but for the last one");
  });

  test(`${key}: the log has a line for every turn, and none is empty`, () => {
    const table = at().get(...received);
    const texts = table.state.log.lines.map(({ text }) => text);
    assert.ok(texts.length > 10);
    assert.ok(
      texts.every((text) => text && !/undefined|null|NaN|\{\d\}/.test(text)),
      texts.join("\n"),
    );
  });

  test(`${key}: what is announced has no holes`, () => {
    const said = at()
      .get(...received)
      .said();
    assert.ok(said.length > 10);
    for (const text of said) assert.doesNotMatch(text, /undefined|null|NaN|\{\d\}|\[object/);
  });

  test(`${key}: every action has a label of its own`, () => {
    const table = at();
    for (const message of received) {
      table.get(message);
      if (message.is !== "play" || table.state.beforeRace) continue;
      const kit = kitOf(table.state);
      const labels = table.choice.acts.map((act) => kit.actLabel(act));
      assert.ok(
        labels.every((label) => label && !/undefined|null|\[object/.test(label)),
        labels.join("\n"),
      );
    }
  });

  test(`${key}: every card that an action names can be picked, and names it in the end`, () => {
    const table = at();
    for (const message of received) {
      table.get(message);
      if (!isMyTurn(table.state) || table.state.selection.picks.length) continue;
      for (const act of table.choice.acts.filter(
        ({ cards, seat, played }) => cards.length && seat === null && !played,
      )) {
        const trial = at();
        trial.state = table.state;
        for (const code of act.cards) {
          const slots = trial.state.selection.picks.map(({ slot }) => slot);
          const card = trial.state.hand.cards.find((one) => one.code === code && !slots.includes(one.slot));
          if (card) trial.do("pick", { pick: { code, slot: card.slot, owner: 0 } });
        }
        if (trial.picked.length === act.cards.length) {
          assert.ok(
            trial.choice.complete.some(({ text }) => text === act.text),
            act.text,
          );
        }
      }
    }
  });

  test(`${key}: a connection that is lost leaves out nothing`, () => {
    const [whole, short] = [at(), at()];
    whole.get(...received);
    const second = received.lastIndexOf(welcomes.at(-1));
    short.get(...received.slice(second));
    assert.ok(welcomes.length > 1);
    assert.deepEqual(sorted(short.cards), sorted(whole.cards));
    assert.equal(short.state.play, whole.state.play);
    assert.equal(short.state.lastSeq, whole.state.lastSeq);
  });

  test(`${key}: a message that comes twice says the same position`, () => {
    const table = at().get(...received);
    const last = plays.at(-1);
    const before = table.cards;
    table.get(last);
    assert.deepEqual([table.cards, table.state.play.ply], [before, last.ply]);
  });

  test(`${key}: a reload keeps the order of the hand, the log and the chat`, () => {
    const table = at()
      .get(...received)
      .get({ is: "said", seat: 1, name: "Bo", text: "Hi" });
    const kept = JSON.parse(JSON.stringify(keptOf(table.state)));
    const again = new AtTable({}, { kept }).get({ ...welcomes.at(-1), play: plays.at(-1), missed: null });
    assert.deepEqual(again.cards, table.cards);
    assert.deepEqual(again.state.log.lines, table.state.log.lines);
    assert.deepEqual(again.state.chat.lines, table.state.chat.lines);
  });

  test(`${key}: the groups of the hand hold each card once`, () => {
    const table = at();
    for (const message of received) {
      table.get(message);
      if (!table.state.play) continue;
      for (const sort of ["meld", "set", "run", "free"]) {
        const groups = grouped(table.state.hand.cards, sort, table.state.play.hand ?? [], game.cards);
        assert.deepEqual(sorted(groups.flatMap(({ cards }) => cards.map(({ code }) => code))), sorted(table.cards));
      }
    }
  });

  test(`${key}: the names of cards in the hand never change while they stay`, () => {
    const table = at();
    let before = new Map();
    for (const message of plays) {
      if (!table.state.table) table.get(welcomes[0]);
      table.get(message);
      const now = new Map(table.state.hand.cards.map(({ slot, code }) => [slot, code]));
      for (const [slot, code] of now) assert.ok([undefined, code].includes(before.get(slot)));
      before = now;
    }
  });

  test(`${key}: a watcher is never asked for a share, nor given a hand`, () => {
    const table = at().get(...positions.watched);
    assert.deepEqual([table.state.me, table.cards, table.choice.acts], [null, [], []]);
    assert.equal(awaitedDeal(table.state.table, table.state.me), null);
  });

  test(`${key}: in the opening the player can do something`, () => {
    const table = at().get(...positions.opening);
    assert.ok(isMyTurn(table.state));
    assert.ok(table.choice.acts.length > 0);
    assert.ok(!isBusy(table.state));
    assert.ok(kitOf(table.state).fillNames(table.state.play.prompt));
  });

  test(`${key}: every card of the hand can be picked or asked about`, () => {
    for (const name of ["choice", "middle"]) {
      for (const card of at().get(...positions[name]).state.hand.cards) {
        const table = at().get(...positions[name]);
        table.do("pick", { pick: { ...card, owner: 0 } });
        const asked = table.sent().some((message) => message.do === "why");
        assert.ok(asked || table.state.selection.picks.some(({ slot }) => slot === card.slot));
      }
    }
  });

  test(`${key}: the end of a hand is looked at before the game goes on`, () => {
    const table = at().get(...positions["hand ends"]);
    assert.ok(table.state.hold.showdown);
    assert.ok(!isMyTurn(table.state));
    assert.equal(table.did("animate").at(-1).events.length, 0, "nothing moves below it");
    assert.ok(!table.state.hold.acceptsKeys);
    assert.ok(table.wait(600).state.hold.acceptsKeys);
  });

  test(`${key}: a hint marks its card whichever way it is asked for`, () => {
    const table = at()
      .get(...positions.choice)
      .do("hint");
    const { legal, ply } = table.state.play;
    const [question] = table.sent();
    if (question) {
      const answer = { is: "hint", id: question.id, ply, text: legal[0].text, chance: 0.5, why: "", alternatives: [] };
      table.get(answer);
      assert.equal(table.state.advice.hint.text, legal[0].text);
    } else assert.ok(legal.length < 2);
  });
}

test("a silent race is not given away: no turn, no actions, no sound, no line, no motion", async () => {
  const { positions } = await recordingOf("thumbs-up");
  const [first, ...rest] = positions["silent race"];
  const table = new AtTable().get(first);
  const lines = table.state.log.lines.length;
  table.effects = [];
  table.get(...rest);
  assert.ok(table.state.beforeRace);
  assert.deepEqual([isMyTurn(table.state), table.choice.acts, table.sounds(), table.said()], [false, [], [], []]);
  assert.equal(table.state.log.lines.length, lines);
  assert.deepEqual(
    table.did("animate").flatMap(({ events }) => events),
    [],
  );
  assert.deepEqual(table.did("notify"), []);
});

test("during a silent race why-not answers as at any other moment of somebody's turn", async () => {
  const { positions } = await recordingOf("thumbs-up");
  const table = new AtTable().get(...positions["silent race"]);
  const [card] = table.state.hand.cards;
  table.do("pick", { pick: { ...card, owner: 0 } });
  assert.deepEqual([table.sent(), table.state.explained.rule], [[], "X-1"]);
});

test("what a silent race held back is told when it is over", async () => {
  const { positions } = await recordingOf("thumbs-up");
  const table = new AtTable().get(...positions.race);
  assert.equal(table.state.beforeRace, null);
  assert.match(table.state.log.lines.map(({ text }) => text).join(), /thumb/);
});
