// The button that skips to the player's turn, and the choice of the bots' pace.
import { html, nothing } from "/vendor/lit.js";
import { canSkip, sendPace, setsPace } from "/client/pace.js";
import { changeSettings, CHOICES } from "/client/settings.js";
import { words } from "/words/en.js";

const t = words.pace;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** @param {import("/client/toolkit.js").Toolkit} kit @param {TableSession} session */
export function skipButton(kit, session) {
  if (!canSkip(session)) return nothing;
  const skip = kit.turnsUntilMine(session.play.to_act[0]) === null ? t.skipToEnd : t.skip;
  const { table, me } = session;
  const asked = table.skips?.includes(/** @type {number} */ (me));
  const others = table.seats.filter(({ person, bot }, at) => person && !bot && at !== me && !table.skips?.includes(at));
  const label = !asked ? skip : others.length ? t.waitsFor(others.map(({ name }) => name)) : t.skipping;
  return html`<button type="button" class="btn big skip" data-command="skip" ?disabled=${asked}
    aria-keyshortcuts="S">${label}${asked ? nothing : html`<kbd aria-hidden="true">S</kbd>`}</button>`;
}

/** The bots' pace, for the player who sets it. @param {TableSession} session */
export function paceChoice(session) {
  if (!setsPace(session)) return nothing;
  const labels = /** @type {Record<string, string>} */ (words.settings.values.pace);
  const change = (/** @type {string} */ pace) => {
    changeSettings({ pace });
    sendPace(session);
  };
  return html`<fieldset class="pace"><legend>${words.settings.pace}</legend><div class="choices">${CHOICES.pace.map(
    (pace) => html`<label><input type="radio" name="pace" value=${pace} .checked=${session.table.pace === pace}
      @change=${() => change(pace)}><span>${labels[pace]}</span></label>`,
  )}</div></fieldset>`;
}
