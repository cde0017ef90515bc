// Rendering: one page at a time, drawn again whenever something changed.
import { Directive, directive, html, render } from "/vendor/lit.js";

/**
 * @typedef {object} Page
 * @property {() => unknown} draw
 * @property {() => string} title
 * @property {() => string} [game] the key of the game whose colours the page takes
 * @property {() => void} [leave] called when another page is shown
 * @property {() => void} [drawn] called after each drawing
 * @property {() => void} [serverBack] called when the server answers again; without it the page is opened anew
 */

/** @type {Page | null} */
let page = null;
let redrawScheduled = false;

const app = () => /** @type {HTMLElement} */ (document.getElementById("app"));

/** The page that is shown. */
export const currentPage = () => page;

/** @param {Page} next */
export function showPage(next) {
  page?.leave?.();
  page = next;
  drawNow();
}

/** Draw soon, once for all changes until then. */
export function redraw() {
  if (redrawScheduled) return;
  redrawScheduled = true;
  queueMicrotask(() => {
    if (redrawScheduled) drawNow();
  });
}

export function drawNow() {
  redrawScheduled = false;
  if (!page) return;
  document.documentElement.dataset.game = page.game?.() ?? "";
  document.title = `${page.title()} · Meldroom`;
  render(page.draw(), app());
  page.drawn?.();
}

/** Whether text runs from right to left. @param {Element} [element] */
export const isRightToLeft = (element = document.documentElement) => getComputedStyle(element).direction === "rtl";

/** Let screen readers say something. @param {string} text */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  // an equal text would not be announced again
  if (announcer && text) announcer.textContent = announcer.textContent === text ? `${text} ` : text;
}

class CssVariables extends Directive {
  /** @param {Record<string, string | number>} _ */
  render(_) {
    return "";
  }
  /** @param {{element: HTMLElement}} part @param {[Record<string, string | number>]} values */
  update(part, [values]) {
    for (const [name, value] of Object.entries(values)) part.element.style.setProperty(name, String(value));
    return this.render(values);
  }
}
/** Set custom properties on an element; the page's policy forbids style attributes. */
export const cssVariables = directive(CssVariables);

const MARKS = ["data-advice", "data-pointer"];

class Marked extends Directive {
  /** @param {string} name */
  render(name) {
    return name;
  }
  /** @param {{element: HTMLElement}} part @param {[string]} values */
  update({ element }, [name]) {
    const isNew = name && !element.hasAttribute(name);
    for (const one of MARKS) element.toggleAttribute(one, one === name);
    if (isNew) queueMicrotask(() => element.scrollIntoView({ block: "nearest", inline: "nearest" }));
    return this.render(name);
  }
}
/** Mark an element as what to touch next, with one of the attributes or (by "") none. */
export const marked = directive(Marked);

/** @param {string} name of a symbol in style/icons.svg */
export const icon = (name) =>
  html`<svg class="icon icon-${name}" aria-hidden="true"><use href="#icon-${name}"></use></svg>`;
