// The bar at the top of a page.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { words } from "/words/en_home.js";

const t = words.bar;

export const brand = () => html`<a class="brand" href="/" aria-label=${t.home}><svg aria-hidden="true"><use
  href="#icon-mark"></use></svg><span>Meldroom</span></a>`;

/** @param {string} title @param {unknown} subtitle @param {unknown} tools @param {unknown} [back] */
export const topBar = (title, subtitle, tools, back = nothing) =>
  html`<header class="top-bar">${back}${brand()}<div class="page-title"><h1>${title}</h1><small>${
    subtitle
  }</small></div><span class="spacer"></span>${tools}</header>`;

/** @param {string} iconName @param {string} label @param {string} command @param {string} [cls] */
export const barButton = (iconName, label, command, cls = "") =>
  html`<button type="button" class="btn plain ${cls}" data-command=${command} aria-label=${label}>${icon(
    iconName,
  )}<span class="bar-label">${label}</span></button>`;

/** @param {string} iconName @param {string} label @param {string} href */
export const barLink = (iconName, label, href) =>
  html`<a class="btn plain" href=${href} aria-label=${label}>${icon(iconName)}<span class="bar-label">${
    label
  }</span></a>`;
