// The order of a hand: cards keep their places, by meld, by set, by run, or as they were dragged.

/** @typedef {{slot: string, code: string, fresh: boolean}} Held */

let count = 0;

export class Hand {
  /** @param {string} key the table; its order is kept, so that a reload does not lose it */
  constructor(key) {
    this.key = `meldroom-hand-${key}`;
    /** @type {Held[]} */
    this.held = [];
  }

  /** Take in what the view shows; equal cards are interchangeable, new ones come last. @param {string[]} codes @param {boolean} first */
  renew(codes, first) {
    const left = first ? this.#asKept(codes) : [...codes];
    this.held = this.held.filter((card) => {
      const at = left.indexOf(card.code);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    if (left.length && !first) for (const card of this.held) card.fresh = false;
    const dealt = first || !this.held.length || left.length > 3;
    for (const code of left) this.held.push({ slot: `h${++count}`, code, fresh: !dealt });
    this.#keep();
  }

  /** @param {string[]} codes */
  #asKept(codes) {
    /** @type {string[]} */
    let order = [];
    try {
      order = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
    } catch { /* nothing was kept */ }
    const left = [...codes];
    const known = order.filter((code) => {
      const at = left.indexOf(code);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return [...known, ...left];
  }

  #keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.held.map((card) => card.code)));
    } catch { /* a full store keeps nothing */ }
  }

  /** Nothing is new any more. */
  settle() { for (const card of this.held) card.fresh = false; }

  /** Move a card before another, as by drag. @param {string} slot @param {number} to */
  move(slot, to) {
    const from = this.held.findIndex((card) => card.slot === slot);
    if (from < 0) return;
    const [card] = this.held.splice(from, 1);
    this.held.splice(Math.max(0, Math.min(to, this.held.length)), 0, card);
    this.#keep();
  }

  /**
   * Lay the hand out in groups.
   * @param {string} mode @param {{cards: string[], label: string}[]} arranged @param {import("/client/game_assets.js").Card[]} deck
   * @returns {{cards: Held[], label: string}[]}
   */
  grouped(mode, arranged, deck) {
    if (mode === "meld" && arranged.length) return this.#melds(arranged);
    if (mode === "free" || mode === "meld") return [{ cards: this.held, label: "" }];
    const order = ranks(deck);
    const key = (/** @type {Held} */ card) => order.get(card.code) ?? [0, 0];
    const [major, minor] = mode === "set" ? [1, 0] : [0, 1];
    const sorted = [...this.held].sort((a, b) => key(a)[major] - key(b)[major] || key(a)[minor] - key(b)[minor]);
    return [{ cards: sorted, label: "" }];
  }

  /** @param {{cards: string[], label: string}[]} arranged */
  #melds(arranged) {
    const left = [...this.held];
    const groups = arranged.map(({ cards, label }) => ({
      label,
      cards: cards.flatMap((code) => {
        const at = left.findIndex((card) => card.code === code);
        return at < 0 ? [] : left.splice(at, 1);
      }),
    }));
    if (left.length) groups.push({ label: "", cards: left });
    return groups.filter((group) => group.cards.length);
  }
}

/** Suit and rank of each card as its deck tells them: cards of one ink that follow each other are a suit. @param {import("/client/game_assets.js").Card[]} deck @returns {Map<string, [number, number]>} */
function ranks(deck) {
  const order = new Map();
  let suit = -1, rank = 0, ink = "", stem = "";
  for (const card of deck) {
    const family = card.word.split(" ").length > 1 ? card.word : card.code;
    if (card.ink !== ink || suitOf(family) !== stem) { suit += 1; rank = 0; }
    ink = card.ink;
    stem = suitOf(family);
    order.set(card.code, [suit, rank++]);
  }
  return order;
}

/** @param {string} word */
const suitOf = (word) => (word.includes(" of ") ? word.split(" of ")[1] : "");
