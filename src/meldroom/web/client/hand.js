// The player's hand: cards keep their places, sorted by meld, set or run, or as the player dragged them.

/** @typedef {{slot: string, code: string, isNew: boolean}} HandCard */
/** @typedef {"meld" | "near" | "loose"} GroupKind a meld, the beginnings of one, or the rest */
/** @typedef {{kind: GroupKind, cards: HandCard[], label: string}} HandGroup */
/** @typedef {{kind: GroupKind, cards: string[], label: string}} ServerGroup */

const DEALT_AT_LEAST = 4; // so many new cards are a deal; fewer are marked as new
const LAST = Number.MAX_SAFE_INTEGER; // where cards without suit and rank are sorted

/**
 * @typedef {object} Hand
 * @property {HandCard[]} cards
 * @property {number} slots how many cards have come so far, which names their slots
 * @property {string[]} order how the cards lay when the page was left
 */

/** @param {string[]} [order] @returns {Hand} */
export const emptyHand = (order = []) => ({ cards: [], slots: 0, order });

/**
 * Take in the cards of a view; equal cards are interchangeable, new ones go last.
 * @param {Hand} hand @param {string[]} codes @param {boolean} first @returns {Hand}
 */
export function withCards(hand, codes, first) {
  const left = first ? inOrder(codes, hand.order) : [...codes];
  const kept = hand.cards.filter((card) => takeOut(left, card.code));
  const dealt = first || !kept.length || left.length >= DEALT_AT_LEAST;
  const before = left.length && !first ? kept.map((card) => ({ ...card, isNew: false })) : kept;
  const fresh = left.map((code, at) => ({ slot: `h${hand.slots + at + 1}`, code, isNew: !dealt }));
  return { cards: [...before, ...fresh], slots: hand.slots + left.length, order: hand.order };
}

/** @param {string[]} codes @param {string[]} order */
function inOrder(codes, order) {
  const left = [...codes];
  const known = order.filter((code) => takeOut(left, code));
  return [...known, ...left];
}

/** @param {Hand} hand @returns {Hand} */
export const withoutNew = (hand) => ({ ...hand, cards: hand.cards.map((card) => ({ ...card, isNew: false })) });

/** Move a card to another place. @param {Hand} hand @param {string} slot @param {number} to @returns {Hand} */
export function withMoved(hand, slot, to) {
  const card = hand.cards.find((one) => one.slot === slot);
  if (!card) return hand;
  const others = hand.cards.filter((one) => one !== card);
  const at = Math.max(0, Math.min(to, others.length));
  return { ...hand, cards: [...others.slice(0, at), card, ...others.slice(at)] };
}

/**
 * Arrange the hand in groups.
 * @param {HandCard[]} cards
 * @param {string} sort "meld", "set", "run" or "free"
 * @param {ServerGroup[]} groups as the server arranges the hand
 * @param {import("/client/game_assets.js").Card[]} deck
 * @returns {HandGroup[]}
 */
export function grouped(cards, sort, groups, deck) {
  if (sort === "meld" && groups.length) return byMeld(cards, groups);
  const sorts = sort === "set" || sort === "run";
  return [{ kind: "loose", cards: sorts ? sorted(cards, sort, deck) : cards, label: "" }];
}

/**
 * By rank and then suit, or by suit and then rank; cards without them come last.
 * @param {HandCard[]} cards @param {string} sort @param {import("/client/game_assets.js").Card[]} deck
 */
function sorted(cards, sort, deck) {
  const suits = [...new Set(deck.map((card) => card.suit))];
  const places = new Map(
    deck.map(({ code, suit, rank }, at) => {
      const [suitAt, rankAt] = [suit === null ? LAST : suits.indexOf(suit), rank ?? LAST];
      return [code, sort === "set" ? [rankAt, suitAt, at] : [suitAt, rankAt, at]];
    }),
  );
  const place = (/** @type {HandCard} */ card) => places.get(card.code) ?? [LAST, LAST, LAST];
  return [...cards].sort((a, b) => {
    const [first, second] = [place(a), place(b)];
    return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
  });
}

/** @param {HandCard[]} cards @param {ServerGroup[]} groups @returns {HandGroup[]} */
function byMeld(cards, groups) {
  const left = [...cards];
  /** @type {HandGroup[]} */
  const arranged = groups.map(({ kind, cards: codes, label }) => ({
    kind,
    label,
    cards: codes.flatMap((code) => {
      const index = left.findIndex((card) => card.code === code);
      return index < 0 ? [] : left.splice(index, 1);
    }),
  }));
  if (left.length) arranged.push({ kind: "loose", label: "", cards: left });
  return arranged.filter((group) => group.cards.length);
}

/** Remove one such code from the list; false if there is none. @param {string[]} codes @param {string} code */
function takeOut(codes, code) {
  const index = codes.indexOf(code);
  if (index >= 0) codes.splice(index, 1);
  return index >= 0;
}
