// The keyboard's way to the cards that lie open on the table, where a tap asks about them.
import { isRightToLeft } from "/client/render.js";

// Cards in front of the players, and letters that a game draws as one picture.
const OPEN_CARDS = [
  ".seats .card[data-code]:not([data-code=''])",
  ".seats [data-zone][role=img]:not(.card-backs)",
  ".own-melds .card[data-code]",
].join();

const isShown = (/** @type {Element} */ element) => element.getClientRects().length > 0;

/** @returns {HTMLElement[]} */
const openCards = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(OPEN_CARDS)].filter(isShown));

/** The open card on the table that has the focus. @param {HTMLElement} target */
export const openCardAt = (target) => (target.matches(OPEN_CARDS) ? target : null);

/** Go to the first open card, or to the next player's. @param {HTMLElement | null} from @returns {boolean} */
export function goToOpenCards(from) {
  const cards = openCards();
  const place = (/** @type {HTMLElement} */ card) => card.closest(".seat, .own-melds");
  const later = from ? cards.slice(cards.indexOf(from)).find((card) => place(card) !== place(from)) : undefined;
  return focusCard(later ?? cards[0]);
}

/**
 * Go along the open cards; up and down go by what is drawn above and below.
 * @param {HTMLElement} card @param {string} key
 */
export function moveAlongOpenCards(card, key) {
  const cards = openCards();
  const current = cards.indexOf(card);
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  const forward = isRightToLeft(card) ? "ArrowLeft" : "ArrowRight";
  const next = vertical
    ? nearestInOtherRow(cards, current, key === "ArrowDown" ? 1 : -1)
    : (current + (key === forward ? 1 : -1) + cards.length) % cards.length;
  return focusCard(cards[next]);
}

/** @param {HTMLElement | undefined} card */
function focusCard(card) {
  if (!card) return false;
  if (!card.matches("button")) card.tabIndex = -1; // a picture has the focus only by these keys
  card.focus();
  return true;
}

/** @param {HTMLElement[]} cards @param {number} current @param {1 | -1} direction down or up */
export function nearestInOtherRow(cards, current, direction) {
  const here = cards[current].getBoundingClientRect();
  const distance = (/** @type {DOMRect} */ box) => [Math.abs(box.top - here.top), Math.abs(box.left - here.left)];
  const others = cards
    .map((card, index) => ({ index, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * direction > here.height / 2)
    .sort((a, b) => {
      const [[topA, leftA], [topB, leftB]] = [distance(a.box), distance(b.box)];
      return topA - topB || leftA - leftB;
    });
  return others[0]?.index ?? current;
}
