// The log of a table: what was done, in sentences, with the rule behind everything the referee notes.
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").Play} Play */
/** @typedef {import("/client/protocol_types.js").MovedEvent} MovedEvent */
/** @typedef {{seat: number | null, text: string, rule?: string, ply: number, heading?: boolean}} LogLine */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

const MAX_LINES = 300;

export class GameLog {
  /** @param {string} table its key; the log is stored under it, so that a reload does not lose it */
  constructor(table) {
    this.storageKey = `meldroom-log-${table}`;
    /** @type {LogLine[]} */
    this.lines = [];
    /** @type {string[]} the discards since the last shuffle */
    this.discards = [];
    /** @type {LogLine[]} lines that wait until a silent race is over */
    this.heldBack = [];
    this.firstNew = 0; // index of the first line since your last turn
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(this.storageKey) ?? "{}"));
    } catch {
      /* nothing was stored */
    }
  }

  clear() {
    this.lines = [];
    this.discards = [];
    this.heldBack = [];
    this.firstNew = 0;
  }

  /**
   * Add what a `play` message reports.
   * @param {Play} play @param {Toolkit} kit @param {boolean} silent whether a silent race is on
   * @returns {string[]} the sentences to announce
   */
  add(play, kit, silent) {
    /** @type {LogLine[]} */
    const news = [];
    for (const [seat, text] of play.moves ?? []) {
      const sentence = kit.describeMove(seat, text, play.events ?? []);
      if (sentence) news.push({ seat, text: sentence, ply: play.ply });
    }
    for (const event of play.events ?? []) {
      if (event.event === "noted") {
        news.push({ seat: null, text: kit.fillNames(event.text), rule: event.rule, ply: play.ply });
      } else if (event.event === "gathered") {
        this.discards = [];
        if (play.ply) news.push({ seat: null, text: words.table.nextDeal, ply: play.ply, heading: true });
      } else if (event.event === "moved" && isDiscard(event, kit)) {
        this.discards.push(...event.cards.filter((code) => code !== null));
      }
    }
    if (silent) {
      this.heldBack.push(...news);
      return [];
    }
    const lines = [...this.heldBack, ...news];
    this.heldBack = [];
    for (const line of lines) this.#append(line);
    const iMoved = play.moves?.some(([seat]) => seat === kit.me);
    if (iMoved && kit.me !== null && !play.to_act.includes(kit.me)) this.firstNew = this.lines.length;
    this.#trim();
    this.#store();
    return lines.map((line) => (line.seat === null ? line.text : `${kit.name(line.seat)} ${line.text}`));
  }

  /** Add something that a player did besides a move. @param {number} seat @param {string} text @param {number} ply */
  note(seat, text, ply) {
    this.#append({ seat, text, ply });
    this.#trim();
    this.#store();
  }

  /** The lines of the hand that ended last. @param {boolean} dealt whether the next one has been dealt */
  lastHand(dealt) {
    const lastHeading = this.lines.findLastIndex((line) => line.heading);
    const lines = dealt && lastHeading >= 0 ? this.lines.slice(0, lastHeading) : this.lines;
    return lines.slice(lines.findLastIndex((line) => line.heading) + 1);
  }

  /** @param {LogLine} line */
  #append(line) {
    const last = this.lines.at(-1);
    const continues = last && last.seat !== null && last.seat === line.seat && this.lines.length > this.firstNew;
    if (continues) last.text = `${last.text}, ${line.text}`;
    else this.lines.push(line);
  }

  #trim() {
    const surplus = Math.max(0, this.lines.length - MAX_LINES);
    this.lines.splice(0, surplus);
    this.firstNew = Math.max(0, this.firstNew - surplus);
  }

  #store() {
    const { lines, discards, firstNew } = this;
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify({ lines, discards, firstNew }));
    } catch {
      /* the storage is full */
    }
  }
}

/** Whether cards went openly from a player to an open pile. @param {MovedEvent} event @param {Toolkit} kit */
const isDiscard = (event, kit) =>
  event.source_owner !== null &&
  event.target_owner === null &&
  event.cards.every(Boolean) &&
  kit.zone(event.target).sight === "all";
