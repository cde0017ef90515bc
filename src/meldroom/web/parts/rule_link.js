// A rule's number as a link to the rules page.
import { html, nothing } from "/vendor/lit.js";

/** @param {string} game @param {string} number */
export const ruleLink = (game, number) =>
  number ? html`<a class="rule-link" href="/rules/${game}#${number}" data-rule=${number}>${number}</a>` : nothing;
