// Who watches the table: a tag for the watcher, and for everybody an eye with the number.
import { html, nothing } from "/vendor/lit.js";
import { shownHand } from "/client/open_hands.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.joining;

/** @typedef {import("/client/table_state.js").TableState} TableState */

/** Whether this person sees the game without a seat. @param {TableState} state */
export const isWatching = (state) => state.me === null && Boolean(state.play);

/** @param {TableState} state */
export const watchingTag = (state) =>
  isWatching(state)
    ? html`<span class="watching-tag">${icon("eye")}${
        shownHand(state.openHands) ? words.watching.oneDealBehind : t.watchingBehind
      }</span>`
    : nothing;

/** @param {TableState} state */
export function watchersButton(state) {
  const number = state.table?.watching?.number ?? 0;
  if (!number || isWatching(state) || state.table.phase === "waiting") return nothing;
  return html`<button type="button" class="btn plain" data-command="watchers" aria-label=${t.numberWatching(
    number,
  )}>${icon("eye")}<span class="watchers-number">${number}</span></button>`;
}

/** Their names, and how many gave none. @param {TableState} state */
export function watcherList({ table }) {
  const { number, names } = table.watching ?? { number: 0, names: [] };
  const nameless = number - names.length;
  return html`<ul class="watchers-list">${names.map((name) => html`<li>${name}</li>`)}${
    nameless ? html`<li>${names.length ? t.others(nameless) : t.people(nameless)}</li>` : nothing
  }</ul><p class="watchers-note">${t.everybodySees}</p>`;
}

/** In the sidebar of a watcher. @param {TableState} state */
export function watchersPanel(state) {
  const number = state.table.watching?.number ?? 0;
  if (!isWatching(state) || !number) return nothing;
  return html`<section class="watchers-panel" aria-label=${t.numberWatching(number)}><h2>${t.numberWatching(
    number,
  )}</h2>${watcherList(state)}</section>`;
}
