// A sheet of paper that is held over the table until it is put away.
import { html, nothing, ref } from "/vendor/lit.js";
import { words } from "/words/en.js";

/** @param {string} title @param {unknown} body @param {() => void} close @param {string} [cls] */
export function sheet(title, body, close, cls = "") {
  const opened = (/** @type {any} */ dialog) => { if (dialog && !dialog.open && dialog.isConnected) dialog.showModal(); };
  const later = ref((dialog) => { if (dialog) queueMicrotask(() => opened(dialog)); });
  return html`<dialog class="sheet ${cls}" aria-label=${title} ${later} @close=${close} @click=${(/** @type {Event} */ e) => { if (e.target === e.currentTarget) close(); }}>
    <div class="leaf"><header><h2>${title}</h2><button type="button" class="btn plain" @click=${close} aria-label=${words.invite.close}>×</button></header>${body ?? nothing}</div></dialog>`;
}
