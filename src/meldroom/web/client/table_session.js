// One's place at a table: what was heard of it, what is chosen, what is said back.
import { Choice, readActs } from "/client/choice.js";
import { dress, dressOf } from "/client/game_assets.js";
import { Hand } from "/client/hand.js";
import { Line, newShare } from "/client/socket.js";
import { forget, remember } from "/client/my_tables.js";
import { move } from "/client/motion.js";
import { Parts } from "/client/toolkit.js";
import { settings } from "/client/settings.js";
import { sound, soundOf } from "/client/sound.js";
import { announce, drawNow, redraw } from "/client/render.js";
import { Tale } from "/client/game_log.js";
import { words } from "/words/en.js";

export class Place {
  /**
   * @param {string} key @param {string} code
   * @param {((hear: (message: any) => void, changed: (state: "open" | "lost" | "shut", why: string) => void) => any) | null} [wire]
   * what speaks instead of the server, as in a lesson; such a table is not kept among one's own
   */
  constructor(key, code, wire = null) {
    this.key = key;
    this.kept = wire === null;
    /** @type {any} */ this.table = null;
    /** @type {import("/client/game_assets.js").Game | null} */ this.game = null;
    /** @type {any} */ this.play = null;
    /** @type {any} the sight before a silent race began */ this.calm = null;
    /** @type {number | null} */ this.me = null;
    /** @type {string | null} */ this.code = code || null;
    /** @type {string[]} */ this.phrases = [];
    /** @type {"wait" | "open" | "lost" | "shut"} */ this.state = "wait";
    this.why = "";
    /** @type {{why: string, rule: string} | null} */ this.refusal = null;
    /** @type {{name: string, text: string, seat: number}[]} */ this.chat = [];
    this.choice = new Choice(-1);
    this.hand = new Hand(key);
    this.tale = new Tale(key);
    /** @type {Set<string>} names of the zones that are one's hand */ this.handZones = new Set();
    /** @type {Promise<any>} */ this.heard = Promise.resolve();
    this.heardAt = 0;
    this.sent = ""; // the act that is on its way
    this.given = -1; // the game for which a share was given
    this.focused = ""; // the card of the hand that the keyboard is at
    const hear = (/** @type {any} */ message) => this.hear(message);
    const changed = (/** @type {"open" | "lost" | "shut"} */ state, /** @type {string} */ why) => this.turned(state, why);
    /** @type {Line} */ this.line = wire ? wire(hear, changed) : new Line(key, code, hear, changed);
  }

  /** @param {"open" | "lost" | "shut"} state @param {string} why */
  turned(state, why) {
    if (state === "lost" && this.state === "open") announce(words.table.lost);
    this.state = state;
    this.why = why;
    if (state === "shut") forget(this.key);
    redraw();
  }

  /** Take messages in one after another: a game's dress may have to come first. @param {any} message */
  hear(message) {
    this.heard = this.heard.then(() => this.#hear(message)).catch(reportError);
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.is) {
      case "welcome": return this.#welcome(message);
      case "table": return this.#facts(message);
      case "play": return this.#played(message);
      case "ack": if (message.id === this.sent) this.sent = ""; return redraw();
      case "refusal": return this.#refused(message);
      case "said": this.chat = [...this.chat.slice(-30), message]; announce(`${message.name}: ${message.text}`); return redraw();
      default: return undefined;
    }
  }

  /** @param {any} message */
  async #welcome(message) {
    this.game = message.game;
    this.me = message.you;
    this.code = message.code ?? this.code;
    this.phrases = message.phrases;
    this.given = -1; // what was given on a line that was lost may never have come
    this.choice.me = this.me ?? -1;
    if (message.table.number !== this.table?.number) this.calm = null;
    this.table = message.table;
    await dress(message.game);
    if (!this.line.open.has(this.sent)) this.sent = [...this.line.open.keys()].at(-1) ?? "";
    if (message.play) {
      const parts = this.#partsOf(message.play);
      if (message.events?.length) this.tale.hear({ ...message.play, moves: [], events: message.events }, parts, this.#silent(message.play));
      this.#take(message.play, true);
    }
    this.#facts(message.table);
  }

  /** @param {any} table */
  #facts(table) {
    const fresh = this.table?.number !== table.number;
    this.table = table;
    if (fresh) {
      this.tale.begin();
      this.hand = new Hand(this.key);
      this.choice.clear();
    }
    if (table.phase === "waiting") {
      this.play = null;
      if (this.me !== null && !table.seats[this.me].ready && this.given !== table.number) {
        this.given = table.number;
        this.line.say({ do: "give", share: newShare() });
      }
    }
    if (this.me !== null) this.#keep();
    redraw();
  }

  #keep() {
    if (!this.kept) return undefined;
    const { table, play } = this;
    const names = table.seats.map((/** @type {any} */ seat) => seat.name);
    if (table.phase === "closed") return forget(this.key);
    const kept = { key: this.key, game: table.game, code: this.code ?? "", names, seat: this.me ?? 0, turn: Boolean(play?.to_act.includes(this.me)) };
    if (table.phase !== "over" || !play?.result) return remember(kept);
    const { winners } = play.result;
    const won = winners.includes(this.me);
    return remember({ ...kept, turn: false, over: { number: table.number, won, line: won ? words.home.won : words.home.lost(names[winners[0]]) } });
  }

  /** @param {any} sight */
  #partsOf(sight) {
    return new Parts({ game: this.game, table: this.table, view: sight.view, play: sight, me: this.me, names: this.table.seats.map((/** @type {any} */ seat) => seat.name), choice: null, hints: settings.hints === "on" });
  }

  /** Whether a race is on that must not be heard (its table.js draws it). @param {any} sight */
  #silent(sight) {
    return Boolean(this.game?.race && dressOf(this.game.key).silent && sight.to_act.length > 0 && dressOf(this.game.key).silent(sight.view));
  }

  /** @param {any} message */
  #played(message) {
    const before = this.play?.view;
    const silent = this.#silent(message);
    const told = this.tale.hear(message, this.#partsOf(message), silent);
    const was = this.myTurn;
    const raced = Boolean(this.calm);
    this.refusal = null;
    this.#take(message, false);
    if (!silent) {
      const turn = this.myTurn && !was ? ` ${words.table.turn}. ${message.asks}` : this.myTurn ? ` ${message.asks}` : "";
      announce(`${told.join(". ")}.${turn}`);
      const name = soundOf(message, raced);
      if (name) sound(name);
      if (this.myTurn && !was) sound("turn", name ? 0.16 : 0);
    }
    if (this.me !== null) this.#keep();
    if (silent) drawNow();
    else move(message.undone ? [] : message.events ?? [], before, message.view, drawNow);
  }

  /** @param {any} sight @param {boolean} first */
  #take(sight, first) {
    const silent = this.#silent(sight);
    this.calm = silent ? this.calm ?? this.play ?? sight : null;
    this.play = sight;
    this.heardAt = performance.now();
    const { view } = sight;
    if (this.me !== null) {
      const mine = view.zones.filter((/** @type {any} */ zone) => zone.owner === this.me);
      for (const zone of mine) if (zone.sight === "owner") this.handZones.add(zone.name);
      const zones = mine.filter((/** @type {any} */ zone) => !this.handZones.size || this.handZones.has(zone.name));
      this.hand.renew(zones.flatMap((/** @type {any} */ zone) => zone.cards.filter(Boolean)), first && !this.hand.held.length);
    }
    const acts = this.me === null || silent ? [] : readActs(sight.legal, /** @type {any} */ (this.game));
    this.choice.renew(acts, (slot) => this.hand.held.some((card) => card.slot === slot));
    if (!acts.length) this.choice.clear();
    else this.#offer();
  }

  /** Go back to an earlier sight, the last of all that led there. @param {any[]} plays */
  rewind(plays) {
    this.tale.begin();
    this.choice.clear();
    this.refusal = null;
    for (const play of plays) this.tale.hear(play, this.#partsOf(play), this.#silent(play));
    this.#take(plays[plays.length - 1], false);
    this.hand.settle();
    redraw();
  }

  /** A card just drawn is held out, as one who discards most often throws it or looks at it. */
  #offer() {
    if (!this.choice.empty || settings.hints === "off") return;
    const { acts } = this.choice;
    const only = acts.length === 1 && acts[0].cards.length === 1 ? acts[0] : null;
    const card = only && this.hand.held.find((held) => held.code === only.cards[0]);
    if (card) this.choice.toggle({ code: card.code, owner: this.me, slot: card.slot });
  }

  /** @param {any} message */
  #refused(message) {
    if (message.id && message.id === this.sent) this.sent = "";
    this.refusal = { why: message.why, rule: message.rule };
    announce(`${words.table.refused(message.why)} ${message.rule}`);
    sound("refused");
    redraw();
  }

  get myTurn() { return this.me !== null && Boolean(this.play?.to_act.includes(this.me)) && !this.calm; }

  get busy() { return this.sent !== "" || this.state !== "open" || Boolean(this.table?.paused); }

  /** Do an action. @param {string} text */
  act(text) {
    if (!this.play || this.busy) return;
    this.refusal = null;
    this.hand.settle();
    this.sent = this.line.act([text], this.play.ply);
    redraw();
  }

  /** Say the raced word, also when it is too early: then the table refuses it. */
  race() {
    if (!this.play || this.sent) return;
    this.refusal = null;
    this.line.act([/** @type {any} */ (this.game).race], this.play.ply);
  }

  undo() {
    if (this.play?.undo && !this.busy) this.sent = this.line.undo();
  }

  /** Seconds left for the turn, or null. */
  get left() {
    return this.play?.left == null ? null : Math.max(0, Math.round(this.play.left - (performance.now() - this.heardAt) / 1000));
  }

  leave() { this.line.close(); }
}
