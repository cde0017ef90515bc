// A table for tests: messages go through the reducer, and what is to be done is kept in a list.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { loadAssets } from "/client/game_assets.js";
import { reduce } from "/client/reduce.js";
import { choiceOf, newTable } from "/client/table_state.js";

export const KEYS = ["rummy-battle", "scorzo", "thumbs-up", "victor-or-victim", "victory-rummy"];
export const SETTINGS = { hints: "on", caution: "off", confirm: "on", pace: "normal", speed: "normal", sort: "meld" };

/** Make an object and all in it unchangeable, so that a reducer that changes its state fails. */
function frozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const one of Object.values(value)) frozen(one);
  return value;
}

export class AtTable {
  /** @type {object[]} */ effects = [];
  now = 1_000_000;

  constructor(settings = {}, about = {}) {
    this.settings = { ...SETTINGS, ...settings };
    this.state = frozen(newTable("key", { code: "code", client: "page", ...about }));
    this.waiting = [];
  }

  /** Let messages come, or let the player do something. */
  get(...messages) {
    for (const message of messages) {
      const { state, effects } = reduce(this.state, frozen(message), { now: this.now, settings: this.settings });
      this.state = frozen(state);
      this.effects.push(...effects);
      const later = effects.filter(({ effect }) => effect === "later");
      this.waiting.push(...later.map((one) => ({ at: this.now + one.ms, message: one.message })));
    }
    return this;
  }

  do(command, fields = {}) {
    return this.get({ do: command, ...fields });
  }

  /** Let time go by, with the timers that end meanwhile. */
  wait(ms) {
    const end = this.now + ms;
    for (;;) {
      const next = this.waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.now = next.at;
      this.get(next.message);
    }
    this.now = end;
    return this.get({ is: "tick" });
  }

  /** What was brought about since this was asked last, of one kind. */
  #take(kind) {
    const found = this.effects.filter(({ effect }) => effect === kind);
    this.effects = this.effects.filter(({ effect }) => effect !== kind);
    return found;
  }
  sent() {
    return this.#take("send").map(({ message }) => message);
  }
  said() {
    return this.#take("say").map(({ text }) => text);
  }
  sounds() {
    return this.#take("sound").map(({ name }) => name);
  }
  did(kind) {
    return this.#take(kind);
  }

  get choice() {
    return choiceOf(this.state);
  }
  get picked() {
    return this.state.selection.picks.map(({ code }) => code);
  }
  get cards() {
    return this.state.hand.cards.map(({ code }) => code);
  }

  /** The pick of a card of the hand, by its code and how many equal ones come before it. */
  card(code, nth = 0) {
    const card = this.state.hand.cards.filter((one) => one.code === code)[nth];
    return { pick: { code, slot: card.slot, owner: this.state.me } };
  }

  /** The first act of a verb. */
  act(verb) {
    return this.choice.acts.find((act) => act.verb === verb);
  }
}

/** What the recording of a game holds: a conversation, and positions by their names. */
export async function recordingOf(key) {
  const file = new URL(`conversations/${key}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const all = lines.map((line) => JSON.parse(line));
  const { game } = all.find(({ received }) => received?.is === "welcome").received;
  await loadAssets({ ...game, assets: game.assets.filter((name) => name === "table.js") });
  return {
    game,
    lines: all.filter(({ position }) => !position),
    received: all.flatMap(({ received }) => received ?? []),
    positions: Object.fromEntries(all.flatMap(({ position, messages }) => (position ? [[position, messages]] : []))),
  };
}

// A small game of its own: cards A, B and C, where one draws, melds three and discards.
export const GAME = {
  key: "plain",
  name: "Plain",
  cards: ["A", "B", "C"].map((code) => ({ code, word: `card ${code}`, ink: "black", suit: null, rank: null })),
  seated: ["from"],
  takes: { discard: 1, meld: 3 },
  topped: [],
  assets: [],
  race: "",
};
export const seat = (name, fields = {}) => ({ name, person: true, here: true, bot: false, ready: true, ...fields });
export const bot = (name) => seat(name, { person: false, bot: true });
export const TABLE = {
  game: "plain",
  options: {},
  clock: "off",
  phase: "playing",
  paused: false,
  number: 1,
  host: 0,
  commit: null,
  chat: true,
  seats: [seat("Ada"), bot("Bot")],
  hints: { allowed: true, agreed: [], given: [0, 0] },
};
export const table = (fields = {}) => ({ is: "table", ...TABLE, ...fields });
export const discard = (card) => ({ text: `discard ${card}`, action: "discard", card });
export const meld = (...cards) => ({ text: `meld ${cards.join(" ")}`, action: "meld", cards: cards.join(" ") });
export const play = (fields = {}, cards = ["A", "B"]) => ({
  is: "play",
  ply: 3,
  to_act: [0],
  legal: cards.map(discard),
  prompt: "Discard a card.",
  view: {
    seat: 0,
    seats: 2,
    ply: 3,
    zones: [
      { name: "hand", owner: 0, sight: "owner", cards },
      { name: "discard", owner: null, sight: "all", cards: ["C"] },
      { name: "hand", owner: 1, sight: "owner", cards: [null, null] },
    ],
    public: {},
  },
  result: null,
  hand: [],
  events: [],
  undo: false,
  left: null,
  ...fields,
});
export const welcome = (fields = {}) => ({
  is: "welcome",
  you: 0,
  code: "code",
  table: TABLE,
  game: GAME,
  phrases: ["Hello"],
  play: play(),
  ...fields,
});
export const moved = (by, text, fields = {}, cards = undefined) => play({ moves: [[by, text]], ...fields }, cards);

/** A player in seat 0 who is on turn with A and B. */
export function onTurn(settings = {}, fields = {}) {
  const at = new AtTable(settings).get(welcome(fields));
  at.effects = [];
  return at;
}
