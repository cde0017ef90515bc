// Settings: what a person likes, kept in this browser.
import { html } from "/vendor/lit.js";
import { CHOICES, set, settings } from "/client/settings.js";
import { bar } from "/parts/bar.js";
import { words } from "/words/en.js";

const t = words.settings;

/** @returns {import("/client/stage.js").Page} */
export function settingsPage() {
  /** @param {keyof typeof CHOICES} id */
  const choice = (id) => {
    const said = /** @type {Record<string, string>} */ (t.values[id]);
    return html`<fieldset><legend>${t[id]}</legend><div class="pills">${CHOICES[id].map((value) => html`<label><input type="radio" name=${id} value=${value} .checked=${settings[id] === value} @change=${() => set({ [id]: value })}><span>${said[value]}</span></label>`)}</div></fieldset>`;
  };
  return {
    title: () => t.title,
    draw: () => html`${bar(t.title, "", "")}<main class="paper settings"><label class="field">${t.name}<input type="text" maxlength="24" .value=${settings.name} placeholder=${words.home.guest} autocomplete="nickname" @change=${(/** @type {any} */ e) => set({ name: e.target.value.trim() })}></label>
      ${/** @type {(keyof typeof CHOICES)[]} */ (Object.keys(CHOICES)).map(choice)}<p class="small">${t.symbols} ${t.kept}</p><p><button type="button" class="btn go" @click=${() => history.back()}>${t.done}</button></p></main>`,
  };
}
