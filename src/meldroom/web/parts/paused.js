// Your side of a paused game: the host continues it, the others ask for that.
import { html, nothing } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";
import { askAgainIn } from "/client/table_state.js";
import { words } from "/words/en.js";

const t = words.paused;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_state.js").TableState} TableState */

/** @param {Toolkit} kit @param {TableState} state @param {unknown} hand */
export function pausedSide(kit, state, hand) {
  const { table, me, askedBy } = state;
  const isHost = table.host === me;
  const host = table.host === null ? "" : table.seats[table.host].name;
  const turn = me !== null && state.play.to_act.includes(me) ? t.yourTurn : "";
  const asked = askedBy ? t.asks(askedBy) : isHost ? "" : t.hostContinues(host);
  return html`<section class="own-side waiting" aria-label=${words.table.ownSide}>
    <div class="prompt"><p><span class="turn-badge">${t.badge}</span><b>${t.isPaused}</b> ${asked} ${turn}</p></div>
    <div class="acts">${isHost ? continueButton() : askButton(askAgainIn(state))}</div>
    ${table.clock === "off" ? hand : coveredHand(kit, state)}
    <div class="hand-footer"><span>${table.clock === "off" ? t.mayChat : t.clocksStopped}</span></div></section>`;
}

const continueButton = () =>
  html`<button type="button" class="btn big primary" data-command="pause">${t.continue}</button>`;

/** @param {number} wait seconds */
function askButton(wait) {
  return html`<button type="button" class="btn big" data-command="ask-continue" aria-disabled=${
    wait ? "true" : nothing
  }>${wait ? t.askedBefore(wait) : t.ask}</button>`;
}

/** With a clock nobody may think on while it stands still. @param {Toolkit} kit @param {TableState} state */
function coveredHand(kit, { hand: { cards } }) {
  const variables = { "--count": Math.max(cards.length, 1), "--per-row": Math.max(Math.min(cards.length, 8), 1) };
  return html`<div class="hand-area"><div class="hand" role="img" aria-label=${t.covered(cards.length)} ${cssVariables(
    variables,
  )}>${cards.map(() => kit.picture(null))}</div></div>`;
}

/** The sign over the table. */
export const pauseSign = () =>
  html`<p class="pause-sign"><span class="pause-bars" aria-hidden="true"></span>${t.badge}</p>`;
