// Where the link in a mail leads that ends the mails: asks first, since mail programs open links by themselves.
import { html } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { announce, redraw } from "/client/render.js";
import { topBar } from "/parts/top_bar.js";
import { words } from "/words/en.js";

const t = words.turnMail;

/** @param {string} key @returns {import("/client/render.js").Page} */
export function mailPage(key) {
  let said = "";
  async function stop() {
    try {
      await api.stopMails(key);
      said = t.stopped;
    } catch (error) {
      said = words.asSentence(/** @type {Error} */ (error).message);
    }
    announce(said);
    redraw();
  }
  const question = () =>
    html`<p>${t.stopAll}</p><p><button type="button" class="btn primary" @click=${stop}>${t.stop}</button></p>`;
  const draw = () =>
    html`${topBar(t.pageTitle, "", "")}<main class="document settings">${
      said ? html`<p role="status">${said}</p><p><a class="btn" href="/">${words.states.toHome}</a></p>` : question()
    }</main>`;
  return { title: () => t.pageTitle, draw };
}
