// The table's menu: settings and shortcuts, chat, the other people, and what the host can do.
import { html, nothing } from "/vendor/lit.js";
import { redraw } from "/client/render.js";
import { icon } from "/client/toolkit.js";
import { playerList } from "/parts/player_list.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/parts/table_dialogs.js").TableUi} TableUi */

/** @param {TableSession} session @param {TableUi} ui */
export function tableMenu(session, ui) {
  const invite = html`<button type="button" class="btn only-phone" data-command="invite">${icon("link")}${
    words.bar.invite
  }</button>`;
  return html`<p class="row"><a class="btn" href="/settings">${icon("cog")}${words.bar.settings}</a><button
      type="button" class="btn" data-command="keys">${words.keys.title}</button>${
        session.code && !session.isShared ? invite : nothing
      }</p>
    ${session.me === null ? nothing : playerMenu(session, ui)}
    <p class="row"><button type="button" class="btn plain" data-command="leave">${words.bar.leave}</button></p>`;
}

/** Chat, and what the host can do. @param {TableSession} session @param {TableUi} ui */
function playerMenu(session, ui) {
  const { table } = session;
  const phrases = session.phrases.map(
    (phrase, at) =>
      html`<button type="button" class="btn" @click=${() => {
        session.socket.send({ do: "say", phrase: at });
        ui.dialog = "";
        redraw();
      }}>${phrase}</button>`,
  );
  const sendChat = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (text) session.socket.send({ do: "say", text });
    form.reset();
  };
  const chatForm = html`<form class="row" @submit=${sendChat}><input type="text" name="text" maxlength="200"
    aria-label=${t.writeMessage} placeholder=${t.writeMessage}><button class="btn">${t.send}</button></form>`;
  const pause = html`<button type="button" class="btn" data-command="pause">${
    table?.paused ? t.resume : t.pause
  }</button>`;
  const hostRow = html`<p class="row">${table?.phase === "playing" ? pause : nothing}<button type="button"
    class="btn plain" data-command="end">${t.endTable}</button></p>`;
  return html`<h3>${t.quickPhrases}</h3><p class="row">${phrases}</p>
    ${table?.chat ? chatForm : nothing}${playerList(session, (seat) => {
      ui.removing = seat;
      ui.dialog = "remove";
      redraw();
    })}${table?.host === session.me ? hostRow : nothing}`;
}
