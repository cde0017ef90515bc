// What interrupts a game and counts seconds: people who are away, a pause, a lost connection.
import { announce } from "/client/render.js";
import { words } from "/words/en.js";

const ASK_AGAIN_MS = 60_000; // as on the server

/** @typedef {import("/client/protocol_types.js").Table} Table */

export class Interruptions {
  /** @type {Table | null} */ #table = null;
  #tableAt = 0; // when it came
  #askedAt = -ASK_AGAIN_MS; // when the player asked to continue a paused game
  askedBy = ""; // who else asked for that
  lostAt = 0; // when the connection was lost, by the wall clock

  /** Take note of a table, and say what changed. @param {Table} table @param {number | null} me */
  update(table, me) {
    const before = this.#table;
    this.#table = table;
    this.#tableAt = performance.now();
    if (!table.paused) this.askedBy = "";
    else if (!before?.paused) announce(words.paused.isPaused);
    for (const [at, { name, person, here, bot }] of table.seats.entries()) {
      const seat = before?.seats[at];
      if (!person || here || at === me || seat?.name !== name) continue;
      if (bot && !seat.bot) announce(words.absence.botPlays(name));
      else if (seat.here) announce(words.absence.away(name));
    }
  }

  connectionLost() {
    this.lostAt = Date.now();
    announce(`${words.connection.lost} ${words.connection.saved}`);
  }

  /** Seconds until a bot plays for a person who is away; null if none will. @param {number} seat */
  awayLeft(seat) {
    const left = this.#table?.seats[seat].away_left;
    return left == null ? null : Math.max(0, Math.round(left - (performance.now() - this.#tableAt) / 1000));
  }

  /** Take note that the player asks to continue a paused game; false if they asked just now. */
  ask() {
    if (this.askAgainIn) return false;
    this.#askedAt = performance.now();
    return true;
  }

  /** Seconds until the player may ask once more. */
  get askAgainIn() {
    return Math.max(0, Math.ceil((this.#askedAt + ASK_AGAIN_MS - performance.now()) / 1000));
  }

  /** Whether the seconds of one of these are shown; those of a turn are not meant. */
  get isCounting() {
    const asked = this.#table?.paused && this.askAgainIn > 0;
    return Boolean(asked || this.#table?.seats.some(({ away_left }) => away_left != null));
  }
}
