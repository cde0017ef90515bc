// The figures of a record: form, opponents, recent games, and each game's places and scores.
import { html, nothing, svg } from "/vendor/lit.js";
import { levelLabel } from "/client/new_table.js";
import { cssVariables } from "/client/render.js";
import { words as t } from "/words/en_record.js";

/** @import { MyRecord, GameFigures, RecentGame, PlayersOfGame } from "/client/protocol_types.js" */
/** @typedef {(key: string) => string} GameName */

const TREND = { width: 240, height: 56, edge: 4 };

/** @param {MyRecord} record */
export function form(record) {
  const wins = record.form.filter((place) => place === 1).length;
  const marks = record.form.map(
    (place) => html`<i class=${place === 1 ? "rc-win" : ""}>${place === 1 ? t.winMark : place}</i>`,
  );
  return html`<section class="rc-card"><h2>${t.form}<small>${t.newest}</small></h2><div class="rc-form" role="img"
    aria-label=${t.formSpoken(record.form.length, wins)}>${marks}</div><p>${t.runs(
      record.streak.current,
      record.streak.longest,
    )}</p></section>`;
}

/** @param {string} name @param {{games: number, ahead: number}} tally */
const tallyRow = (name, { games, ahead }) =>
  html`<li><span class="visually-hidden">${t.aheadOf(name, games, ahead)}</span><span class="rc-name"
    aria-hidden="true">${name}</span><span aria-hidden="true">${games}</span><span class="rc-bar" aria-hidden="true"
    ${cssVariables({ "--share": `${100 * ahead}%` })}></span><span aria-hidden="true">${t.percent(ahead)}</span></li>`;

/** @param {MyRecord} record */
export function opponents({ people, bots }) {
  const everybody = people.length
    ? html`<ul class="rc-tally">${people.map((one) => tallyRow(one.name, one))}</ul>`
    : html`<p>${t.noPeople}</p>`;
  return html`<section class="rc-card"><h2>${t.people}<small>${t.ahead}</small></h2>${everybody}${
    bots.length
      ? html`<h3>${t.bots}</h3><ul class="rc-tally">${bots.map((one) =>
          tallyRow(levelLabel(one.bot) || one.bot, one),
        )}</ul>`
      : nothing
  }</section>`;
}

/** @param {RecentGame[]} games @param {GameName} gameName */
export const recentGames = (games, gameName) =>
  html`<section class="rc-card"><h2>${t.recent}</h2><ul class="rc-recent">${games.map((game) =>
    recentGame(game, gameName(game.game)),
  )}</ul></section>`;

/** @param {RecentGame} game @param {string} name */
function recentGame(game, name) {
  const date = t.date(game.at);
  const outcome = game.place === 1 ? html`<b>${t.won}</b>${t.wonWith(game.score)}` : t.outcome(game.place, game.score);
  return html`<li data-game=${game.game}><i class="swatch"></i><span class="rc-name">${name}</span><span
    class="rc-others">${game.others.map((other) => other.name).join(", ")}</span><span>${outcome}${
      game.hinted ? html` <small>${t.withHints}</small>` : nothing
    }</span><time
    datetime=${new Date(game.at).toISOString()}>${date}</time><a class="btn plain"
    href="/replay/${game.table}/${game.number}">${t.replay}<span class="visually-hidden">${t.replayOf(
      name,
      date,
    )}</span></a></li>`;
}

/** @param {GameFigures[]} figures @param {GameName} gameName */
export const figuresByGame = (figures, gameName) =>
  html`<section class="rc-card"><h2>${t.byGame}</h2><ul class="rc-games">${figures.map((one) =>
    gameFigures(one, gameName(one.game)),
  )}</ul></section>`;

/** @param {GameFigures} figures @param {string} name */
function gameFigures({ game, games, wins, places, streak, scores, reviews }, name) {
  const most = Math.max(...places);
  const bars = places.map(
    (times, at) =>
      html`<li ${cssVariables({ "--share": `${(100 * times) / most}%` })}><span>${t.place(at + 1)}</span><i></i><b>${
        times
      }</b></li>`,
  );
  return html`<li data-game=${game}><h3><i class="swatch"></i>${name}</h3><p>${t.played(games, wins)}${
    streak.longest > 1 ? html`, ${t.bestRun(streak.longest)}` : nothing
  }</p>${reviews ? reviewLine(reviews) : nothing}<ol class="rc-places" aria-label=${t.places}>${bars}</ol>${
    scores.length > 1 ? trend(scores, t.trendOf(name, scores.length)) : nothing
  }</li>`;
}

/** @param {NonNullable<GameFigures["reviews"]>} reviews */
const reviewLine = ({ games, loss, luck }) =>
  html`<p>${t.reviewed(games)}: ${loss === null ? nothing : html`${t.loss(loss)}, `}${t.luck(luck)}</p>`;

/** The room's players, where the host shows them. @param {PlayersOfGame[]} tables @param {GameName} gameName */
export const playerTables = (tables, gameName) =>
  tables.length
    ? html`<section class="rc-card"><h2>${t.roomPlayers}</h2><ul class="rc-games">${tables.map(
        ({ game, players }) => html`<li data-game=${game}><h3><i class="swatch"></i>${gameName(game)}</h3><ol
        class="rc-players">${players.map(
          ({ name, value, error }) => html`<li><span class="rc-name">${name}</span><b>${value}</b> ± ${error}</li>`,
        )}</ol></li>`,
      )}</ul></section>`
    : nothing;

/** A line through the scores, the newest at the end. @param {number[]} scores @param {string} title */
function trend(scores, title) {
  const { width, height, edge } = TREND;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const x = (/** @type {number} */ at) => edge + (at / (scores.length - 1)) * (width - 2 * edge);
  const y = (/** @type {number} */ score) => height - edge - ((score - low) / (high - low || 1)) * (height - 2 * edge);
  const points = scores.map((score, at) => `${x(at).toFixed(1)},${y(score).toFixed(1)}`).join(" ");
  const last = scores.length - 1;
  return html`<figure class="rc-trend"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${title}>${svg`
    <polyline points=${points}></polyline><circle cx=${x(last)} cy=${y(scores[last])} r="3.5"></circle>`}</svg>
    <figcaption aria-hidden="true"><span>${t.number(low)}</span><span>${t.trend}</span><span>${t.number(
      high,
    )}</span></figcaption></figure>`;
}
