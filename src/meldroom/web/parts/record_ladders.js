// Ladders, one for each game in its cloth: the rungs are the bots, the disc is the player, the band the uncertainty.
import { html, nothing } from "/vendor/lit.js";
import { botLevels, playerName } from "/client/new_table.js";
import { cssVariables } from "/client/render.js";
import { words as t } from "/words/en_record.js";

/** @typedef {import("/client/protocol_types.js").GameFigures} GameFigures */
/** @typedef {{name: string, label: string, rating: number, at: number}} Rung `at` in per cent from below */

const EDGE = 7; // per cent that nothing is drawn in, at both ends
const BEYOND = 250; // points by which the ends of a ladder lie beyond its first and last rung

/** The levels that some game has measured, the strongest last. @param {GameFigures[]} figures */
function levelsOf(figures) {
  const measured = new Set(figures.flatMap(({ ladder }) => ladder.map(({ bot }) => bot)));
  return botLevels().filter(({ name }) => measured.has(name));
}

/**
 * The rungs of a game: each level stands at the same height in every game, so that one name beside them will do.
 * @param {GameFigures} figures @param {ReturnType<typeof levelsOf>} levels @returns {Rung[]}
 */
function rungsOf({ ladder }, levels) {
  /** @type {Rung[]} */
  const rungs = [];
  levels.forEach(({ name, label = name }, at) => {
    const found = ladder.find(({ bot }) => bot === name);
    if (!found) return;
    const rating = Math.max(found.rating, (rungs.at(-1)?.rating ?? -Infinity) + 1);
    rungs.push({ name, label, rating, at: heightOf(at, levels.length) });
  });
  return rungs;
}

/** @param {number} at @param {number} many */
const heightOf = (at, many) => (100 * (at + 1)) / (many + 1);

/** How high a rating stands among the rungs, in per cent. @param {number} rating @param {Rung[]} rungs */
function height(rating, rungs) {
  const first = rungs[0];
  const last = rungs.at(-1);
  if (!first || !last) return 50;
  const ends = [
    { rating: first.rating - BEYOND, at: 0 },
    { rating: last.rating + BEYOND, at: 100 },
  ];
  const marks = [ends[0], ...rungs, ends[1]];
  const next = marks.findIndex((mark) => mark.rating >= rating);
  const above = marks[next === -1 ? marks.length - 1 : Math.max(1, next)];
  const below = marks[marks.indexOf(above) - 1];
  const share = (rating - below.rating) / (above.rating - below.rating);
  return Math.min(100 - EDGE, Math.max(EDGE, below.at + share * (above.at - below.at)));
}

/** "above Club player", for who cannot see the ladder. @param {number} rating @param {Rung[]} rungs */
function besideRung(rating, rungs) {
  const below = rungs.filter((rung) => rung.rating <= rating).at(-1);
  if (below) return t.above(below.label);
  return rungs.length ? t.below(rungs[0].label) : "";
}

/** @param {GameFigures} figures @param {Rung[]} rungs */
function marks({ rating }, rungs) {
  if (!rating) return html`<span class="ld-unknown"></span>`;
  const initial = playerName()[0].toUpperCase();
  const [low, high] = [-1, 1].map((sign) => height(rating.value + sign * rating.error, rungs));
  return html`<span class="ld-band" ${cssVariables({ "--low": `${low}%`, "--high": `${high}%` })}></span><span
    class="ld-disc avatar" ${cssVariables({ "--at": `${height(rating.value, rungs)}%` })}>${initial}</span>`;
}

/** @param {GameFigures} figures @param {Rung[]} rungs @param {string} name */
function ladder(figures, rungs, name) {
  const { game, rating, rating_after: missing, games, wins } = figures;
  const beside = rating ? besideRung(rating.value, rungs) : "";
  const spoken = rating
    ? [t.rating(rating.value, rating.error), beside].filter(Boolean).join(", ")
    : t.missing(missing);
  return html`<li class="ld-col" data-game=${game}><div class="ld-track" aria-hidden="true">${rungs.map(
    ({ at }) => html`<span class="ld-rung" ${cssVariables({ "--at": `${at}%` })}></span>`,
  )}${marks(figures, rungs)}</div><h3>${name}</h3><p><span class="visually-hidden">${spoken}</span><span
    aria-hidden="true">${
      rating ? html`<b>${rating.value}</b> ± ${rating.error}` : t.missing(missing)
    }</span><span class="ld-played">${t.played(games, wins)}</span></p></li>`;
}

/** @param {GameFigures[]} figures @param {(key: string) => string} gameName */
export function ladders(figures, gameName) {
  const levels = levelsOf(figures);
  const names = levels.map(
    ({ name, label }, at) =>
      html`<span ${cssVariables({ "--at": `${heightOf(at, levels.length)}%` })}>${label ?? name}</span>`,
  );
  const named = levels.length ? html`<div class="ld-names" aria-hidden="true">${names}</div>` : nothing;
  const columns = figures.map((one) => ladder(one, rungsOf(one, levels), gameName(one.game)));
  return html`<section class="rc-card"><h2>${t.ladders}<small>${t.band}</small></h2><div class="ld">${named}<ul
    class="ld-list">${columns}</ul></div></section>`;
}
