// Choosing: what is picked narrows the legal actions to those that still fit. Knows no rules.

/** @typedef {{text: string, verb: string, cards: string[], seat: number | null, rest: string[], fields: Record<string, string>}} Act */
/** @typedef {{code: string, owner: number | null, slot: string}} Pick */

/**
 * Read the server's list: which words of an action are cards, which is a seat, and the rest.
 * @param {any[]} legal @param {{cards: {code: string}[], seated: string[]}} game @returns {Act[]}
 */
export function readActs(legal, game) {
  const codes = new Set(game.cards.map((card) => card.code));
  return legal.map(({ text, action, ...fields }) => {
    /** @type {Act} */
    const act = { text, verb: action, cards: [], seat: null, rest: [], fields };
    for (const [name, value] of Object.entries(fields)) {
      const words = String(value).split(" ").map((word) => word.split("=")[0]);
      if (game.seated.includes(name)) act.seat = Number(value);
      else if (words.every((word) => codes.has(word))) act.cards.push(...words);
      else act.rest.push(String(value));
    }
    return act;
  });
}

/** Whether everything picked is part of the action. @param {Act} act @param {Pick[]} picks @param {number | null} seat @param {number} me */
export function fits(act, picks, seat, me) {
  if (seat !== null && act.seat !== seat) return false;
  const left = [...act.cards];
  for (const pick of picks) {
    const at = left.indexOf(pick.code);
    if (at < 0) return false;
    left.splice(at, 1);
    const foreign = pick.owner !== null && pick.owner !== me;
    if (act.seat === null ? foreign : act.seat !== me && pick.owner !== act.seat) return false;
  }
  return true;
}

/** Whether nothing is missing. @param {Act} act @param {Pick[]} picks @param {number | null} seat */
const whole = (act, picks, seat) =>
  act.cards.length === picks.length && (act.seat === null || seat === act.seat || picks.length > 0);

export class Choice {
  /** @param {number} me */
  constructor(me) {
    this.me = me;
    /** @type {Act[]} */
    this.acts = [];
    /** @type {Pick[]} */
    this.picks = [];
    /** @type {number | null} */
    this.seat = null;
    /** @type {string} a bare action that a pile was tapped for */
    this.staged = "";
  }

  /** Take a new list; what is picked stays if it still fits. @param {Act[]} acts @param {(slot: string) => boolean} there */
  renew(acts, there) {
    this.acts = acts;
    this.staged = "";
    this.picks = this.picks.filter((pick) => there(pick.slot));
    if (!this.fitting.length) this.clear();
  }

  clear() {
    this.picks = [];
    this.seat = null;
    this.staged = "";
  }

  get empty() { return !this.picks.length && this.seat === null; }

  /** The actions that what is picked can still become. */
  get fitting() { return this.acts.filter((act) => fits(act, this.picks, this.seat, this.me)); }

  /** The actions that what is picked says completely. @returns {Act[]} */
  get complete() {
    if (this.staged) return this.acts.filter((act) => act.text === this.staged);
    return this.empty ? [] : this.fitting.filter((act) => whole(act, this.picks, this.seat));
  }

  /** The actions that need no card and no seat. @returns {Act[]} */
  get bare() { return this.acts.filter((act) => !act.cards.length && act.seat === null); }

  /** Whether some action needs a card or a seat to be picked. */
  get asksForCards() { return this.acts.some((act) => act.cards.length || act.seat !== null); }

  /** @param {Pick} pick */
  #would(pick) { return this.acts.some((act) => fits(act, [...this.picks, pick], this.seat, this.me)); }

  /** Whether this card may be touched now. @param {Pick} pick */
  open(pick) {
    return this.has(pick.slot) || this.acts.some((act) => fits(act, [pick], null, this.me));
  }

  /** Whether this card goes with what is picked. @param {Pick} pick */
  joins(pick) { return !this.empty && !this.has(pick.slot) && this.#would(pick); }

  /** @param {string} slot */
  has(slot) { return this.picks.some((pick) => pick.slot === slot); }

  /** Pick a card, put it back, or begin anew with it. @param {Pick} pick @returns {boolean} whether it could be picked */
  toggle(pick) {
    this.staged = "";
    if (this.has(pick.slot)) {
      this.picks = this.picks.filter((one) => one.slot !== pick.slot);
      return true;
    }
    if (!this.open(pick)) return false;
    if (this.#would(pick)) this.picks = [...this.picks, pick];
    else { this.picks = [pick]; this.seat = null; }
    return true;
  }

  /** @param {number} seat */
  opensSeat(seat) { return this.acts.some((act) => act.seat === seat && fits(act, this.picks, seat, this.me)); }

  /** Pick a player, or put the pick back. @param {number} seat */
  toggleSeat(seat) {
    this.staged = "";
    if (this.seat === seat) this.seat = null;
    else if (this.opensSeat(seat)) this.seat = seat;
    else if (this.acts.some((act) => act.seat === seat)) { this.picks = []; this.seat = seat; }
  }

  /** Hold a bare action ready, as when its pile is tapped. @param {string} text */
  stage(text) {
    this.clear();
    this.staged = text;
  }
}
