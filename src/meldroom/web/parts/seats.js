// The others around the table, and what lies in the middle.
import { html, nothing } from "/vendor/lit.js";
import { words } from "/words/en.js";
import { capital } from "/client/toolkit.js";

const t = words.table;

/** The seats of the others, in order from your left. @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place */
export function seats(p, place) {
  const turns = place.calm?.to_act ?? place.play.to_act;
  const many = p.others.length > 4;
  return html`<ol class="seats ${many ? "many" : ""}" aria-label=${t.seatsLabel}>${p.others.map((seat) => one(p, place, seat, turns.includes(seat)))}</ol>`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place @param {number} seat @param {boolean} turn */
function one(p, place, seat, turn) {
  const chair = place.table.seats[seat];
  const open = place.choice.opensSeat(seat);
  const meta = p.dress.meta?.(p, seat) ?? "";
  const who = chair.person ? (chair.bot ? t.covers : chair.here ? "" : t.away) : t.bot;
  const left = turn && place.left !== null && !place.calm ? t.seconds(place.left) : "";
  const small = [meta, who, left].filter(Boolean).join(" · ");
  const plate = html`${p.disc(seat)}<span><b>${p.name(seat)}</b><small>${small ? facts(small) : "\u00a0"}</small></span>`;
  const label = `${p.name(seat)}, ${small}`;
  const plates = open
    ? html`<button type="button" class="plate ${place.choice.seat === seat ? "sel" : "legal"}" data-seat=${seat} aria-pressed=${place.choice.seat === seat ? "true" : "false"} aria-label=${label}>${plate}</button>`
    : html`<div class="plate">${plate}</div>`;
  return html`<li class="seat ${turn ? "is-turn" : ""} ${chair.here || !chair.person ? "" : "is-away"}" data-at=${seat} aria-current=${turn ? "true" : nothing}>
    ${plates}${p.dress.seat?.(p, seat) ?? before(p, seat)}</li>`;
}

/** Facts on a plate, which break only between them. @param {string} text */
export const facts = (text) => text.split(" · ").map((fact, at) => html`${at ? html` <span class="between">·</span> ` : nothing}<span>${fact}</span>`);

/** What lies before a seat, as any game's zones tell it. @param {import("/client/toolkit.js").Parts} p @param {number} seat */
export function before(p, seat) {
  return p.view.zones.map((zone, index) => {
    if (zone.owner !== seat || !zone.cards.length) return nothing;
    const known = zone.cards.filter((code) => code !== null);
    if (!known.length) return p.backs({ ...zone, index });
    if (known.length < zone.cards.length) return held(p, zone, index, known);
    return html`<div class="lap" data-zone=${index} role="group" aria-label="${capital(zone.name)}, ${t.cards(zone.cards.length)}">${p.cards({ ...zone, index })}</div>`;
  });
}

/** A hand of which some cards are known to all. @param {import("/client/toolkit.js").Parts} p @param {import("/client/toolkit.js").Zone} zone @param {number} index @param {(string | null)[]} known */
function held(p, zone, index, known) {
  return html`<div class="backs" data-zone=${index} role="group" aria-label="${capital(zone.name)}, ${t.cards(zone.cards.length)}">${known.map((code) => p.card(code, { cls: "s" }))}${zone.cards.slice(known.length).slice(0, 10).map(() => p.mute(null, "s"))}</div>`;
}

/** The middle of the table. @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place | null} place */
export function centre(p, place) {
  return html`<div class="centre" tabindex="0" role="group" aria-label=${t.centreLabel}>${p.dress.centre?.(p, place) ?? piles(p)}${own(p, place)}</div>`;
}

/** Piles that belong to nobody. @param {import("/client/toolkit.js").Parts} p */
function piles(p) {
  /** @type {Record<string, string>} */
  const verbs = p.dress.piles ?? {};
  const free = p.view.zones.map((zone, index) => ({ ...zone, index })).filter((zone) => zone.owner === null);
  const hidden = free.find((zone) => zone.sight === "none");
  const open = free.find((zone) => zone.sight === "all" && zone.cards.length);
  return html`<div class="piles">${free.map((zone) => {
    const verb = verbs[zone.name] ?? (zone === hidden ? "draw" : zone === open ? "take" : undefined);
    if (zone.sight === "all" && !p.game.topped.includes(zone.name) && zone.cards.length > 1 && !p.act(verb ?? "")) {
      return html`<div class="pile" data-zone=${zone.index} data-drop=${zone.index}><div class="lap" role="group" aria-label="${capital(zone.name)}, ${t.cards(zone.cards.length)}">${p.cards({ ...zone, cards: zone.cards.slice(-12) })}</div><span class="cap"><b>${capital(zone.name)}</b><small>${t.cards(zone.cards.length)}</small></span></div>`;
    }
    return p.pile(zone, { verb });
  })}</div>`;
}

/** What lies open before you. @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place | null} place */
function own(p, place) {
  if (p.me === null || !place) return nothing;
  const laid = p.dress.own?.(p, place);
  if (laid !== undefined) return laid;
  const zones = p.view.zones.map((zone, index) => ({ ...zone, index })).filter((zone) => zone.owner === p.me && place.handZones.size && !place.handZones.has(zone.name) && zone.cards.length);
  return zones.length ? html`<div class="ownmelds"><small>${t.before}</small>${zones.map((zone) => html`<div class="lap" data-zone=${zone.index} role="group" aria-label=${capital(zone.name)}>${p.cards(zone)}</div>`)}</div>` : nothing;
}
