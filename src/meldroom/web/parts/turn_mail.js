// The email address that a player leaves at a table with turns of days, in the table's menu.
import { html, nothing } from "/vendor/lit.js";
import { announce, redraw } from "/client/render.js";
import * as api from "/client/api.js";
import { words } from "/words/en.js";

const t = words.turnMail;
const TURNS_OF_DAYS = ["1d", "3d"];

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/api.js").LeftAddress & {available: boolean, said: string, askedAt: number}} TurnMail */

const ASK_AGAIN = 5_000; // milliseconds, while the address may be confirmed in another tab
/** @type {Map<string, TurnMail>} what the server said, by the name of the page at the table */
const known = new Map();

/** What is known of a player's address; asks the server for what it cannot know. @param {TableState} state */
function turnMail(state) {
  /** @type {TurnMail} */
  const mail = known.get(state.client) ?? { available: false, address: "", state: "", said: "", askedAt: 0 };
  if (mail.askedAt && (mail.state !== "unconfirmed" || Date.now() < mail.askedAt + ASK_AGAIN)) return mail;
  mail.askedAt = Date.now();
  known.set(state.client, mail);
  api.turnMail(state.key).then(
    (answer) => {
      Object.assign(mail, answer);
      redraw();
    },
    () => known.delete(state.client),
  );
  return mail;
}

/** What is said below the form. @param {TurnMail} mail */
const shown = ({ said, state, address }) => said || (state ? t.states[state](address) : "");

/** The button in the table's menu, where the room sends emails. @param {TableState} state */
export function mailButton(state) {
  const days = state.me !== null && TURNS_OF_DAYS.includes(state.table?.clock ?? "");
  if (!days || !turnMail(state).available) return nothing;
  return html`<button type="button" class="btn" data-command="mail">${t.title}</button>`;
}

/** @param {TableState} state */
export function mailForm(state) {
  const mail = turnMail(state);
  /** @param {string} address */
  const leave = async (address) => {
    try {
      Object.assign(mail, await api.leaveMailAddress(state.key, address), { said: "" });
      if (!mail.address) mail.said = t.forgotten;
    } catch (error) {
      mail.said = words.asSentence(/** @type {Error} */ (error).message);
    }
    announce(shown(mail));
    redraw();
  };
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    leave(String(form.get("address") ?? "").trim());
  };
  return html`<p>${t.about}</p><form class="form" @submit=${submit}><label>${t.address}<input type="text"
      name="address" inputmode="email" autocomplete="email" maxlength="254" required .value=${mail.address}></label>
      <p class="row"><button class="btn primary">${t.save}</button>${
        mail.address ? html`<button type="button" class="btn" @click=${() => leave("")}>${t.stop}</button>` : nothing
      }</p></form>${shown(mail) ? html`<p role="status">${shown(mail)}</p>` : nothing}<p class="small">${t.secret}</p>`;
}
