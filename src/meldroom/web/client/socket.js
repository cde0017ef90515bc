// The websocket of a table: it reconnects automatically.
/** @typedef {import("/client/protocol_types.js").Message} Message */

const MAX_RETRY_DELAY_MS = 8000;
const SILENCE_LIMIT_MS = 25000;
const CHECK_INTERVAL_MS = 5000;
export const LIMITED_RETRY_MS = 5000;
export const NOT_SAVED = "P-8"; // nothing happened, and it may be tried again
export const LIMITED = "P-11"; // too many requests from this network

/** @param {number} bytes */
const randomHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A name for a page, which the ids of its requests begin with. */
export const newName = () => randomHex(8);

/** 16 random bytes that a player adds to the fair deal. */
export const newShare = () => randomHex(16);

/** @typedef {"open" | "lost" | "limited" | "closed"} SocketState */

/** @typedef {(state: SocketState, reason: string, nextTryAt?: number | null) => void} OnState */

export class TableSocket {
  /**
   * @param {() => object} hello what is said first on every connection
   * @param {(message: Message) => void} onMessage @param {OnState} onState
   */
  constructor(hello, onMessage, onState) {
    this.hello = hello;
    this.onMessage = onMessage;
    this.onState = onState;
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
    if (this.closed) return;
    if (this.nextTryAt !== null) this.onState(this.limited ? "limited" : "lost", "");
    this.nextTryAt = null;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    this.welcomed = false;
    this.limited = false;
    this.lastHeardAt = Date.now();
    socket.onopen = () => {
      this.lastHeardAt = Date.now();
      socket.send(JSON.stringify({ do: "hello", showdown: true, ...this.hello() }));
    };
    socket.onmessage = (frame) => this.#receive(JSON.parse(frame.data));
    socket.onclose = (event) => {
      if (this.socket === socket) this.#closedByServer(event);
    };
  }

  /** @param {Message | {is: "pong"}} message */
  #receive(message) {
    this.lastHeardAt = Date.now();
    if (message.is === "welcome") {
      this.failedAttempts = 0;
      this.welcomed = true;
    } else if (message.is === "refusal" && !this.welcomed) {
      this.limited = message.rule === LIMITED;
      if (message.rule === NOT_SAVED) this.socket?.close(); // then it connects again
    }
    if (message.is !== "pong") this.onMessage(message);
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
    this.onState(this.limited ? "limited" : "lost", event.reason, this.nextTryAt);
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
