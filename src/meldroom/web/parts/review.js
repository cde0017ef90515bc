// The review in a replay: how far it is, whose decisions are shown, and what the replay marks.
import { html, nothing } from "/vendor/lit.js";
import { announce, redraw } from "/client/render.js";
import { GameReview } from "/client/review.js";
import { reviewBalance } from "/parts/review_balance.js";
import { allChoices, costliestDecisions } from "/parts/review_decisions.js";
import { reviewLine } from "/parts/review_line.js";
import { words as pages } from "/words/en.js";
import { words } from "/words/en_review.js";

const t = words;

/** @typedef {import("/client/protocol_types.js").ReplayPosition} ReplayPosition */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

/**
 * @typedef {object} Replay what a review needs of the replay that it belongs to
 * @property {string} table
 * @property {number} number of the game at this table
 * @property {string[]} players
 * @property {number} moves how many
 * @property {number | null} me the reader's seat, if it is known
 * @property {() => number} ply where the replay stands
 * @property {(ply: number, seat?: number) => void} stepTo seen by that seat
 * @property {(seat: number, ply: number) => void} playOn
 * @property {(ply: number, seat: number) => ReplayPosition | undefined} positionOf as the seat saw it, once loaded
 * @property {(ply: number, seat: number) => Promise<void>} load
 * @property {(position: ReplayPosition) => Toolkit} toolkitFor
 */

export class ReviewView {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.players = replay.players;
    /** whose decisions are shown */
    this.seat = replay.me ?? 0;
    this.showsTable = false;
    this.review = new GameReview(replay.table, replay.number, () => this.#ready());
  }

  #isFocused = true;

  /** Ask for the review; its heading gets the focus, since the button that was pressed goes. */
  open() {
    this.#isFocused = false;
    redraw();
    return this.review.start();
  }

  close() {
    this.review.stop();
  }

  get ply() {
    return Math.min(this.replay.ply(), this.review.line.length - 1);
  }

  get position() {
    return pages.replay.position(this.ply, this.review.line.length - 1);
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.replay.me ? t.you : this.players[seat];
  }

  /** The name of a seat within a sentence, null for the reader's. @param {number} seat */
  nameOf(seat) {
    return seat === this.replay.me ? null : this.players[seat];
  }

  /** Where a ply lies on the chosen seat's line, in shares from the beginning and the top. @param {number} ply */
  place(ply) {
    const { line } = this.review;
    return { x: ply / Math.max(1, line.length - 1), y: 1 - line[ply][this.seat] };
  }

  /** @param {number} seat */
  choose(seat) {
    this.seat = seat;
    this.#loadPositions();
    redraw();
  }

  /** @param {number} ply @param {number} [seat] */
  stepTo(ply, seat) {
    this.replay.stepTo(ply, seat);
  }

  #ready() {
    const heading = document.getElementById("review-title");
    // what had the focus may have gone; the reader may be elsewhere on the page
    if (document.activeElement === document.body) heading?.focus({ preventScroll: true });
    this.#loadPositions();
    const { found } = this.review;
    if (found) announce(t.ready(t.sentence(this.nameOf(this.seat), found.balances[this.seat])));
  }

  /** Load the positions of the costliest decisions, which their labels and hands are read from. */
  async #loadPositions() {
    for (const { ply, seat } of this.review.costliest(this.seat)) {
      await this.replay.load(ply, seat).catch(() => {}); // then the moves stand there as they were written
      redraw();
    }
  }

  /** What stands above the replay. */
  drawLine() {
    return reviewLine(this);
  }

  /** What stands beside the replay, or below it. */
  drawPanel() {
    const { found } = this.review;
    if (!found) return nothing;
    const decisions = html`${costliestDecisions(this)}${allChoices(this)}`;
    return html`<div class="review-panel">${decisions}${reviewBalance(this, found)}</div>`;
  }

  /** What the review comes to, how far it is, or why there is none. */
  summary() {
    const { found, problem, progress, line } = this.review;
    if (found) {
      const balance = found.balances[this.seat];
      return html`<p class="review-sentence">${t.sentence(this.nameOf(this.seat), balance)} <small>${t.inPoints(
        balance.error,
      )}</small></p>`;
    }
    if (problem) {
      return html`<div class="review-problem" role="alert"><p>${pages.asSentence(problem)} ${
        t.stillReplay
      }</p><button type="button" class="btn" @click=${() => this.open()}>${t.tryAgain}</button></div>`;
    }
    const isRough = line.length > 0;
    return html`<div class="review-progress"><progress max="1" .value=${progress}
      aria-label=${t.review}></progress><p>${
        progress || isRough ? t.working(this.replay.moves, progress) : t.starting
      } ${isRough ? t.rough : ""}</p></div>`;
  }

  /** The word and loss of the decision that led to a ply, for lists of moves. @param {number} ply */
  markAt(ply) {
    const decision = this.review.decisionAt(ply - 1);
    if (!decision?.word) return null;
    return { word: decision.word, label: t.moveMark(t.names[decision.word], t.loss(decision.loss, decision.error)) };
  }

  /** Put the focus on the review's heading once. */
  drawn() {
    const heading = this.#isFocused
      ? null
      : /** @type {HTMLElement | null} */ (document.getElementById("review-title"));
    if (!heading) return;
    this.#isFocused = true;
    heading.focus();
  }
}
