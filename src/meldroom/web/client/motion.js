// Animation: cards that an event moves are seen moving from one place to the other.
import { settings } from "/client/settings.js";

/** @import { View, GameEvent } from "/client/protocol_types.js" */

const MAX_MOVING_CARDS = 14;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Motion
 * @property {ViewTransition} [transition]
 * @property {Element[]} named the elements that bear a name of the transition
 * @property {(() => void) | null} change what changes the page; null once it is done
 */
/** @type {Motion | null} */
let current = null;

/** @param {Element} element @param {string} name */
const setTransitionName = (element, name) =>
  /** @type {HTMLElement} */ (element).style.setProperty("view-transition-name", name);

/** @param {Motion} motion */
function clearNames(motion) {
  for (const element of motion.named) setTransitionName(element, "");
  motion.named = [];
}

/** Change the page, unless that is done. @param {Motion} motion */
function changePage(motion) {
  const { change } = motion;
  motion.change = null;
  clearNames(motion);
  change?.();
}

/** Put down the cards that are in flight: before a dialog opens, and before the next ones move. */
export function finishMotion() {
  const motion = current;
  if (!motion) return;
  current = null;
  changePage(motion); // the browser would do it later, after the names of the next cards are set
  motion.transition?.skipTransition();
}

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

/** Whether moving cards would be seen, and nothing lies over the table. */
const isWanted = () =>
  settings.speed !== "off" && !reducedMotion.matches && !document.hidden && !document.querySelector("dialog:modal");

/**
 * Change the page, and animate the cards that moved.
 * @param {GameEvent[]} events @param {View | undefined} before the view before
 * @param {View} after @param {() => void} change
 */
export function animateMoves(events, before, after, change) {
  finishMotion();
  const startTransition = document.startViewTransition?.bind(document);
  const moved = events.filter((event) => event.event === "moved").slice(-MAX_MOVING_CARDS);
  if (!startTransition || !moved.length || !before || !isWanted()) {
    change();
    return;
  }
  const steps = moved.flatMap((event) => event.cards.map((code) => ({ ...event, code }))).slice(-MAX_MOVING_CARDS);
  /** @type {Motion} */
  const motion = { named: [], change };
  const name = (/** @type {Element | null} */ element, /** @type {number} */ step) => {
    if (!element) return;
    setTransitionName(element, `moves-${step}`);
    motion.named.push(element);
  };
  /** @type {Set<Element>} */
  const sources = new Set();
  for (const [at, step] of steps.entries()) {
    name(findCard(before, step.source, step.source_owner, step.code, sources), at);
  }
  current = motion;
  motion.transition = startTransition(() => {
    if (current !== motion) return;
    changePage(motion);
    /** @type {Set<Element>} */
    const targets = new Set();
    for (const [at, step] of steps.entries()) {
      name(findCard(after, step.target, step.target_owner, step.code, targets), at);
    }
  });
  motion.transition.ready.catch(() => {});
  motion.transition.finished
    .catch(() => {})
    .finally(() => {
      clearNames(motion);
      if (current === motion) current = null;
    });
}
