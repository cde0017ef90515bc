// A sheet: in the sidebar's place where there is one, from below on narrow screens.
import { html, nothing } from "/vendor/lit.js";
import { redraw } from "/client/render.js";
import { closeButton, closeOnBackdrop, openBeside, openModal } from "/parts/dialog.js";

const PULLED = 60; // pixels by which a sheet is pulled down to close it
const wide = matchMedia("(min-width: 1001px)");
wide.addEventListener("change", redraw);

/**
 * @typedef {object} Sheet
 * @property {string} title
 * @property {unknown} body
 * @property {unknown} [footer]
 * @property {string} [cls]
 * @property {boolean} beside whether there is a sidebar whose place it can take
 * @property {() => void} close
 */

/** @param {Sheet} sheet */
export function sheet({ title, body, footer = nothing, cls = "", beside, close }) {
  const foot = footer === nothing ? nothing : html`<footer>${footer}</footer>`;
  const inner = html`<div class="sheet-body"><header @pointerdown=${pull(close)}><h2 tabindex="-1">${
    title
  }</h2>${closeButton(close)}</header><div class="sheet-content" tabindex="-1">${body}</div>${foot}</div>`;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return beside && wide.matches
    ? html`<dialog class="sheet ${cls}" aria-label=${title} ${openBeside()} @keydown=${onKey}>${inner}</dialog>`
    : html`<dialog class="sheet ${cls}" aria-label=${title} ${openModal()} @keydown=${onKey} @close=${close}
        @click=${closeOnBackdrop(close)}>${inner}</dialog>`;
}

/** Close a sheet that is pulled down by its head. @param {() => void} close */
const pull = (close) => (/** @type {PointerEvent} */ start) => {
  if (wide.matches || /** @type {Element} */ (start.target).closest("button")) return;
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointerup", end);
    if (event.clientY - start.clientY > PULLED) close();
  };
  addEventListener("pointerup", end);
};
