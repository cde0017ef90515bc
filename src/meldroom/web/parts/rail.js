// Pad, log and what was thrown: a rail on a desk, sheets on a phone.
import { html, nothing } from "/vendor/lit.js";
import { rule } from "/parts/own_side.js";
import { words } from "/words/en.js";

const t = words.table;

/** The score pad as the game writes it. @param {import("/client/toolkit.js").Parts} p @param {any} pad */
export function scorePad(p, pad) {
  if (!pad) return nothing;
  const own = p.dress.pad?.(p, pad);
  const { title, sub } = splitTitle(pad.title);
  const heads = pad.columns.map((/** @type {string} */ column) => p.named(column));
  const me = p.me === null ? -1 : pad.columns.indexOf(`{${p.me}}`);
  return own ?? html`<section class="pad ${p.dress.padClass ?? ""}" aria-label=${words.bar.pad}><h2>${title}<small>${sub}</small></h2>
    <div class="roll" tabindex="0" role="group" aria-label=${title}><table><thead><tr>${heads.map((/** @type {string} */ head, /** @type {number} */ at) => html`<th scope="col" class=${at === me ? "me" : ""}>${head}</th>`)}</tr></thead>
    <tbody>${pad.rows.map((/** @type {string[]} */ row, /** @type {number} */ at) => html`<tr class="${pad.lines.includes(at) ? "ruled" : ""} ${at === pad.rows.length - 1 ? "last" : ""}">${row.map((cell, c) => (c ? html`<td class="${c === me ? "me" : ""} ${cell.startsWith("+") ? "up" : ""}">${cell.replace(/^-/, "−")}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody></table></div>
    ${p.dress.tariff ? html`<p class="bill">${p.dress.tariff}</p>` : nothing}</section>`;
}

/** @param {string} text @returns {{title: string, sub: string}} */
function splitTitle(text) {
  const cut = /^(.*?) \((.*)\)$/.exec(text);
  return cut ? { title: cut[1], sub: cut[2] } : { title: text, sub: "" };
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/game_log.js").Tale} tale @param {boolean} whole */
export function log(p, tale, whole) {
  const lines = whole ? tale.lines : tale.lines.slice(tale.mark).slice(-9);
  return html`<section class="log" aria-label=${whole ? t.log : t.since}><h2>${whole ? t.log : t.since}<button type="button" class="link" data-do="whole">${whole ? t.since : t.whole}</button></h2>
    <ol tabindex="0">${lines.length ? lines.map((line) => html`<li class=${line.seat === p.me && p.me !== null ? "now" : ""}>${line.seat === null ? html`<span class="dot" aria-hidden="true"></span>` : p.disc(line.seat)}<span>${line.seat === null ? nothing : html`<span class="vh">${p.name(line.seat)} </span>`}${p.marked(line.text)} ${line.rule ? rule(p.game.key, line.rule) : nothing}</span></li>`) : html`<li class="quiet"><span></span><span>${t.quiet}</span></li>`}</ol></section>`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {string[]} codes */
export function thrown(p, codes) {
  if (!codes.length) return nothing;
  const seen = codes.slice(-24);
  return html`<section class="thrown" aria-label=${t.thrown}><h2>${t.thrown}<small>${t.oldest}</small></h2><div class="times" role="list">${seen.map((code) => html`<span role="listitem">${p.card(code, { cls: "t" })}</span>`)}</div></section>`;
}

/** @param {import("/client/table_session.js").Place} place */
export function talk(place) {
  if (!place.chat.length) return nothing;
  return html`<section class="talk" aria-label=${t.say}>${place.chat.slice(-3).map((one) => html`<p><b>${one.name}</b> ${one.text}</p>`)}</section>`;
}
