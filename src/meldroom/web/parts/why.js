// Why not? The button that asks, the answer in place of the prompt, and the nearest move that works.
import { html, nothing } from "/vendor/lit.js";
import { likelyVerb } from "/client/choice.js";
import { nearestMove } from "/client/offers.js";
import { choiceOf, isBusy } from "/client/table_state.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.why;
const PRINTED_RULE = /^(R|Q|X-)\d/; // what the rules page has; the server's own rules are not on it

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @import { TableState, Explained } from "/client/table_state.js" */

/**
 * In the place of a move that cannot be made: says so when it is pressed.
 * @param {Toolkit} kit @param {TableState} state @param {string} missing what is still to be picked, "" if nothing
 */
export function whyButton(kit, state, missing) {
  if (state.explained) return nothing;
  const choice = choiceOf(state);
  const verb = likelyVerb(kit.game, choice, choice.picks.length);
  const label = missing || html`${words.say.act(verb, [], [], "")} <span class="why-question">${t.ask}</span>`;
  return html`<button type="button" class="btn big primary why-ask" data-why=${verb} data-with-picks
    aria-disabled="true">${label}</button>`;
}

/**
 * The nearest move that works: what it adds to the picks, or the move itself.
 * @param {Toolkit} kit @param {TableState} state
 */
export function nearestButton(kit, state) {
  const nearest = nearestMove(state);
  if (!nearest) return nothing;
  const { act, addsToPicks } = nearest;
  const lacking = state.explained?.lacking.map((code) => kit.cardName(code)) ?? [];
  const content = html`${addsToPicks ? t.add(lacking) : kit.actLabel(act)}<kbd aria-hidden="true">↵</kbd>`;
  return addsToPicks
    ? html`<button type="button" class="btn big primary" data-command="add-lacking" aria-keyshortcuts="Enter">${
        content
      }</button>`
    : html`<button type="button" class="btn big primary" data-act=${act.text} ?disabled=${isBusy(state)}
        aria-keyshortcuts="Enter">${content}</button>`;
}

/** The answer, in place of the prompt. @param {Toolkit} kit @param {TableState} state */
export function whyAnswer(kit, state) {
  const explained = /** @type {Explained} */ (state.explained);
  const { why, rule, cards, verb } = explained;
  const mark = html`<span class="refusal-mark" aria-hidden="true">×</span>`;
  const turn = kit.choice?.acts.length ? words.table.yourTurn : words.table.waiting;
  const badge = html`<span class="turn-badge">${turn}</span>`;
  const reason = html`${kit.highlightCards(words.asSentence(why), true)} ${
    PRINTED_RULE.test(rule) ? ruleLink(kit.game.key, rule) : nothing
  }`;
  if (cards.length < 2) return html`<p class="why-answer">${badge}${mark}${reason}</p>`;
  return html`<p class="why-answer">${badge}${mark}${t.cannot(verb)}</p>
    <div class="why-reason">${picture(kit, state)}<p>${reason} ${
      explained.lacking.length ? t.holds(explained.lacking.map((code) => kit.cardName(code))) : nothing
    }</p></div>`;
}

/**
 * The cards that were asked about, with a dashed place for each that is missing.
 * @param {Toolkit} kit @param {TableState} state
 */
function picture(kit, state) {
  const asked = [...(state.explained?.cards ?? [])];
  const nearest = nearestMove(state);
  const codes = nearest?.addsToPicks ? nearest.act.cards : [...asked];
  const cards = codes.map((code) => {
    const at = asked.indexOf(code);
    if (at >= 0) asked.splice(at, 1);
    return kit.picture(code, at < 0 ? "size-m why-missing" : "size-m");
  });
  return html`<div class="why-cards">${cards}</div>`;
}
