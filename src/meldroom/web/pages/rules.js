// The rules of a game: every number can be linked to, and reconstructed rules are marked.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { headingId, headings, renderMarkdown } from "/client/markdown.js";
import { redraw } from "/client/render.js";
import { topBar } from "/parts/top_bar.js";
import { words } from "/words/en.js";

const t = words.rules;
const RECONSTRUCTED = "reconstructed"; // a rule that RULES.md marks by this word in italics

/** @param {string} key @returns {import("/client/render.js").Page} */
export function rulesPage(key) {
  /** @type {string | null} */
  let text = null;
  let problem = "";
  let name = "";
  let hasLesson = false;
  let shownTarget = "";
  loadGames().then(
    (games) => {
      const game = games.find((one) => one.key === key);
      name = game?.name ?? key;
      hasLesson = Boolean(game?.lesson);
      if (game) loadAssets(game).then(redraw);
      redraw();
    },
    () => {},
  );
  api.rules(key).then(
    (loaded) => {
      text = loaded;
      redraw();
    },
    (error) => {
      problem = error.message;
      redraw();
    },
  );

  /** Draw emphasis, and the mark of reconstructed rules. @param {string} word */
  const emphasis = (word) =>
    word === RECONSTRUCTED ? html`<em class="reconstructed">${t.reconstructed}</em>` : html`<em>${word}</em>`;

  /** Scroll to the rule that the address names. */
  function showTarget() {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && text !== null ? document.getElementById(id) : null;
    if (!target || shownTarget === id) return;
    shownTarget = id;
    for (const old of document.querySelectorAll(".target")) old.classList.remove("target");
    target.classList.add("target");
    target.scrollIntoView({ block: "center" });
  }
  const onHashChange = () => {
    shownTarget = "";
    showTarget();
  };
  addEventListener("hashchange", onHashChange);

  function draw() {
    const learnLink = html`<a class="btn" href="/learn/${key}">${words.home.learn}</a>`;
    const contents = html`<nav class="contents" aria-label=${t.contents}>${headings(text ?? "").map(
      (heading) => html`<a href="#${headingId(heading)}">${heading}</a>`,
    )}</nav>`;
    const state = problem
      ? html`<p class="notice" role="alert">${words.asSentence(problem)} <a href="/">${words.states.toHome}</a></p>`
      : html`<p role="status">${words.states.openingRules}</p>`;
    return html`${topBar(name, words.bar.rules, hasLesson ? learnLink : nothing)}<main class="document rules">
      ${text === null ? state : html`${contents}${renderMarkdown(text, emphasis)}`}</main>`;
  }

  return {
    title: () => t.title(name),
    game: () => key,
    draw,
    drawn: showTarget,
    leave: () => removeEventListener("hashchange", onHashChange),
  };
}
