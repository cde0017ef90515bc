// The button that skips to the player's turn, and the choice of the bots' pace.
import { html, nothing } from "/vendor/lit.js";
import { setsPace } from "/client/people.js";
import { changeSettings, CHOICES } from "/client/settings.js";
import { canSkip } from "/client/table_state.js";
import { words } from "/words/en.js";

const t = words.pace;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */

/** @param {import("/client/toolkit.js").Toolkit} kit @param {TableState} state */
export function skipButton(kit, state) {
  if (!canSkip(state)) return nothing;
  const skip = kit.turnsUntilMine(state.play.to_act[0]) === null ? t.skipToEnd : t.skip;
  const { table, me } = state;
  const asked = table.skips?.includes(/** @type {number} */ (me));
  const others = table.seats.filter(({ person, bot }, at) => person && !bot && at !== me && !table.skips?.includes(at));
  const label = !asked ? skip : others.length ? t.waitsFor(others.map(({ name }) => name)) : t.skipping;
  return html`<button type="button" class="btn big skip" data-command="skip" ?disabled=${asked}
    aria-keyshortcuts="S">${label}${asked ? nothing : html`<kbd aria-hidden="true">S</kbd>`}</button>`;
}

/** The bots' pace, for the player who sets it. @param {TableState} state @param {Dispatch} dispatch */
export function paceChoice(state, dispatch) {
  if (!setsPace(state)) return nothing;
  const labels = /** @type {Record<string, string>} */ (words.settings.values.pace);
  const change = (/** @type {string} */ pace) => {
    changeSettings({ pace });
    dispatch({ do: "pace" });
  };
  return html`<fieldset class="pace"><legend>${words.settings.pace}</legend><div class="choices">${CHOICES.pace.map(
    (pace) => html`<label><input type="radio" name="pace" value=${pace} .checked=${state.table.pace === pace}
      @change=${() => change(pace)}><span>${labels[pace]}</span></label>`,
  )}</div></fieldset>`;
}
