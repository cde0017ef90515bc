// Dialogs: the focus goes to the heading, and back to what opened the dialog when it is gone. One that asks before
// something that hits others has it on the answer that changes nothing.
import { html, keyed, nothing, ref } from "/vendor/lit.js";
import { finishMotion } from "/client/motion.js";
import { seatAvatar } from "/client/toolkit.js";
import { words } from "/words/en.js";

/** @type {Map<HTMLDialogElement, Element[]>} the open dialogs, and where the focus can go back to, best first */
const openers = new Map();

/** @param {HTMLDialogElement | undefined} element @param {boolean} modal */
function connect(element, modal) {
  if (!element) {
    queueMicrotask(returnFocus);
    return;
  }
  const focused = document.activeElement;
  const around = focused?.closest("dialog");
  const before = focused ? [focused, ...((around && openers.get(around)) ?? [])] : [];
  queueMicrotask(() => {
    if (!element.isConnected || element.open) return;
    finishMotion(); // moving cards are drawn above everything
    openers.set(element, before);
    if (modal) element.showModal();
    else element.show();
    const first = element.querySelector("[data-first-focus]") ?? element.querySelector("h2");
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  });
}

function returnFocus() {
  for (const [element, before] of openers) {
    if (element.isConnected) continue;
    openers.delete(element);
    if (document.activeElement !== document.body) continue;
    const opener = before.find((one) => one.isConnected);
    /** @type {HTMLElement | undefined} */ (opener)?.focus({ preventScroll: true });
  }
}

const connectModal = (/** @type {Element | undefined} */ element) =>
  connect(/** @type {HTMLDialogElement | undefined} */ (element), true);
const connectBeside = (/** @type {Element | undefined} */ element) =>
  connect(/** @type {HTMLDialogElement | undefined} */ (element), false);

/** Open the dialog that this is an attribute of; the page beside one that is not modal stays in use. */
export const openModal = () => ref(connectModal);
export const openBeside = () => ref(connectBeside);

/** @param {() => void} close */
export const closeOnBackdrop = (close) => (/** @type {Event} */ event) => {
  if (event.target === event.currentTarget) close();
};

/** @param {() => void} close */
export const closeButton = (close) =>
  html`<button type="button" class="btn plain close" @click=${close} aria-label=${words.dialog.close}>×</button>`;

/** A modal dialog over the page. @param {string} title @param {unknown} body @param {() => void} close */
export const dialog = (title, body, close) =>
  keyed(
    title,
    html`<dialog class="dialog" aria-label=${title} ${openModal()} @close=${close} @click=${closeOnBackdrop(close)}>
    <div class="dialog-body"><header><h2 tabindex="-1">${title}</h2>${closeButton(close)}</header>${
      body ?? nothing
    }</div></dialog>`,
  );

/** @typedef {{label: string, command: string, kind: "mild" | "harsh"}} Answer `command` is one of the page's */
/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text
 * @property {{seat: number, name: string}[]} [people] whom it hits
 * @property {string} [peopleText]
 * @property {string} keep what the answer that changes nothing says
 * @property {Answer[]} answers the milder first
 */

/** @param {Question} question @param {() => void} close */
export function confirmDialog({ title, text, people = [], peopleText = "", keep, answers }, close) {
  const hit = html`<p class="confirm-people"><span>${people.map(({ seat, name }) => seatAvatar(seat, name))}</span>${
    peopleText
  }</p>`;
  const answer = (/** @type {Answer} */ { label, command, kind }) =>
    html`<button type="button" class="btn big ${kind}" data-command=${command}>${label}</button>`;
  return html`<dialog class="dialog confirm" role="alertdialog" aria-labelledby="confirm-title"
    aria-describedby="confirm-text" ${openModal()} @close=${close}><div class="dialog-body">
    <h2 id="confirm-title">${title}</h2><div id="confirm-text"><p>${text}</p>${peopleText ? hit : nothing}</div>
    <button type="button" class="btn big primary" data-first-focus data-command="close">${keep}</button>${answers.map(
      answer,
    )}</div></dialog>`;
}
