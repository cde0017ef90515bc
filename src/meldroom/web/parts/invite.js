// The link to send to friends, also as a QR code: it holds the address that works for most people.
import { html, nothing, svg } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { copyText } from "/client/clipboard.js";
import { qrCode } from "/client/qr.js";
import { announce, icon, redraw } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.invite;

/** @typedef {import("/client/protocol_types.js").Address} Address */

/** @type {Address[] | null} the server's addresses, the best first; null until it has said so */
let addresses = null;
let copiedUrl = "";

async function load() {
  addresses = [];
  addresses = await api.addresses().catch(() => []);
  redraw();
}

/** @param {string} url */
async function copy(url) {
  await copyText(url);
  copiedUrl = url;
  announce(t.copied);
  redraw();
}

/** @returns {Address | undefined} */
function bestAddress() {
  if (addresses === null) load();
  return addresses?.[0];
}

/** Where others reach this server, as far as it has said. */
export const inviteOrigin = () => bestAddress()?.url ?? location.origin;

/**
 * The invite link: the code follows the #, so browsers send it to no server.
 * @param {string} table @param {string | null} code
 */
export const inviteUrl = (table, code) => `${inviteOrigin()}/t/${table}#${code ?? ""}`;

/** The code to scan; nothing while the server has not said, or if no phone could open the link. @param {string} url */
export function inviteCode(url) {
  const scope = bestAddress()?.scope ?? "machine";
  if (scope === "machine") return nothing;
  const modules = qrCode(url);
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
  const side = modules.length + 4;
  return html`<figure class="invite-code"><svg class="qr-code" viewBox="0 0 ${side} ${side}" role="img"
    aria-label=${t.qrCode} shape-rendering="crispEdges">${svg`<rect width=${side} height=${side} fill="#fff"/><path
    d=${path} fill="#1b1714"/>`}</svg><figcaption>${scope === "network" ? t.scanHere : t.scan}</figcaption></figure>`;
}

/** Who can open the link, and how to let others in. @param {string} url */
export function inviteAddresses(url) {
  const scope = bestAddress()?.scope;
  const shown = url.replace(/^https?:\/\//, "");
  const [before, command, after] = t.startWithLan;
  const reach = {
    machine: html`<p class="invite-bad">${t.onlyThisComputer}</p><p>${before}<b>${command}</b>${after}</p>`,
    network: html`<p>${t.onThisNetwork}</p>`,
    internet: html`<p>${t.everywhere}</p>`,
  };
  const elsewhere = html`<li>${icon("globe")}<details><summary><span>${t.fromElsewhere}<small>${
    t.notReachable
  }</small></span><b>${t.how}</b></summary><p>${t.howToHost}</p></details></li>`;
  return html`<ul class="invite-addresses" aria-label=${t.addresses}>
    <li class="invite-best">${icon(scope === "internet" ? "globe" : "home")}<code>${shown}</code><button
      type="button" class="btn invite-copy" @click=${() => copy(url)}>${icon("copy")}${
        copiedUrl === url ? t.copied : t.copy
      }</button>${scope ? reach[scope] : nothing}</li>${scope === "network" ? elsewhere : nothing}</ul>`;
}

/** @param {string} url */
export const inviteLink = (url) => html`<p>${t.text}</p>${inviteCode(url)}${inviteAddresses(url)}`;
