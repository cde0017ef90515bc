// The websocket of a table: reconnects by itself and resends what was not acknowledged.
import { settings } from "/client/settings.js";

/** @typedef {import("/client/protocol_types.js").Message} Message */

const MAX_RETRY_DELAY_MS = 8000;
const SILENCE_LIMIT_MS = 25000;
const CHECK_INTERVAL_MS = 5000;
const SEND_AGAIN_MS = 1000;
export const LIMITED_RETRY_MS = 5000;
export const NOT_SAVED = "P-8"; // nothing happened, and it may be tried again
export const LIMITED = "P-11"; // too many requests from this network

/** @param {number} bytes */
const randomHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** An id for an act. */
export const newId = () => randomHex(12);

/** 16 random bytes that a player adds to the fair deal. */
export const newShare = () => randomHex(16);

/** @typedef {"open" | "lost" | "limited" | "closed"} SocketState */

export class TableSocket {
  /**
   * @param {string} table
   * @param {string} code
   * @param {(message: Message) => void} onMessage
   * @param {(state: SocketState, reason: string) => void} onState
   */
  constructor(table, code, onMessage, onState) {
    this.table = table;
    this.code = code;
    this.onMessage = onMessage;
    this.onState = onState;
    /** @type {Map<string, object>} acts that were not acknowledged yet, by their ids */
    this.unacknowledged = new Map();
    /** @type {number | null} */
    this.lastSeq = null;
    /** @type {number | null} where this player sits; a device that several share goes on in that seat */
    this.seat = null;
    this.failedAttempts = 0;
    this.closed = false;
    this.lastHeardAt = Date.now();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.welcomed = false;
    this.limited = false;
    /** @type {number | null} when the connection is tried again; null while it is tried or open */
    this.nextTryAt = null;
    this.wake = () => {
      if (document.visibilityState === "visible") this.check(true);
    };
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.checkTimer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
    this.connect();
  }

  connect() {
    clearTimeout(this.retryTimer);
    this.nextTryAt = null;
    if (this.closed) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    this.welcomed = false;
    this.limited = false;
    this.lastHeardAt = Date.now();
    socket.onopen = () => {
      this.lastHeardAt = Date.now();
      const hello = { do: "hello", table: this.table, code: this.code, showdown: true, name: settings.name };
      const lastSeen = this.lastSeq === null ? {} : { since: this.lastSeq };
      socket.send(JSON.stringify({ ...hello, ...lastSeen, ...(this.seat === null ? {} : { seat: this.seat }) }));
    };
    socket.onmessage = (frame) => this.#receive(JSON.parse(frame.data));
    socket.onclose = (event) => {
      if (this.socket === socket) this.#closedByServer(event);
    };
  }

  /** @param {(Message & {seq?: number}) | {is: "pong", seq?: undefined}} message */
  #receive(message) {
    this.lastHeardAt = Date.now();
    if (message.is === "welcome") {
      this.failedAttempts = 0;
      this.welcomed = true;
      this.seat = message.you;
      this.onState("open", "");
      for (const act of this.unacknowledged.values()) this.socket?.send(JSON.stringify(act));
    }
    if (message.is === "refusal") this.#refused(message);
    if (message.is === "ack") this.unacknowledged.delete(message.id);
    if (typeof message.seq === "number" && message.is !== "ack") this.lastSeq = message.seq;
    if (message.is !== "pong") this.onMessage(message);
  }

  /** @param {import("/client/protocol_types.js").Refusal} refusal */
  #refused({ id, rule }) {
    if (!this.welcomed) {
      this.limited = rule === LIMITED;
      if (rule === NOT_SAVED) this.socket?.close(); // then it connects again
    } else if (rule === NOT_SAVED && this.unacknowledged.has(id)) {
      setTimeout(() => {
        const act = this.unacknowledged.get(id);
        if (act) this.send(act);
      }, SEND_AGAIN_MS);
    } else {
      this.unacknowledged.delete(id);
    }
  }

  /** @param {CloseEvent} event */
  #closedByServer(event) {
    this.socket = null;
    if (this.closed) return;
    if (event.code === 4001 || (event.code === 4003 && !this.limited)) {
      this.close();
      this.onState("closed", event.reason);
      return;
    }
    this.failedAttempts += 1;
    const backoff = Math.min(MAX_RETRY_DELAY_MS, 300 * 2 ** Math.min(this.failedAttempts, 6));
    const delay = this.failedAttempts === 1 ? 150 : backoff * (0.7 + 0.6 * Math.random());
    const wait = this.limited ? LIMITED_RETRY_MS : delay;
    this.nextTryAt = Date.now() + wait;
    this.retryTimer = setTimeout(() => this.connect(), wait);
    this.onState(this.limited ? "limited" : "lost", event.reason);
  }

  /**
   * Reconnect if the connection died without a close event, as it does when a computer sleeps.
   * @param {boolean} [now] whether one that is lost is tried again before its time
   */
  check(now = false) {
    if (this.closed) return;
    const silence = Date.now() - this.lastHeardAt;
    if (!this.socket) {
      if (now || Date.now() >= (this.nextTryAt ?? 0)) this.connect();
    } else if (silence > SILENCE_LIMIT_MS) {
      const dead = this.socket;
      this.socket = null;
      dead.onclose = null;
      dead.close();
      this.onState("lost", "");
      this.connect();
    } else if (this.socket.readyState === WebSocket.OPEN && silence > SILENCE_LIMIT_MS / 3) {
      this.socket.send('{"do":"ping"}');
    }
  }

  /** Send a message once; it is dropped while there is no connection. @param {object} message */
  send(message) {
    if (this.welcomed && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Act; resent with the same id until it is answered. @param {string[]} texts @param {number} ply */
  act(texts, ply) {
    return this.#sendUntilAnswered({ do: "act", id: newId(), texts, ply });
  }

  /** Take the last action back. */
  undo() {
    return this.#sendUntilAnswered({ do: "undo", id: newId() });
  }

  /** @param {{id: string, [field: string]: unknown}} act */
  #sendUntilAnswered(act) {
    this.unacknowledged.set(act.id, act);
    this.send(act);
    return act.id;
  }

  close() {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearInterval(this.checkTimer);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.socket?.close();
    this.socket = null;
  }
}
