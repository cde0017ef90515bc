// Melds in front of their owners, and what was laid off on those of others.
import { html, nothing } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";
import { targetButton } from "/parts/targets.js";
import { face, shortName } from "./faces.js";
import { meldKind, meldName } from "./say.js";

/** @import { Toolkit, Meld } from "./facts.js" */
/** @typedef {import("/client/choice.js").Act} Act */

const CROWDED_FROM = 5; // other players
/** @type {Record<string, string>} what choosing a meld as a target does, by the card that is played */
const CHIPS = { THIEF: "Steal", SWITCH: "Swap", PICK: "Any" };
const GIVE = "Give";

/**
 * Where the picked cards can be laid off by touching a meld.
 * @param {Toolkit} kit @param {Meld} meld @returns {{act: Act, label: string}[]}
 */
function layOffs(kit, meld) {
  const complete = kit.choice?.complete ?? [];
  const lays = complete.filter((act) => act.verb === "lay" && act.fields.meld === `#${meld.number}`);
  if (lays.length === 1) return [{ act: lays[0], label: "lay off here" }];
  // a joker that can stand for several cards
  return lays.map((act) => ({ act, label: `lay off as ${shortName(act.fields.card.split("=")[1])}` }));
}

/**
 * A card of a meld; a joker says what it stands for.
 * @param {Toolkit} kit @param {Meld} meld @param {number} at @param {string} [where]
 */
function meldCard(kit, meld, at, where = "") {
  const code = meld.cards[at];
  const stands = code === "Jk" ? meld.stands[at] : undefined;
  const label = stands ? `joker as ${kit.cardName(stands)}` : kit.cardName(code);
  const card = stands ? `Jk=${stands}` : code;
  const target = kit.choice?.targetAt({ zone: "melds", owner: meld.holders[at], meld: meld.number, card });
  if (!target)
    return kit.card(code, { cls: "size-m", flag: stands ? shortName(stands) : "", label: `${label}${where}` });
  const { box, ink, art } = face(code);
  return targetButton(kit, target, {
    art: html`<svg viewBox=${box} aria-hidden="true">${art}</svg>`,
    cls: `card size-m legal ${ink}`,
  });
}

/** The part of a meld in front of its owner. @param {Toolkit} kit @param {Meld} meld */
function ownedMeld(kit, meld) {
  const number = `#${meld.number}`;
  const name = `${number}, ${meldName(kit, number)}`;
  const place = { zone: "melds", owner: meld.owner, meld: meld.number };
  const target = kit.choice?.targetAt(place);
  if (target) {
    const art = html`<span class="fan target-art">${ownCards(meld).map((at) =>
      kit.picture(meld.cards[at], "size-m"),
    )}</span>`;
    const chip = target.act ? CHIPS[kit.choice?.effect?.card ?? ""] : GIVE;
    const button = targetButton(kit, target, { art, chip });
    return html`<figure class="meld" role="group" aria-label=${name}>${button}</figure>`;
  }
  const acts = layOffs(kit, meld);
  const safe = kit.choice?.whySafe(place);
  const given = kit.choice?.isChosen(place);
  const caption = safe || `${number} ${given ? "you give" : meldKind(meld)}`;
  const state = acts.length ? "rb-lay-off" : safe ? "target-safe" : given ? "target-chosen" : "";
  const button = (/** @type {{act: Act, label: string}} */ { act, label }) =>
    html`<button type="button" class="rb-lay-off-button" data-act=${act.text}
      ${kit.pointAt({ act: act.text })} aria-label=${kit.actLabel(act)}>${label}</button>`;
  return html`<figure class="meld ${state}" role="group" aria-label=${safe ? `${name}, ${safe}` : name}><div
    class="fan">${ownCards(meld).map((at) => meldCard(kit, meld, at))}</div>
    <figcaption>${acts.length ? acts.map(button) : caption}</figcaption></figure>`;
}

/** Which cards of a meld lie in front of its owner. @param {Meld} meld */
const ownCards = (meld) => meld.holders.flatMap((holder, at) => (holder === meld.owner ? [at] : []));

/** What a player laid off on the melds of others. @param {Toolkit} kit @param {number} seat */
function laidOff(kit, seat) {
  const melds = kit.view.public.melds.filter((/** @type {Meld} */ meld) => meld.owner !== seat);
  const found = melds.flatMap((/** @type {Meld} */ meld) =>
    meld.holders.flatMap((holder, at) => (holder === seat ? [{ meld, at, number: `#${meld.number}` }] : [])),
  );
  if (!found.length) return nothing;
  const cards = found.map((/** @type {{meld: Meld, at: number, number: string}} */ { meld, at, number }) =>
    meldCard(kit, meld, at, ` on ${number}, ${meldName(kit, number)}`),
  );
  const numbers = new Set(found.map((/** @type {{number: string}} */ { number }) => number));
  return html`<figure class="meld rb-laid-off" role="group" aria-label="Laid off by ${kit.name(seat)}"><div
    class="fan">${cards}</div><figcaption>on ${[...numbers].join(" ")}</figcaption></figure>`;
}

/** The melds that a player owns, then what was laid off. @param {Toolkit} kit @param {number} seat */
function meldsAndLaidOff(kit, seat) {
  const own = kit.view.public.melds.filter((/** @type {Meld} */ meld) => meld.owner === seat);
  return html`${own.map((/** @type {Meld} */ meld) => ownedMeld(kit, meld))}${laidOff(kit, seat)}`;
}

/** The width of cards in melds: the more there are, the narrower. @param {number} count @param {number} max */
const meldCardWidth = (count, max) => (count > 24 ? 26 : count > 15 ? 30 : count > 9 ? Math.min(36, max) : max);

/** Melds, and below them what everybody knows of the hand. @param {Toolkit} kit @param {number} seat */
export function seatArea(kit, seat) {
  const zone = kit.zone("melds", seat);
  const known = [...kit.zone("hand", seat).cards, ...kit.zone("drawn", seat).cards].filter((code) => code !== null);
  const knownCards = known.map((code) => kit.card(code, { cls: "size-s" }));
  const knownHand = known.length
    ? html`<div class="fan rb-known-hand" role="group"
    aria-label="In the hand of ${kit.name(seat)}">${knownCards}</div>`
    : nothing;
  if (!zone.cards.length) {
    return html`<p class="rb-not-open small" data-zone=${zone.index}>${
      kit.view.public.opened[seat] ? "no cards left" : "not opened yet"
    }</p>${knownHand}`;
  }
  const width = meldCardWidth(zone.cards.length, kit.others.length >= CROWDED_FROM ? 31 : 46);
  return html`<div class="rb-melds" data-zone=${zone.index} tabindex="0" role="group"
    aria-label="Melds of ${kit.name(seat)}"
    ${cssVariables({ "--meld-width": `${width}px` })}>${meldsAndLaidOff(kit, seat)}</div>${knownHand}`;
}

/** The player's own melds. @param {Toolkit} kit */
export function ownMelds(kit) {
  if (kit.me === null) return nothing;
  const zone = kit.zone("melds", kit.me);
  if (!zone.cards.length) return nothing;
  const width = meldCardWidth(zone.cards.length / 2, 46);
  return html`<div class="own-melds rb-own-melds" data-zone=${zone.index} tabindex="0" role="group"
    aria-label=${kit.ownMeldsTitle}
    ${cssVariables({ "--meld-width": `${width}px` })}><small>${
      kit.ownMeldsTitle
    }</small>${meldsAndLaidOff(kit, kit.me)}</div>`;
}
