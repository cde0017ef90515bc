// Where the link in an email leads: asks before it changes anything, since mail programs open links too.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { announce, redraw } from "/client/render.js";
import { topBar } from "/parts/top_bar.js";
import { words } from "/words/en.js";

const t = words.turnMail;

/** @type {Record<api.MailState, [boolean, string][]>} whether emails are sent, and what the button says */
const CHOICES = {
  unconfirmed: [
    [true, t.accept],
    [false, t.block],
  ],
  confirmed: [[false, t.stop]],
  stopped: [[true, t.restart]],
  expired: [[false, t.block]],
};

/** @param {string} key @returns {import("/client/render.js").Page} */
export function mailPage(key) {
  let said = "";
  /** @type {api.MailState | ""} */
  let state = "";
  /** @param {Promise<{state: api.MailState}>} asked */
  async function show(asked) {
    try {
      ({ state } = await asked);
      said = t.link[state];
    } catch (error) {
      said = words.asSentence(/** @type {Error} */ (error).message);
    }
    announce(said);
    redraw();
  }
  show(api.mailLink(key));
  /** @param {[boolean, string]} choice @param {number} at */
  const button = ([send, label], at) => {
    const answer = () => show(api.answerMailLink(key, send));
    return html`<button type="button" class=${at ? "btn" : "btn primary"} @click=${answer}>${label}</button>`;
  };
  const draw = () =>
    html`${topBar(t.pageTitle, "", "")}<main class="document settings">${
      said ? html`<p role="status">${said}</p>` : nothing
    }<p class="row">${state ? CHOICES[state].map(button) : nothing}<a class="btn plain" href="/">${
      words.states.toHome
    }</a></p></main>`;
  return { title: () => t.pageTitle, draw };
}
