// The link to send to friends, also as a QR code.
import { html, svg } from "/vendor/lit.js";
import { qr } from "/client/qr.js";
import { words } from "/words/en.js";

/** The invite link: the code stands behind the #, which is sent to no server. @param {string} key @param {string | null} code */
export const link = (key, code) => `${location.origin}/t/${key}#${code ?? ""}`;

/** @param {string} address @param {boolean} copied */
export function invite(address, copied) {
  const t = words.invite;
  const modules = qr(address);
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
  const side = modules.length + 4;
  return html`<p>${t.text}</p>
    <svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label=${t.qr} shape-rendering="crispEdges">${svg`<rect width=${side} height=${side} fill="#fff"/><path d=${path} fill="#1b1714"/>`}</svg>
    <p class="address"><input type="text" readonly aria-label=${t.title} .value=${address} @focus=${(/** @type {any} */ e) => e.target.select()}><button type="button" class="btn go" data-do="copy">${copied ? t.copied : t.copy}</button></p>`;
}
