// What a message changes: a pure function from the state of a table to the next one, and to what is to be done.
import { COMMANDS } from "/client/reduce_person.js";
import { PLAY_EVENTS } from "/client/reduce_play.js";
import { TABLE_EVENTS } from "/client/reduce_table.js";

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/settings.js").Settings} Settings */
/** @typedef {import("/client/protocol_types.js").Message} Message */
/** @typedef {import("/client/choice.js").Pick} Pick */
/** @typedef {{now: number, settings: Readonly<Settings>}} World the time in milliseconds, and the wishes */

/**
 * @typedef {{effect: "send", message: object}
 *   | {effect: "say", text: string}
 *   | {effect: "sound", name: string, delay: number}
 *   | {effect: "later", ms: number, message: Happened}
 *   | {effect: "animate", events: import("/client/protocol_types.js").GameEvent[],
 *       before: import("/client/protocol_types.js").View | undefined,
 *       after: import("/client/protocol_types.js").View}
 *   | {effect: "share", commit: string, seat: number}
 *   | {effect: "settings", changes: Partial<Settings>}
 *   | {effect: "notify" | "save" | "forget" | "evening" | "home" | "reconnect"}} Effect
 */

/**
 * What happened besides the server's messages: to the connection, by a timer, as an answer to an effect, in a lesson.
 * @typedef {{is: "connection", state: import("/client/socket.js").SocketState, reason: string,
 *       nextTryAt?: number | null}
 *   | {is: "tick"} | {is: "hold_keys", at: number} | {is: "hold_over", at: number} | {is: "unchecked", id: string}
 *   | {is: "resend", id: string} | {is: "share_again"} | {is: "next_move", run: number}
 *   | {is: "share_made", commit: string, seat: number, share: string}
 *   | {is: "evening", score: import("/client/api.js").Evening | null}
 *   | {is: "refused", why: string, rule: string}
 *   | {is: "prompt", prompt: string, says: string}
 *   | {is: "rewind", plays: import("/client/protocol_types.js").Play[]}} Happened
 */

/**
 * What a person does; any other command opens the dialog of that name, or closes it.
 * @typedef {{do: string, text?: string, sure?: boolean, pick?: Pick, number?: number, seat?: number | null,
 *   cards?: string[], verb?: string, slot?: string, to?: number, order?: string[], name?: string, value?: string,
 *   code?: string, by?: number, message?: object}} Done
 */

/** @typedef {(message: Done | Happened) => void} Dispatch */
/**
 * @template {string} K
 * @typedef {Extract<Message | Happened, {is: K}>} Of
 */
/** @typedef {{[K in (Message | Happened)["is"]]?: (s: TableState, message: Of<K>, out: Outbox) => unknown}} Handlers */

/** The effects of one message, and what it may know besides the state. */
export class Outbox {
  /** @type {Effect[]} */ effects = [];

  /** @param {Readonly<Settings>} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** @param {object} message */
  send(message) {
    this.effects.push({ effect: "send", message });
  }

  /** @param {string} text */
  say(text) {
    if (text) this.effects.push({ effect: "say", text });
  }

  /** @param {string} name @param {number} [delay] seconds */
  sound(name, delay = 0) {
    this.effects.push({ effect: "sound", name, delay });
  }

  /** @param {number} ms @param {Happened} message */
  later(ms, message) {
    this.effects.push({ effect: "later", ms, message });
  }

  /** @param {Effect} effect */
  add(effect) {
    this.effects.push(effect);
  }
}

/** @type {Record<string, ((s: TableState, message: never, out: Outbox) => unknown) | undefined>} */
const EVENTS = { ...TABLE_EVENTS, ...PLAY_EVENTS };

/**
 * Return the state after a message, and what is to be done; a timer that changes nothing returns the same state.
 * @param {TableState} state @param {Message | Happened | Done} message @param {World} world
 * @returns {{state: TableState, effects: Effect[]}}
 */
export function reduce(state, message, { now, settings }) {
  const next = { ...state, now };
  const out = new Outbox(settings);
  const { seq } = /** @type {{seq?: number}} */ (message);
  if ("do" in message) (COMMANDS[message.do] ?? COMMANDS.dialog)(next, /** @type {never} */ (message), out);
  else {
    if (typeof seq === "number" && message.is !== "ack") next.lastSeq = seq;
    if (EVENTS[message.is]?.(next, /** @type {never} */ (message), out) === false) return { state, effects: [] };
  }
  return { state: next, effects: out.effects };
}
