// Set up: the house rules, each with what it changes.
import { html, live, nothing } from "/vendor/lit.js";
import { words } from "/words/en.js";

const t = words.setUp;
const MANY = 3; // values from which on an option is a row of choices instead of a switch

/** @typedef {import("/parts/setup_sheet.js").Form} Form */
/** @typedef {import("/client/game_assets.js").Option} Option */

/** @param {Form} form */
export function rulesSection(form) {
  const { game, setUp, change } = form;
  if (!game.options.length) return nothing;
  const changed = Object.keys(setUp.options).length;
  const reset = () => change({ options: {} });
  return html`<section><div class="setup-heading"><h3>${t.rules}</h3>${
    changed
      ? html`<button type="button" class="link" @click=${reset}>${t.changed(changed)}</button>`
      : html`<small>${t.printed}</small>`
  }</div><ul>${game.options.map((option) => rule(form, option))}</ul></section>`;
}

/** @param {Form} form @param {Option} option */
function rule({ game, setUp, change }, option) {
  const [printed, other] = option.values;
  const value = setUp.options[option.name] ?? printed.value;
  const set = (/** @type {string | number} */ chosen) => {
    const { [option.name]: _, ...rest } = setUp.options;
    change({ options: chosen === printed.value ? rest : { ...rest, [option.name]: chosen } });
  };
  const isSwitch = option.values.length < MANY && typeof printed.value === "string";
  const chosen = option.values.find((one) => one.value === value) ?? printed;
  const sentence = isSwitch ? option.note || t.switchNote(other.label, printed.label) : words.asSentence(chosen.label);
  const control = isSwitch
    ? html`<input type="checkbox" role="switch" class="setup-switch" id="rule-${option.name}" aria-describedby="note-${
        option.name
      }" .checked=${live(value !== printed.value)} @change=${(/** @type {Event} */ event) =>
        set(/** @type {HTMLInputElement} */ (event.target).checked ? other.value : printed.value)}>`
    : segments(`rule-${option.name}`, option.title, option.values, value, set);
  return html`<li class="setup-row">${
    isSwitch ? html`<label for="rule-${option.name}">${option.title}</label>` : html`<b>${option.title}</b>`
  }<p id="note-${option.name}">${sentence}${
    option.rule
      ? html` <a class="rule-link" href="/rules/${game.key}#${option.rule}" target="_blank">${option.rule}</a>`
      : nothing
  }</p>${control}</li>`;
}

/**
 * A few choices in a row, of which one holds.
 * @template {string | number | boolean} T
 * @param {string} name @param {string} label
 * @param {{value: T, label: string, short?: string}[]} values @param {T} value
 * @param {(value: T) => void} set
 */
export const segments = (name, label, values, value, set) =>
  html`<span class="setup-segments" role="radiogroup" aria-label=${label}>${values.map(
    (one) =>
      html`<label><input type="radio" name=${name} .checked=${live(one.value === value)} @change=${() =>
        set(one.value)}><span>${one.short ?? String(one.value).replaceAll("_", " ")}</span></label>`,
  )}</span>`;
