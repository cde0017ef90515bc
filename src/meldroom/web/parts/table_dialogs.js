// The dialogs of the table page, one open at a time.
import { html, nothing } from "/vendor/lit.js";
import { redraw } from "/client/render.js";
import { confirmDialog } from "/parts/confirm.js";
import { dialog } from "/parts/dialog.js";
import { eveningPad } from "/parts/evening_pad.js";
import { inviteLink, inviteUrl } from "/parts/invite.js";
import { peopleSheet } from "/parts/people_sheet.js";
import { endQuestion, leaveQuestion, removeQuestion } from "/parts/questions.js";
import { discardsPanel, logPanel, scorePad } from "/parts/sidebar.js";
import { seatMenu, seatMenuTitle } from "/parts/seat_menu.js";
import { tableMenu } from "/parts/table_menu.js";
import { mailForm } from "/parts/turn_mail.js";
import { watcherList } from "/parts/watchers.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/**
 * @typedef {object} TableUi what is open on the table page
 * @property {string} dialog over the page
 * @property {string} sheet beside the table
 * @property {boolean} wholeLog
 * @property {boolean} allButtons
 * @property {string} person whose menu is open
 * @property {number} removing the seat whose person the host is asked about
 * @property {number} seat whose menu is open in the waiting room
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
      return dialog(words.invite.title, inviteLink(inviteUrl(session.key, session.code)), close);
    case "watchers":
      return dialog(words.joining.watching, watcherList(session), close);
    case "pad":
      return kit ? dialog(words.bar.pad, padSheet(kit, session, ui), close) : nothing;
    case "log":
      return kit ? dialog(words.bar.log, logSheet(kit, session, ui), close) : nothing;
    case "keys":
      return dialog(words.keys.title, keyList(session), close);
    case "leave":
      return confirmDialog(leaveQuestion(session), close);
    case "end":
      return confirmDialog(endQuestion(session), close);
    case "remove":
      return confirmDialog(removeQuestion(session, ui.removing), close);
    case "seat":
      return dialog(seatMenuTitle(session, ui.seat), seatMenu(session, ui), close);
    case "mail":
      return dialog(words.turnMail.title, mailForm(session), close);
    case "menu":
      return dialog(words.bar.menu, tableMenu(session), close);
    default:
      return nothing;
  }
}

/**
 * The score pad; on a phone the log is below it.
 * @param {Toolkit} kit @param {TableSession} session @param {TableUi} ui
 */
const padSheet = (kit, session, ui) => html`${scorePad(kit, session.play.pad)}${eveningPad(session)}
  <button type="button" class="btn" @click=${() => print()}>${t.print}</button>
  <div class="only-phone-block">${logSheet(kit, session, ui)}</div>`;

/**
 * The sheet beside the table, if one is open.
 * @param {Toolkit | null} kit @param {TableSession} session @param {TableUi} ui
 */
export function openSheet(kit, session, ui) {
  const show = (/** @type {string} */ sheet) => {
    ui.sheet = sheet;
    session.chat.show(sheet === "chat");
    redraw();
  };
  return ui.sheet && session.table ? peopleSheet(kit, session, ui, show) : nothing;
}

/** @param {Toolkit} kit @param {TableSession} session @param {TableUi} ui */
const logSheet = (kit, session, ui) =>
  html`${logPanel(kit, session.log, ui.wholeLog)}${discardsPanel(kit, session.log.discards)}`;

/** @param {TableSession} session */
function keyList(session) {
  const { list, race, raceHelp, openHands } = words.keys;
  const hands = session.openHands.deals ? openHands : [];
  const keys = [...hands, ...list, ...(session.game?.race ? [[race, raceHelp]] : [])];
  return html`<dl class="key-list">${keys.map(
    ([name, does]) => html`<dt><kbd>${name}</kbd></dt><dd>${does}</dd>`,
  )}</dl>`;
}
