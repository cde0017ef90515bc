// What was said at a table: the last lines, and how many of them are new.
const MAX_LINES = 50;

/** @typedef {Pick<import("/client/protocol_types.js").Said, "seat" | "name" | "text">} Said */

export class Chat {
  /** @param {string} table */
  constructor(table) {
    this.storageKey = `meldroom-chat-${table}`;
    /** @type {Said[]} */ this.lines = JSON.parse(sessionStorage.getItem(this.storageKey) ?? "[]");
    this.unread = 0;
    this.isShown = false;
  }

  /** @param {Said} said @param {boolean} own */
  add({ seat, name, text }, own) {
    this.lines = [...this.lines, { seat, name, text }].slice(-MAX_LINES);
    if (!this.isShown && !own) this.unread += 1;
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify(this.lines));
    } catch {
      /* the storage is full */
    }
  }

  /** Take note that the lines are shown, or no longer. @param {boolean} shown */
  show(shown) {
    this.isShown = shown;
    if (shown) this.unread = 0;
  }
}
