// Before the cards are dealt: who is here, and a seat for one who comes by a link.
import { html, nothing } from "/vendor/lit.js";
import { settings } from "/client/settings.js";
import { words } from "/words/en.js";

const t = words.table;

/** @param {import("/client/table_session.js").Place} place @param {(event: SubmitEvent) => void} sit */
export function table(place, sit) {
  const { table: facts, me } = place;
  if (!facts) return html`<main class="board"><section class="felt" aria-label=${t.boardLabel}></section></main>`;
  const free = facts.seats.filter((/** @type {any} */ seat) => !seat.person).length;
  const inner = me === null ? html`<section class="mine wait" aria-label=${t.sitTitle}><div class="ask">${place.refusal ? html`<p class="refused"><span class="cross" aria-hidden="true">×</span>${t.refused(place.refusal.why)}</p>` : html`<p>${free ? t.sitTitle : t.look}</p>`}</div>
      ${free ? html`<form class="row sit" @submit=${sit}><label>${t.name}<input name="name" type="text" maxlength="24" required .value=${settings.name || words.home.guest} autocomplete="nickname"></label><button class="btn big go">${t.sit}</button></form>` : nothing}</section>`
    : html`<section class="mine wait" aria-label=${t.side}><div class="ask"><p><span class="you">${t.wait}</span>${facts.fill === "people" && free ? t.seatsFree(free) : t.dealing}</p></div>
      <div class="acts">${facts.fill === "people" && free && facts.host === me ? html`<button type="button" class="btn big go" data-do="start">${t.begin}</button><button type="button" class="btn big" data-do="invite">${words.bar.invite}</button>` : nothing}</div></section>`;
  if (place.play) return inner;
  return html`<main class="board"><section class="felt" aria-label=${t.boardLabel}><ol class="seats" aria-label=${t.seatsLabel}>${facts.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => html`<li class="seat"><div class="plate"><span class="disc" aria-hidden="true">${(seat.name[0] ?? "?").toUpperCase()}</span><span><b>${at === me ? t.you : seat.name}</b><small>${seat.person ? (seat.here ? "" : t.away) : facts.fill === "people" ? t.empty : t.bot}</small></span></div></li>`)}</ol><div class="centre"></div>${inner}</section></main>`;
}
