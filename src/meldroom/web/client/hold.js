// The hold after a hand: the showdown that is shown, and when the next hand begins.

/** @typedef {import("/client/protocol_types.js").Showdown} Showdown */
/** @typedef {import("/client/protocol_types.js").View} View */

export const HOLD_SECONDS = 12;
const KEY_DELAY_MS = 600; // a key meant for the hand must not end the look at it
const WARN_AT_SECONDS = 5;

export class HandHold {
  /** @param {() => void} changed called when the page is to be drawn again */
  constructor(changed) {
    this.changed = changed;
    /** @type {Showdown | null} */
    this.showdown = null;
    /** @type {View | null} */
    this.viewBefore = null;
    this.acceptsKeys = false;
    this.receivedAt = 0;
    this.warned = false;
    /** @type {number | undefined} */
    this.keyTimer = undefined;
    /** @type {number | undefined} */
    this.endTimer = undefined;
  }

  /**
   * @param {Showdown} showdown @param {View | null} [viewBefore] the last view of the hand that ended
   * @param {boolean} [brief] whether it ends by itself, as for a watcher, for whom nobody waits
   */
  begin(showdown, viewBefore = null, brief = false) {
    this.end();
    this.showdown = brief ? { ...showdown, left: HOLD_SECONDS } : showdown;
    if (brief) {
      this.endTimer = setTimeout(() => {
        this.end();
        this.changed();
      }, HOLD_SECONDS * 1000);
    }
    this.viewBefore = viewBefore;
    this.receivedAt = performance.now();
    this.acceptsKeys = false;
    this.warned = false;
    this.keyTimer = setTimeout(() => {
      this.acceptsKeys = true;
      this.changed();
    }, KEY_DELAY_MS);
  }

  /** Take note of who is ready. @param {{left: number | null, ready: number[]}} progress */
  update({ left, ready }) {
    if (!this.showdown) return;
    this.showdown = { ...this.showdown, left, ready };
    this.receivedAt = performance.now();
  }

  end() {
    clearTimeout(this.keyTimer);
    clearTimeout(this.endTimer);
    this.showdown = null;
  }

  /** Seconds until the next hand begins by itself; null if it waits. */
  get secondsLeft() {
    if (this.showdown?.left == null) return null;
    return Math.max(0, Math.ceil(this.showdown.left - (performance.now() - this.receivedAt) / 1000));
  }

  /** Whether it is time to say, once, that the next hand is near. */
  takeWarning() {
    if (this.warned || this.secondsLeft === null || this.secondsLeft > WARN_AT_SECONDS) return false;
    this.warned = true;
    return true;
  }
}
