// The rules of a game: in one minute, and as numbered text, in which reconstructed rules are marked.
import { html, nothing } from "/vendor/lit.js";
import { renderMarkdown } from "/client/markdown.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.rules;
const RECONSTRUCTED = "reconstructed"; // a rule that RULES.md marks by this word in italics

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/protocol_types.js").Summary} Summary */

/**
 * A game in one minute: its aim, a turn in three pictures, what scores, common mistakes.
 * @param {Toolkit} kit @param {Summary | null} summary
 */
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

/** Draw emphasis, and the mark of reconstructed rules. @param {string} word */
const emphasis = (word) =>
  word === RECONSTRUCTED ? html`<em class="reconstructed">${t.reconstructed}</em>` : html`<em>${word}</em>`;

/** @param {string} text */
export const rulesText = (text) => renderMarkdown(text, emphasis);

/** Scroll to a rule and mark it. @param {Element | null} target */
export function showRule(target) {
  if (!target) return;
  for (const old of document.querySelectorAll(".target.rule-text, h3.target")) old.classList.remove("target");
  target.classList.add("target");
  target.scrollIntoView({ block: "center" });
}
