// The deal of the day: today's deals, how I and the others did, past days to practise.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { copyText } from "/client/clipboard.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { playerName, tableUrl } from "/client/new_table.js";
import { canShareFiles, resultPicture, shareOrSave } from "/client/daily_picture.js";
import { announce, redraw } from "/client/render.js";
import { dailyField } from "/parts/daily_field.js";
import { barLink, topBar } from "/parts/top_bar.js";
import { words as t } from "/words/en_daily.js";
import { words } from "/words/en_home.js";

/** @import { DailyOverview, DailyGame, DailyDeal } from "/client/protocol_types.js" */

const MINUTE_MS = 60_000;
const MASTER_MS = 2_000; // until the result of the expert bot is asked for again

/** @param {(path: string) => void} navigate @returns {import("/client/render.js").Page} */
export function dailyPage(navigate) {
  /** @type {DailyOverview | null} */
  let overview = null;
  /** @type {import("/client/game_assets.js").Game[]} */
  let games = [];
  /** @type {DailyDeal | null} whose field is shown */
  let shown = null;
  let failed = false;
  let problem = "";
  let uncopied = "";
  let busy = false;
  let masterTimer = 0;
  let left = false;

  async function load() {
    failed = false;
    try {
      [overview, games] = await Promise.all([api.daily(), loadGames()]);
      const finished = overview.games.find((game) => game.state === "over");
      if (finished) await showField(overview.day, finished.game);
    } catch {
      failed = true;
    }
    redraw();
    for (const game of games) loadAssets(game).then(redraw);
  }
  load();
  const timer = setInterval(() => {
    if (overview && Date.now() >= overview.ends) load();
    else redraw();
  }, MINUTE_MS);

  /** @param {string} key */
  const gameName = (key) => games.find((game) => game.key === key)?.name ?? key;

  /** Open a table and go there. @param {() => Promise<import("/client/api.js").TakenSeat>} request */
  async function open(request) {
    if (busy) return;
    busy = true;
    try {
      navigate(tableUrl(await request()));
    } catch (error) {
      problem = words.asSentence(/** @type {Error} */ (error).message);
    }
    busy = false;
    redraw();
  }

  /** @param {string} day @param {string} game */
  async function showField(day, game) {
    clearTimeout(masterTimer);
    shown = await api.dailyDeal(day, game).catch(() => shown);
    redraw();
    const waits = shown?.field && !shown.master && !shown.secret && !left;
    if (waits) masterTimer = setTimeout(() => showField(day, game), MASTER_MS);
  }

  /** @param {DailyOverview} today */
  function resultText(today) {
    const lines = today.games.flatMap(({ game, place, score }) =>
      place === null || score === null ? [] : [t.sharedLine(gameName(game), place, score)],
    );
    return t.shared(t.date(today.day), lines, t.streak(today.streak));
  }

  /** @param {DailyOverview} today */
  async function copyResult(today) {
    const text = resultText(today);
    uncopied = "";
    try {
      await copyText(text);
      announce(t.copied);
    } catch {
      uncopied = text;
    }
    redraw();
  }

  /** @param {DailyOverview} today */
  async function shareResult(today) {
    const text = resultText(today);
    const result = {
      title: t.pictureTitle,
      date: t.date(today.day),
      rows: today.games.flatMap(({ game, place, score }) =>
        place === null || score === null
          ? []
          : [
              {
                name: gameName(game),
                colour: getComputedStyle(swatchOf(game)).backgroundColor,
                place,
                placeText: t.place(place),
                score: words.home.points(score),
              },
            ],
      ),
      streak: t.streak(today.streak),
    };
    const picture = await resultPicture(result, pictureStyle());
    const done = await shareOrSave(picture, `meldroom-${today.day}.png`, text);
    if (done) announce(done === "shared" ? t.pictureShared : t.pictureSaved);
  }

  /** @param {DailyOverview} today @param {DailyGame} deal */
  function todaysDeal(today, deal) {
    const { game, state, place, score } = deal;
    const name = html`<span class="visually-hidden">${t.of(gameName(game))}</span>`;
    const outcome = place === null || score === null ? t.playing : t.outcome(place, score);
    const action =
      state === "over"
        ? html`<button type="button" class="btn" aria-pressed=${shown?.game === game && shown.day === today.day}
          @click=${() => showField(today.day, game)}>${t.showField}${name}</button>`
        : html`<button type="button" class="btn primary" ?disabled=${busy} @click=${() =>
            open(() => api.playDaily(game, playerName()))}>${state === "new" ? t.play : t.goOn}${name}</button>`;
    return html`<li data-game=${game}><i class="swatch"></i><span class="dy-name"><b>${gameName(
      game,
    )}</b><small>${state === "new" ? t.notPlayed : outcome}</small></span>${action}</li>`;
  }

  /** @param {DailyOverview} today */
  function todaysDeals(today) {
    const minutes = Math.max(0, Math.floor((today.ends - Date.now()) / MINUTE_MS));
    const played = today.games.some((game) => game.state === "over");
    return html`<section class="dy-card"><h2>${t.today}<small>${t.next(
      Math.floor(minutes / 60),
      minutes % 60,
    )}</small></h2><p>${t.intro}</p>${problem ? html`<p class="notice" role="alert">${problem}</p>` : nothing}<ul
      class="dy-deals">${today.games.map((deal) => todaysDeal(today, deal))}</ul><p class="dy-streak"><b>${t.streak(
        today.streak,
      )}</b>${
        played
          ? html`<span class="dy-share"><button type="button" class="btn" @click=${() => copyResult(today)}>${
              t.copy
            }</button><button type="button" class="btn" @click=${() => shareResult(today)}>${
              canShareFiles() ? t.sharePicture : t.savePicture
            }</button></span>`
          : nothing
      }</p>${uncopied ? html`<p role="alert">${t.notCopied}</p><pre class="dy-text">${uncopied}</pre>` : nothing}
      <details class="dy-fair"><summary>${t.fair}</summary><p>${t.fairNote}</p><dl>${today.games.map(
        ({ game, commit }) => html`<dt>${gameName(game)}</dt><dd><code>${commit}</code></dd>`,
      )}</dl></details></section>`;
  }

  /** @param {string} day @param {DailyGame} deal */
  function pastDeal(day, { game, place }) {
    return html`<li data-game=${game}><i class="swatch"></i><span class="dy-name">${gameName(game)}</span><span>${
      place === null ? nothing : t.place(place)
    }</span><button type="button" class="btn plain" ?disabled=${busy} @click=${() =>
      open(() => api.practiseDaily(day, game, playerName()))}>${t.practise}<span
      class="visually-hidden">${t.practiseOf(gameName(game), t.shortDate(day))}</span></button></li>`;
  }

  /** @param {DailyOverview} today */
  const pastDays = ({ past }) =>
    html`<section class="dy-card"><h2>${t.past}</h2><p>${past.length ? t.pastNote : t.noPast}</p>${past.map(
      ({ day, games: deals }) =>
        html`<h3>${t.shortDate(day)}</h3><ul class="dy-past">${deals.map((deal) => pastDeal(day, deal))}</ul>`,
    )}</section>`;

  function content() {
    if (failed) {
      return html`<div class="notice" role="alert"><p>${t.failed}</p><button type="button" class="btn primary"
        @click=${load}>${t.tryAgain}</button></div>`;
    }
    if (!overview) return html`<p class="dy-loading" role="status">${t.loading}</p>`;
    return html`<div class="dy-grid">${todaysDeals(overview)}<div class="dy-rail">${
      shown ? dailyField(shown, gameName(shown.game)) : nothing
    }${pastDays(overview)}</div></div>`;
  }

  return {
    title: () => t.title,
    draw: () =>
      html`${topBar(t.title, overview ? t.date(overview.day) : "", barLink("cog", words.home.settings, "/settings"))}
        <main class="dy">${content()}</main>`,
    leave() {
      left = true;
      clearInterval(timer);
      clearTimeout(masterTimer);
    },
  };
}

/** @param {string} game */
const swatchOf = (game) => /** @type {Element} */ (document.querySelector(`.dy-deals [data-game="${game}"] .swatch`));

/** The colours and fonts of the page, for a picture. @returns {import("/client/daily_picture.js").PictureStyle} */
function pictureStyle() {
  const styleOf = (/** @type {string} */ selector) =>
    getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
  const card = styleOf(".dy-card");
  return {
    paper: card.backgroundColor,
    ink: card.color,
    faint: styleOf(".dy-card p").color,
    line: styleOf(".dy-deals li").borderTopColor,
    serif: styleOf(".dy-card > h2").fontFamily,
    sans: card.fontFamily,
  };
}
