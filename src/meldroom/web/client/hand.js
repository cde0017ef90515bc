// The player's hand: cards keep their places, sorted by meld, set or run, or as the player dragged them.

/** @typedef {{slot: string, code: string, isNew: boolean}} HandCard */
/** @typedef {"meld" | "near" | "loose"} GroupKind a meld, the beginnings of one, or the rest */
/** @typedef {{kind: GroupKind, cards: HandCard[], label: string}} HandGroup */
/** @typedef {{kind: GroupKind, cards: string[], label: string}} ServerGroup */

const DEALT_AT_LEAST = 4; // so many new cards are a deal; fewer are marked as new
const LAST = Number.MAX_SAFE_INTEGER; // where cards without suit and rank are sorted

let slotCount = 0;

export class Hand {
  /** @param {string} table its key; the order is stored under it, so that a reload does not lose it */
  constructor(table) {
    this.storageKey = `meldroom-hand-${table}`;
    /** @type {HandCard[]} */
    this.cards = [];
  }

  /**
   * Take in the cards of a view; equal cards are interchangeable, new ones go last.
   * @param {string[]} codes @param {boolean} first
   */
  update(codes, first) {
    const left = first ? this.#inStoredOrder(codes) : [...codes];
    this.cards = this.cards.filter((card) => takeOut(left, card.code));
    if (left.length && !first) this.clearNew();
    const dealt = first || !this.cards.length || left.length >= DEALT_AT_LEAST;
    for (const code of left) this.cards.push({ slot: `h${++slotCount}`, code, isNew: !dealt });
    this.#store();
  }

  /** @param {string[]} codes */
  #inStoredOrder(codes) {
    /** @type {string[]} */
    let order = [];
    try {
      order = JSON.parse(sessionStorage.getItem(this.storageKey) ?? "[]");
    } catch {
      /* nothing was stored */
    }
    const left = [...codes];
    const known = order.filter((code) => takeOut(left, code));
    return [...known, ...left];
  }

  #store() {
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify(this.cards.map((card) => card.code)));
    } catch {
      /* the storage is full */
    }
  }

  clearNew() {
    for (const card of this.cards) card.isNew = false;
  }

  /** Move a card to another place. @param {string} slot @param {number} to */
  move(slot, to) {
    const from = this.cards.findIndex((card) => card.slot === slot);
    if (from < 0) return;
    const [card] = this.cards.splice(from, 1);
    this.cards.splice(Math.max(0, Math.min(to, this.cards.length)), 0, card);
    this.#store();
  }

  /**
   * Arrange the hand in groups.
   * @param {string} sort "meld", "set", "run" or "free"
   * @param {ServerGroup[]} groups as the server arranges the hand
   * @param {import("/client/game_assets.js").Card[]} deck
   * @returns {HandGroup[]}
   */
  grouped(sort, groups, deck) {
    if (sort === "meld" && groups.length) return this.#byMeld(groups);
    const sorted = sort === "set" || sort === "run";
    return [{ kind: "loose", cards: sorted ? this.#sorted(sort, deck) : this.cards, label: "" }];
  }

  /**
   * By rank and then suit, or by suit and then rank; cards without them come last.
   * @param {"set" | "run"} sort @param {import("/client/game_assets.js").Card[]} deck
   */
  #sorted(sort, deck) {
    const suits = [...new Set(deck.map((card) => card.suit))];
    const places = new Map(
      deck.map(({ code, suit, rank }, at) => {
        const [suitAt, rankAt] = [suit === null ? LAST : suits.indexOf(suit), rank ?? LAST];
        return [code, sort === "set" ? [rankAt, suitAt, at] : [suitAt, rankAt, at]];
      }),
    );
    const place = (/** @type {HandCard} */ card) => places.get(card.code) ?? [LAST, LAST, LAST];
    return [...this.cards].sort((a, b) => {
      const [first, second] = [place(a), place(b)];
      return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
    });
  }

  /** @param {ServerGroup[]} groups @returns {HandGroup[]} */
  #byMeld(groups) {
    const left = [...this.cards];
    /** @type {HandGroup[]} */
    const arranged = groups.map(({ kind, cards, label }) => ({
      kind,
      label,
      cards: cards.flatMap((code) => {
        const index = left.findIndex((card) => card.code === code);
        return index < 0 ? [] : left.splice(index, 1);
      }),
    }));
    if (left.length) arranged.push({ kind: "loose", label: "", cards: left });
    return arranged.filter((group) => group.cards.length);
  }
}

/** Remove one such code from the list; false if there is none. @param {string[]} codes @param {string} code */
function takeOut(codes, code) {
  const index = codes.indexOf(code);
  if (index >= 0) codes.splice(index, 1);
  return index >= 0;
}
