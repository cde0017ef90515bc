// Animation: cards that an event moves are seen moving from one place to the other.
import { settings } from "/client/settings.js";

/** @typedef {import("/client/protocol_types.js").View} View */
/** @typedef {import("/client/protocol_types.js").GameEvent} GameEvent */

const MAX_MOVING_CARDS = 14;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {ViewTransition | null} */
let currentTransition = null;

/** @param {Element} element @param {string} name */
const setTransitionName = (element, name) =>
  /** @type {HTMLElement} */ (element).style.setProperty("view-transition-name", name);

/**
 * The element of a card in a zone, or of the zone itself; each is found once.
 * @param {View} view @param {string} zone @param {number | null} owner @param {string | null} code
 * @param {Set<Element>} found
 */
function findCard(view, zone, owner, code, found) {
  const index = view.zones.findIndex((one) => one.name === zone && one.owner === owner);
  const place = document.querySelector(`[data-zone="${index}"]`);
  if (!place) return null;
  const cards = [...place.querySelectorAll(".card")].filter((card) => !found.has(card));
  const exact = code && cards.findLast((card) => card.getAttribute("data-code") === code);
  const element = exact || cards.at(-1) || (found.has(place) ? null : place);
  if (element) found.add(element);
  return element;
}

/** Put the cards in flight down, as before a dialog opens. */
export const finishMotion = () => currentTransition?.skipTransition?.();

/**
 * Change the page, and animate the cards that moved.
 * @param {GameEvent[]} events @param {View | undefined} before the view before
 * @param {View} after @param {() => void} change
 */
export function animateMoves(events, before, after, change) {
  finishMotion();
  const startTransition = document.startViewTransition?.bind(document);
  const moved = events.filter((event) => event.event === "moved").slice(-MAX_MOVING_CARDS);
  const wanted = settings.speed !== "off" && !reducedMotion.matches && !document.hidden;
  if (!startTransition || !moved.length || !before || !wanted) {
    change();
    return;
  }
  const steps = moved.flatMap((event) => event.cards.map((code) => ({ ...event, code }))).slice(-MAX_MOVING_CARDS);
  /** @type {Element[]} */
  const named = [];
  const name = (/** @type {Element | null} */ element, /** @type {number} */ step) => {
    if (!element) return;
    setTransitionName(element, `moves-${step}`);
    named.push(element);
  };
  const clearNames = () => {
    for (const element of named) setTransitionName(element, "");
  };
  /** @type {Set<Element>} */
  const sources = new Set();
  for (const [at, step] of steps.entries()) {
    name(findCard(before, step.source, step.source_owner, step.code, sources), at);
  }
  const transition = startTransition(() => {
    clearNames();
    change();
    /** @type {Set<Element>} */
    const targets = new Set();
    for (const [at, step] of steps.entries()) {
      name(findCard(after, step.target, step.target_owner, step.code, targets), at);
    }
  });
  currentTransition = transition;
  transition.ready.catch(() => {});
  transition.finished
    .catch(() => {})
    .finally(() => {
      clearNames();
      if (currentTransition === transition) currentTransition = null;
    });
}
