// Renders the little Markdown that the rules pages use, as templates: text never becomes markup by itself.
import { html, nothing } from "/vendor/lit.js";

const RULE_NUMBER = /^\*\*([A-Z]+-?\d+)\*\*\s*/;
const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/;
const LIST_ITEM = /^\s*[-*] /;

/** @typedef {(text: string) => unknown} Emphasis */

/** @param {string} text @param {Emphasis} emphasis how *emphasis* is drawn */
export function renderMarkdown(text, emphasis) {
  const blocks = text
    .replaceAll("\r", "")
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean);
  return blocks.map((block) => renderBlock(block, emphasis));
}

/** The headings of a page's sections. @param {string} text */
export const headings = (text) => [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1]);

/** The paragraph of a rule, "" if there is none. @param {string} text @param {string} number */
export const ruleParagraph = (text, number) =>
  text.split(/\n\s*\n/).find((paragraph) => paragraph.startsWith(`**${number}**`)) ?? "";

/** The id of a heading. @param {string} heading */
export const headingId = (heading) => heading.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Emphasis, code and links within a line. @param {string} text @param {Emphasis} emphasis @returns {unknown[]} */
function renderInline(text, emphasis) {
  return text.split(INLINE).map((part) => {
    if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`;
    if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return emphasis(part.slice(1, -1));
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link) return /^(https?:|\/|#)/.test(link[2]) ? html`<a href=${link[2]}>${link[1]}</a>` : link[1];
    return part;
  });
}

/** @param {string} block @param {Emphasis} emphasis */
function renderBlock(block, emphasis) {
  const heading = /^(#{1,3}) (.*)$/.exec(block);
  if (heading) {
    const [, level, title] = heading;
    return level.length === 1
      ? html`<h2 class="page-heading">${title}</h2>`
      : html`<h3 id=${headingId(title)}>${title}</h3>`;
  }
  const lines = block.split("\n");
  if (lines.every((line) => LIST_ITEM.test(line) || /^\s{2,}/.test(line))) {
    return html`<ul>${listItems(lines).map((item) => html`<li>${renderInline(item, emphasis)}</li>`)}</ul>`;
  }
  if (lines.every((line) => line.startsWith("|"))) return renderTable(lines, emphasis);
  if (block.startsWith("```")) return html`<pre>${lines.slice(1, -1).join("\n")}</pre>`;
  const rule = RULE_NUMBER.exec(block);
  if (rule) {
    const [whole, number] = rule;
    const text = block.slice(whole.length).replaceAll("\n", " ");
    return html`<p class="rule-text" id=${number} tabindex="-1"><a class="rule-number" href="#${number}">${
      number
    }</a><span>${renderInline(text, emphasis)}</span></p>`;
  }
  return html`<p>${renderInline(lines.join(" "), emphasis)}</p>`;
}

/** @param {string[]} lines */
function listItems(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (LIST_ITEM.test(line)) items.push(line.replace(LIST_ITEM, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

/** @param {string[]} lines @param {Emphasis} emphasis */
function renderTable(lines, emphasis) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]*-[\s:|-]*\|$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
  const [head, ...body] = rows;
  const heads = head.map((cell) => html`<th scope="col">${renderInline(cell, emphasis)}</th>`);
  const cells = (/** @type {string[]} */ row) => row.map((cell) => html`<td>${renderInline(cell, emphasis)}</td>`);
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${head.join(", ")}><table>${
    head.some(Boolean) ? html`<thead><tr>${heads}</tr></thead>` : nothing
  }<tbody>${body.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}
