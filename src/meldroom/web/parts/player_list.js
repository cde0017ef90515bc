// The other people at the table: anybody can mute them, and the host can remove them.
import { html, nothing } from "/vendor/lit.js";
import { redraw } from "/client/render.js";
import { dialog } from "/parts/dialog.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** Who holds a seat, or waits for it. @param {TableSession} session @param {number} at */
const nameAt = ({ table }, at) => table.requests?.find(({ seat }) => seat === at)?.name ?? table.seats[at]?.name ?? "";

/** @param {TableSession} session @param {(seat: number) => void} remove */
export function playerList(session, remove) {
  const { table, me, muted } = session;
  const isHost = table.host === me;
  const waiting = table.requests ?? [];
  const seats = table.seats.map((seat, at) => ({ at, person: seat.person && at !== me }));
  const mute = (/** @type {number} */ at) => {
    session.mute(at, !muted.has(at));
    redraw();
  };
  const row = (/** @type {{at: number, person: boolean}} */ { at, person }) => {
    const name = nameAt(session, at);
    const muteButton = html`<button type="button" class="btn" aria-pressed=${muted.has(at) ? "true" : "false"}
      @click=${() => mute(at)}>${muted.has(at) ? t.unmute(name) : t.mute(name)}</button>`;
    const removeButton = html`<button type="button" class="btn" @click=${() => remove(at)}>${t.remove(name)}</button>`;
    return html`<p class="row">${person ? muteButton : nothing}${isHost ? removeButton : nothing}</p>`;
  };
  const rows = seats.filter(({ at, person }) => person || (isHost && waiting.some(({ seat }) => seat === at)));
  return rows.length ? html`<h3>${t.players}</h3>${rows.map(row)}` : nothing;
}

/**
 * Asks the host before somebody is removed.
 * @param {TableSession} session @param {number} seat @param {() => void} close
 */
export function removeDialog(session, seat, close) {
  const name = nameAt(session, seat);
  return dialog(
    t.removeTitle(name),
    html`<p>${t.removeText(name)}</p><p class="row">
      <button type="button" class="btn" @click=${close}>${t.cancel}</button>
      <button type="button" class="btn primary" data-command="kick">${t.remove(name)}</button></p>`,
    close,
  );
}
