// The dialogs of the table page, one open at a time.
import { html, nothing } from "/vendor/lit.js";
import { redraw } from "/client/render.js";
import { dialog } from "/parts/dialog.js";
import { eveningPad } from "/parts/evening_pad.js";
import { inviteLink, inviteUrl } from "/parts/invite.js";
import { removeDialog } from "/parts/player_list.js";
import { discardsPanel, logPanel, scorePad } from "/parts/sidebar.js";
import { tableMenu } from "/parts/table_menu.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/**
 * @typedef {object} TableUi what is open on the table page
 * @property {string} dialog
 * @property {boolean} wholeLog
 * @property {boolean} allButtons
 * @property {boolean} copied
 * @property {number} removing the seat whose person the host is asked about
 */

/** The dialog that is open, if any. @param {Toolkit | null} kit @param {TableSession} session @param {TableUi} ui */
export function openDialog(kit, session, ui) {
  const close = () => {
    if (!ui.dialog) return;
    ui.dialog = "";
    redraw();
  };
  switch (ui.dialog) {
    case "invite":
      return dialog(words.invite.title, inviteLink(inviteUrl(session.key, session.code), ui.copied), close);
    case "pad":
      return kit ? dialog(words.bar.pad, padSheet(kit, session), close) : nothing;
    case "log":
      return kit ? dialog(words.bar.log, logSheet(kit, session, ui), close) : nothing;
    case "keys":
      return dialog(words.keys.title, keyList(session), close);
    case "leave":
      return dialog(t.leaveTitle, leaveChoices(close), close);
    case "remove":
      return removeDialog(session, ui.removing, close);
    case "menu":
      return dialog(words.bar.menu, tableMenu(session, ui), close);
    default:
      return nothing;
  }
}

/** @param {Toolkit} kit @param {TableSession} session */
const padSheet = (kit, session) => html`${scorePad(kit, session.play.pad)}${eveningPad(session)}
  <button type="button" class="btn" @click=${() => print()}>${t.print}</button>`;

/** @param {Toolkit} kit @param {TableSession} session @param {TableUi} ui */
const logSheet = (kit, session, ui) =>
  html`${logPanel(kit, session.log, ui.wholeLog)}${discardsPanel(kit, session.log.discards)}`;

/** @param {() => void} close */
const leaveChoices = (close) => html`<p>${t.leaveText}</p><p class="row">
  <button type="button" class="btn primary" @click=${close}>${t.stay}</button>
  <button type="button" class="btn" data-command="home">${t.leaveForNow}</button>
  <button type="button" class="btn plain" data-command="give-up">${t.giveUpSeat}</button></p>`;

/** @param {TableSession} session */
function keyList(session) {
  const { list, race, raceHelp } = words.keys;
  const keys = session.game?.race ? [...list, [race, raceHelp]] : list;
  return html`<dl class="key-list">${keys.map(
    ([name, does]) => html`<dt><kbd>${name}</kbd></dt><dd>${does}</dd>`,
  )}</dl>`;
}
