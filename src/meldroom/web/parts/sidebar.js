// Score pad, log, discards and chat: in a sidebar on wide screens, in dialogs on a phone.
import { html, nothing } from "/vendor/lit.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.table;
const RECENT_LINES = 9;
const RECENT_DISCARDS = 24;
const RECENT_CHAT_LINES = 3;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

/** The score pad: the game's own, or the table that the server sends. @param {Toolkit} kit @param {any} pad */
export function scorePad(kit, pad) {
  if (!pad) return nothing;
  const own = kit.hooks.scorePad?.(kit, pad);
  if (own !== undefined) return own;
  const { title, subtitle } = splitTitle(pad.title);
  const ownColumn = kit.me === null ? -1 : pad.columns.indexOf(`{${kit.me}}`);
  const cls = (/** @type {number} */ column) => (column === ownColumn ? "own" : "");
  const head = (/** @type {string} */ text, /** @type {number} */ at) =>
    html`<th scope="col" class=${cls(at)}>${kit.fillNames(text)}</th>`;
  const cell = (/** @type {string} */ text, /** @type {number} */ at) =>
    (at ? html`<td class="${cls(at)} ${text.startsWith("+") ? "gain" : ""}">${text.replace(/^-/, "−")}</td>`
      : html`<th scope="row">${text}</th>`);
  const row = (/** @type {string[]} */ cells, /** @type {number} */ at) =>
    html`<tr class="${pad.lines.includes(at) ? "ruled" : ""} ${at === pad.rows.length - 1 ? "total" : ""}">${
      cells.map(cell)}</tr>`;
  return html`<section class="score-pad ${kit.hooks.scorePadClass ?? ""}" aria-label=${words.bar.pad}>
    <h2>${title}<small>${subtitle}</small></h2>
    <div class="scroll-x" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr>${pad.columns.map(head)}</tr></thead><tbody>${pad.rows.map(row)}</tbody></table></div>
    ${kit.hooks.tariff ? html`<p class="tariff">${kit.hooks.tariff}</p>` : nothing}</section>`;
}

/** @param {string} text @returns {{title: string, subtitle: string}} */
function splitTitle(text) {
  const cut = /^(.*?) \((.*)\)$/.exec(text);
  return cut ? { title: cut[1], subtitle: cut[2] } : { title: text, subtitle: "" };
}

/** @param {Toolkit} kit @param {import("/client/game_log.js").GameLog} log @param {boolean} whole */
export function logPanel(kit, log, whole) {
  const lines = whole ? log.lines : log.lines.slice(log.firstNew).slice(-RECENT_LINES);
  const title = whole ? t.log : t.sinceLastTurn;
  const line = (/** @type {import("/client/game_log.js").LogLine} */ { seat, text, rule }) =>
    html`<li class=${seat === kit.me && kit.me !== null ? "current" : ""}>${
      seat === null ? html`<span class="log-dot" aria-hidden="true"></span>` : kit.avatar(seat)}<span>${
      seat === null ? nothing : html`<span class="visually-hidden">${kit.name(seat)} </span>`}${
      kit.highlightCards(text)} ${rule ? ruleLink(kit.game.key, rule) : nothing}</span></li>`;
  return html`<section class="log" aria-label=${title}><h2>${title}<button type="button" class="link"
      data-command="whole-log">${whole ? t.sinceLastTurn : t.wholeLog}</button></h2>
    <ol tabindex="0">${lines.length ? lines.map(line)
      : html`<li class="empty"><span></span><span>${t.nothingYet}</span></li>`}</ol></section>`;
}

/** @param {Toolkit} kit @param {string[]} codes */
export function discardsPanel(kit, codes) {
  if (!codes.length) return nothing;
  const cards = codes.slice(-RECENT_DISCARDS).map((code) =>
    html`<span role="listitem">${kit.card(code, { cls: "size-xs" })}</span>`);
  return html`<section class="discards" aria-label=${t.discards}><h2>${t.discards}<small>${t.oldestFirst}</small></h2>
    <div class="discard-list" role="list">${cards}</div></section>`;
}

/** @param {import("/client/table_session.js").TableSession} session */
export function chatPanel(session) {
  if (!session.chat.length) return nothing;
  const lines = session.chat.slice(-RECENT_CHAT_LINES);
  return html`<section class="chat" aria-label=${t.chat}>${
    lines.map(({ name, text }) => html`<p><b>${name}</b> ${text}</p>`)}</section>`;
}
