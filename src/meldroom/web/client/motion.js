// Cards move visibly: what an event says went from one place to another is drawn on its way.
import { settings } from "/client/settings.js";

const MOST = 14;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {any} */
let running = null;

/** @param {Element | null | undefined} element @param {string} name */
const mark = (element, name) => /** @type {HTMLElement | null | undefined} */ (element)?.style.setProperty("view-transition-name", name);

/** Where a card of an event lies now. @param {any} view @param {string} zone @param {number | null} owner @param {string | null} code @param {Set<Element>} taken */
function lying(view, zone, owner, code, taken) {
  const index = view.zones.findIndex((/** @type {any} */ z) => z.name === zone && z.owner === owner);
  const place = document.querySelector(`[data-zone="${index}"]`);
  if (!place) return null;
  const cards = [...place.querySelectorAll(".card")].filter((card) => !taken.has(card));
  const exact = code && cards.findLast((card) => card.getAttribute("data-code") === code);
  const found = exact || cards.at(-1) || (taken.has(place) ? null : place);
  if (found) taken.add(found);
  return found;
}

/**
 * Change the page, and let the cards that moved be seen moving.
 * @param {any[]} events @param {any} before the view before @param {any} after @param {() => void} change
 */
export function move(events, before, after, change) {
  running?.skipTransition?.();
  const begin = /** @type {any} */ (document).startViewTransition?.bind(document);
  const moved = events.filter((event) => event.event === "moved").slice(-MOST);
  if (!begin || !moved.length || !before || settings.speed === "off" || calm.matches || document.hidden) {
    change();
    return;
  }
  /** @type {Element[]} */
  const marked = [];
  const steps = moved.flatMap((event) => event.cards.map((/** @type {string | null} */ code) => ({ ...event, code }))).slice(-MOST);
  let taken = new Set();
  steps.forEach((step, at) => {
    const from = lying(before, step.source, step.source_owner, step.code, taken);
    if (from) { mark(from, `moves-${at}`); marked.push(from); }
  });
  const transition = begin(() => {
    for (const element of marked) mark(element, "");
    change();
    taken = new Set();
    steps.forEach((step, at) => {
      const to = lying(after, step.target, step.target_owner, step.code, taken);
      if (to) { mark(to, `moves-${at}`); marked.push(to); }
    });
  });
  running = transition;
  transition.ready.catch(() => {});
  transition.finished.catch(() => {}).finally(() => {
    for (const element of marked) mark(element, "");
    if (running === transition) running = null;
  });
}
