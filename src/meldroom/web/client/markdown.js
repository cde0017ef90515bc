// The little of Markdown that the rules pages are written in, as templates: no text becomes markup by itself.
import { html, nothing } from "/vendor/lit.js";

const NUMBER = /^\*\*([A-Z]+-?\d+)\*\*\s*/;

/** Emphasis, code and links within a line. @param {string} text @param {(word: string) => unknown} emphasis @returns {unknown[]} */
export function inline(text, emphasis = (word) => html`<em>${word}</em>`) {
  const parts = text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part) => {
    if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`;
    if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return emphasis(part.slice(1, -1));
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link) return /^(https?:|\/|#)/.test(link[2]) ? html`<a href=${link[2]}>${link[1]}</a>` : link[1];
    return part;
  });
}

/** @param {string} text @param {(word: string) => unknown} emphasis */
export function page(text, emphasis) {
  const blocks = text.replaceAll("\r", "").split(/\n{2,}/).map((block) => block.trim()).filter(Boolean);
  return blocks.map((block) => drawn(block, emphasis));
}

/** @param {string} heading */
export const anchor = (heading) => heading.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** @param {string} block @param {(word: string) => unknown} emphasis */
function drawn(block, emphasis) {
  const heading = /^(#{1,3}) (.*)$/.exec(block);
  if (heading) {
    const [, level, title] = heading;
    return level.length === 1 ? html`<h2 class="top">${title}</h2>` : html`<h3 id=${anchor(title)}>${title}</h3>`;
  }
  const lines = block.split("\n");
  if (lines.every((line) => /^\s*[-*] |^\s{2,}/.test(line))) return html`<ul>${items(lines).map((line) => html`<li>${inline(line, emphasis)}</li>`)}</ul>`;
  if (lines.every((line) => line.startsWith("|"))) return table(lines, emphasis);
  if (block.startsWith("```")) return html`<pre>${lines.slice(1, -1).join("\n")}</pre>`;
  const rule = NUMBER.exec(block);
  if (rule) {
    const rest = block.slice(rule[0].length).replaceAll("\n", " ");
    return html`<p class="rule-text" id=${rule[1]} tabindex="-1"><a class="number" href="#${rule[1]}">${rule[1]}</a><span>${inline(rest, emphasis)}</span></p>`;
  }
  return html`<p>${inline(lines.join(" "), emphasis)}</p>`;
}

/** @param {string[]} lines */
function items(lines) {
  /** @type {string[]} */
  const out = [];
  for (const line of lines) {
    if (/^\s*[-*] /.test(line)) out.push(line.replace(/^\s*[-*] /, ""));
    else out[out.length - 1] += ` ${line.trim()}`;
  }
  return out;
}

/** @param {string[]} lines @param {(word: string) => unknown} emphasis */
function table(lines, emphasis) {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const [head, ...body] = rows;
  return html`<div class="roll" tabindex="0" role="group" aria-label=${head.join(", ")}><table>${head.some(Boolean) ? html`<thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, emphasis)}</th>`)}</tr></thead>` : nothing}<tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell, emphasis)}</td>`)}</tr>`)}</tbody></table></div>`;
}
