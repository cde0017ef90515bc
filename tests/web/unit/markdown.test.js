import assert from "node:assert/strict";
import { test } from "node:test";
import { headingId, headings, renderMarkdown, ruleParagraph } from "/client/markdown.js";
import { matchingRules, namedRule } from "/client/rulebook.js";
import { markup } from "./page.js";

const drawn = (text) => markup(renderMarkdown(text, (part) => ["<em>", part, "</em>"]));

for (const [name, text, expected] of [
  ["paragraphs", "one\ntwo\n\nthree", "<p>one two</p><p>three</p>"],
  ["line ends of Windows", "one\r\n\r\ntwo", "<p>one</p><p>two</p>"],
  ["a page heading", "# Title", '<h2 class="page-heading">Title</h2>'],
  ["a section heading", "## The deal!", "<h3 id=the-deal->The deal!</h3>"],
  ["strong, emphasis and code", "**a** *b* `c`", "<p><strong>a</strong> <em>b</em> <code>c</code></p>"],
  ["a list with a line that goes on", "- a\n  b\n- c", "<ul><li>a b</li><li>c</li></ul>"],
  ["a link", "[a](/b) [c](https://d) [e](#f)", "<p><a href=/b>a</a> <a href=https://d>c</a> <a href=#f>e</a></p>"],
  ["an address that runs code, as its text", "[a](javascript:b)", "<p>a</p>"],
  ["preformatted text", "```\na  b\n```", "<pre>a  b</pre>"],
]) {
  test(`it renders ${name}`, () => assert.equal(drawn(text), expected));
}

test("a rule is an anchor with its number", () => {
  const text = drawn("**X-12** Draw *one*\ncard.");
  assert.ok(text.startsWith('<p class="rule-text" id=X-12 '));
  assert.ok(text.includes('href="#X-12">X-12</a><span>Draw <em>one</em> card.</span>'));
});

test("a table has a head unless it is empty", () => {
  const table = drawn("| a | b |\n|---|:-:|\n| **c** | d |");
  assert.ok(
    table.includes('aria-label=a, b><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'),
  );
  assert.ok(table.includes("<tbody><tr><td><strong>c</strong></td><td>d</td></tr></tbody>"));
  assert.ok(!drawn("| | |\n|---|---|\n| c | d |").includes("<thead>"));
});

test("text stays text: it is a value of a template, never part of its markup", () => {
  const [{ strings }] = renderMarkdown("<img src=x onerror=alert(1)>", (part) => part);
  assert.ok(!strings.join("").includes("img"));
});

const RULES =
  "# Game\n\n## Deal\n\n**A1** Shuffle the pack.\n\n**A2** Deal ten cards.\n\n## Play\n\n**B1** Draw a card.";

test("headings and rules are found", () => {
  assert.deepEqual(headings(RULES), ["Deal", "Play"]);
  assert.equal(headingId("Going out"), "going-out");
  assert.equal(ruleParagraph(RULES, "A2"), "**A2** Deal ten cards.");
  assert.equal(ruleParagraph(RULES, "A"), "");
});

test("a search finds a number, or the rules that hold all words", () => {
  assert.equal(namedRule(RULES, " a 2"), "A2");
  assert.equal(namedRule(RULES, "A3"), "");
  assert.equal(namedRule(RULES, " "), "");
  assert.equal(matchingRules(RULES, "CARD d"), "**A2** Deal ten cards.\n\n**B1** Draw a card.");
  assert.equal(matchingRules(RULES, "card ten"), "**A2** Deal ten cards.");
  assert.equal(matchingRules(RULES, "meld"), "");
});
