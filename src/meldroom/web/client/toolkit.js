// The toolkit: what the page and a game's table.js draw a table with. It knows the view, the names and the cards.
import { html, nothing, svg } from "/vendor/lit.js";
import { hooksOf } from "/client/game_assets.js";
import { marked } from "/client/render.js";
import { words } from "/words/en_home.js";

/**
 * @template [P=import("/client/protocol_types.js").Facts]
 * @typedef {import("/client/protocol_types.js").View<P>} View
 */
/** @import { Play, Hooks, Facts, GameEvent, Table } from "/client/protocol_types.js" */
/** @typedef {import("/client/protocol_types.js").Zone} Zone */
/** @typedef {Zone & {index: number}} IndexedZone */
/** @typedef {import("/client/choice.js").Act} Act */
/** @typedef {{cls?: string, flag?: string, label?: string, pick?: import("/client/choice.js").Pick}} CardOptions */
/** @typedef {{verb?: string, title?: string, sub?: string, size?: string, art?: unknown}} PileOptions */
/** @typedef {{box: string, ink?: string, art: unknown}} Face */

/**
 * @typedef {object} Context
 * @property {import("/client/game_assets.js").Game} game
 * @property {string[]} names
 * @property {number | null} me
 * @property {boolean} [isWatcher] whether a watcher looks at the hand of `me`, who is not "you" then
 * @property {View} view
 * @property {import("/client/choice.js").Choice | null} [choice]
 * @property {Pick<Table, "options" | "seats"> | null} [table]
 * @property {Partial<Omit<Play, "showdown">> | null} [play]
 * @property {boolean} [hints]
 * @property {number[]} [newRows]
 * @property {(import("/client/offers.js").Pointed & {name: string}) | null} [pointed] what to touch next, and how
 *   that is marked
 * @property {import("/client/game_log.js").Mark | null} [mark] the card that the table played for the player
 */

const SEAT_COLOURS = 8;
export const NO_VIEW = { seat: null, seats: 0, ply: 0, zones: [], public: {} }; // where cards are drawn without a game

/**
 * @template [P=Facts] the public facts of the game
 * @template [D=Facts] what its rules work out for its own front end
 */
export class Toolkit {
  /** @param {Context} context */
  constructor(context) {
    /** @type {import("/client/game_assets.js").Game} */
    this.game = context.game;
    this.view = /** @type {View<P>} */ (context.view);
    /** @type {string[]} */
    this.names = context.names;
    /** @type {number | null} the player's own seat, or the one that a watcher looks at; null for any other watcher */
    this.me = context.me;
    /** @type {number | null} the seat of the person at this device; null for a watcher */
    this.you = context.isWatcher ? null : context.me;
    /** @type {import("/client/choice.js").Choice | null} */
    this.choice = context.choice ?? null;
    /** @type {Pick<Table, "options" | "seats"> | null} null where there is no table */
    this.table = context.table ?? null;
    /** @type {Partial<Omit<Play, "showdown">> | null} the whole `play` message: legal actions, worth, result */
    this.play = context.play ?? null;
    this.hints = Boolean(context.hints);
    /** @type {number[]} the rows of the score pad that the hand just written down added */
    this.newRows = context.newRows ?? [];
    this.mark = context.mark ?? null;
    this.pointed = context.pointed ?? null;
    /** @type {Hooks} what the game's table.js exports */
    this.hooks = hooksOf(this.game.key);
    this.cardNames = new Map(this.game.cards.map((card) => [card.code, card.word]));
  }

  /** This toolkit, as one that knows no game's facts. */
  get #general() {
    return /** @type {Toolkit} */ (/** @type {unknown} */ (this));
  }

  /** What the rules work out for the game's own front end. @returns {D} */
  get display() {
    return /** @type {D} */ (this.play?.display ?? {});
  }

  /** The spoken name of a card. @param {string | null} code */
  cardName(code) {
    return code === null ? words.table.faceDown : (this.cardNames.get(code) ?? code);
  }

  /**
   * A sentence in which the cards that it names stand out.
   * @param {string} text @param {boolean} [drawn] whether they are drawn, too
   * @param {boolean} [explained] whether each is a button that explains the card
   */
  highlightCards(text, drawn = false, explained = false) {
    const { pattern, codes } = cardNamePattern(this.#general);
    return text.split(pattern).map((part, at) => {
      if (at % 2 === 0) return part;
      const picture = drawn ? this.picture(codes.get(part) ?? null, "in-text") : nothing;
      if (explained) {
        return html`<button type="button" class="named-card" data-help=${codes.get(part) ?? ""}>${part}</button>`;
      }
      return html`<b class="named-card">${picture}${part}</b>`;
    });
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.you ? words.table.you : (this.names[seat] ?? "?");
  }

  /** The name within a sentence. @param {number} seat */
  nameInSentence(seat) {
    return seat === this.you ? words.table.youInSentence : this.name(seat);
  }

  /** What the open cards of the player on this side are called. */
  get ownMeldsTitle() {
    return this.you === null ? words.table.meldsOf(this.name(this.me ?? 0)) : words.table.inFrontOfYou;
  }

  /** Replace {0}, {1} … by the players' names. @param {string} text */
  fillNames(text) {
    return text.replace(/\{(\d)\}/g, (_, seat) => this.names[Number(seat)] ?? "?");
  }

  /**
   * Find a zone by its name, and its owner where it has one.
   * @param {string} name @param {number | null} [owner] @returns {IndexedZone}
   */
  zone(name, owner = null) {
    const index = this.view.zones.findIndex((zone) => zone.name === name && zone.owner === owner);
    return { ...(this.view.zones[index] ?? { name, owner, sight: "all", cards: [] }), index };
  }

  /** The seats of the others, from the player's left; for a watcher all of them. @returns {number[]} */
  get others() {
    const { me } = this;
    const { seats } = this.view;
    if (me === null) return Array.from({ length: seats }, (_, seat) => seat);
    return Array.from({ length: seats - 1 }, (_, step) => (me + 1 + step) % seats);
  }

  /** All seats: the player's own, then the others; a watcher sees them in order. @returns {number[]} */
  get allSeats() {
    return this.me === null ? this.others : [this.me, ...this.others];
  }

  /** How a card looks: as its game draws it, or its code in its ink. @param {string | null} code @returns {Face} */
  face(code) {
    return this.hooks.face?.(code) ?? defaultFace(code, this.game);
  }

  /**
   * A card, face up or (null) face down; a button where it can be picked.
   * @param {string | null} code @param {CardOptions} [options]
   */
  card(code, { cls = "", flag = "", label = this.cardName(code), pick } = {}) {
    const { box, ink = "", art } = this.face(code);
    const inner = html`<svg viewBox=${box} aria-hidden="true">${art}</svg>${
      flag ? html`<span class="card-flag">${flag}</span>` : nothing
    }`;
    const { choice } = this;
    if (!pick || !choice?.canPick(pick)) {
      return html`<span class="card ${ink} ${cls}" role="img" aria-label=${label}
        data-code=${code ?? ""} data-slot=${pick && choice ? pick.slot : nothing}>${inner}</span>`;
    }
    const picked = choice.isPicked(pick.slot);
    const fits = choice.canAdd(pick) && this.hints;
    const state = picked ? "picked" : fits ? "legal fits" : choice.isEmpty ? "legal" : "";
    return html`<button type="button" class="card ${ink} ${cls} ${state}" aria-label=${label}
      aria-pressed=${picked ? "true" : "false"} data-code=${code ?? ""} data-slot=${pick.slot}
      data-owner=${pick.owner ?? ""} ${this.pointAt({ slot: pick.slot })}>${inner}</button>`;
  }

  /**
   * How what does something is marked if it is to be touched next; "" if not.
   * @param {{slot?: string, act?: string, select?: string, target?: number, command?: string, place?: "acts"}} what
   */
  markOf({ slot, act, select, target, command, place }) {
    const { pointed, choice, hooks } = this;
    if (!pointed) return "";
    const onTable = (/** @type {Act} */ one) => one.cards.length > 0 && hooks.isOfferedOnTable?.(one, this.#general);
    const isElsewhere = place === "acts" && choice?.acts.some((one) => one.text === act && onTable(one));
    const isIt =
      (slot !== undefined && pointed.slots?.includes(slot)) ||
      (act !== undefined && pointed.act === act && !isElsewhere) ||
      (select !== undefined && pointed.select === select) ||
      (target !== undefined && pointed.target === target) ||
      (command !== undefined && pointed.command === command);
    return isIt ? pointed.name : "";
  }

  /** What marks an element that is to be touched next. @param {Parameters<Toolkit["markOf"]>[0]} what */
  pointAt(what) {
    return marked(this.markOf(what));
  }

  /** The name of a place on the table. @param {import("/client/protocol_types.js").Place} place @returns {string} */
  placeName(place) {
    const { zone, owner, card } = place;
    return (
      this.hooks.placeName?.(place, this.#general) ??
      [card ? this.cardName(card) : "", owner === null ? zone : this.name(owner)].filter(Boolean).join(", ")
    );
  }

  /**
   * The cards of a zone; each can be picked where an action needs it.
   * @param {IndexedZone} zone @param {string} [cls]
   */
  cards(zone, cls = "size-m") {
    return zone.cards.map((code, at) => {
      if (code === null || !this.choice) return this.card(code, { cls });
      return this.card(code, { cls, pick: { code, owner: zone.owner, slot: `z${zone.index}.${at}` } });
    });
  }

  /** Face-down cards, announced as a number. @param {IndexedZone} zone @param {number} [max] */
  cardBacks(zone, max = 12) {
    return html`<div class="card-backs" role="img" data-zone=${zone.index}
      aria-label=${words.table.cards(zone.cards.length)}>${zone.cards
        .slice(0, max)
        .map((code) => this.picture(code, "size-s"))}</div>`;
  }

  /**
   * The picture of a card that screen readers skip, because it is named elsewhere.
   * @param {string | null} code @param {string} [cls]
   */
  picture(code, cls = "") {
    const { box, ink = "", art } = this.face(code);
    return html`<span class="card ${ink} ${cls}" aria-hidden="true" data-code=${code ?? ""}><svg viewBox=${box}>${
      art
    }</svg></span>`;
  }

  /** Whether what cannot be done is a button that says why: `data-why` holds the verb, or the action's text. */
  get canAskWhy() {
    return this.choice !== null && !this.play?.result;
  }

  /** The legal action with this verb that needs no card and no seat. @param {string} verb */
  bareAct(verb) {
    return this.choice?.bare.find((act) => act.verb === verb);
  }

  /**
   * A pile with its caption; a button where an action takes from it.
   * @param {IndexedZone} zone @param {PileOptions} [options]
   */
  pile(zone, { verb, title, sub, size = "size-l", art } = {}) {
    const act = verb ? this.bareAct(verb) : undefined;
    const count = zone.cards.length;
    const top = zone.cards.at(-1) ?? null;
    const isHidden = zone.sight === "none"; // where a replay shows all cards, the next one is only named
    const next =
      isHidden && top !== null
        ? html`<small class="pile-next">${words.table.nextCard(this.cardName(top))}</small>`
        : nothing;
    const name = capital(zone.name);
    const state = !act ? "" : this.choice?.selectedText === act.text ? "picked" : "legal";
    const face = count
      ? this.picture(isHidden ? null : top, `${size} ${state}`)
      : html`<span class="empty-pile ${size}">${words.table.empty}</span>`;
    const played = this.mark && this.mark.zone === zone.name && this.mark.code === top ? this.mark : null;
    const mark = played ? html`<span class="pile-mark">${words.timeOut.mark(played.verb)}</span>` : nothing;
    const inner = html`<span class="stack ${count > 1 && !this.hooks.flatPiles ? "thick" : ""}">${art ?? face}${
      mark
    }</span>
      <span class="caption"><b>${title ?? (top === null || isHidden ? name : capital(this.cardName(top)))}</b><small>${
        sub ?? words.table.cards(count)
      }</small>${next}</span>`;
    const onTop = top === null ? "" : `${this.cardName(top)} ${words.table.onTop}, `;
    const label = `${name}: ${onTop}${words.table.cards(count)}`;
    return act
      ? html`<button type="button" class="pile" data-zone=${zone.index} data-select=${act.text}
          ${this.pointAt({ select: act.text })}
          aria-label="${this.actLabel(act)}. ${label}">${inner}</button>`
      : verb && this.canAskWhy
        ? html`<button type="button" class="pile" data-zone=${zone.index} data-why=${verb} aria-disabled="true"
            aria-label=${label}>${inner}</button>`
        : html`<div class="pile" data-zone=${zone.index} role="img" aria-label=${label}>${inner}</div>`;
  }

  /** In how many turns the player is on turn after a seat; null if never again. @param {number} seat */
  turnsUntilMine(seat) {
    if (this.me === null) return 0;
    if (this.hooks.turnsUntil) return this.hooks.turnsUntil(this.#general, this.me);
    return (this.me - seat + this.view.seats) % this.view.seats;
  }

  /** The coloured disc with a player's initial. @param {number} seat */
  avatar(seat) {
    return seatAvatar(seat, this.name(seat));
  }

  /** What the button of an action says. @param {Act} act @returns {string} */
  actLabel(act) {
    const own = this.hooks.actLabel?.(act, this.#general);
    if (own !== undefined) return own;
    const cards = act.cards.map((code) => this.cardName(code));
    return words.say.act(act.verb, cards, act.rest, act.seat === null ? "" : this.name(act.seat));
  }

  /**
   * What the log says of a move, after the player's name.
   * @param {number} seat @param {string} text @param {GameEvent[]} events @returns {string}
   */
  describeMove(seat, text, events) {
    const own = this.hooks.describeMove?.(seat, text, events, this.#general);
    if (own !== undefined && own !== null) return own;
    const [verb, ...rest] = text.split(" ");
    const isCard = (/** @type {string} */ part) => this.cardNames.has(part.split("=")[0]);
    let codes = rest.filter(isCard).map((part) => part.split("=")[0]);
    if (!codes.length) {
      const received = events.filter((event) => event.event === "moved").find((event) => event.target_owner === seat);
      codes = (received?.cards ?? []).filter((code) => code !== null);
    }
    return words.say.did(
      verb,
      codes.map((code) => this.cardName(code)),
      rest.filter((part) => !isCard(part)),
    );
  }
}

/** @type {Map<string, {pattern: RegExp, codes: Map<string, string>}>} */
const cardNamePatterns = new Map();

/** What finds the cards of a game in a sentence, by their names and short names. @param {Toolkit} kit */
function cardNamePattern(kit) {
  const known = cardNamePatterns.get(kit.game.key);
  if (known) return known;
  const codes = new Map(kit.game.cards.map(({ code, word }) => [word, code]));
  if (kit.hooks.shortName) for (const { code } of kit.game.cards) codes.set(kit.hooks.shortName(code), code);
  const longestFirst = [...codes.keys()].sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = { codes, pattern: new RegExp(`(?<![\\w#])(${escaped.join("|")})(?!\\w)`) };
  cardNamePatterns.set(kit.game.key, found);
  return found;
}

/**
 * A face for a game that brings none: its code in its ink.
 * @param {string | null} code @param {import("/client/game_assets.js").Game} game @returns {Face}
 */
function defaultFace(code, game) {
  const box = "0 0 100 140";
  const paper = svg`<rect x=".5" y=".5" width="99" height="139" rx="8" fill="var(--print-stock, #fffdf7)"
    stroke="var(--print-edge, #d6cbb6)"/>`;
  if (code === null) {
    const art = svg`${paper}<rect x="7" y="7" width="86" height="126" rx="4" class="default-back"/>`;
    return { box, art };
  }
  const card = game.cards.find((one) => one.code === code);
  const name = card?.word ?? code;
  const long = code.length > 3;
  return {
    box,
    ink: `ink-${card?.ink || "black"}`,
    art: svg`${paper}<text x="50" y=${long ? 76 : 84} class="default-code" font-size=${long ? 24 : 42}>${code}</text>
      <text x="50" y="122" class="default-name">${name.length > 14 ? "" : name}</text>`,
  };
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The disc of a player: the seat's colour and the initial. @param {number} seat @param {string} name */
export const seatAvatar = (seat, name) =>
  html`<span class="avatar seat-colour-${seat % SEAT_COLOURS}" aria-hidden="true">${(
    name[0] ?? "?"
  ).toUpperCase()}</span>`;
