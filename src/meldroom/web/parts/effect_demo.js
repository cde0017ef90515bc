// "Show me": for two seconds ghosts of a card go to where it can be played now.
import { announce } from "/client/render.js";
import { settings } from "/client/settings.js";

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").Place} Place */

const SHOWN_MS = 2000;
const MAX_GHOSTS = 8;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** What a card of the hand can act on now. @param {TableSession} session @param {string} code @returns {Place[]} */
export function effectPlaces({ play, isMyTurn }, code) {
  const effect = isMyTurn ? play.effects?.find(({ card }) => card === code) : undefined;
  return effect?.uses.flatMap(({ targets }) => targets) ?? [];
}

/** @param {Toolkit} kit @param {string} code @param {Place[]} places */
export function showEffect(kit, code, places) {
  const card = document.querySelector(`.hand [data-code="${CSS.escape(code)}"]`);
  if (!card) return;
  const found = new Set(places.flatMap((place) => elementAt(kit, place) ?? []));
  for (const element of [...found].slice(0, MAX_GHOSTS)) fly(card, element);
  announce([...new Set(places.map((place) => kit.placeName(place)))].join(", "));
}

/** Where a place is on the page. @param {Toolkit} kit @param {Place} place */
function elementAt({ view }, { zone, owner }) {
  const index = view.zones.findIndex((one) => one.name === zone && one.owner === owner);
  const plate = owner === null ? null : document.querySelector(`[data-of="${owner}"] > .name-plate`);
  return document.querySelector(`.felt [data-zone="${index}"]:not(.hand)`) ?? plate;
}

/** @param {Element} card @param {Element} target */
function fly(card, target) {
  const from = card.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const { name } of [...ghost.attributes]) if (name !== "class") ghost.removeAttribute(name);
  ghost.inert = true;
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("card-ghost");
  ghost.style.cssText = `left: ${from.left}px; top: ${from.top}px; width: ${from.width}px`;
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const arrived = { translate: `${x}px ${y}px`, opacity: 0.9 };
  const moves = settings.speed !== "off" && !reducedMotion.matches;
  const start = moves ? { translate: "0 0", opacity: 0.9 } : arrived;
  document.body.append(ghost);
  const frames = [start, { ...arrived, offset: 0.45 }, { ...arrived, offset: 0.85 }, { ...arrived, opacity: 0 }];
  ghost.animate(frames, { duration: SHOWN_MS, easing: "ease-in-out", fill: "both" }).onfinish = () => ghost.remove();
}
