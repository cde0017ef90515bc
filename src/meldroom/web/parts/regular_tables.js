// Home: the regular tables, with the score of their last evening.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { regularTables } from "/client/my_tables.js";
import { redraw } from "/client/render.js";
import { words } from "/words/en_home.js";

const t = words.evening;

/** @typedef {import("/client/my_tables.js").RegularTable} RegularTable */

/** @type {Map<string, api.Evening | null>} by table, null until it comes; loaded once for each visit of the page */
const evenings = new Map();

/** Load the scores of the evenings again. */
export const reloadEvenings = () => evenings.clear();

/** @param {(key: string) => string | undefined} gameName */
export function regularTableList(gameName) {
  const tables = regularTables();
  if (!tables.length) return nothing;
  return html`<h2>${t.regularTables}</h2><ul>${tables.map((table) => item(table, gameName))}</ul>`;
}

/** @param {string} key */
async function load(key) {
  evenings.set(key, null);
  try {
    evenings.set(key, await api.evening(key));
    redraw();
  } catch {
    evenings.delete(key); // until the page is drawn next
  }
}

/** @param {RegularTable} table @param {(key: string) => string | undefined} gameName */
function item({ key, game, gameName: storedName, code, names }, gameName) {
  if (!evenings.has(key)) load(key);
  const { totals: [best] = [], games = [] } = evenings.get(key) ?? {};
  const score = best ? t.leader(best.name, best.wins, games.length) : t.noGamesYet;
  return html`<li data-game=${game}><i class="swatch"></i><span class="grow"><b>${
    gameName(game) ?? storedName ?? game
  }</b><small>${names.join(", ")}</small><small>${score}</small></span><a class="btn" href="/t/${key}#${code}">${
    t.goThere
  }</a></li>`;
}
