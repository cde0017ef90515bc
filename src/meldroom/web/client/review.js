// The review of a finished game: asked of the server until it is ready, and what can be read from it.
import { request } from "/client/api.js";
import { redraw } from "/client/render.js";

const POLL_MS = 1000; // as Retry-After says
const COSTLIEST = 3;

/** @import { Review, ReviewProgress } from "/client/protocol_types.js" */
/** @typedef {import("/client/protocol_types.js").ReviewDecision} Decision */

export class GameReview {
  #table;
  #number;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #isStopped = false;
  /** @type {Map<number, Decision>} */ #decisions = new Map();

  /** @param {string} table @param {number} number of the game at this table @param {() => void} whenReady */
  constructor(table, number, whenReady) {
    this.#table = table;
    this.#number = number;
    this.whenReady = whenReady;
    /** @type {Review | null} null until it is ready */
    this.found = null;
    /** @type {number[][]} rough until the review is ready; empty until there is one */
    this.line = [];
    this.progress = 0;
    this.problem = "";
  }

  /** Ask for the review until it is there. */
  async start() {
    this.problem = "";
    try {
      const answer = await this.#ask();
      if (this.#isStopped) return;
      if ("progress" in answer) this.#wait(answer);
      else this.#take(answer);
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
    }
    redraw();
  }

  /** @returns {Promise<Review | ReviewProgress>} */
  #ask() {
    return request(`/api/tables/${this.#table}/records/${this.#number}/review`);
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** @param {ReviewProgress} answer */
  #wait({ progress, rough }) {
    this.progress = progress;
    if (rough) this.line = wholeLine(rough);
    this.#timer = setTimeout(() => this.start(), POLL_MS);
  }

  /** @param {Review} review */
  #take(review) {
    this.found = review;
    this.line = review.line;
    for (const decision of review.decisions) this.#decisions.set(decision.ply, decision);
    this.whenReady();
  }

  /** The decision made in a position, if there was a choice. @param {number} ply */
  decisionAt(ply) {
    return this.#decisions.get(ply);
  }

  /** A seat's decisions that have a word. @param {number} seat */
  named(seat) {
    return (this.found?.decisions ?? []).filter((one) => one.seat === seat && one.word);
  }

  /** Those that cost most, the worst first and only the worst of each turn. @param {number} seat */
  costliest(seat) {
    /** @type {Map<number, Decision>} */ const worst = new Map();
    for (const one of this.named(seat).sort((one, other) => other.loss - one.loss)) {
      if (!worst.has(one.turn)) worst.set(one.turn, one);
    }
    return [...worst.values()].slice(0, COSTLIEST);
  }

  /** Whether a seat never had a choice. @param {number} seat */
  isForced(seat) {
    return !this.found?.decisions.some((one) => one.seat === seat);
  }
}

/**
 * A rough line with the plies between its points, on straight lines.
 * @param {import("/client/protocol_types.js").RoughLine} rough @returns {number[][]}
 */
function wholeLine({ plies, line }) {
  const points = [line[0]];
  for (let at = 1; at < plies.length; at++) {
    const steps = plies[at] - plies[at - 1];
    for (let step = 1; step <= steps; step++) {
      points.push(line[at].map((chance, seat) => line[at - 1][seat] + ((chance - line[at - 1][seat]) * step) / steps));
    }
  }
  return points;
}
