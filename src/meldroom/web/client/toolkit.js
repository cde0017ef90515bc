// What the page hands to a game's table.js: the view, and the pieces to lay it out with.
import { html, nothing, svg } from "/vendor/lit.js";
import { dressOf } from "/client/game_assets.js";
import { vars } from "/client/render.js";
import { words } from "/words/en.js";

/** @typedef {{name: string, owner: number | null, sight: string, cards: (string | null)[]}} Zone */
/** @typedef {{slot?: string, cls?: string, flag?: string, label?: string, tag?: string, pick?: import("/client/choice.js").Pick}} Dressing */

const DISCS = ["#f3dfae", "#e9b9a4", "#b9cfa8", "#aecbd8", "#d9b8d6", "#e8cf8f", "#c2c9e6", "#d3c3ad"];

export class Parts {
  /** @param {any} stand everything that is known: game, table, view, me, names, choice, play, watch */
  constructor(stand) {
    /** @type {import("/client/game_assets.js").Game} */
    this.game = stand.game;
    /** @type {{seat: number | null, seats: number, ply: number, zones: Zone[], public: any}} */
    this.view = stand.view;
    /** @type {string[]} */
    this.names = stand.names;
    /** @type {number | null} whose eyes look, null for one who has no seat */
    this.me = stand.me;
    /** @type {import("/client/choice.js").Choice | null} */
    this.choice = stand.choice ?? null;
    /** @type {any} the facts of the table; null in a replay of a file */
    this.table = stand.table ?? null;
    /** @type {any} the whole sight: legal actions, worth, result */
    this.play = stand.play ?? null;
    this.hints = Boolean(stand.hints);
    this.dress = dressOf(this.game.key);
    this.words = new Map(this.game.cards.map((card) => [card.code, card.word]));
  }

  /** The spoken name of a card. @param {string | null} code */
  word(code) { return code === null ? words.table.down : this.words.get(code) ?? code; }

  /** A sentence in which the cards that it names stand out. @param {string} text @param {boolean} [drawn] whether each is drawn as well @returns {unknown[]} */
  marked(text, drawn = false) {
    const codes = namedIn(this);
    return text.split(codes.pattern).map((word, at) => (at % 2 ? html`<b class="named">${drawn ? this.mute(codes.of.get(word) ?? null, "n") : nothing}${word}</b>` : word));
  }

  /** @param {number} seat */
  name(seat) { return seat === this.me ? words.table.you : this.names[seat] ?? "?"; }

  /** Put names in the place of {0}, {1} …; in a sentence you are called by your name. @param {string} text */
  named(text) {
    const alone = /^\{(\d)\}$/.exec(text);
    if (alone) return this.name(Number(alone[1]));
    return text.replace(/\{(\d)\}/g, (_, seat) => this.names[Number(seat)] ?? "?");
  }

  /** Find a zone by its name, and by its owner where it has one. @param {string} name @param {number | null} [owner] @returns {Zone & {index: number}} */
  zone(name, owner = null) {
    const index = this.view.zones.findIndex((zone) => zone.name === name && zone.owner === owner);
    return { ...(this.view.zones[index] ?? { name, owner, sight: "all", cards: [] }), index };
  }

  /** The seats of the others, from the left of the one who looks. @returns {number[]} */
  get others() {
    const first = this.me ?? 0;
    return Array.from({ length: this.view.seats - 1 }, (_, step) => (first + 1 + step) % this.view.seats);
  }

  /** How a card looks: as its game draws it, or its code in its ink. @param {string | null} code @returns {{box: string, ink?: string, art: unknown}} */
  face(code) { return this.dress.face?.(code) ?? plainFace(code, this.game); }

  /** A card, face up or (null) face down. @param {string | null} code @param {Dressing} [how] */
  card(code, how = {}) {
    const face = this.face(code);
    const { pick, choice = this.choice } = /** @type {any} */ (how);
    const label = how.label ?? this.word(code);
    const art = html`<svg viewBox=${face.box} aria-hidden="true">${face.art}</svg>${how.flag ? html`<span class="flag">${how.flag}</span>` : nothing}`;
    const cls = `card ${face.ink ?? ""} ${how.cls ?? ""}`;
    if (!pick || !choice) return html`<span class=${cls} role="img" aria-label=${label} data-code=${code ?? ""} data-slot=${how.slot ?? nothing}>${art}</span>`;
    const lit = choice.open(pick);
    if (!lit && !how.tag) return html`<span class=${cls} role="img" aria-label=${label} data-code=${code ?? ""} data-slot=${pick.slot}>${art}</span>`;
    const state = choice.has(pick.slot) ? "sel" : choice.joins(pick) && this.hints ? "legal fits" : lit && choice.empty ? "legal" : !choice.empty && lit ? "" : "";
    return html`<button type="button" class="${cls} ${state}" aria-label=${label} aria-pressed=${choice.has(pick.slot) ? "true" : "false"} data-code=${code ?? ""} data-slot=${pick.slot} data-owner=${pick.owner ?? ""}>${art}</button>`;
  }

  /** Cards of a zone that may be touched where an action wants them. @param {Zone & {index: number}} zone @param {string} [cls] */
  cards(zone, cls = "m") {
    return zone.cards.map((code, at) => this.card(code, code === null || !this.choice ? { cls } : { cls, pick: { code, owner: zone.owner, slot: `z${zone.index}.${at}` } }));
  }

  /** Face-down cards as a count. @param {Zone & {index: number}} zone @param {number} [most] */
  backs(zone, most = 12) {
    return html`<div class="backs" role="img" data-zone=${zone.index} aria-label=${words.table.cards(zone.cards.length)}>${zone.cards.slice(0, most).map((code) => this.mute(code, "s"))}</div>`;
  }

  /** A card that is spoken of elsewhere. @param {string | null} code @param {string} [cls] */
  mute(code, cls = "") {
    const face = this.face(code);
    return html`<span class="card ${face.ink ?? ""} ${cls}" aria-hidden="true" data-code=${code ?? ""}><svg viewBox=${face.box}>${face.art}</svg></span>`;
  }

  /** The action that a pile stands for, if it may be done now. @param {string} verb */
  act(verb) { return this.choice?.acts.find((act) => act.verb === verb && !act.cards.length && act.seat === null); }

  /**
   * A pile with its caption; a button where an action takes from it.
   * @param {Zone & {index: number}} zone
   * @param {{verb?: string, title?: string, sub?: string, cls?: string, size?: string, art?: unknown}} [how]
   */
  pile(zone, how = {}) {
    const act = how.verb ? this.act(how.verb) : undefined;
    const top = zone.cards.at(-1) ?? null;
    const many = zone.cards.length;
    const title = how.title ?? (top === null ? capital(zone.name) : capital(this.word(top)));
    const face = many ? this.mute(top, `${how.size ?? "l"} ${act ? (this.choice?.staged === act.text ? "sel" : "legal") : ""}`) : html`<span class="place ${how.size ?? "l"}">${words.table.empty}</span>`;
    const stack = html`<span class="stack ${many > 1 && !this.dress.flat ? "deep" : ""}">${how.art ?? face}</span>`;
    const cap = html`<span class="cap"><b>${title}</b><small>${how.sub ?? words.table.cards(many)}</small></span>`;
    const label = `${capital(zone.name)}: ${top === null ? "" : `${this.word(top)} ${words.table.top}, `}${words.table.cards(many)}`;
    return act
      ? html`<button type="button" class="pile ${how.cls ?? ""}" data-zone=${zone.index} data-stage=${act.text} data-drop=${zone.index} aria-label="${this.say(act)}. ${label}">${stack}${cap}</button>`
      : html`<div class="pile ${how.cls ?? ""}" data-zone=${zone.index} data-drop=${zone.index} role="img" aria-label=${label}>${stack}${cap}</div>`;
  }

  /** The disc that stands for a player. @param {number} seat */
  disc(seat) {
    return html`<span class="disc" aria-hidden="true" ${vars({ "--d": DISCS[seat % DISCS.length] })}>${(this.name(seat)[0] ?? "?").toUpperCase()}</span>`;
  }

  /** What a button says. @param {import("/client/choice.js").Act} act @returns {string} */
  say(act) {
    return this.dress.say?.(act, this) ?? words.say.act(act.verb, act.cards.map((code) => this.word(code)), act.rest, act.seat === null ? "" : this.name(act.seat));
  }

  /** Tell what was done. @param {number} seat @param {string} text @param {any[]} events @returns {string} */
  tell(seat, text, events) {
    const own = this.dress.tell?.(seat, text, events, this);
    if (own !== undefined && own !== null) return own;
    const [verb, ...rest] = text.split(" ");
    const codes = rest.filter((word) => this.words.has(word.split("=")[0]));
    let cards = codes.map((word) => this.word(word.split("=")[0]));
    if (!cards.length) {
      const moved = events.find((event) => event.event === "moved" && event.target_owner === seat);
      cards = moved ? moved.cards.filter((/** @type {string|null} */ code) => code !== null).map((/** @type {string} */ code) => this.word(code)) : [];
    }
    return words.say.did(verb, cards, rest.filter((word) => !codes.includes(word)));
  }
}

/** @type {Map<string, {pattern: RegExp, of: Map<string, string>}>} how each game calls its cards */
const calls = new Map();

/** What finds the cards of a game in a sentence: their words, and what its dress calls them for short. @param {Parts} p */
function namedIn(p) {
  let found = calls.get(p.game.key);
  if (!found) {
    const of = new Map(p.game.cards.map(({ code, word }) => [word, code]));
    for (const { code } of p.game.cards) if (p.dress.short) of.set(p.dress.short(code), code);
    const longest = [...of.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    found = { of, pattern: new RegExp(`(?<![\\w#])(${longest.join("|")})(?!\\w)`) };
    calls.set(p.game.key, found);
  }
  return found;
}

/** A face for a game that brings none: its code in its ink. @param {string | null} code @param {import("/client/game_assets.js").Game} game */
function plainFace(code, game) {
  if (code === null) return { box: "0 0 100 140", ink: "plain", art: svg`<rect x=".5" y=".5" width="99" height="139" rx="8" fill="var(--print-stock, #fffdf7)" stroke="var(--print-edge, #d6cbb6)"/><rect x="7" y="7" width="86" height="126" rx="4" class="plain-back"/>` };
  const ink = game.cards.find((card) => card.code === code)?.ink ?? "black";
  const word = game.cards.find((card) => card.code === code)?.word ?? code;
  return {
    box: "0 0 100 140", ink: `ink-${ink}`,
    art: svg`<rect x=".5" y=".5" width="99" height="139" rx="8" fill="var(--print-stock, #fffdf7)" stroke="var(--print-edge, #d6cbb6)"/><text x="50" y=${code.length > 3 ? 76 : 84} class="plain-code" font-size=${code.length > 3 ? 24 : 42}>${code}</text><text x="50" y="122" class="plain-word">${word.length > 14 ? "" : word}</text>`,
  };
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** A sign of the room. @param {string} name */
export const sign = (name) => html`<svg class="ico s-${name}" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
