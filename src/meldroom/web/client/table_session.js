// A table on this page: messages go into its state, what they bring about is carried out, and the page is drawn.
import * as api from "/client/api.js";
import { loadAssets } from "/client/game_assets.js";
import { animateMoves } from "/client/motion.js";
import { reduce } from "/client/reduce.js";
import { announce, drawNow, redraw } from "/client/render.js";
import { forgetTable, keepTable, keptTable, storeSession } from "/client/saved_session.js";
import { changeSettings, settings } from "/client/settings.js";
import { newName, newShare, TableSocket } from "/client/socket.js";
import { playSound } from "/client/sound.js";
import { keptOf, newTable } from "/client/table_state.js";
import { notifyOfTurn } from "/client/turn_notice.js";

/** @typedef {import("/client/protocol_types.js").Message} Message */
/** @import { Effect, Happened, Done } from "/client/reduce.js" */
/** @typedef {{send: (message: object) => void, close: () => void, check?: (now: boolean) => void}} Socket */
/** @typedef {import("/client/socket.js").OnState} OnState */
/** @typedef {(onMessage: (message: Message) => void, onState: OnState) => Socket} Connect */

const SECOND_MS = 1000;

export class TableSession {
  /** @type {Promise<unknown>} the messages received so far, handled in order */ received = Promise.resolve();
  /** @type {Set<ReturnType<typeof setTimeout>>} */ #timers = new Set();
  /** @type {Socket} */ #socket;
  #goHome;

  /**
   * @param {string} key @param {string} code
   * @param {{connect?: Connect | null, goHome?: () => void}} [ways] `connect` gives what speaks in place of the
   *   server, as in a lesson; such a table is not saved
   */
  constructor(key, code, { connect = null, goHome = () => {} } = {}) {
    this.#goHome = goHome;
    this.state = newTable(key, { code, client: newName(), kept: keptTable(key), isSaved: connect === null });
    const hello = () => {
      const { lastSeq: since, me: seat } = this.state;
      const known = { ...(since === null ? {} : { since }), ...(seat === null ? {} : { seat }) };
      return { table: key, code, name: settings.name, ...known };
    };
    const onMessage = (/** @type {Message} */ message) => this.receive(message);
    /** @type {OnState} */
    const onState = (state, reason, nextTryAt) => this.dispatch({ is: "connection", state, reason, nextTryAt });
    this.#socket = connect ? connect(onMessage, onState) : new TableSocket(hello, onMessage, onState);
    this.clock = setInterval(() => this.dispatch({ is: "tick" }), SECOND_MS);
  }

  /** Handle messages one after another: the first may have to wait for the game's files. @param {Message} message */
  receive(message) {
    const handle = async () => {
      if (message.is === "welcome") await loadAssets(message.game);
      this.dispatch(message);
    };
    this.received = this.received.then(handle).catch(reportError);
  }

  /** Let something happen at this table. @param {Message | Happened | Done} message */
  dispatch(message) {
    const before = this.state;
    const { state, effects } = reduce(before, message, { now: Date.now(), settings });
    if (state === before) return;
    this.state = state;
    const { hand, log, chat } = state;
    if (hand !== before.hand || log !== before.log || chat !== before.chat) this.#keep();
    for (const effect of effects) this.#carryOut(effect);
    const moves = effects.findLast((effect) => effect.effect === "animate");
    if (moves) animateMoves(moves.events, moves.before, moves.after, drawNow);
    else redraw();
  }

  #keep() {
    keepTable(this.state.key, keptOf(this.state));
  }

  /** @param {Effect} effect */
  #carryOut(effect) {
    const { state } = this;
    switch (effect.effect) {
      case "send":
        return this.#socket.send(effect.message);
      case "say":
        return announce(effect.text);
      case "sound":
        return playSound(effect.name, effect.delay);
      case "later":
        return this.#later(effect.ms, effect.message);
      case "share":
        return this.dispatch({ is: "share_made", commit: effect.commit, seat: effect.seat, share: newShare() });
      case "settings":
        return changeSettings(effect.changes);
      case "notify":
        return notifyOfTurn(state);
      case "save":
        return state.isSaved && storeSession(state);
      case "forget":
        return forgetTable(state.key);
      case "evening":
        return this.#loadEvening();
      case "home":
        return this.#goHome();
      case "reconnect":
        return this.#socket.check?.(true);
    }
  }

  /** @param {number} ms @param {Happened} message */
  #later(ms, message) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.dispatch(message);
    }, ms);
    this.#timers.add(timer);
  }

  #loadEvening() {
    api.evening(this.state.key).then(
      (score) => this.dispatch({ is: "evening", score }),
      () => this.dispatch({ is: "evening", score: null }),
    );
  }

  close() {
    clearInterval(this.clock);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket.close();
  }
}
