// The other players around the table, and the centre with its piles.
import { html, nothing } from "/vendor/lit.js";
import { freeSeats } from "/client/people.js";
import { awayLeft, choiceOf, secondsLeft } from "/client/table_state.js";
import { capital } from "/client/toolkit.js";
import { targetButton } from "/parts/targets.js";
import { words } from "/words/en.js";

const t = words.table;
const CROWDED_FROM = 5; // other players
const MAX_UNKNOWN_CARDS = 10;
const MAX_CARDS_OF_PILE = 12;

/** @import { Toolkit, Zone, IndexedZone } from "/client/toolkit.js" */
/** @typedef {import("/client/table_state.js").TableState} TableState */

/** The other players, in order from your left. @param {Toolkit} kit @param {TableState} state */
export function otherSeats(kit, state) {
  const acting = state.beforeRace?.to_act ?? state.play.to_act;
  const crowded = kit.others.length >= CROWDED_FROM;
  return html`<ol class="seats ${crowded ? "crowded" : ""}" aria-label=${t.players}>${kit.others.map((seat) =>
    otherSeat(kit, state, seat, acting.includes(seat)),
  )}</ol>`;
}

/** @param {Toolkit} kit @param {TableState} state @param {number} seat @param {boolean} isTurn */
function otherSeat(kit, state, seat, isTurn) {
  const { person, here } = state.table.seats[seat];
  const presence = presenceOf(state, seat);
  const showClock = isTurn && secondsLeft(state) !== null && !state.beforeRace;
  const clock = showClock ? t.clock(/** @type {number} */ (secondsLeft(state))) : "";
  const info = [...seatInfo(kit, seat), presence, clock].filter(Boolean);
  const away = here || !person ? "" : "is-away";
  return html`<li class="seat ${isTurn ? "is-turn" : ""} ${away}" data-of=${seat} aria-current=${
    isTurn ? "true" : nothing
  }>${namePlate(kit, state, seat, info)}${freeBadge(state, seat)}${seatArea(kit, seat)}</li>`;
}

/** Says to somebody without a seat which one they can have. @param {TableState} state @param {number} seat */
const freeBadge = (state, seat) =>
  state.me === null && state.table.phase === "playing" && freeSeats(state).includes(seat)
    ? html`<span class="arriving-badge">${words.joining.freeNextDeal}</span>`
    : nothing;

/**
 * Whether a bot plays a seat, and how soon; "" for a person who is here.
 * @param {TableState} state @param {number} at
 */
export function presenceOf(state, at) {
  const { person, bot, here } = state.table.seats[at];
  if (!person) return t.bot;
  const left = awayLeft(state, at);
  return bot ? t.botPlays : here ? "" : left === null ? t.away : words.absence.awayFor(left);
}

/**
 * In a sentence: somebody is away, and when a bot plays for them.
 * @param {TableState} state @param {number} seat
 */
export function absence(state, seat) {
  const { name, bot } = state.table.seats[seat];
  const left = awayLeft(state, seat);
  return bot
    ? words.absence.botPlays(name)
    : left === null
      ? words.absence.away(name)
      : words.absence.botIn(name, left);
}

/**
 * Name and facts of a player; a button where an action needs a player.
 * @param {Toolkit} kit @param {TableState} state @param {number} seat @param {string[]} info
 */
function namePlate(kit, state, seat, info) {
  const inner = html`${plateMark(kit, seat)}${kit.avatar(seat)}<span><b>${kit.name(seat)}</b><small>${
    info.length ? separated(info) : "\u00a0"
  }</small></span>`;
  const hand = kit.view.zones.find(({ owner, sight }) => owner === seat && sight === "owner")?.name ?? "";
  const target = choiceOf(state).targetAt({ zone: hand, owner: seat });
  if (target) return targetButton(kit, target, { art: inner, cls: "name-plate legal" });
  if (!choiceOf(state).canPickSeat(seat)) return html`<div class="name-plate">${inner}</div>`;
  const picked = choiceOf(state).seat === seat;
  return html`<button type="button" class="name-plate ${picked ? "picked" : "legal"}" data-seat=${seat}
    aria-pressed=${picked ? "true" : "false"} aria-label=${[kit.name(seat), ...info].join(", ")}>${inner}</button>`;
}

/**
 * What the game says about a player, in a few words each.
 * @param {Toolkit} kit @param {number} seat @returns {string[]}
 */
export const seatInfo = (kit, seat) => kit.hooks.seatInfo?.(kit, seat) ?? [];

/** What the game pins to a name plate: it takes no room. @param {Toolkit} kit @param {number} seat */
export const plateMark = (kit, seat) => kit.hooks.plateMark?.(kit, seat) ?? nothing;

/** Facts on a name plate; lines break only between them. @param {string[]} facts */
export const separated = (facts) =>
  facts.map((fact, at) => html`${at ? html` <span class="separator">·</span> ` : nothing}<span>${fact}</span>`);

/**
 * The seats of a position that is over, where nothing can be done.
 * @param {Toolkit} kit @param {number[]} acting @param {string} [cls]
 */
export function pastSeats(kit, acting, cls = "") {
  const seat = (/** @type {number} */ at) => {
    const info = html`<span><b>${kit.name(at)}</b><small>${separated(seatInfo(kit, at))}</small></span>`;
    const plate = html`<div class="name-plate">${plateMark(kit, at)}${kit.avatar(at)}${info}</div>`;
    const turn = acting.includes(at) ? "is-turn" : "";
    return html`<li class="seat ${turn}" data-of=${at}>${plate}${seatArea(kit, at)}</li>`;
  };
  const crowded = kit.others.length >= CROWDED_FROM ? "crowded" : "";
  return html`<ol class="seats ${cls} ${crowded}" aria-label=${t.players}>${kit.others.map(seat)}</ol>`;
}

/**
 * What is in front of a player: as the game draws it, or the cards of all zones.
 * @param {Toolkit} kit @param {number} seat
 */
export function seatArea(kit, seat) {
  const own = kit.hooks.seatArea?.(kit, seat);
  if (own !== undefined) return own;
  return kit.view.zones.map((zone, index) => {
    if (zone.owner !== seat || !zone.cards.length) return nothing;
    const known = zone.cards.filter((code) => code !== null);
    if (!known.length) return kit.cardBacks({ ...zone, index });
    if (known.length < zone.cards.length) return partlyKnownHand(kit, { ...zone, index }, known);
    return html`<div class="fan" data-zone=${index} role="group" aria-label=${zoneLabel(zone)}>${kit.cards({
      ...zone,
      index,
    })}</div>`;
  });
}

/** @param {Zone} zone */
const zoneLabel = (zone) => `${capital(zone.name)}, ${t.cards(zone.cards.length)}`;

/**
 * A hand of which everybody knows some cards.
 * @param {Toolkit} kit @param {IndexedZone} zone @param {(string | null)[]} known
 */
function partlyKnownHand(kit, zone, known) {
  const unknown = zone.cards.slice(known.length).slice(0, MAX_UNKNOWN_CARDS);
  return html`<div class="card-backs" data-zone=${zone.index} role="group" aria-label=${zoneLabel(zone)}>${known.map(
    (code) => kit.card(code, { cls: "size-s" }),
  )}${unknown.map(() => kit.picture(null, "size-s"))}</div>`;
}

/** The centre of the table. @param {Toolkit} kit @param {TableState | null} state */
export const centre = (kit, state) =>
  html`<div class="centre" tabindex="0" role="group" aria-label=${t.centre}>${
    kit.hooks.centre?.(kit) ?? piles(kit)
  }${ownMelds(kit, state)}</div>`;

/** The piles that belong to nobody. @param {Toolkit} kit */
function piles(kit) {
  /** @type {Record<string, string>} */
  const verbs = kit.hooks.pileVerbs ?? {};
  const zones = kit.view.zones.map((zone, index) => ({ ...zone, index })).filter((zone) => zone.owner === null);
  const hidden = zones.find((zone) => zone.sight === "none");
  const open = zones.find((zone) => zone.sight === "all" && zone.cards.length);
  return html`<div class="piles">${zones.map((zone) => {
    const verb = verbs[zone.name] ?? (zone === hidden ? "draw" : zone === open ? "take" : undefined);
    const spread = zone.sight === "all" && zone.cards.length > 1 && !kit.game.topped.includes(zone.name);
    return spread && !kit.bareAct(verb ?? "") ? spreadPile(kit, zone) : kit.pile(zone, { verb });
  })}</div>`;
}

/** A pile of which every card is seen. @param {Toolkit} kit @param {IndexedZone} zone */
const spreadPile = (kit, zone) => html`<div class="pile" data-zone=${zone.index}><div class="fan" role="group"
  aria-label=${zoneLabel(zone)}>${kit.cards({ ...zone, cards: zone.cards.slice(-MAX_CARDS_OF_PILE) })}</div><span
  class="caption"><b>${capital(zone.name)}</b><small>${t.cards(zone.cards.length)}</small></span></div>`;

/** The player's own open cards. @param {Toolkit} kit @param {TableState | null} state */
function ownMelds(kit, state) {
  if (kit.me === null || !state) return nothing;
  const own = kit.hooks.ownMelds?.(kit);
  if (own !== undefined) return own;
  const { handZones } = state;
  const zones = kit.view.zones
    .map((zone, index) => ({ ...zone, index }))
    .filter((zone) => zone.owner === kit.me && zone.cards.length && handZones.length && !handZones.includes(zone.name));
  if (!zones.length) return nothing;
  const fans = zones.map(
    (zone) => html`<div class="fan" data-zone=${zone.index} role="group"
    aria-label=${capital(zone.name)}>${kit.cards(zone)}</div>`,
  );
  return html`<div class="own-melds"><small>${kit.ownMeldsTitle}</small>${fans}</div>`;
}
