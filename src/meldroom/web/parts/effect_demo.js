// "Show me": for two seconds ghosts play a card on the table, where it can be played now if it can.
import { render } from "/vendor/lit.js";
import { announce } from "/client/render.js";
import { settings } from "/client/settings.js";
import { isMyTurn } from "/client/table_state.js";

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @import { ExplainedCard, Place, Transfer, Whose } from "/client/protocol_types.js" */

const SHOWN_MS = 2000;
const MAX_GHOSTS = 8;
/** When a ghost arrives: the card first, then what it moves. */
const CARD_ARRIVES = 0.4;
const LOOT_ARRIVES = 0.8;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether there is something to show of a card. @param {TableState} state @param {ExplainedCard} about */
export const hasEffectDemo = (state, about) => about.transfers.length > 0 || legalPlaces(state, about.code).length > 0;

/**
 * @param {Toolkit} kit @param {TableState} state @param {ExplainedCard} about
 * @param {Element} picture of the card, from which it starts unless it is in the hand
 */
export function showEffect(kit, state, about, picture) {
  const { code, what, transfers } = about;
  const card = document.querySelector(`.hand [data-code="${CSS.escape(code)}"]`) ?? picture;
  const legal = legalPlaces(state, code);
  const other = otherPlayer(kit, transfers, legal);
  const owners = (/** @type {Whose} */ whose) =>
    ({ nobody: [null], you: [kit.me], other: [other], others: kit.others })[whose];
  const find = (/** @type {string} */ zone, /** @type {number | null} */ owner) => elementAt(kit, state, zone, owner);
  const moves = transfers.flatMap(({ zone, whose, to_zone, to_whose }) =>
    owners(whose).flatMap((owner) => {
      const from = find(zone, owner);
      const to = find(to_zone, owners(to_whose)[0]);
      return from && to ? { from, to, isLaid: owner === kit.me && state.handZones.includes(zone) } : [];
    }),
  );
  const places = legal.flatMap(({ zone, owner }) => find(zone, owner) ?? []);
  const stops = new Set(places.length ? places : moves.map(({ from, to, isLaid }) => (isLaid ? to : from)));
  for (const stop of [...stops].slice(0, MAX_GHOSTS)) fly(ghostOf(card), card, stop, 0, CARD_ARRIVES);
  const { width } = card.getBoundingClientRect();
  for (const { from, to } of moves.filter(({ isLaid }) => !isLaid))
    fly(back(kit), from, to, CARD_ARRIVES, LOOT_ARRIVES, width);
  announce(legal.length ? [...new Set(legal.map((place) => kit.placeName(place)))].join(", ") : what);
}

/** What a card of the hand can act on now. @param {TableState} state @param {string} code @returns {Place[]} */
function legalPlaces(state, code) {
  const effect = isMyTurn(state) ? state.play.effects?.find(({ card }) => card === code) : undefined;
  return effect?.uses.flatMap(({ targets }) => targets) ?? [];
}

/**
 * On whom it is shown: somebody on whom the card can be played, or who has the cards that it moves.
 * @param {Toolkit} kit @param {Transfer[]} transfers @param {Place[]} legal
 */
function otherPlayer(kit, transfers, legal) {
  const target = legal.find(({ owner }) => owner !== null && owner !== kit.me)?.owner;
  const zone = transfers.find(({ whose }) => whose === "other")?.zone;
  const owner = kit.others.find((seat) => zone && kit.zone(zone, seat).cards.length);
  return target ?? owner ?? kit.others[0];
}

/**
 * Where a zone is on the page, or would be.
 * @param {Toolkit} kit @param {TableState} state @param {string} zone @param {number | null} owner
 */
function elementAt({ view, me }, { handZones }, zone, owner) {
  const index = view.zones.findIndex((one) => one.name === zone && one.owner === owner);
  const shown = document.querySelector(`.felt [data-zone="${index}"]:not(.hand)`);
  if (shown || owner === null) return shown;
  if (owner !== me) return document.querySelector(`[data-of="${owner}"] > .name-plate`);
  return document.querySelector(handZones.includes(zone) ? ".own-side .hand" : ".centre");
}

/** @param {Element} card */
function ghostOf(card) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const { name } of [...ghost.attributes]) if (name !== "class") ghost.removeAttribute(name);
  return ghost;
}

/** A card from behind: which one an effect moves is not known before it is played. @param {Toolkit} kit */
function back(kit) {
  const holder = document.createElement("div");
  render(kit.picture(null), holder);
  return /** @type {HTMLElement} */ (holder.firstElementChild);
}

/**
 * Let a ghost go from one element to another, in parts of the time shown.
 * @param {HTMLElement} ghost @param {Element} from @param {Element} to @param {number} starts
 * @param {number} arrives @param {number} [width] of the ghost
 */
function fly(ghost, from, to, starts, arrives, width = from.getBoundingClientRect().width) {
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  ghost.inert = true;
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("card-ghost");
  const left = start.left + (start.width - width) / 2;
  ghost.style.cssText = `left: ${left}px; top: ${start.top}px; width: ${width}px`;
  document.body.append(ghost);
  const { height } = ghost.getBoundingClientRect();
  const x = end.left + end.width / 2 - left - width / 2;
  const y = end.top + end.height / 2 - start.top - height / 2;
  const seen = { translate: "0 0", opacity: 0.9 };
  const arrived = { translate: `${x}px ${y}px`, opacity: 0.9 };
  const moves = settings.speed !== "off" && !reducedMotion.matches;
  const before = { ...(moves ? seen : arrived), opacity: starts ? 0 : 0.9 };
  const frames = [
    before,
    { ...before, offset: starts },
    ...(starts ? [{ ...before, opacity: 0.9, offset: starts + 0.01 }] : []),
    { ...arrived, offset: arrives },
    { ...arrived, offset: 0.9 },
    { ...arrived, opacity: 0 },
  ];
  ghost.animate(frames, { duration: SHOWN_MS, easing: "ease-in-out", fill: "both" }).onfinish = () => ghost.remove();
}
