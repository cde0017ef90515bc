// Settings: what a person likes, kept in this browser.
import { html, nothing } from "/vendor/lit.js";
import { all, dress } from "/client/game_assets.js";
import { Parts } from "/client/toolkit.js";
import { CHOICES, set, settings } from "/client/settings.js";
import { sound } from "/client/sound.js";
import { redraw } from "/client/render.js";
import { bar } from "/parts/bar.js";
import { words } from "/words/en.js";

const t = words.settings;
const SHOWN = 4; // cards of each game beside the choice of faces

/** @returns {import("/client/render.js").Page} */
export function settingsPage() {
  /** @type {import("/client/game_assets.js").Game[]} */
  let games = [];
  all().then((told) => Promise.all(told.map(dress)).then(() => { games = told; redraw(); }), () => {});

  /** @param {keyof typeof CHOICES} id @param {string} value */
  function change(id, value) {
    set({ [id]: value });
    if (id === "sound") sound("turn"); // so loud is it
  }

  /** @param {keyof typeof CHOICES} id */
  const choice = (id) => {
    const said = /** @type {Record<string, string>} */ (t.values[id]);
    return html`<fieldset><legend>${t[id]}</legend><div class="pills">${CHOICES[id].map((value) => html`<label><input type="radio" name=${id} value=${value} .checked=${settings[id] === value} @change=${() => change(id, value)}><span>${said[value]}</span></label>`)}</div>${id === "faces" ? samples() : nothing}</fieldset>`;
  };

  /** A few cards of every game, as they look now. */
  const samples = () => html`<div class="samples" aria-hidden="true">${games.map((game) => {
    const p = new Parts({ game, names: [], me: null, view: { zones: [], seats: 0 } });
    const step = (game.cards.length - 1) / (SHOWN - 1);
    return html`<span class="lap" data-game=${game.key}>${Array.from({ length: SHOWN }, (_, at) => p.mute(game.cards[Math.round(at * step)].code))}</span>`;
  })}</div>`;

  return {
    title: () => t.title,
    draw: () => html`${bar(t.title, "", "")}<main class="paper settings"><label class="field">${t.name}<input type="text" maxlength="24" .value=${settings.name} placeholder=${words.home.guest} autocomplete="nickname" @change=${(/** @type {any} */ e) => set({ name: e.target.value.trim() })}></label>
      ${/** @type {(keyof typeof CHOICES)[]} */ (Object.keys(CHOICES)).map(choice)}<p class="small">${t.symbols} ${t.kept}</p><p><button type="button" class="btn go" @click=${() => history.back()}>${t.done}</button></p></main>`,
  };
}
