// Who watches the table: a tag for the watcher, and for everybody an eye with the number.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.joining;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** Whether this person sees the game without a seat. @param {TableSession} session */
export const isWatching = (session) => session.me === null && Boolean(session.play);

/** @param {TableSession} session */
export const watchingTag = (session) =>
  isWatching(session)
    ? html`<span class="watching-tag">${icon("eye")}${
        session.openHands.shown ? words.watching.oneDealBehind : t.watchingBehind
      }</span>`
    : nothing;

/** @param {TableSession} session */
export function watchersButton(session) {
  const number = session.table?.watching?.number ?? 0;
  if (!number || isWatching(session) || session.table.phase === "waiting") return nothing;
  return html`<button type="button" class="btn plain" data-command="watchers" aria-label=${t.numberWatching(
    number,
  )}>${icon("eye")}<span class="watchers-number">${number}</span></button>`;
}

/** Their names, and how many gave none. @param {TableSession} session */
export function watcherList({ table }) {
  const { number, names } = table.watching ?? { number: 0, names: [] };
  const nameless = number - names.length;
  return html`<ul class="watchers-list">${names.map((name) => html`<li>${name}</li>`)}${
    nameless ? html`<li>${names.length ? t.others(nameless) : t.people(nameless)}</li>` : nothing
  }</ul><p class="watchers-note">${t.everybodySees}</p>`;
}

/** In the sidebar of a watcher. @param {TableSession} session */
export function watchersPanel(session) {
  const number = session.table.watching?.number ?? 0;
  if (!isWatching(session) || !number) return nothing;
  return html`<section class="watchers-panel" aria-label=${t.numberWatching(number)}><h2>${t.numberWatching(
    number,
  )}</h2>${watcherList(session)}</section>`;
}
