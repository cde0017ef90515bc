// Watching with open hands: a deal that is over, move by move, as one of its players saw it.
import { settings } from "/client/settings.js";

/** @typedef {import("/client/protocol_types.js").OpenHandsPage} OpenHandsPage */
/** @typedef {import("/client/protocol_types.js").ReplayPosition} ReplayPosition */

const POSITIONS_PER_MESSAGE = 20;
const AHEAD = 5; // so many positions before they are needed the next ones are asked for
const SHOWDOWN_STEPS = 6; // as many moves long the end of a deal is shown
/** @type {Record<string, number>} */
const MOVE_INTERVALS_MS = { slow: 2600, normal: 1600, fast: 900, off: 1600 };

export class OpenHands {
  /**
   * @param {(message: object) => void} send
   * @param {(before: ReplayPosition | null, now: ReplayPosition | null) => void} changed what is shown
   */
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    /** @type {number | null} whose hand is looked at; null is the table now */ this.seat = null;
    this.deal = 0;
    this.at = 0;
    this.deals = 0; // that are over
    this.steps = 0; // how long the end of the deal has been shown
    /** @type {Map<string, number>} the number of positions of a deal */ this.lengths = new Map();
    /** @type {Map<string, ReplayPosition>} */ this.positions = new Map();
    /** @type {Set<string>} */ this.asked = new Set();
    /** @type {ReturnType<typeof setInterval> | undefined} */ this.timer = undefined;
  }

  /** Take note of how many deals are over. @param {number | undefined} deals undefined where hands stay hidden */
  update(deals) {
    if ((deals ?? 0) < this.deals) this.clear(); // another game
    this.deals = deals ?? 0;
  }

  /** Forget everything: the hands of another game are not open. */
  clear() {
    this.look(null);
    this.deal = this.at = this.deals = 0;
    this.lengths.clear();
    this.positions.clear();
    this.asked.clear();
  }

  /** The connection is new: ask again for what did not come. */
  reconnect() {
    this.asked.clear();
    this.#load();
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  /** Whether the end of the deal is shown, and no later one is over. */
  get waitsForNext() {
    return this.isAtEnd && this.deal === this.deals;
  }

  get isAtEnd() {
    return this.at === this.last;
  }

  get last() {
    return (this.lengths.get(String(this.deal)) ?? 1) - 1;
  }

  /** What is shown; null while it is the table, or not loaded. @returns {ReplayPosition | null} */
  get shown() {
    return this.position(this.at);
  }

  /** @param {number} at @returns {ReplayPosition | null} */
  position(at) {
    return this.seat === null ? null : (this.positions.get(`${this.deal}.${this.seat}.${at}`) ?? null);
  }

  /** Look at a player's hand, or at the table. @param {number | null} seat */
  look(seat) {
    if (seat === this.seat || (seat !== null && !this.deals)) return;
    const begins = this.seat === null;
    this.seat = seat;
    if (seat === null) this.stop();
    else {
      if (begins && (this.waitsForNext || !this.deal)) this.#goToDeal(this.deals);
      if (begins) this.play();
      this.#load();
    }
    this.changed(null, this.shown);
  }

  play() {
    if (this.waitsForNext) this.at = 0;
    this.steps = 0;
    this.timer ??= setInterval(() => this.#tick(), MOVE_INTERVALS_MS[settings.speed] ?? MOVE_INTERVALS_MS.normal);
    this.#load();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Go some moves on or back, also into another deal. @param {number} by */
  step(by) {
    const before = this.shown;
    const to = this.at + by;
    if (to > this.last && this.deal < this.deals) this.#goToDeal(this.deal + 1);
    else if (to < 0 && this.deal > 1) this.#goToDeal(this.deal - 1, -1);
    else this.at = Math.max(0, Math.min(this.last, to));
    this.steps = 0;
    this.#load();
    this.changed(by === 1 ? before : null, this.shown);
  }

  /** Keys: 0 is the table, 1 to 8 are players, arrows go move by move. @param {string} key @param {number} seats */
  pressKey(key, seats) {
    if (!this.deals) return false;
    const number = key >= "0" && key <= "8" ? Number(key) : -1;
    if (number === 0) this.look(null);
    else if (number > 0 && number <= seats) this.look(number - 1);
    else if (this.seat !== null && (key === "ArrowLeft" || key === "ArrowRight")) {
      this.stop();
      this.step(key === "ArrowRight" ? 1 : -1);
    } else return false;
    return true;
  }

  /** @param {OpenHandsPage} page */
  receive({ deal, seat, at, of, shots }) {
    const waited = !this.shown;
    this.lengths.set(String(deal), of);
    for (const [index, shot] of shots.entries()) this.positions.set(`${deal}.${seat}.${at + index}`, shot);
    if (this.at < 0) this.at = this.last;
    this.#load();
    if (waited) this.changed(null, this.shown);
  }

  #tick() {
    if (!this.shown || this.waitsForNext) return;
    this.steps += 1;
    if (!this.isAtEnd || this.steps >= SHOWDOWN_STEPS) this.step(1);
  }

  /** @param {number} deal @param {number} [at] -1 is its end */
  #goToDeal(deal, at = 0) {
    this.deal = deal;
    this.at = at < 0 && this.lengths.has(String(deal)) ? this.last : at;
  }

  /** Ask for the positions here and soon, if they are not there. */
  #load() {
    if (this.seat === null || !this.deal) return;
    for (const at of [Math.max(0, this.at), Math.min(this.last, this.at + AHEAD)]) {
      const first = at - (at % POSITIONS_PER_MESSAGE);
      const key = `${this.deal}.${this.seat}.${first}`;
      if (this.positions.has(key) || this.asked.has(key)) continue;
      this.asked.add(key);
      this.send({ do: "open_hands", deal: this.deal, seat: this.seat, at: first });
    }
  }
}
