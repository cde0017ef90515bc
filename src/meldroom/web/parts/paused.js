// Your side of a paused game: the host continues it, the others ask for that.
import { html, nothing } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.paused;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** @param {Toolkit} kit @param {TableSession} session @param {unknown} hand */
export function pausedSide(kit, session, hand) {
  const { table, me, interruptions } = session;
  const isHost = table.host === me;
  const host = table.host === null ? "" : table.seats[table.host].name;
  const turn = me !== null && session.play.to_act.includes(me) ? t.yourTurn : "";
  const asked = interruptions.askedBy ? t.asks(interruptions.askedBy) : isHost ? "" : t.hostContinues(host);
  return html`<section class="own-side waiting" aria-label=${words.table.ownSide}>
    <div class="prompt"><p><span class="turn-badge">${t.badge}</span><b>${t.isPaused}</b> ${asked} ${turn}</p></div>
    <div class="acts">${isHost ? continueButton() : askButton(interruptions.askAgainIn)}</div>
    ${table.clock === "off" ? hand : coveredHand(kit, session)}
    <div class="hand-footer"><span>${table.clock === "off" ? t.mayChat : t.clocksStopped}</span></div></section>`;
}

const continueButton = () =>
  html`<button type="button" class="btn big primary" data-command="pause">${t.continue}</button>`;

/** @param {number} askAgainIn seconds */
function askButton(askAgainIn) {
  return html`<button type="button" class="btn big" data-command="ask-continue" aria-disabled=${
    askAgainIn ? "true" : nothing
  }>${askAgainIn ? t.askedBefore(askAgainIn) : t.ask}</button>`;
}

/** With a clock nobody may think on while it stands still. @param {Toolkit} kit @param {TableSession} session */
function coveredHand(kit, { hand: { cards } }) {
  const variables = { "--count": Math.max(cards.length, 1), "--per-row": Math.max(Math.min(cards.length, 8), 1) };
  return html`<div class="hand-area"><div class="hand" role="img" aria-label=${t.covered(cards.length)} ${cssVariables(
    variables,
  )}>${cards.map(() => kit.picture(null))}</div></div>`;
}

/** The sign over the table. */
export const pauseSign = () =>
  html`<p class="pause-sign"><span class="pause-bars" aria-hidden="true"></span>${t.badge}</p>`;
