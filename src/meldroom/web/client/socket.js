// The line to the table: a websocket that comes back by itself and sends again what was not acknowledged.

const SLOWEST = 8000;
const SILENT = 25000;

/** @returns {string} */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

/** 16 random bytes for the fair deal. */
export const newShare = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export class Line {
  /**
   * @param {string} table
   * @param {string} code
   * @param {(message: any) => void} hear
   * @param {(state: "open" | "lost" | "shut", why: string) => void} changed
   */
  constructor(table, code, hear, changed) {
    this.table = table;
    this.code = code;
    this.hear = hear;
    this.changed = changed;
    /** @type {Map<string, object>} acts that were not acknowledged yet, by their ids */
    this.open = new Map();
    /** @type {number | null} */
    this.since = null;
    this.tries = 0;
    this.shut = false;
    this.last = Date.now();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.greeted = false;
    this.wake = () => { if (document.visibilityState === "visible") this.check(); };
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.pulse = setInterval(() => this.check(), 5000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.shut) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    this.greeted = false;
    this.last = Date.now();
    socket.onopen = () => {
      this.last = Date.now();
      const hello = { do: "hello", table: this.table, code: this.code };
      socket.send(JSON.stringify(this.since === null ? hello : { ...hello, since: this.since }));
    };
    socket.onmessage = (frame) => this.#heard(JSON.parse(frame.data));
    socket.onclose = (end) => { if (this.socket === socket) this.#closed(end); };
  }

  /** @param {any} message */
  #heard(message) {
    this.last = Date.now();
    if (message.is === "welcome") {
      this.tries = 0;
      this.greeted = true;
      this.changed("open", "");
      for (const act of this.open.values()) this.socket?.send(JSON.stringify(act));
    }
    if (message.is === "ack" || message.is === "refusal") this.open.delete(message.id);
    if (typeof message.seq === "number" && message.is !== "ack") this.since = message.seq;
    if (message.is !== "pong") this.hear(message);
  }

  /** @param {CloseEvent} end */
  #closed(end) {
    this.socket = null;
    if (this.shut) return;
    if (end.code === 4001 || end.code === 4003) {
      this.close();
      this.changed("shut", end.reason);
      return;
    }
    this.changed("lost", end.reason);
    this.tries += 1;
    const wait = Math.min(SLOWEST, 300 * 2 ** Math.min(this.tries, 6)) * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => this.connect(), this.tries === 1 ? 150 : wait);
  }

  /** Notice a line that died without a word, as after sleep. */
  check() {
    if (this.shut) return;
    if (!this.socket) {
      this.connect();
    } else if (Date.now() - this.last > SILENT) {
      const dead = this.socket;
      this.socket = null;
      dead.onclose = null;
      dead.close();
      this.changed("lost", "");
      this.connect();
    } else if (this.socket.readyState === WebSocket.OPEN && Date.now() - this.last > SILENT / 3) {
      this.socket.send('{"do":"ping"}');
    }
  }

  /** Say something that need not survive a lost line. @param {object} message */
  say(message) {
    if (this.greeted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Act; sent again with the same id until it is answered. @param {string[]} texts @param {number} ply */
  act(texts, ply) {
    return this.#keep({ do: "act", id: newId(), texts, ply });
  }

  /** Take the last action back. */
  undo() {
    return this.#keep({ do: "undo", id: newId() });
  }

  /** @param {{id: string, [field: string]: unknown}} act */
  #keep(act) {
    this.open.set(act.id, act);
    this.say(act);
    return act.id;
  }

  close() {
    this.shut = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.socket?.close();
    this.socket = null;
  }
}
