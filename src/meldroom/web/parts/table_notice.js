// The line between the bar and the table: no connection, a table that is closed, newcomers who ask for a seat.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { icon } from "/client/render.js";
import { requestPrompt } from "/parts/seat_requests.js";
import { words } from "/words/en.js";

const t = words.table;
const c = words.connection;
const BOT_PLAYS_AFTER_MS = 60_000; // as on the server: a bot covers a seat whose person has been away for a minute

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */

/** @param {TableState} state */
export function tableNotice(state) {
  if (!state.table) return nothing; // then the board says why
  const homeLink = html`<a href="/">${t.home}</a>`;
  if (state.connection === "lost") return connectionStrip(state);
  if (state.connection === "limited") return html`<p class="notice">${t.tooManyTries}</p>`;
  if (state.connection === "closed") {
    const why = state.closeReason ? words.asSentence(state.closeReason) : t.removed;
    return html`<p class="notice">${why} ${homeLink}</p>`;
  }
  if (state.table?.phase === "closed") return html`<p class="notice">${t.tableClosed} ${homeLink}</p>`;
  return requestPrompt(state);
}

/**
 * The host of a table whose rules this version lacks can end it; its score stays as it is.
 * @param {TableState} state @param {Dispatch} dispatch
 */
export function endButton(state, dispatch) {
  if (state.refusal?.rule !== api.RULES_MISSING) return nothing;
  const end = async () => {
    const why = await api.endTable(state.key).then(
      () => t.endedWithItsScore,
      (error) => error.message,
    );
    dispatch({ is: "refused", why: "", rule: "" });
    dispatch({ is: "connection", state: "closed", reason: why });
  };
  return html`<button type="button" class="btn" data-command="end-archived" @click=${end}>${t.endWithScore}</button>`;
}

/** Says when a lost connection is tried again, and who plays meanwhile. @param {TableState} state */
function connectionStrip(state) {
  const { nextTryAt, table, now } = state;
  const seconds = nextTryAt === null ? 0 : Math.ceil((nextTryAt - now) / 1000);
  const plays = state.me !== null && table?.phase === "playing" && table.clock === "off" && !table.paused;
  const botPlays = plays && now - state.lostAt >= BOT_PLAYS_AFTER_MS;
  return html`<div class="notice connection-strip">${icon("offline")}<p><b>${c.lost}</b> ${
    seconds > 0 ? c.tryingIn(seconds) : c.trying
  } ${botPlays ? c.botPlays : c.saved} <span class="not-phone">${c.canChoose}</span></p>${
    seconds > 0 ? html`<button type="button" class="btn" data-command="reconnect">${c.tryNow}</button>` : nothing
  }</div>`;
}
