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
 * @property {string} [subtitle]
 * @property {unknown} [action] beside the title
 * @property {unknown} body
 * @property {unknown} [footer]
 * @property {string} [cls]
 * @property {boolean} beside whether there is a sidebar whose place it can take
 * @property {() => void} close
 */

/** Whether the window is wide enough for a sheet beside the table. */
export const fitsBeside = () => wide.matches;

/** @param {Sheet} sheet */
export function sheet({ title, subtitle = "", action = nothing, body, footer = nothing, cls = "", beside, close }) {
  const foot = footer === nothing ? nothing : html`<footer>${footer}</footer>`;
  const below = subtitle ? html`<small>${subtitle}</small>` : nothing;
  const heading = html`<div><h2 tabindex="-1">${title}</h2>${below}</div>`;
  const inner = html`<div class="sheet-body"><header @pointerdown=${pull(close)}>${heading}${action}${closeButton(
    close,
  )}</header><div class="sheet-content" tabindex="-1">${body}</div>${foot}</div>`;
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

/** Let a sheet follow the pointer that pulls it down by its head, and close it. @param {() => void} close */
const pull = (close) => (/** @type {PointerEvent} */ start) => {
  const head = /** @type {HTMLElement} */ (start.currentTarget);
  const body = /** @type {HTMLElement} */ (head.parentElement);
  if (wide.matches || /** @type {Element} */ (start.target).closest("button, a")) return;
  const follow = (/** @type {PointerEvent} */ event) => {
    body.style.translate = `0 ${Math.max(0, event.clientY - start.clientY)}px`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    body.style.translate = "";
    if (event.type === "pointerup" && event.clientY - start.clientY > PULLED) close();
  };
  addEventListener("pointermove", follow);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
};
