// A dialog that asks before something that hits others; the focus is on the answer that changes nothing.
import { html, nothing } from "/vendor/lit.js";
import { seatAvatar } from "/client/toolkit.js";
import { openModal } from "/parts/dialog.js";

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
