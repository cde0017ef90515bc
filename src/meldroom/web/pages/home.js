// Home: the games, tables to join, games to resume or replay.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { isAway } from "/client/away.js";
import { hooksOf, isLoaded, loadAssets, loadGames } from "/client/game_assets.js";
import { updateSavedTables } from "/client/my_tables.js";
import { botsFor, playerName, playNowSetUp, tableFields, tableUrl } from "/client/new_table.js";
import { icon, redraw } from "/client/render.js";
import { changeSettings, isDark } from "/client/settings.js";
import { NO_VIEW, Toolkit } from "/client/toolkit.js";
import { dailyCard } from "/parts/daily_card.js";
import { finishedList, openTableList, resumeBanner, runningList } from "/parts/home_lists.js";
import { regularTableList, reloadEvenings } from "/parts/regular_tables.js";
import { brand } from "/parts/top_bar.js";
import { words } from "/words/en_home.js";

const t = words.home;
const POLL_INTERVAL_MS = 5000;
const PLACEHOLDERS = 5; // cards shown until the games are loaded

/** @typedef {import("/client/game_assets.js").Game} Game */
/** @typedef {import("/client/new_table.js").SetUp} SetUp */

/** @param {(path: string) => void} navigate @returns {import("/client/render.js").Page} */
export function homePage(navigate) {
  /** @type {Game[]} */
  let games = [];
  /** @typedef {import("/client/api.js").OpenTable} OpenTable */
  /** @type {OpenTable[] | null} null until they are loaded */
  let openTables = null;
  let tablesFailed = false;
  let pagesShown = 1; // of open tables
  let moreTables = false;
  /** @type {Promise<import("/client/protocol_types.js").Bot[]>} none if the server does not say */
  let botsRequest = Promise.resolve([]);
  /** @type {{draw: () => unknown} | null} the sheet in which a table is set up */
  let sheet = null;
  /** @type {import("/client/protocol_types.js").DailyOverview | null} null until it is loaded */
  let today = null;
  let problem = "";
  let noAnswer = false; // to the question which games there are
  let busy = false;
  let left = false;

  async function load() {
    noAnswer = false;
    redraw();
    refreshTables();
    botsRequest = api.bots().catch(() => []);
    updateSavedTables().then(redraw);
    loadDaily();
    try {
      games = await loadGames();
    } catch {
      noAnswer = true;
    }
    redraw();
    for (const game of games) loadAssets(game).then(redraw);
  }
  async function loadDaily() {
    today = await api.daily(0).catch(() => today);
    redraw();
  }
  async function refreshTables() {
    /** @type {OpenTable[]} */
    const found = [];
    /** @type {string | null} */
    let next = "";
    try {
      for (let page = 0; page < pagesShown && next !== null; page += 1) {
        const lobby = await api.openTables(next);
        found.push(...lobby.tables);
        next = lobby.next;
      }
      tablesFailed = false;
    } catch {
      tablesFailed = openTables === null;
      redraw();
      return;
    }
    if (left) return;
    openTables = found;
    moreTables = next !== null;
    redraw();
  }
  reloadEvenings();
  load();
  const pollTimer = setInterval(() => {
    if (!document.hidden) refreshTables();
  }, POLL_INTERVAL_MS);

  function showMoreTables() {
    pagesShown += 1;
    refreshTables();
  }

  /** Open a table and go there; gives what went wrong, "" if nothing. @param {object} fields */
  async function createTable(fields) {
    try {
      navigate(tableUrl(await api.createTable(fields)));
      return "";
    } catch (error) {
      return words.asSentence(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Game} game */
  async function playNow(game) {
    if (busy) return;
    busy = true;
    const bots = botsFor(await botsRequest, game.key);
    problem = await createTable(tableFields(game, playNowSetUp(game, bots), bots));
    busy = false;
    redraw();
  }

  /** @param {Game} game */
  function gameCard(game) {
    const { homeArt, minutes, tagline } = hooksOf(game.key);
    const kit = new Toolkit({ game, names: [], me: null, choice: null, view: NO_VIEW });
    const cards = game.cards.slice(0, 3).map(({ code }) => kit.picture(code));
    const art = homeArt?.(kit) ?? (isLoaded(game.key) ? html`<span class="fan default-art">${cards}</span>` : nothing);
    return html`<article class="game" data-game=${game.key}>
      <div class="game-art art-${game.key}" aria-hidden="true">${art}</div>
      <div class="game-info"><h2>${game.name}</h2><p class="game-facts">${game.year}<span>${t.players(
        ...game.players,
      )}</span>${minutes ? html`<span>${t.minutes(minutes)}</span>` : nothing}</p>
      <p class="tagline">${tagline ?? game.about}</p>
      <div class="game-actions"><button type="button" class="btn primary" ?disabled=${busy} @click=${() =>
        playNow(game)}>${t.play}<span class="visually-hidden"> ${game.name}</span></button><button type="button"
        class="btn" @click=${() => openSetUp(game)}>${t.setUp}<span
        class="visually-hidden"> ${game.name}</span></button></div>
      <a class="learn-link" href="/${game.lesson ? "learn" : "rules"}/${game.key}">${
        t.learn
      }<span class="visually-hidden"> ${game.name}</span></a></div>
    </article>`;
  }

  /** @param {string} key */
  const gameName = (key) => games.find((game) => game.key === key)?.name;

  /** Open the sheet "Set up". @param {Game} game @param {Partial<SetUp>} [wanted] */
  async function openSetUp(game, wanted) {
    const sheetLoaded = import("/parts/setup_sheet.js");
    const bots = botsFor(await botsRequest, game.key);
    const { setUpSheet } = await sheetLoaded;
    if (left) return;
    const close = () => {
      sheet = null;
      redraw();
    };
    sheet = setUpSheet(game, bots, createTable, close, wanted);
    redraw();
  }

  function topBar() {
    const toggleTheme = () => changeSettings({ theme: isDark() ? "light" : "dark" });
    const themeLabel = isDark() ? t.lightTheme : t.darkTheme;
    return html`<header class="top-bar">${brand()}<span class="spacer"></span>
      <button type="button" class="btn plain" @click=${toggleTheme} aria-label=${themeLabel}>${icon("moon")}<span
        class="bar-label">${themeLabel}</span></button>
      <a class="btn plain" href="/me" aria-label=${t.myRecord}>${icon("pad")}<span class="bar-label">${
        t.myRecord
      }</span></a>
      <a class="btn plain" href="/settings" aria-label=${t.settings}>${icon("cog")}<span class="bar-label">${
        t.settings
      }</span></a>
      <span class="profile not-phone"><span class="avatar"
        aria-hidden="true">${playerName()[0].toUpperCase()}</span>${playerName()}</span></header>`;
  }

  const placeholderCard = () =>
    html`<div class="game placeholder" aria-hidden="true"><div class="game-art"></div><div
      class="game-info"></div></div>`;

  function gameList() {
    if (noAnswer && !isAway()) {
      return html`<div class="notice no-answer" role="alert"><p>${t.noAnswer}</p><button type="button"
        class="btn primary" @click=${load}>${t.tryAgain}</button></div>`;
    }
    if (!games.length) {
      return html`<section class="game-list" aria-label=${t.games} aria-busy="true"><p class="visually-hidden">${
        t.loading
      }</p>${Array.from({ length: PLACEHOLDERS }, placeholderCard)}</section>`;
    }
    return html`<section class="game-list" aria-label=${t.games}>${games.map(gameCard)}</section>`;
  }

  function draw() {
    const lesson = games.find((game) => game.lesson);
    const learn = lesson && html`<a class="btn" href="/learn/${lesson.key}">${t.learnGame(lesson.name)}</a>`;
    const tableState = {
      failed: tablesFailed && !noAnswer && !isAway(),
      retry: refreshTables,
      more: moreTables ? showMoreTables : null,
      open: games.length
        ? html`<button type="button" class="btn" @click=${() => openSetUp(games[0], { listed: true })}>${
            t.openTable
          }</button>`
        : nothing,
    };
    return html`${topBar()}
      <main class="home"><section class="hero"><div><h1>${t.heading}</h1><p>${t.intro}</p>${dailyCard(today)}</div>
        ${resumeBanner(gameName)}</section>
        ${problem ? html`<p class="notice" role="alert">${problem}</p>` : nothing}
        ${gameList()}
        <section class="lists"><div><h2>${t.openTables}</h2>${openTableList(openTables, gameName, tableState)}
          ${regularTableList(gameName)}${runningList(gameName)}</div>
        <div><h2>${t.finished}</h2>${finishedList(gameName, learn ?? nothing)}</div></section>
      </main>${sheet?.draw() ?? nothing}`;
  }

  return {
    draw,
    title: () => t.title,
    serverBack() {
      if (noAnswer) load();
    },
    leave() {
      left = true;
      clearInterval(pollTimer);
    },
  };
}
