// The log: what was done at the table, in sentences, with the rule behind every booking.

/** @typedef {{seat: number | null, text: string, rule?: string, ply: number}} Line */

const MOST = 300;

export class Tale {
  /** @param {string} key where it is kept, so that a reload does not lose it */
  constructor(key) {
    this.key = `meldroom-log-${key}`;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {string[]} what was thrown since the last shuffle */
    this.thrown = [];
    /** @type {Line[]} lines that wait until a silent race is over */
    this.held = [];
    this.mark = 0; // the first line since your last turn
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(this.key) ?? "{}"));
    } catch { /* nothing was kept */ }
  }

  begin() {
    this.lines = [];
    this.thrown = [];
    this.held = [];
    this.mark = 0;
  }

  /**
   * Take in a play. @param {any} play @param {import("/client/toolkit.js").Parts} parts @param {boolean} silent
   * @returns {string[]} what to announce
   */
  hear(play, parts, silent) {
    /** @type {Line[]} */
    const news = [];
    for (const [seat, text] of play.moves ?? []) {
      const told = parts.tell(seat, text, play.events ?? []);
      if (told) news.push({ seat, text: told, ply: play.ply });
    }
    for (const event of play.events ?? []) {
      if (event.event === "noted") news.push({ seat: null, text: parts.named(event.text), rule: event.rule, ply: play.ply });
      else if (event.event === "gathered") this.thrown = [];
      else if (event.event === "moved" && event.source_owner !== null && event.target_owner === null && event.cards.every(Boolean) && parts.zone(event.target).sight === "all") this.thrown.push(...event.cards);
    }
    if (silent) {
      this.held.push(...news);
      return [];
    }
    const all = [...this.held, ...news];
    this.held = [];
    for (const line of all) this.#add(line);
    if (play.moves?.some((/** @type {[number, string]} */ [seat]) => seat === parts.me) && !play.to_act.includes(parts.me)) this.mark = this.lines.length;
    if (this.lines.length > MOST) {
      const cut = this.lines.length - MOST;
      this.lines.splice(0, cut);
      this.mark = Math.max(0, this.mark - cut);
    }
    this.keep();
    return all.map((line) => (line.seat === null ? line.text : `${parts.name(line.seat)} ${line.text}`));
  }

  /** @param {Line} line */
  #add(line) {
    const last = this.lines.at(-1);
    if (last && last.seat !== null && last.seat === line.seat && this.lines.length > this.mark) last.text = `${last.text}, ${line.text}`;
    else this.lines.push(line);
  }

  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ lines: this.lines, thrown: this.thrown, mark: this.mark }));
    } catch { /* a full store keeps nothing */ }
  }
}
