// The score pad: a line for each round.
import { html } from "/vendor/lit.js";
import { ruleLink } from "/parts/rule_link.js";
import { withMinus, withSign } from "./say.js";

/** @typedef {import("./facts.js").Toolkit} Toolkit */

/** The score pad: a line for each round from the start. @param {Toolkit} kit */
export function scorePad(kit) {
  const { ledger, totals } = kit.view.public;
  const seats = kit.allSeats;
  const { going_out_before_marker: before, going_out_after_marker: after, tariff } = kit.display;
  const rounds = Math.max(kit.display.rounds, ledger.length);
  const own = (/** @type {number} */ seat) => (seat === kit.me ? "own" : "");
  const cell = (/** @type {number} */ round, /** @type {number} */ seat) => {
    if (round === ledger.length && !kit.play?.result) return "·";
    return ledger[round] ? withMinus(ledger[round][seat]) : "";
  };
  const line = (/** @type {unknown} */ _, /** @type {number} */ round) =>
    html`<tr class=${kit.newRows.includes(round) ? "new-row" : ""}><th scope="row">${round + 1}</th>${seats.map(
      (seat) => html`<td class=${own(seat)}>${cell(round, seat)}</td>`,
    )}</tr>`;
  return html`<section class="score-pad rb-pad" aria-label="Score pad"><h2>Score<small>highest total wins</small></h2>
    <div class="scroll-x"><table><thead><tr><th scope="col">Round</th>${seats.map(
      (seat) => html`<th scope="col" class=${own(seat)}>${kit.name(seat)}</th>`,
    )}</tr></thead>
    <tbody>${Array.from({ length: rounds }, line)}</tbody>
    <tfoot><tr><th scope="row"><span class="visually-hidden">Total</span></th>${seats.map(
      (seat) => html`<td>${withMinus(totals[seat])}</td>`,
    )}</tr></tfoot></table></div>
    <p class="rb-note">Going out: ${withSign(before)} before the Marker, ${withSign(after)} after it. ${ruleLink(
      kit.game.key,
      "Q19",
    )}</p>
    <p class="rb-note">${tariff}</p></section>`;
}
