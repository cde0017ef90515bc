// What a person can do with their record: carry it to another device, export it, delete it.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { clearRegularTables, clearSavedTables } from "/client/my_tables.js";
import { announce, icon, redraw } from "/client/render.js";
import { changeSettings } from "/client/settings.js";
import { confirmDialog } from "/parts/dialog.js";
import { inviteCode, inviteOrigin } from "/parts/invite.js";
import { words as home } from "/words/en_home.js";
import { words as t } from "/words/en_record.js";

const GROUP = 4; // characters of a code that are written together

/** @param {string} text */
const grouped = (text) => text.replace(new RegExp(`(.{${GROUP}})(?=.)`, "g"), "$1-");

/** @param {string} codeInLink a code that the address brought; "" for none @param {() => void} reload */
export function ownData(codeInLink, reload) {
  /** @type {{code: string, seconds: number} | null} */
  let made = null;
  let entered = codeInLink;
  let problem = "";
  let done = "";
  /** @type {"" | "join" | "delete"} */
  let asking = codeInLink ? "join" : "";

  /** @param {() => Promise<string>} work gives what was done */
  async function attempt(work) {
    problem = done = "";
    try {
      done = await work();
      announce(done);
    } catch (error) {
      problem = home.asSentence(/** @type {Error} */ (error).message);
    }
    redraw();
  }

  const newCode = () =>
    attempt(async () => {
      made = await api.carryCode();
      return "";
    });

  const join = () =>
    attempt(async () => {
      await api.joinPerson(entered);
      entered = "";
      reload();
      return t.joined;
    });

  const erase = () =>
    attempt(async () => {
      await api.deleteMe();
      clearSavedTables();
      clearRegularTables();
      changeSettings({ name: "" });
      made = null;
      reload();
      return t.deleted;
    });

  /** @param {"" | "join" | "delete"} question */
  function ask(question) {
    asking = question;
    redraw();
  }

  /** @param {Event} event */
  function answer(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-command]");
    if (!button) return;
    const command = button.getAttribute("data-command");
    ask("");
    if (command === "join") join();
    if (command === "delete") erase();
  }

  /** @param {SubmitEvent} event */
  function submitCode(event) {
    event.preventDefault();
    if (entered.trim()) ask("join");
  }

  function shownCode() {
    if (!made) return html`<button type="button" class="btn" @click=${newCode}>${t.newCode}</button>`;
    const url = `${inviteOrigin()}/me#${made.code}`;
    const shown = html`<span class="visually-hidden">${t.code} </span><b>${grouped(made.code)}</b>`;
    return html`<p class="rc-code">${shown}</p>${inviteCode(url)}<p>${t.codeValid(
      Math.round(made.seconds / 60),
    )}</p><button type="button" class="btn plain" @click=${newCode}>${t.anotherCode}</button>`;
  }

  const enterCode = () =>
    html`<form class="rc-join" @submit=${submitCode}><label class="field">${t.enterCode}<input type="text"
      name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="20" .value=${entered}
      @input=${(/** @type {InputEvent} */ event) => {
        entered = /** @type {HTMLInputElement} */ (event.target).value;
      }}></label><button class="btn">${t.join}</button></form>`;

  return {
    draw: () =>
      html`${problem ? html`<p class="notice" role="alert">${problem}</p>` : nothing}${
        done ? html`<p class="rc-done">${icon("check")}${done}</p>` : nothing
      }<section class="rc-card"><h2>${t.carry}</h2><p>${t.carryText}</p>${shownCode()}${enterCode()}</section>
      <section class="rc-card"><h2>${t.keep}</h2><p>${t.keepText}</p><div class="rc-acts">
        <a class="btn" href="/api/me/export" download="meldroom-games.zip">${icon("down")}${t.export}</a>
        <button type="button" class="btn rc-warn" @click=${() => ask("delete")}>${icon("cross")}${t.delete}</button>
      </div></section>`,
    dialog() {
      if (!asking) return nothing;
      const joins = asking === "join";
      const question = {
        title: joins ? t.joinAsk : t.deleteAsk,
        text: joins ? t.joinText : t.deleteText,
        keep: joins ? t.joinKeep : t.deleteKeep,
        answers: [
          {
            label: joins ? t.joinNow : t.deleteNow,
            command: asking,
            kind: /** @type {"mild" | "harsh"} */ (joins ? "mild" : "harsh"),
          },
        ],
      };
      return html`<div @click=${answer}>${confirmDialog(question, () => ask(""))}</div>`;
    },
  };
}
