// The rules of a game: every number can be linked to, and what had to be invented says so.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { all, dress } from "/client/game_assets.js";
import { anchor, page } from "/client/markdown.js";
import { redraw } from "/client/render.js";
import { bar } from "/parts/bar.js";
import { words } from "/words/en.js";

const t = words.rules;

/** @param {string} key @returns {import("/client/render.js").Page} */
export function rulesPage(key) {
  /** @type {string | null} */
  let text = null;
  let problem = "";
  let name = "";
  let taught = false;
  let shown = "";
  all().then((games) => {
    const game = games.find((one) => one.key === key);
    name = game?.name ?? key;
    taught = Boolean(game?.lesson);
    if (game) dress(game).then(redraw);
    redraw();
  }, () => {});
  api.rules(key).then((told) => { text = told; redraw(); }, (error) => { problem = error.message; redraw(); });

  /** @param {string} word */
  const emphasis = (word) => (word === "reconstructed" ? html`<em class="reconstructed">${t.reconstructed}</em>` : html`<em>${word}</em>`);

  const show = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const at = id && text !== null ? find(id) : null;
    if (!at || shown === id) return;
    shown = id;
    for (const old of document.querySelectorAll(".target")) old.classList.remove("target");
    at.classList.add("target");
    at.scrollIntoView({ block: "center" });
  };
  const again = () => { shown = ""; show(); };
  addEventListener("hashchange", again);

  const headings = () => [...(text ?? "").matchAll(/^## (.*)$/gm)].map((found) => found[1]);

  return {
    title: () => t.title(name),
    game: () => key,
    draw: () => html`${bar(name, words.bar.rules, taught ? html`<a class="btn" href="/learn/${key}">${words.home.learn}</a>` : nothing)}<main class="paper rules">${problem ? html`<p class="strip">${problem}</p>` : nothing}
      ${text === null ? nothing : html`<nav class="contents" aria-label=${t.contents}>${headings().map((heading) => html`<a href="#${anchor(heading)}">${heading}</a>`)}</nav>${page(text, emphasis)}`}</main>`,
    drawn: show,
    leave: () => removeEventListener("hashchange", again),
  };
}

/** A rule by its number: R5, or TU-5 where the page calls it Q5 (TU-5, …). @param {string} id */
function find(id) {
  const exact = document.getElementById(id);
  if (exact) return exact;
  return [...document.querySelectorAll(".rule-text")].find((rule) => rule.textContent?.includes(`(${id},`) || rule.textContent?.includes(`(${id})`)) ?? null;
}
