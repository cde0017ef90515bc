// A modal dialog over the page.
import { html, nothing, ref } from "/vendor/lit.js";
import { finishMotion } from "/client/motion.js";
import { words } from "/words/en.js";

/** @param {string} title @param {unknown} body @param {() => void} close */
export function dialog(title, body, close) {
  const open = (/** @type {HTMLDialogElement} */ element) => {
    if (element.open || !element.isConnected) return;
    finishMotion(); // moving cards are drawn above everything
    element.showModal();
  };
  const openOnceConnected = ref((element) => {
    if (element) queueMicrotask(() => open(/** @type {HTMLDialogElement} */ (element)));
  });
  const closeOnBackdrop = (/** @type {Event} */ event) => {
    if (event.target === event.currentTarget) close();
  };
  return html`<dialog class="dialog" aria-label=${title} ${openOnceConnected} @close=${close} @click=${closeOnBackdrop}>
    <div class="dialog-body"><header><h2>${title}</h2><button type="button" class="btn plain" @click=${close}
      aria-label=${words.dialog.close}>×</button></header>${body ?? nothing}</div></dialog>`;
}
