// What a watcher sees of a deal that is over: the table and one hand as they were, and whose hand it is.
import { html, nothing } from "/vendor/lit.js";
import { lastOf, positionAt, waitsForNext } from "/client/open_hands.js";
import { cssVariables, icon } from "/client/render.js";
import { freeSeats } from "/client/people.js";
import { settings } from "/client/settings.js";
import { Toolkit } from "/client/toolkit.js";
import { centre, pastSeats } from "/parts/seats.js";
import { pastShowdown } from "/parts/showdown.js";
import { logLine, scorePad } from "/parts/sidebar.js";
import { words } from "/words/en.js";

const t = words.watching;
const LARGE_HAND = 13; // cards
const MAX_CARDS_PER_ROW = 8; // on a phone
const RECENT_MOVES = 6;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */
/** @typedef {import("/client/protocol_types.js").ReplayPosition} ReplayPosition */

/** Whether this watcher may look at hands. @param {TableState} state */
export const hasOpenHands = ({ me, table, play }) =>
  me === null && table.watchers === "open_hands" && Boolean(play) && !play.result;

/** @param {TableState} state @param {ReplayPosition} shown */
export const openHandsKit = (state, shown) =>
  new Toolkit({
    game: /** @type {import("/client/game_assets.js").Game} */ (state.game),
    table: state.table,
    names: state.table.seats.map((seat) => seat.name),
    view: shown.view,
    play: shown,
    me: state.openHands.seat,
    isWatcher: true,
    newRows: shown.showdown?.new_rows,
  });

/** Whose hand is looked at; the table alone is "Now". @param {TableState} state @param {Dispatch} dispatch */
export function handChoice({ table, openHands }, dispatch) {
  const choice = (/** @type {number | null} */ seat, /** @type {string} */ label) =>
    html`<label><input type="radio" name="open-hand" .checked=${openHands.seat === seat}
      @change=${() => dispatch({ do: "look", seat })}><span>${label}</span></label>`;
  const players = table.seats.map(({ name }, seat) => choice(seat, name));
  return html`<fieldset class="open-hands-choice"><legend class="visually-hidden">${t.whose}</legend>${choice(
    null,
    t.now,
  )}${players}</fieldset>`;
}

/**
 * The board while a hand is looked at.
 * @param {TableState} state @param {ReplayPosition} shown @param {Dispatch} dispatch
 */
export function openHandsBoard(state, shown, dispatch) {
  const kit = openHandsKit(state, shown);
  const felt = shown.showdown
    ? pastShowdown(kit, shown.showdown)
    : html`${pastSeats(kit, shown.to_act)}${centre(kit, state)}`;
  return html`<section class="felt open-hands-felt" aria-label=${words.table.table}>${
    kit.hooks.backdrop?.() ?? nothing
  }${felt}${lowerPaper(kit, state, shown, dispatch)}</section>
    <aside class="sidebar">${scorePad(kit, shown.pad)}${lastMoves(state)}</aside>`;
}

/**
 * The hand without buttons, and how to go on.
 * @param {Toolkit} kit @param {TableState} state @param {ReplayPosition} shown @param {Dispatch} dispatch
 */
function lowerPaper(kit, state, shown, dispatch) {
  const { openHands } = state;
  const name = kit.name(openHands.seat ?? 0);
  const where = waitsForNext(openHands) ? t.nextNotOver : t.position(openHands.deal, openHands.at, lastOf(openHands));
  const live = openHands.isPlaying ? "off" : "polite";
  return html`<section class="own-side waiting watching open-hands" aria-label=${t.handOf(name)}>
    <div class="prompt"><p aria-live=${live}>${moveText(kit, shown)} <small>${where}</small></p></div>
    <div class="acts">${handChoice(state, dispatch)}</div>
    ${shown.showdown ? nothing : hand(kit, shown)}
    <div class="hand-footer">${controls(state, dispatch)}<span class="spacer"></span>${
      shown.showdown ? nothing : (kit.hooks.handFooter?.(kit) ?? nothing)
    }${freeSeats(state).length ? takeSeatButton(dispatch) : nothing}</div></section>`;
}

/** @param {Dispatch} dispatch */
function takeSeatButton(dispatch) {
  const takeSeat = () => dispatch({ do: "take-seat" });
  return html`<button type="button" class="btn" @click=${takeSeat}>${icon("chair")}<span>${
    words.joining.takeBotsSeat
  }</span></button>`;
}

/** @param {Toolkit} kit @param {ReplayPosition} shown */
function moveText(kit, { move, events, showdown }) {
  if (showdown) return kit.fillNames(showdown.sentence);
  if (!move) return words.replay.deal;
  const [seat, text] = move;
  return html`<b>${kit.name(seat)}</b> ${kit.highlightCards(kit.describeMove(seat, text, events), true)}.`;
}

/** @param {TableState} state @param {Dispatch} dispatch */
function controls({ openHands }, dispatch) {
  const step = (/** @type {number} */ by) => dispatch({ do: "step", by });
  const toggle = () => dispatch({ do: "play-open-hands" });
  const r = words.replay;
  const isFirst = openHands.deal === 1 && openHands.at === 0;
  return html`<span class="open-hands-steps"><button type="button" class="btn" aria-label=${r.previous}
    ?disabled=${isFirst} @click=${() => step(-1)}>${icon("prev")}</button><button type="button" class="btn"
    @click=${toggle}>${openHands.isPlaying ? nothing : icon("play")}<span>${
      openHands.isPlaying ? r.stop : r.play
    }</span></button><button type="button" class="btn" aria-label=${r.next} ?disabled=${waitsForNext(openHands)}
    @click=${() => step(1)}>${icon("next")}</button></span>`;
}

/** @param {Toolkit} kit @param {ReplayPosition} shown */
function hand(kit, shown) {
  const groups = groupsOf(kit, shown);
  const fresh = newCards(kit, shown);
  const n = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  const perRow = n <= 6 ? n : Math.min(MAX_CARDS_PER_ROW, Math.ceil(n / 2));
  const card = (/** @type {string} */ code) => {
    const at = fresh.indexOf(code);
    if (at >= 0) fresh.splice(at, 1);
    return kit.card(code, at >= 0 ? { flag: words.table.newCard } : {});
  };
  const drawn = groups.map(
    ({ kind, cards, label }, at) => html`${at ? html`<span class="gap"></span>` : nothing}<span
      class="group ${label ? `labelled kind-${kind}` : ""}">${cards.map(card)}${
        label ? html`<span class="group-label">${label}</span>` : nothing
      }</span>`,
  );
  const variables = { "--count": Math.max(n, 1), "--per-row": Math.max(perRow, 1), "--gap-count": groups.length - 1 };
  const row = html`<div class="hand ${n >= LARGE_HAND ? "large" : ""}" role="group" data-zone=${handZone(kit)}
    aria-label=${t.handWithCards(kit.name(kit.me ?? 0), n)} ${cssVariables(variables)}>${drawn}</div>`;
  return html`<div class="hand-area">${kit.hooks.handFrame?.(kit, row) ?? row}</div>`;
}

/** @param {Toolkit} kit */
const handZone = (kit) => kit.view.zones.findIndex(({ owner, sight }) => owner === kit.me && sight === "owner");

/**
 * The hand as the game groups it, and the cards that it leaves out.
 * @param {Toolkit} kit @param {ReplayPosition} shown
 */
function groupsOf(kit, shown) {
  const zones = kit.view.zones.filter(({ owner, sight }) => owner === kit.me && sight === "owner");
  const left = zones.flatMap(({ cards }) => cards.filter((code) => code !== null));
  const labelled = settings.hints === "on" ? shown.hand : [];
  for (const code of labelled.flatMap(({ cards }) => cards)) {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
  }
  return left.length ? [...labelled, { kind: "loose", cards: left, label: "" }] : labelled;
}

/** The cards that the last move brought. @param {Toolkit} kit @param {ReplayPosition} shown @returns {string[]} */
const newCards = (kit, { move, events }) =>
  move
    ? events.flatMap((event) =>
        event.event === "moved" && event.target_owner === kit.me && event.source_owner !== kit.me
          ? event.cards.filter((code) => code !== null)
          : [],
      )
    : [];

/** @param {TableState} state */
function lastMoves(state) {
  const { openHands } = state;
  const lines = [];
  for (let at = Math.max(1, openHands.at - RECENT_MOVES + 1); at <= openHands.at; at++) {
    const one = positionAt(openHands, at);
    if (!one?.move) continue;
    const kit = openHandsKit(state, one);
    const [seat, text] = one.move;
    lines.push(logLine(kit, { seat, ply: one.ply, text: kit.describeMove(seat, text, one.events) }));
  }
  const none = html`<li class="empty"><span></span><span>${words.table.nothingYet}</span></li>`;
  return html`<section class="log" aria-label=${words.joining.lastTurns}><h2>${words.joining.lastTurns}</h2><ol
    tabindex="0">${lines.length ? lines : none}</ol></section>`;
}
