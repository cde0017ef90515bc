// The stage: one page at a time, drawn anew whenever something changed.
import { Directive, directive, render } from "/vendor/lit.js";

/** @typedef {{draw: () => unknown, title: () => string, game?: () => string, leave?: () => void, drawn?: () => void}} Page */

/** @type {Page | null} */
let page = null;
let waiting = false;

const room = () => /** @type {HTMLElement} */ (document.getElementById("room"));

/** Put a page on the stage. @param {Page} next */
export function enter(next) {
  page?.leave?.();
  page = next;
  drawNow();
}

/** Draw soon, once for all that changed meanwhile. */
export function redraw() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => { if (waiting) drawNow(); });
}

/** Draw at once. */
export function drawNow() {
  waiting = false;
  if (!page) return;
  document.documentElement.dataset.game = page.game?.() ?? "";
  document.title = `${page.title()} · Meldroom`;
  render(page.draw(), room());
  page.drawn?.();
}

/** Whether something is written from right to left. @param {Element} [element] */
export const mirrored = (element = document.documentElement) => getComputedStyle(element).direction === "rtl";

/** Say something to those who listen rather than look. @param {string} text */
export function announce(text) {
  const said = document.getElementById("said");
  if (said && text) said.textContent = said.textContent === text ? `${text} ` : text;
}

class Vars extends Directive {
  /** @param {Record<string, string | number>} _ */
  render(_) { return ""; }
  /** @param {any} part @param {[Record<string, string | number>]} values */
  update(part, [values]) {
    for (const [name, value] of Object.entries(values)) part.element.style.setProperty(name, String(value));
    return this.render(values);
  }
}
/** Set custom properties on an element; a style attribute is forbidden by the page's policy. */
export const vars = directive(Vars);
