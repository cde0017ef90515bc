// The rules of a game: its summary, and every numbered rule, which can be linked to.
import { html, nothing } from "/vendor/lit.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { headingId, headings } from "/client/markdown.js";
import { redraw } from "/client/render.js";
import { loadRulebook } from "/client/rulebook.js";
import { NO_VIEW, Toolkit } from "/client/toolkit.js";
import { rulesSummary, rulesText, showRule } from "/parts/rules_text.js";
import { topBar } from "/parts/top_bar.js";
import { words } from "/words/en.js";

const t = words.rules;

/** @param {string} key @returns {import("/client/render.js").Page} */
export function rulesPage(key) {
  /** @type {import("/client/rulebook.js").Rulebook | null} */
  let rulebook = null;
  let problem = "";
  /** @type {import("/client/game_assets.js").Game | undefined} */
  let game;
  let shownTarget = "";
  Promise.all([loadRulebook(key), loadGames()]).then(
    async ([loaded, games]) => {
      game = games.find((one) => one.key === key);
      if (game) await loadAssets(game);
      rulebook = loaded;
      redraw();
    },
    (error) => {
      problem = error.message;
      redraw();
    },
  );

  /** Scroll to the rule that the address names. */
  function showTarget() {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && rulebook ? document.getElementById(id) : null;
    if (!target || shownTarget === id) return;
    shownTarget = id;
    showRule(target);
  }
  const onHashChange = () => {
    shownTarget = "";
    showTarget();
  };
  addEventListener("hashchange", onHashChange);

  /** @param {import("/client/rulebook.js").Rulebook} loaded */
  function content({ text, summary }) {
    const contents = html`<nav class="contents" aria-label=${t.contents}>${headings(text).map(
      (heading) => html`<a href="#${headingId(heading)}">${heading}</a>`,
    )}</nav>`;
    const kit = game && new Toolkit({ game, names: [], me: null, choice: null, view: NO_VIEW });
    return html`${kit ? rulesSummary(kit, summary) : nothing}${contents}${rulesText(text)}`;
  }

  function draw() {
    const learnLink = html`<a class="btn" href="/learn/${key}">${words.home.learn}</a>`;
    const state = problem
      ? html`<p class="notice" role="alert">${words.asSentence(problem)} <a href="/">${words.states.toHome}</a></p>`
      : html`<p role="status">${words.states.openingRules}</p>`;
    return html`${topBar(game?.name ?? key, words.bar.rules, game?.lesson ? learnLink : nothing)}<main
      class="document rules">${rulebook ? content(rulebook) : state}</main>`;
  }

  return {
    title: () => t.title(game?.name ?? key),
    game: () => key,
    draw,
    drawn: showTarget,
    leave: () => removeEventListener("hashchange", onHashChange),
  };
}
