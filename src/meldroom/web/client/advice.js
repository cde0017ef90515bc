// Advice for the player on turn: what to play, or a warning before a move that would be a mistake.
import { announce, redraw } from "/client/render.js";
import { settings } from "/client/settings.js";
import { newId } from "/client/socket.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").Hint} Hint */
/** @typedef {import("/client/protocol_types.js").Checked} Checked */
/** @typedef {import("/client/protocol_types.js").Refusal} Refusal */
/** @typedef {import("/client/protocol_types.js").Table} Table */
/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {{text: string, loss: number, better: string | null, why: string}} Caution the move that waits */

const MAX_CHECK_MS = 2000; // then the move goes unchecked

const t = words.advice;

/** @param {Table} table */
export const people = (table) => table.seats.flatMap(({ person }, seat) => (person ? [seat] : []));

export class Advice {
  /** @param {TableSession} session */
  constructor(session) {
    this.session = session;
    /** @type {Hint | null} */ this.hint = null;
    /** @type {Caution | null} */ this.caution = null;
    this.askedId = ""; // the question that waits for its answer
    this.heldBack = ""; // the move that waits until it is checked
    this.isNew = false; // what came is yet to be announced
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
  }

  /** Whether something is shown in place of the prompt. */
  get isOpen() {
    return Boolean(this.hint || this.caution);
  }

  get isAsking() {
    return this.askedId !== "" && !this.heldBack;
  }

  get isChecking() {
    return this.heldBack !== "";
  }

  /** Whether the player can ask for a hint now. */
  get isOffered() {
    const { session } = this;
    const alone = session.play?.to_act.length === 1; // nobody is helped in a race
    return alone && session.isMyTurn && session.choice.acts.length > 1 && Boolean(session.table.hints?.allowed);
  }

  ask() {
    if (!this.isOffered || this.isAsking || this.session.isBusy) return;
    this.close();
    this.askedId = newId();
    this.session.socket.send({ do: "hint", id: this.askedId });
    announce(t.thinking);
    redraw();
  }

  /**
   * Check a move first where the player wants that, and hold it back meanwhile.
   * @param {string} text @returns {boolean} whether it waits
   */
  holdBack(text) {
    const { session } = this;
    const { table, choice, me } = session;
    const isAlone = Boolean(table.hints) && people(table).length === 1;
    if (settings.caution !== "on" || !isAlone || me === null || choice.acts.length < 2) return false;
    this.close();
    this.heldBack = text;
    this.askedId = newId();
    session.socket.send({ do: "check", id: this.askedId, text });
    this.timer = setTimeout(() => this.#play(text), MAX_CHECK_MS);
    redraw();
    return true;
  }

  /** @param {({is: "hint"} & Hint) | ({is: "checked"} & Checked)} answer */
  receive(answer) {
    const { session, heldBack } = this;
    if (answer.id !== this.askedId || answer.ply !== session.play?.ply) return;
    this.close();
    if (answer.is === "hint") {
      session.choice.clear();
      session.refusal = session.explained = null;
      this.hint = answer;
    } else if (answer.loss === null) return this.#play(heldBack);
    else this.caution = { text: heldBack, loss: answer.loss, better: answer.better, why: answer.why };
    this.isNew = true;
    redraw();
  }

  /** A question was refused: a move that waits for its check goes. @param {Refusal} refusal @returns {boolean} */
  refused(refusal) {
    if (!this.askedId || refusal.id !== this.askedId) return false;
    const { heldBack } = this;
    this.close();
    if (!heldBack) return false;
    this.#play(heldBack);
    return true;
  }

  /** @param {string} text */
  #play(text) {
    this.close();
    this.session.act(text, true);
  }

  close() {
    clearTimeout(this.timer);
    this.hint = this.caution = null;
    this.askedId = this.heldBack = "";
  }
}

/**
 * Write into the log whom a hint was given, for everybody to see.
 * @param {TableSession} session @param {Table | null} before @param {Table} now
 */
export function noteHints(session, before, now) {
  const given = before?.number === now.number ? before.hints?.given : undefined;
  if (!given || !session.play) return;
  now.hints?.given.forEach((count, seat) => {
    if (count <= (given[seat] ?? 0)) return;
    session.log.note(seat, t.given, session.play.ply);
    if (seat !== session.me) announce(`${now.seats[seat].name} ${t.given}.`);
  });
}
