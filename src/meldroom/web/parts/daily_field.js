// How everybody did in a deal of the day: how many came in which place, and their scores.
import { html, nothing } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";
import { words as t } from "/words/en_daily.js";
import { words } from "/words/en_home.js";

/** @import { DailyDeal, DailyResult } from "/client/protocol_types.js" */

const PLACES = [1, 2, 3, 4];

/** @param {DailyResult[]} field @param {number} place */
function placeBar(field, place) {
  const there = field.filter((result) => result.place === place);
  const mine = there.some((result) => result.mine);
  const share = { "--share": `${(100 * there.length) / Math.max(1, field.length)}%` };
  return html`<li class=${mine ? "dy-mine" : ""}><span class="visually-hidden">${t.inPlace(
    place,
    there.length,
    mine,
  )}</span><span aria-hidden="true">${t.place(place)}</span><span class="dy-bar" aria-hidden="true"
    ${cssVariables(share)}></span><span aria-hidden="true">${there.length}</span></li>`;
}

/** @param {DailyDeal["master"]} master @param {boolean} past when it plays no more */
function masterLine(master, past) {
  if (!master && past) return nothing;
  const result = master ? t.outcome(master.place, master.score) : t.masterPlays;
  return html`<p class="dy-master"><b>${t.master}</b><span>${result}</span></p>`;
}

/** The way back to my own game, which nobody else sees who has not finished the deal. @param {string} table */
const ownGame = (
  table,
) => html`<p class="dy-own"><a class="btn primary" href="/replay/${table}/1#review">${t.review}</a>
  <a class="btn" href="/replay/${table}/1">${t.replay}</a></p>`;

/** @param {DailyDeal} deal @param {string} name of the game */
export function dailyField({ field, master, secret, state, table }, name) {
  if (!field) return nothing;
  return html`<section class="dy-card dy-field"><h2>${t.field}<small>${t.fieldOf(name, field.length)}</small></h2><ol
    class="dy-places">${PLACES.map((place) => placeBar(field, place))}</ol><h3>${t.scores}</h3><ol
    class="dy-scores">${field.map(
      (result) =>
        html`<li class=${result.mine ? "dy-mine" : ""}><span>${t.place(result.place)}</span><span>${
          result.mine ? t.you : (result.name ?? t.somebody)
        }</span><b>${words.home.points(result.score)}</b></li>`,
    )}</ol>${masterLine(master, secret !== null)}<p>${t.fieldNote}</p>${
      state === "over" ? ownGame(table ?? "") : nothing
    }</section>`;
}
