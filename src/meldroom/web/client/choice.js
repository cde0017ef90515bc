// What the player has picked, and which legal actions still fit it. Knows no rules.

/** @typedef {import("/client/protocol_types.js").LegalAction} LegalAction */

/**
 * @typedef {object} Act a legal action
 * @property {string} text in the game's notation
 * @property {string} verb
 * @property {string[]} cards
 * @property {number | null} seat
 * @property {string[]} rest values that are neither cards nor a seat
 * @property {Record<string, string>} fields
 */
/** @typedef {{code: string, owner: number | null, slot: string}} Pick */

/**
 * Read the server's list: which fields of an action hold cards, which a seat, and the rest.
 * @param {LegalAction[]} legal @param {{cards: {code: string}[], seated: string[]}} game @returns {Act[]}
 */
export function readActs(legal, game) {
  const codes = new Set(game.cards.map((card) => card.code));
  return legal.map(({ text, action, ...fields }) => {
    /** @type {Act} */
    const act = { text, verb: action, cards: [], seat: null, rest: [], fields: {} };
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
  act.cards.length === picks.length && (act.seat === null || seat === act.seat || picks.length > 0);

export class Choice {
  /** @param {number} me the player's own seat */
  constructor(me) {
    this.me = me;
    /** @type {Act[]} */
    this.acts = [];
    /** @type {Pick[]} */
    this.picks = [];
    /** @type {number | null} the player who is picked */
    this.seat = null;
    /** @type {string} the action of a pile that was tapped, to be confirmed */
    this.selectedText = "";
  }

  /**
   * Take a new list of legal actions; picks stay if they still fit.
   * @param {Act[]} acts @param {(slot: string) => boolean} exists
   */
  update(acts, exists) {
    this.acts = acts;
    this.selectedText = "";
    this.picks = this.picks.filter((pick) => exists(pick.slot));
    if (!this.fitting.length) this.clear();
  }

  clear() {
    this.picks = [];
    this.seat = null;
    this.selectedText = "";
  }

  get isEmpty() {
    return !this.picks.length && this.seat === null;
  }

  /** The actions that the picks can still become. */
  get fitting() {
    return this.acts.filter((act) => fits(act, this.picks, this.seat, this.me));
  }

  /** The actions that the picks name completely. @returns {Act[]} */
  get complete() {
    if (this.selectedText) return this.acts.filter((act) => act.text === this.selectedText);
    return this.isEmpty ? [] : this.fitting.filter((act) => isComplete(act, this.picks, this.seat));
  }

  /** The action that a tapped pile stands for, to be confirmed. @returns {Act | undefined} */
  get selected() {
    return this.selectedText ? this.complete[0] : undefined;
  }

  /** The actions that need no card and no seat. @returns {Act[]} */
  get bare() {
    return this.acts.filter((act) => !act.cards.length && act.seat === null);
  }

  /** Whether some action needs a card or a seat to be picked. */
  get needsPicks() {
    return this.acts.some((act) => act.cards.length || act.seat !== null);
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

  /**
   * Pick a card, unpick it, or start again with it.
   * @param {Pick} pick @returns {boolean} whether it could be picked
   */
  toggle(pick) {
    this.selectedText = "";
    if (this.isPicked(pick.slot)) {
      this.picks = this.picks.filter((one) => one.slot !== pick.slot);
      return true;
    }
    if (!this.canPick(pick)) return false;
    if (this.#canExtend(pick)) this.picks = [...this.picks, pick];
    else {
      this.picks = [pick];
      this.seat = null;
    }
    return true;
  }

  /** @param {number} seat */
  canPickSeat(seat) {
    return this.acts.some((act) => act.seat === seat && fits(act, this.picks, seat, this.me));
  }

  /** Pick a player, or unpick. @param {number} seat */
  toggleSeat(seat) {
    this.selectedText = "";
    if (this.seat === seat) this.seat = null;
    else if (this.canPickSeat(seat)) this.seat = seat;
    else if (this.acts.some((act) => act.seat === seat)) {
      this.picks = [];
      this.seat = seat;
    }
  }

  /** Select the action of a tapped pile, to be confirmed. @param {string} text */
  select(text) {
    this.clear();
    this.selectedText = text;
  }
}
