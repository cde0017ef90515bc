// The dialogs of the table page, one open at a time.
import { html, nothing } from "/vendor/lit.js";
import { confirmDialog, dialog } from "/parts/dialog.js";
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

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

/**
 * The dialog that is open, if any.
 * @param {Toolkit | null} kit @param {TableState} state @param {Dispatch} dispatch
 */
export function openDialog(kit, state, dispatch) {
  const { ui } = state;
  const close = () => dispatch({ do: "close" });
  switch (ui.dialog) {
    case "invite":
      return dialog(words.invite.title, inviteLink(inviteUrl(state.key, state.code)), close);
    case "watchers":
      return dialog(words.joining.watching, watcherList(state), close);
    case "pad":
      return kit ? dialog(words.bar.pad, padSheet(kit, state), close) : nothing;
    case "log":
      return kit ? dialog(words.bar.log, logSheet(kit, state), close) : nothing;
    case "keys":
      return dialog(words.keys.title, keyList(state), close);
    case "leave":
      return confirmDialog(leaveQuestion(state), close);
    case "end":
      return confirmDialog(endQuestion(state), close);
    case "remove":
      return confirmDialog(removeQuestion(state, ui.removing), close);
    case "seat":
      return dialog(seatMenuTitle(state, ui.seat), seatMenu(state, dispatch), close);
    case "mail":
      return dialog(words.turnMail.title, mailForm(state), close);
    case "menu":
      return dialog(words.bar.menu, tableMenu(state, dispatch), close);
    default:
      return nothing;
  }
}

/**
 * The score pad; on a phone the log is below it.
 * @param {Toolkit} kit @param {TableState} state
 */
const padSheet = (kit, state) => html`${scorePad(kit, state.play.pad)}${eveningPad(state)}
  <button type="button" class="btn" @click=${() => print()}>${t.print}</button>
  <div class="only-phone-block">${logSheet(kit, state)}</div>`;

/**
 * The sheet beside the table, if one is open.
 * @param {Toolkit | null} kit @param {TableState} state @param {Dispatch} dispatch
 */
export const openSheet = (kit, state, dispatch) =>
  state.ui.sheet && state.table ? peopleSheet(kit, state, dispatch) : nothing;

/** @param {Toolkit} kit @param {TableState} state */
const logSheet = (kit, state) =>
  html`${logPanel(kit, state.log, state.ui.wholeLog)}${discardsPanel(kit, state.log.discards)}`;

/** @param {TableState} state */
function keyList(state) {
  const { list, race, raceHelp, openHands } = words.keys;
  const hands = state.openHands.deals ? openHands : [];
  const keys = [...hands, ...list, ...(state.game?.race ? [[race, raceHelp]] : [])];
  return html`<dl class="key-list">${keys.map(
    ([name, does]) => html`<dt><kbd>${name}</kbd></dt><dd>${does}</dd>`,
  )}</dl>`;
}
