// The player's hand: cards keep their places, sorted by meld, set or run, or as the player dragged them.

/** @typedef {{slot: string, code: string, isNew: boolean}} HandCard */
/** @typedef {{cards: HandCard[], label: string}} HandGroup */

const DEALT_AT_LEAST = 4; // so many new cards are a deal; fewer are marked as new

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
    } catch { /* nothing was stored */ }
    const left = [...codes];
    const known = order.filter((code) => takeOut(left, code));
    return [...known, ...left];
  }

  #store() {
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify(this.cards.map((card) => card.code)));
    } catch { /* the storage is full */ }
  }

  clearNew() { for (const card of this.cards) card.isNew = false; }

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
   * @param {{cards: string[], label: string}[]} groups as the server arranges the hand
   * @param {import("/client/game_assets.js").Card[]} deck
   * @returns {HandGroup[]}
   */
  grouped(sort, groups, deck) {
    if (sort === "meld" && groups.length) return this.#byMeld(groups);
    if (sort === "free" || sort === "meld") return [{ cards: this.cards, label: "" }];
    const order = suitsAndRanks(deck);
    const key = (/** @type {HandCard} */ card) => order.get(card.code) ?? [0, 0];
    const [major, minor] = sort === "set" ? [1, 0] : [0, 1];
    const cards = [...this.cards].sort((a, b) => key(a)[major] - key(b)[major] || key(a)[minor] - key(b)[minor]);
    return [{ cards, label: "" }];
  }

  /** @param {{cards: string[], label: string}[]} groups @returns {HandGroup[]} */
  #byMeld(groups) {
    const left = [...this.cards];
    const arranged = groups.map(({ cards, label }) => ({
      label,
      cards: cards.flatMap((code) => {
        const index = left.findIndex((card) => card.code === code);
        return index < 0 ? [] : left.splice(index, 1);
      }),
    }));
    if (left.length) arranged.push({ label: "", cards: left });
    return arranged.filter((group) => group.cards.length);
  }
}

/** Remove one such code from the list; false if there is none. @param {string[]} codes @param {string} code */
function takeOut(codes, code) {
  const index = codes.indexOf(code);
  if (index >= 0) codes.splice(index, 1);
  return index >= 0;
}

/**
 * Suit and rank of each card as its deck tells them: neighbours of one ink are a suit.
 * @param {import("/client/game_assets.js").Card[]} deck @returns {Map<string, [number, number]>}
 */
function suitsAndRanks(deck) {
  const order = new Map();
  let suit = -1, rank = 0, ink = "", suitName = "";
  for (const card of deck) {
    if (card.ink !== ink || suitOf(card.word) !== suitName) { suit += 1; rank = 0; }
    ink = card.ink;
    suitName = suitOf(card.word);
    order.set(card.code, [suit, rank++]);
  }
  return order;
}

/** @param {string} word */
const suitOf = (word) => (word.includes(" of ") ? word.split(" of ")[1] : "");
