// My record: ratings, figures, opponents and recent games of the person whose browser this is.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { redraw } from "/client/render.js";
import { figuresByGame, form, opponents, playerTables, recentGames } from "/parts/record_figures.js";
import { ladders } from "/parts/record_ladders.js";
import { ownData } from "/parts/record_own_data.js";
import { barLink, topBar } from "/parts/top_bar.js";
import { words as t } from "/words/en_record.js";

/** @typedef {import("/client/protocol_types.js").MyRecord} MyRecord */
/** @typedef {import("/client/game_assets.js").Game} Game */

/** @param {string} code with which another device asks to be joined; "" for none
 * @returns {import("/client/render.js").Page} */
export function recordPage(code) {
  /** @type {MyRecord | null} */
  let record = null;
  /** @type {Game[]} */
  let games = [];
  /** @type {import("/client/protocol_types.js").PlayersOfGame[]} */
  let players = [];
  let failed = false;

  async function load() {
    failed = false;
    try {
      [record, games, players] = await Promise.all([api.myRecord(), loadGames(), api.players()]);
    } catch {
      failed = true;
    }
    redraw();
    for (const game of games) loadAssets(game).then(redraw);
  }
  const own = ownData(code, load);
  load();

  /** @param {string} key */
  const gameName = (key) => games.find((game) => game.key === key)?.name ?? key;

  /** @param {MyRecord} shown */
  const head = (shown) =>
    html`<p class="rc-head">${
      shown.since === null ? nothing : t.intro(shown.games, t.date(shown.since), shown.wins)
    } ${shown.name ? t.kept(shown.name) : nothing}</p>`;

  const empty = () =>
    html`<section class="rc-card rc-empty"><h2>${t.empty}</h2><p>${t.emptyText}</p><p><a class="btn primary"
      href="/">${t.toGames}</a></p></section>`;

  /** @param {MyRecord} shown */
  const figures = (shown) =>
    html`${ladders(shown.by_game, gameName)}<div class="rc-two">${opponents(shown)}${recentGames(
      shown.recent,
      gameName,
    )}</div>${figuresByGame(shown.by_game, gameName)}`;

  function content() {
    if (failed) {
      return html`<div class="notice" role="alert"><p>${t.failed}</p><button type="button" class="btn primary"
        @click=${load}>${t.tryAgain}</button></div>`;
    }
    if (!record) return html`<p class="rc-loading" role="status">${t.loading}</p>`;
    const main = html`${record.games ? figures(record) : empty()}${playerTables(players, gameName)}`;
    return html`${record.games ? head(record) : nothing}<div class="rc-grid"><div class="rc-main">${main}</div><aside
      class="rc-rail">${record.games ? form(record) : nothing}${own.draw()}</aside></div>`;
  }

  return {
    title: () => t.title,
    draw: () =>
      html`${topBar(t.title, record?.games ? t.summary(record.games) : "", barLink("cog", t.settings, "/settings"))}
        <main class="rc">${content()}</main>${own.dialog()}`,
  };
}
