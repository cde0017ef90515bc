// A game in one minute: its aim, a turn in three pictures, what scores, common mistakes.
import { html, nothing } from "/vendor/lit.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.rules;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/protocol_types.js").Summary} Summary */

/** @param {Toolkit} kit @param {Summary | null} summary */
export function rulesSummary(kit, summary) {
  if (!summary) return nothing;
  const { aim, scoring, mistakes } = summary;
  const turn = summary.turn.map(
    ({ cards, title, text }) =>
      html`<li><div class="ru-picture">${pictures(kit, cards)}</div><p><b>${title}</b>${text}</p></li>`,
  );
  const scores = scoring.items.map(({ cards, label, points }) => {
    const name = label ? html`<span>${label}</span>` : spoken(kit, cards);
    return html`<li>${pictures(kit, cards)}${name}<b>${points}</b></li>`;
  });
  return html`<div class="ru-summary" data-game=${kit.game.key}>
    <section><h3>${t.aim}</h3><div class="ru-aim">${pictures(kit, aim.cards)}<p>${aim.text}</p></div></section>
    <section><h3>${t.turn}</h3><ol class="ru-turn">${turn}</ol></section>
    <section><h3>${scoring.title}</h3><ul class="ru-scores">${scores}</ul><p>${scoring.text}</p></section>
    <section><h3>${t.mistakes}</h3><ul class="ru-mistakes">${mistakes.map(
      ({ text, rule }) => html`<li><span>${text} ${ruleLink(kit.game.key, rule)}</span></li>`,
    )}</ul></section></div>`;
}

/** @param {Toolkit} kit @param {(string | null)[]} cards */
const pictures = (kit, cards) =>
  cards.length ? html`<span class="ru-cards">${cards.map((code) => kit.picture(code))}</span>` : nothing;

/** The cards' names, for screen readers. @param {Toolkit} kit @param {(string | null)[]} cards */
const spoken = (kit, cards) =>
  html`<span class="visually-hidden">${cards.map((code) => kit.cardName(code)).join(", ")}</span>`;
