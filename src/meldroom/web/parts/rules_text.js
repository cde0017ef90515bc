// The numbered rules as text; reconstructed ones are marked.
import { html } from "/vendor/lit.js";
import { renderMarkdown } from "/client/markdown.js";
import { words } from "/words/en.js";

const RECONSTRUCTED = "reconstructed"; // a rule that RULES.md marks by this word in italics

/** Draw emphasis, and the mark of reconstructed rules. @param {string} word */
const emphasis = (word) =>
  word === RECONSTRUCTED ? html`<em class="reconstructed">${words.rules.reconstructed}</em>` : html`<em>${word}</em>`;

/** @param {string} text */
export const rulesText = (text) => renderMarkdown(text, emphasis);

/** Scroll to a rule and mark it. @param {Element | null} target */
export function showRule(target) {
  if (!target) return;
  for (const old of document.querySelectorAll(".target.rule-text, h3.target")) old.classList.remove("target");
  target.classList.add("target");
  target.scrollIntoView({ block: "center" });
}
