// Who is at the table, and the chat: one sheet with two tabs.
import { html, nothing } from "/vendor/lit.js";
import { icon, isRightToLeft } from "/client/render.js";
import { canInvite } from "/client/table_state.js";
import { hintConsent } from "/parts/advice.js";
import { chatForm, chatLines } from "/parts/chat_panel.js";
import { playerList } from "/parts/player_list.js";
import { sheet } from "/parts/sheet.js";
import { watcherList } from "/parts/watchers.js";
import { words } from "/words/en.js";

const t = words.people;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */

/**
 * @param {Toolkit | null} kit @param {TableState} state @param {Dispatch} dispatch
 */
export function peopleSheet(kit, state, dispatch) {
  const { chat, table, ui } = state;
  const show = (/** @type {string} */ name) => dispatch({ do: "sheet", name });
  const isChat = ui.sheet === "chat";
  const count = table.seats.length + (table.requests ?? []).length;
  const tab = (/** @type {string} */ name, /** @type {string} */ label) =>
    html`<button type="button" role="tab" id="tab-${name}" aria-selected=${ui.sheet === name ? "true" : "false"}
      aria-controls="tab-panel" tabindex=${ui.sheet === name ? "0" : "-1"} @click=${() => show(name)}>${
        label
      }</button>`;
  const body = html`<div class="sheet-tabs" role="tablist" aria-label=${t.title} @keydown=${moveAlongTabs}>${tab(
    "people",
    t.people(count),
  )}${tab("chat", t.chat(chat.unread))}</div>
    <div class="sheet-tab" id="tab-panel" role="tabpanel" aria-labelledby="tab-${ui.sheet}">${
      isChat
        ? chatLines(state)
        : html`${playerList(kit, state, dispatch)}${peopleWatching(state)}${hintConsent(state, dispatch)}`
    }</div>`;
  const invite = html`<button type="button" class="btn big" data-command="invite">${icon("link")}${t.invite}</button>`;
  return sheet({
    title: t.title,
    body,
    footer: isChat ? chatForm(state, dispatch) : canInvite(state) ? invite : nothing,
    cls: isChat ? "people-sheet chat-shown" : "people-sheet",
    beside: kit !== null,
    close: () => show(""),
  });
}

/** Who only watches, for everybody to see. @param {TableState} state */
function peopleWatching(state) {
  const number = state.table.watching?.number ?? 0;
  if (!number) return nothing;
  return html`<section class="people-watching"><h3>${words.joining.numberWatching(number)}</h3>${watcherList(
    state,
  )}</section>`;
}

/** Left and right go to the other tab. @param {KeyboardEvent} event */
function moveAlongTabs(event) {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const tabs = /** @type {HTMLElement[]} */ ([
    .../** @type {Element} */ (event.currentTarget).querySelectorAll("[role=tab]"),
  ]);
  const forward = (event.key === "ArrowRight") !== isRightToLeft();
  const next = tabs[forward ? tabs.length - 1 : 0];
  next.click();
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** The bar's button, with the number of new messages. @param {TableState} state */
export function peopleButton({ chat: { unread } }) {
  const label = unread ? `${t.bar}, ${t.newMessages(unread)}` : t.bar;
  return html`<button type="button" class="btn plain people-button" data-command="people" aria-label=${label}
    aria-keyshortcuts="C">${icon("people")}<span class="bar-label">${t.bar}</span>${
      unread ? html`<span class="people-unread" aria-hidden="true">${unread}</span>` : nothing
    }</button>`;
}
