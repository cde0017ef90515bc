// Score pad, log and discards: in a sidebar on wide screens, in dialogs on a phone.
import { html, nothing } from "/vendor/lit.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.table;
const RECENT_LINES = 9;
const RECENT_DISCARDS = 24;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

/** @typedef {import("/client/game_log.js").LogLine} LogLine */
/** @import { Column, PadRow } from "/client/protocol_types.js" */
/** @typedef {import("/client/protocol_types.js").Pad} Pad */

/**
 * The score pad: as the game draws it, or the table that the server sends.
 * @param {Toolkit} kit @param {Pad | null} pad
 */
export function scorePad(kit, pad) {
  if (!pad) return nothing;
  const own = kit.hooks.scorePad?.(kit, pad);
  if (own !== undefined) return own;
  const { title, subtitle, columns, rows } = pad;
  const { tariff } = kit.display;
  const cls = (/** @type {Column} */ { seat }) => (seat !== null && seat === kit.me ? "own" : "");
  const head = (/** @type {Column} */ column) =>
    html`<th scope="col" class=${cls(column)}>${
      column.kind === "score" && column.seat !== null ? kit.name(column.seat) : column.title
    }</th>`;
  const cell = (/** @type {string} */ text, /** @type {number} */ at) => {
    const column = columns[at];
    if (column.kind === "label") return html`<th scope="row">${text}</th>`;
    const gain = column.kind === "score" && text.startsWith("+") ? "gain" : "";
    return html`<td class="${cls(column)} ${gain}">${text.replace(/^-/, "−")}</td>`;
  };
  const row = (/** @type {PadRow} */ { kind, cells, ruled }, /** @type {number} */ at) =>
    html`<tr class="${ruled ? "ruled" : ""} ${kind === "total" ? "total" : ""} ${
      kit.newRows.includes(at) ? "new-row" : ""
    }">${cells.map(cell)}</tr>`;
  return html`<section class="score-pad ${kit.hooks.scorePadClass ?? ""}" aria-label=${words.bar.pad}>
    <h2>${title}<small>${subtitle === tariff ? "" : subtitle}</small></h2>
    <div class="scroll-x" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr>${columns.map(head)}</tr></thead><tbody>${rows.map(row)}</tbody></table></div>
    ${tariff ? html`<p class="tariff">${tariff}</p>` : nothing}</section>`;
}

/**
 * @param {Toolkit} kit @param {import("/client/game_log.js").GameLog} log @param {boolean} whole
 * @param {LogLine[] | null} [lastHand] the lines of the hand that has just ended
 */
export function logPanel(kit, log, whole, lastHand = null) {
  const lines = whole ? log.lines : (lastHand ?? log.lines.slice(log.firstNew)).slice(-RECENT_LINES);
  const recent = lastHand ? t.howItEnded : kit.me === null ? words.joining.lastTurns : t.sinceLastTurn;
  const title = whole ? t.log : recent;
  return html`<section class="log" aria-label=${title}><h2>${title}<button type="button" class="link"
      data-command="whole-log">${whole ? recent : t.wholeLog}</button></h2>
    <ol tabindex="0">${
      lines.length
        ? lines.map((line) => logLine(kit, line))
        : html`<li class="empty"><span></span><span>${t.nothingYet}</span></li>`
    }</ol></section>`;
}

/** @param {Toolkit} kit @param {LogLine} line */
export function logLine(kit, { seat, text, rule, heading }) {
  if (heading) return html`<li class="log-heading"><b>${text}</b></li>`;
  return html`<li class=${seat === kit.me && kit.me !== null ? "current" : ""}>${
    seat === null ? html`<span class="log-dot" aria-hidden="true"></span>` : kit.avatar(seat)
  }<span>${
    seat === null ? nothing : html`<span class="visually-hidden">${kit.name(seat)} </span>`
  }${kit.highlightCards(text, false, true)} ${rule ? ruleLink(kit.game.key, rule) : nothing}</span></li>`;
}

/** @param {Toolkit} kit @param {string[]} codes */
export function discardsPanel(kit, codes) {
  if (!codes.length) return nothing;
  const cards = codes
    .slice(-RECENT_DISCARDS)
    .map((code) => html`<span role="listitem">${kit.card(code, { cls: "size-xs" })}</span>`);
  return html`<section class="discards" aria-label=${t.discards}><h2>${t.discards}<small>${t.oldestFirst}</small></h2>
    <div class="discard-list" role="list">${cards}</div></section>`;
}
