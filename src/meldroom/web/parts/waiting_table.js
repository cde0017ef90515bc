// A table before the cards are dealt: its seats fill, and those who sit there invite others.
import { html, nothing } from "/vendor/lit.js";
import { levelLabel } from "/client/new_table.js";
import { icon } from "/client/render.js";
import { eveningPad } from "/parts/evening_pad.js";
import { hooksOf } from "/client/game_assets.js";
import { arrivingForm, watchingSide } from "/parts/arriving.js";
import { inviteAddresses, inviteCode, inviteUrl } from "/parts/invite.js";
import { joinForm, waitingForSeat } from "/parts/seat_requests.js";
import { hasSeatMenu, seatMenuTitle } from "/parts/seat_menu.js";
import { tableState } from "/parts/page_state.js";
import { words } from "/words/en.js";

/** @import { Seat, Table } from "/client/protocol_types.js" */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */
/** @typedef {(event: SubmitEvent) => void} Submit */

const t = words.joining;

/** Whether nobody sits there, and no bot will before the host says so. @param {Seat} seat */
const isFree = (seat) => !seat.person && seat.level === null;

/**
 * The whole board while no game can be seen.
 * @param {TableState} state @param {Submit} sit @param {Dispatch} dispatch
 */
export function waitingBoard(state, sit, dispatch) {
  const { table, game } = state;
  if (!table) return html`<main class="board">${tableState(state, dispatch)}</main>`;
  const backdrop = game ? (hooksOf(game.key).backdrop?.() ?? nothing) : nothing;
  return html`<main class="board"><section class="felt waiting-room" aria-label=${words.table.table}>${backdrop}
    ${seatTiles(state, dispatch)}<div class="waiting-middle"><p
    class="waiting-line only-phone-block">${factsLine(table)}</p>${eveningPad(state)}${waitingSide(
      state,
      sit,
      dispatch,
    )}
    </div></section>
    <aside class="sidebar">${tableFacts(table)}</aside></main>`;
}

/**
 * The player's side: what is waited for, or how to get a seat.
 * @param {TableState} state @param {Submit} sit @param {Dispatch} dispatch
 */
export function waitingSide(state, sit, dispatch) {
  const { table, me } = state;
  if (state.asked !== null) return waitingForSeat(state);
  if (me === null && table.phase === "playing") {
    return state.justWatching ? watchingSide(state, dispatch) : arrivingForm(state, sit, dispatch);
  }
  if (me === null) return joinForm(state, sit);
  const free = table.seats.filter(isFree).length;
  return free ? inviteCard(state, free) : dealingCard();
}

const dealingCard = () => html`<section class="own-side waiting" aria-label=${words.table.ownSide}>
  <div class="prompt"><p><span class="turn-badge">${words.table.waiting}</span>${words.table.dealing}</p></div>
  </section>`;

/** @param {TableState} state @param {number} free how many seats */
function inviteCard({ key, code, table, me }, free) {
  const url = inviteUrl(key, code);
  const start = html`<small>${t.botsTakeFreeSeats(free)}</small><button type="button" class="btn big primary"
    data-command="start">${t.startNow}</button>`;
  const hostStarts = html`<small>${t.hostStarts(table.seats[table.host ?? 0].name)}</small>`;
  return html`<section class="own-side waiting waiting-card" aria-label=${words.table.ownSide}>${inviteCode(url)}
    <div class="waiting-heading"><h2>${t.seatsFree(free)}</h2><p>${t.sendLink}</p></div>
    <div class="waiting-rest">${inviteAddresses(url)}<div class="waiting-start">${
      table.host === me ? start : hostStarts
    }</div></div></section>`;
}

/** @param {TableState} state @param {Dispatch} dispatch */
function seatTiles(state, dispatch) {
  const { table, me } = state;
  const more = (/** @type {number} */ at) =>
    hasSeatMenu(state, at)
      ? html`<button type="button" class="btn plain waiting-more" aria-label=${seatMenuTitle(state, at)}
          aria-haspopup="dialog" @click=${() => dispatch({ do: "seat-menu", seat: at })}>${icon("more")}</button>`
      : nothing;
  const tile = (/** @type {Seat} */ seat, /** @type {number} */ at) => {
    if (isFree(seat)) {
      return html`<li class="waiting-seat waiting-free"><span class="waiting-chair">${icon("chair")}</span><b>${
        t.free
      }</b><small>${t.waitsForSomeone}</small>${more(at)}</li>`;
    }
    const role = seat.person
      ? at === table.host
        ? t.host
        : seat.here
          ? at === me
            ? t.yourSeat
            : t.sitsHere
          : words.table.away
      : [words.table.bot, levelLabel(seat.level ?? "")].filter(Boolean).join(" · ");
    const isReady = !seat.person || seat.ready;
    const ready = html`<small class="waiting-ready">${icon("check")}${t.ready}</small>`;
    return html`<li class="waiting-seat"><span class="avatar seat-colour-${at}" aria-hidden="true">${(
      seat.name[0] ?? "?"
    ).toUpperCase()}</span><b>${at === me ? words.table.you : seat.name}</b><small>${role}</small>${
      isReady ? ready : html`<small>${t.sittingDown}</small>`
    }${more(at)}</li>`;
  };
  return html`<ol class="waiting-seats" aria-label=${words.table.players}>${table.seats.map(tile)}</ol>`;
}

/** How the table is run: each fact with its name. @param {Table} table */
function factsOf(table) {
  const clocks = /** @type {Record<string, string>} */ (words.home.clocks);
  /** @type {Record<string, string>} */
  const watchFacts = { off: t.facts.nobody, open_hands: words.watching.handsOneDealLater };
  return [
    [t.facts.players, String(table.seats.length)],
    [t.facts.clock, clocks[table.clock] ?? table.clock],
    [t.facts.join, table.listed ? t.facts.anybody : t.facts.byLink],
    [t.facts.watch, watchFacts[table.watchers ?? "off"] ?? t.facts.oneTurnBehind],
  ];
}

/** The same in one line, where there is no room for more. @param {Table} table */
const factsLine = (table) =>
  factsOf(table)
    .slice(1) // the seats can be counted
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");

/** @param {Table} table */
const tableFacts = (table) =>
  html`<section class="waiting-facts" aria-label=${t.thisTable}><h2>${t.thisTable}</h2><dl>${factsOf(table).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;
