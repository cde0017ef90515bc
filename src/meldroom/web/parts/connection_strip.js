// What is said while the connection is lost: when it is tried again, and who plays meanwhile.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.connection;
const BOT_PLAYS_AFTER_MS = 60_000; // as on the server: a bot covers a seat whose person has been away for a minute

/** @typedef {import("/client/table_state.js").TableState} TableState */

/** @param {TableState} state */
export function connectionStrip(state) {
  const { nextTryAt, table, now } = state;
  const seconds = nextTryAt === null ? 0 : Math.ceil((nextTryAt - now) / 1000);
  const plays = state.me !== null && table?.phase === "playing" && table.clock === "off" && !table.paused;
  const botPlays = plays && now - state.lostAt >= BOT_PLAYS_AFTER_MS;
  return html`<div class="notice connection-strip">${icon("offline")}<p><b>${t.lost}</b> ${
    seconds > 0 ? t.tryingIn(seconds) : t.trying
  } ${botPlays ? t.botPlays : t.saved} <span class="not-phone">${t.canChoose}</span></p>${
    seconds > 0 ? html`<button type="button" class="btn" data-command="reconnect">${t.tryNow}</button>` : nothing
  }</div>`;
}

/** In place of the buttons that need a connection. */
export const waitingForConnection = () =>
  html`<button type="button" class="btn big connection-waits" aria-disabled="true">${t.waiting}</button>`;
