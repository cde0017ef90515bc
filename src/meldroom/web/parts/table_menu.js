// The table's menu: settings, shortcuts, the invitation, and what the host can do.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { canInvite } from "/client/table_state.js";
import { paceChoice } from "/parts/pace.js";
import { mailButton } from "/parts/turn_mail.js";
import { words } from "/words/en.js";

const t = words.table;

/**
 * @param {import("/client/table_state.js").TableState} state
 * @param {import("/client/reduce.js").Dispatch} dispatch
 */
export function tableMenu(state, dispatch) {
  const { table } = state;
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
        canInvite(state) ? invite : nothing
      }${mailButton(state)}</p>
    ${state.me === null ? nothing : paceChoice(state, dispatch)}
    ${state.me !== null && table?.host === state.me ? hostRow : nothing}
    <p class="row"><button type="button" class="btn plain" data-command="leave">${words.bar.leave}</button></p>`;
}
