// The link to send to friends, also as a QR code.
import { html, svg } from "/vendor/lit.js";
import { qrCode } from "/client/qr.js";
import { words } from "/words/en.js";

const t = words.invite;

/**
 * The invite link: the code follows the #, so browsers send it to no server.
 * @param {string} table @param {string | null} code
 */
export const inviteUrl = (table, code) => `${location.origin}/t/${table}#${code ?? ""}`;

/** @param {string} url @param {boolean} copied */
export function inviteLink(url, copied) {
  const modules = qrCode(url);
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
  const side = modules.length + 4;
  const selectAll = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select();
  return html`<p>${t.text}</p>
    <svg class="qr-code" viewBox="0 0 ${side} ${side}" role="img" aria-label=${t.qrCode}
      shape-rendering="crispEdges">${svg`<rect width=${side} height=${side} fill="#fff"/><path
      d=${path} fill="#1b1714"/>`}</svg>
    <p class="invite-link"><input type="text" readonly aria-label=${t.title} .value=${url} @focus=${selectAll}><button
      type="button" class="btn primary" data-command="copy">${copied ? t.copied : t.copy}</button></p>`;
}
