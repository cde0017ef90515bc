// The table's menu: settings, shortcuts, the invitation, and what the host can do.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { paceChoice } from "/parts/pace.js";
import { mailButton } from "/parts/turn_mail.js";
import { words } from "/words/en.js";

const t = words.table;

/** @param {import("/client/table_session.js").TableSession} session */
export function tableMenu(session) {
  const { table } = session;
  const invite = html`<button type="button" class="btn only-phone" data-command="invite">${icon("link")}${
    words.bar.invite
  }</button>`;
  const pause = html`<button type="button" class="btn" data-command="pause">${
    table?.paused ? t.resume : t.pause
  }</button>`;
  const hostRow = html`<p class="row">${table?.phase === "playing" ? pause : nothing}<button type="button"
    class="btn plain" data-command="end">${t.endTable}</button></p>`;
  return html`<p class="row"><a class="btn" href="/settings">${icon("cog")}${words.bar.settings}</a><button
      type="button" class="btn" data-command="keys">${words.keys.title}</button>${
        session.canInvite ? invite : nothing
      }${mailButton(session)}</p>
    ${session.me === null ? nothing : paceChoice(session)}
    ${session.me !== null && table?.host === session.me ? hostRow : nothing}
    <p class="row"><button type="button" class="btn plain" data-command="leave">${words.bar.leave}</button></p>`;
}
