// The top bar.
import { html, nothing } from "/vendor/lit.js";
import { sign } from "/client/toolkit.js";
import { words } from "/words/en.js";

const t = words.bar;

export const brand = () => html`<a class="brand" href="/" aria-label=${t.home}><svg aria-hidden="true"><use href="#i-mark"></use></svg><span>Meldroom</span></a>`;

/** @param {string} title @param {unknown} sub @param {unknown} tools @param {unknown} [back] */
export function bar(title, sub, tools, back = nothing) {
  return html`<header class="bar">${back}${brand()}<div class="where"><h1>${title}</h1><small>${sub}</small></div><span class="push"></span>${tools}</header>`;
}

/** A button of the bar. @param {string} name @param {string} label @param {string} act @param {string} [cls] */
export const tool = (name, label, act, cls = "") =>
  html`<button type="button" class="btn plain ${cls}" data-do=${act} aria-label=${label}>${sign(name)}<span class="wide">${label}</span></button>`;

/** A link of the bar. @param {string} name @param {string} label @param {string} href @param {string} [cls] */
export const way = (name, label, href, cls = "") =>
  html`<a class="btn plain ${cls}" href=${href} aria-label=${label}>${sign(name)}<span class="wide">${label}</span></a>`;
