// The line between the bar and the table: no connection, a table that is closed, newcomers who ask for a seat.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { connectionStrip } from "/parts/connection_strip.js";
import { requestPrompt } from "/parts/seat_requests.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** @param {TableSession} session */
export function tableNotice(session) {
  if (!session.table) return nothing; // the board says it
  const homeLink = html`<a href="/">${t.home}</a>`;
  if (session.state === "lost") return connectionStrip(session);
  if (session.state === "limited") return html`<p class="notice">${t.tooManyTries}</p>`;
  if (session.state === "closed") {
    const why = session.closeReason ? words.asSentence(session.closeReason) : t.removed;
    return html`<p class="notice">${why} ${homeLink}</p>`;
  }
  if (session.table?.phase === "closed") return html`<p class="notice">${t.tableClosed} ${homeLink}</p>`;
  return requestPrompt(session);
}

/**
 * The host of a table whose rules this version lacks can end it; its score stays as it stands.
 * @param {TableSession} session
 */
export function endButton(session) {
  if (session.refusal?.rule !== api.RULES_MISSING) return nothing;
  const end = async () => {
    const why = await api.endTable(session.key).then(
      () => t.endedWithItsScore,
      (error) => error.message,
    );
    session.refusal = null;
    session.setState("closed", why);
  };
  return html`<button type="button" class="btn" data-command="end-archived" @click=${end}>${t.endWithScore}</button>`;
}
