// The targets of a card that is played for its effect: each is one button where it lies.
import { html, nothing } from "/vendor/lit.js";
import { targetName } from "/client/sentences.js";
import { capital } from "/client/toolkit.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en_home.js";

const t = words.targets;
const MAX_KEYS = 9;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @import { Choice, Target } from "/client/choice.js" */

/**
 * A target as a button: `art` is what lies there, `chip` what choosing it does in a word or two.
 * @param {Toolkit} kit @param {Target} target @param {{art: unknown, chip?: string, cls?: string}} looks
 */
export function targetButton(kit, target, { art, chip = "", cls = "" }) {
  const key = target.number <= MAX_KEYS ? String(target.number) : "";
  const inWords = [chip, target.gain === null ? "" : t.points(target.gain)].filter(Boolean).join(", ");
  return html`<button type="button" class="target ${cls}" data-target=${target.number}
    data-act=${target.act?.text ?? nothing} ${kit.pointAt({ target: target.number })}
    aria-label=${targetName(kit, target)} aria-keyshortcuts=${key || nothing}>${
      art
    }<span class="target-chip" aria-hidden="true">${key ? html`<kbd>${key}</kbd>` : nothing}${
      inWords ? html`<span>${inWords}</span>` : nothing
    }</span></button>`;
}

/** What the player is asked once a card is picked that can be played for its effect. @param {Toolkit} kit */
export function targetPrompt(kit) {
  const choice = /** @type {Choice} */ (kit.choice);
  const { effect, chosen } = choice;
  if (!effect) return nothing;
  return html`<b>${capital(kit.cardName(effect.card))}.</b> ${effect.steps[chosen.length]?.prompt ?? ""} ${ruleLink(
    kit.game.key,
    effect.rule,
  )}`;
}
