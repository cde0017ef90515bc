// What the player has selected, and which legal actions still fit it. Knows no rules.

/** @import { LegalAction, Place, Effect, EffectUse } from "/client/protocol_types.js" */

/**
 * @typedef {object} Act a legal action
 * @property {string} text in the game's notation
 * @property {string} verb
 * @property {string[]} cards
 * @property {number | null} seat
 * @property {string[]} rest values that are neither cards nor a seat
 * @property {Record<string, string>} fields
 * @property {{effect: Effect, use: EffectUse}} [played] the card that it plays for its effect, and how
 */
/**
 * @typedef {object} Target what a card played for its effect can act on
 * @property {Place} place
 * @property {number} number its key
 * @property {Act | null} act what choosing it does; null where another target is chosen next
 * @property {number | null} gain
 */
/** @typedef {{code: string, owner: number | null, slot: string}} Pick */

const DISCARD = "discard";

/** @param {Place} place */
const placeKey = ({ zone, owner, meld, card, at }) => [zone, owner, meld, card, at].map((one) => one ?? "").join(" ");

/**
 * Read the server's list: which fields of an action hold cards, which a seat, and the rest.
 * @param {LegalAction[]} legal @param {{cards: {code: string}[], seated: string[]}} game
 * @param {Effect[]} [effects] @returns {Act[]}
 */
export function readActs(legal, game, effects = []) {
  const codes = new Set(game.cards.map((card) => card.code));
  const played = new Map(effects.flatMap((effect) => effect.uses.map((use) => [use.text, { effect, use }])));
  return legal.map(({ text, action, ...fields }) => {
    /** @type {Act} */
    const act = { text, verb: action, cards: [], seat: null, rest: [], fields: {}, played: played.get(text) };
    for (const [name, value] of Object.entries(fields)) {
      act.fields[name] = String(value);
      const parts = String(value)
        .split(" ")
        .map((part) => part.split("=")[0]);
      if (game.seated.includes(name)) act.seat = Number(value);
      else if (parts.every((part) => codes.has(part))) act.cards.push(...parts);
      else act.rest.push(String(value));
    }
    return act;
  });
}

/**
 * Whether everything picked is part of the action.
 * @param {Act} act @param {Pick[]} picks @param {number | null} seat @param {number} me
 */
export function fits(act, picks, seat, me) {
  const { played } = act;
  if (played) {
    return (
      seat === null && picks.length < 2 && picks.every((one) => one.code === played.effect.card && one.owner === me)
    );
  }
  if (seat !== null && act.seat !== seat) return false;
  const left = [...act.cards];
  for (const pick of picks) {
    const index = left.indexOf(pick.code);
    if (index < 0) return false;
    left.splice(index, 1);
    const foreign = pick.owner !== null && pick.owner !== me;
    if (act.seat === null ? foreign : act.seat !== me && pick.owner !== act.seat) return false;
  }
  return true;
}

/** Whether the picks name the action completely. @param {Act} act @param {Pick[]} picks @param {number | null} seat */
const isComplete = (act, picks, seat) =>
  act.played
    ? picks.length > 0 && !act.played.use.targets.length
    : act.cards.length === picks.length && (act.seat === null || seat === act.seat || picks.length > 0);

/** Whether it lays cards on the table or plays one for its effect. @param {Act} act */
const isPlay = (act) => act.verb !== DISCARD && Boolean(act.played || act.cards.length > 1 || act.rest.length);

/** @typedef {typeof NOTHING} Selection what the player has selected */

export const NOTHING = {
  picks: /** @type {Pick[]} */ ([]),
  seat: /** @type {number | null} */ (null), // the player who is picked
  selectedText: "", // the action of a pile that was tapped, to be confirmed
  aimedAt: /** @type {Place[]} */ ([]), // the targets chosen so far for the card that is picked
};

/** A selection among the legal actions, and what follows from it; whatever changes it returns another selection. */
export class Choice {
  /**
   * @param {number} me the player's own seat @param {Act[]} acts
   * @param {{[verb: string]: number}} [takes] how many cards the verbs take that need cards and nothing else
   * @param {Selection} [selection]
   */
  constructor(me, acts, takes = {}, selection = NOTHING) {
    this.me = me;
    this.acts = acts;
    this.takes = takes;
    this.selection = selection;
    this.picks = selection.picks;
    this.seat = selection.seat;
    this.selectedText = selection.selectedText;
    this.aimedAt = selection.aimedAt;
  }

  /**
   * What stays selected among new actions: picks that still fit.
   * @param {(slot: string) => boolean} exists @returns {Selection}
   */
  kept(exists) {
    if (!this.acts.length) return NOTHING;
    const selection = { ...NOTHING, picks: this.picks.filter(({ slot }) => exists(slot)), seat: this.seat };
    return new Choice(this.me, this.acts, this.takes, selection).fitting.length ? selection : NOTHING;
  }

  get isEmpty() {
    return !this.picks.length && this.seat === null;
  }

  /** The actions that the picks can still become. */
  get fitting() {
    return this.acts.filter((act) => fits(act, this.picks, this.seat, this.me));
  }

  /** The actions that the picks name completely, those that lay cards on the table first. @returns {Act[]} */
  get complete() {
    if (this.selectedText) return this.acts.filter((act) => act.text === this.selectedText);
    if (this.isEmpty) return [];
    const complete = this.fitting.filter((act) => isComplete(act, this.picks, this.seat));
    const rank = (/** @type {Act} */ act) => (act.verb === DISCARD && complete.some(isPlay) ? 1 : 0);
    return complete.sort((a, b) => rank(a) - rank(b));
  }

  /** Whether Enter may do it: never a discard where the picks can be laid on the table. @param {Act} act */
  isMain(act) {
    return act.verb !== DISCARD || !this.fitting.some(isPlay);
  }

  /** The action that a tapped pile stands for, to be confirmed. @returns {Act | undefined} */
  get selected() {
    return this.selectedText ? this.complete[0] : undefined;
  }

  /** The actions that need no card and no seat. @returns {Act[]} */
  get bare() {
    return this.acts.filter((act) => !act.played && !act.cards.length && act.seat === null);
  }

  /** The effect for which the picked card can be played. @returns {Effect | undefined} */
  get effect() {
    return this.picks.length ? this.fitting.find((act) => act.played)?.played?.effect : undefined;
  }

  /** The targets chosen so far, with those that leave no choice. @returns {Place[]} */
  get chosen() {
    const chosen = [...this.aimedAt];
    for (;;) {
      const next = this.#placesAfter(chosen);
      if (next.length !== 1 || chosen.length + 2 > (this.effect?.steps.length ?? 0)) return chosen;
      chosen.push(next[0]);
    }
  }

  /** What the picked card can act on, in the order of the number keys. @returns {Target[]} */
  get targets() {
    const { chosen } = this;
    return this.#placesAfter(chosen).map((place, at) => {
      const use = this.#aimed([...chosen, place])[0];
      const isLast = use.played?.use.targets.length === chosen.length + 1;
      return { place, number: at + 1, act: isLast ? use : null, gain: isLast ? (use.played?.use.gain ?? null) : null };
    });
  }

  /** The actions that play the picked card and need a target. @returns {Act[]} */
  get aimed() {
    return this.#aimed(this.chosen).filter((act) => act.played?.use.targets.length);
  }

  /** The actions that play the picked card on these targets. @param {Place[]} chosen */
  #aimed(chosen) {
    if (!this.picks.length) return [];
    const keys = chosen.map(placeKey);
    const order = this.effect?.uses.map(({ text }) => text) ?? [];
    return this.fitting
      .filter(({ played }) =>
        keys.every((key, at) => played?.use.targets[at] && placeKey(played.use.targets[at]) === key),
      )
      .sort((a, b) => order.indexOf(a.text) - order.indexOf(b.text));
  }

  /** @param {Place[]} chosen @returns {Place[]} */
  #placesAfter(chosen) {
    const places = this.#aimed(chosen).flatMap(({ played }) => played?.use.targets[chosen.length] ?? []);
    return [...new Map(places.map((place) => [placeKey(place), place])).values()];
  }

  /** @param {Place} place */
  targetAt(place) {
    return this.targets.find((target) => placeKey(target.place) === placeKey(place));
  }

  /** Whether this place is chosen already. @param {Place} place */
  isChosen(place) {
    return this.chosen.some((one) => placeKey(one) === placeKey(place));
  }

  /** Why the picked card cannot act on this place, "" if nothing says so. @param {Place} place */
  whySafe(place) {
    return this.effect?.safe.find((safe) => placeKey(safe.place) === placeKey(place))?.why ?? "";
  }

  /** Choose a target after which another one is chosen. @param {number} number @returns {Selection} */
  aim(number) {
    const target = this.targets[number - 1];
    return target ? { ...this.selection, aimedAt: [...this.chosen, target.place] } : this.selection;
  }

  /** The action that lays these cards on the table, as they are arranged. @param {string[]} codes */
  actWith(codes) {
    const wanted = codes.join(" ");
    return this.acts.find((act) => isPlay(act) && !act.played && act.cards.join(" ") === wanted);
  }

  /** Whether some action needs a card or a seat to be picked, besides those that play a card for its effect. */
  get needsPicks() {
    return this.acts.some((act) => !act.played && (act.cards.length || act.seat !== null));
  }

  /** @param {Pick} pick */
  #canExtend(pick) {
    return this.acts.some((act) => fits(act, [...this.picks, pick], this.seat, this.me));
  }

  /** Whether this card can be picked now, if need be instead of the others. @param {Pick} pick */
  canPick(pick) {
    return this.isPicked(pick.slot) || this.acts.some((act) => fits(act, [pick], null, this.me));
  }

  /** Whether this card goes with what is picked. @param {Pick} pick */
  canAdd(pick) {
    return !this.isEmpty && !this.isPicked(pick.slot) && this.#canExtend(pick);
  }

  /** @param {string} slot */
  isPicked(slot) {
    return this.picks.some((pick) => pick.slot === slot);
  }

  /** Whether a card that fits nothing can join the picks, so that the player can ask why. @param {Pick} pick */
  #canAskWith(pick) {
    const count = this.picks.length;
    if (!count || [...this.picks, pick].some(({ owner }) => owner !== this.me)) return false;
    return Object.entries(this.takes).some(([verb, most]) => {
      const acts = this.acts.filter((act) => act.verb === verb);
      const onlyOne = acts.length && acts.every((act) => act.cards.length === 1);
      return most > count && !onlyOne;
    });
  }

  /**
   * Pick a card or unpick it; where actions take one card each, a second one replaces the first.
   * @param {Pick} pick @returns {Selection | null} null if it cannot be picked
   */
  toggle(pick) {
    const selection = { ...this.selection, selectedText: "", aimedAt: [] };
    if (this.isPicked(pick.slot)) {
      return { ...selection, picks: this.picks.filter((one) => one.slot !== pick.slot) };
    }
    if (this.#canExtend(pick) || this.#canAskWith(pick)) return { ...selection, picks: [...this.picks, pick] };
    if (!this.canPick(pick) || this.picks.length > 1) return null;
    return { ...selection, picks: [pick], seat: null };
  }

  /** @param {number} seat */
  canPickSeat(seat) {
    return this.acts.some((act) => act.seat === seat && fits(act, this.picks, seat, this.me));
  }

  /** Pick a player, or unpick. @param {number} seat @returns {Selection} */
  toggleSeat(seat) {
    const selection = { ...this.selection, selectedText: "" };
    if (this.seat === seat) return { ...selection, seat: null };
    if (this.canPickSeat(seat)) return { ...selection, seat };
    return this.acts.some((act) => act.seat === seat) ? { ...selection, picks: [], seat } : selection;
  }
}

/**
 * What the cards that are picked are probably meant for: the verb that takes so few cards, but enough.
 * @param {{takes: {[verb: string]: number}}} game @param {Choice} choice @param {number} count of cards
 */
export function likelyVerb(game, choice, count) {
  const [fitting] = choice.isEmpty ? [] : choice.fitting;
  if (fitting) return fitting.verb;
  const byCount = Object.entries(game.takes).sort(([, a], [, b]) => a - b);
  return (byCount.find(([, most]) => most >= count) ?? byCount.at(-1) ?? [""])[0];
}
