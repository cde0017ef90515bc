// The chat: what was said last, quick phrases, and a field to write in.
import { html, nothing, ref } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { seatAvatar } from "/client/toolkit.js";
import { words } from "/words/en.js";

const t = words.chat;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */

/** Keep the last line in sight. @param {Element | undefined} list */
const scrollToEnd = (list) => {
  queueMicrotask(() => list?.lastElementChild?.scrollIntoView({ block: "end" }));
};

/** @param {TableState} state */
export function chatLines({ chat, me }) {
  const line = (/** @type {import("/client/table_state.js").Line} */ { seat, name, text }) =>
    seat === me
      ? html`<li class="own"><span class="visually-hidden">${words.table.you}</span><p>${text}</p></li>`
      : html`<li>${seatAvatar(seat, name)}<small>${name}</small><p>${text}</p></li>`;
  return chat.lines.length
    ? html`<ol class="chat-lines" aria-label=${t.title} data-lines=${chat.lines.length} ${ref((list) =>
        scrollToEnd(list),
      )}>${chat.lines.map(line)}</ol>`
    : html`<p class="chat-empty">${t.empty}</p>`;
}

/** What can be said; watchers only read. @param {TableState} state @param {Dispatch} dispatch */
export function chatForm({ table, me, phrases }, dispatch) {
  const say = (/** @type {object} */ what) => dispatch({ do: "send", message: { do: "say", ...what } });
  if (me === null) return html`<p class="chat-empty">${t.onlyPlayers}</p>`;
  if (table.seats[me].silenced) return html`<p class="chat-empty">${t.silenced}</p>`;
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (text) say({ text });
    form.reset();
  };
  const phrase = (/** @type {string} */ text, /** @type {number} */ at) =>
    html`<button type="button" class="btn" @click=${() => say({ phrase: at })}>${text}</button>`;
  const field = html`<form class="chat-form" @submit=${send}><input type="text" name="text" maxlength="200"
    autocomplete="off" aria-label=${t.write} placeholder=${t.write}><button class="btn primary"
    aria-label=${t.send}>${icon("send")}</button></form>`;
  return html`<div class="chat-phrases" role="group" aria-label=${t.phrases}>${phrases.map(phrase)}</div>${
    table.chat ? field : nothing
  }`;
}
