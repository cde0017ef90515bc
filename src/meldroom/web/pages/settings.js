// Settings, stored in this browser.
import { html, nothing } from "/vendor/lit.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { redraw } from "/client/render.js";
import { changeSettings, CHOICES, settings } from "/client/settings.js";
import { playSound } from "/client/sound.js";
import { canNotify, mayNotify } from "/client/turn_notice.js";
import { NO_VIEW, Toolkit } from "/client/toolkit.js";
import { topBar } from "/parts/top_bar.js";
import { words } from "/words/en.js";

const t = words.settings;
const SAMPLE_CARDS = 4; // of each game, below the choice of faces

/** @typedef {keyof typeof CHOICES} SettingName */

/** @returns {import("/client/render.js").Page} */
export function settingsPage() {
  /** @type {import("/client/game_assets.js").Game[]} */
  let games = [];
  loadGames().then(
    (loaded) =>
      Promise.all(loaded.map(loadAssets)).then(() => {
        games = loaded;
        redraw();
      }),
    () => {},
  );

  let notAllowed = false; // the browser sends no notifications from this page

  /** @param {SettingName} name @param {string} value */
  async function change(name, value) {
    changeSettings({ [name]: value });
    if (name === "notify") {
      notAllowed = value === "on" && !(await mayNotify());
      if (notAllowed) changeSettings({ notify: "off" });
      redraw();
    }
    if (name === "sound") playSound("turn"); // to hear how loud it is
  }

  const names = /** @type {SettingName[]} */ (Object.keys(CHOICES)).filter((name) => name !== "notify" || canNotify());

  /** @param {SettingName} name */
  function choice(name) {
    const labels = /** @type {Record<string, string>} */ (t.values[name]);
    const pills = CHOICES[name].map(
      (value) => html`<label><input type="radio" name=${name} value=${value}
      .checked=${settings[name] === value} @change=${() => change(name, value)}><span>${labels[value]}</span></label>`,
    );
    return html`<fieldset><legend>${t[name]}</legend><div class="choices">${pills}</div>${
      name === "faces" ? samples() : nothing
    }${name === "notify" && notAllowed ? html`<p class="small" role="alert">${t.notAllowed}</p>` : nothing}</fieldset>`;
  }

  /** A few cards of every game. */
  const samples = () =>
    html`<div class="samples" aria-hidden="true">${games.map((game) => {
      const kit = new Toolkit({ game, names: [], me: null, view: NO_VIEW });
      const step = (game.cards.length - 1) / (SAMPLE_CARDS - 1);
      const codes = Array.from({ length: SAMPLE_CARDS }, (_, at) => game.cards[Math.round(at * step)].code);
      return html`<span class="fan" data-game=${game.key}>${codes.map((code) => kit.picture(code))}</span>`;
    })}</div>`;

  function draw() {
    const changeName = (/** @type {Event} */ event) =>
      changeSettings({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() });
    return html`${topBar(t.title, "", "")}<main class="document settings">
      <label class="field">${t.name}<input type="text" maxlength="24" .value=${settings.name}
        placeholder=${words.home.guest} autocomplete="nickname" @change=${changeName}></label>
      ${names.map(choice)}
      <p class="small">${t.symbols} ${t.stored}</p>
      <p><button type="button" class="btn primary" @click=${() => history.back()}>${t.done}</button></p></main>`;
  }

  return { title: () => t.title, draw };
}
