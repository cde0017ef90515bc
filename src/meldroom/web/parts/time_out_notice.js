// Tells a player that their time ran out: what was done for them, and when a bot takes over.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { isMyTurn } from "/client/table_state.js";
import { words } from "/words/en.js";

const t = words.timeOut;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

/** @param {Toolkit} kit @param {import("/client/table_state.js").TableState} state */
export function timeOutNotice(kit, state) {
  const { me, table, timeOuts } = state;
  const seat = me === null ? null : table.seats[me];
  if (!seat || !(timeOuts.done.length || seat.bot)) return nothing;
  const left = seat.timeouts_left ?? 0;
  const text = seat.bot
    ? html`<b>${t.botPlays}</b>`
    : html`<b>${t.ranOut}</b> ${kit.highlightCards(t.did(timeOuts.done))} ${left ? t.botAfter(left) : ""}`;
  const here = html`<button type="button" class="btn ${isMyTurn(state) ? "" : "primary"}" data-command="here">${
    t.here
  }</button>`;
  return html`<div class="time-out" role="group" aria-label=${seat.bot ? t.botPlays : t.ranOut}>${icon("clock")}<p>${
    text
  }</p>${here}</div>`;
}
