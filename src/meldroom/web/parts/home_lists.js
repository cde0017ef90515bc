// The lists of the home page: tables to join, games to resume, games to replay.
import { html, nothing } from "/vendor/lit.js";
import { savedTables } from "/client/my_tables.js";
import { words } from "/words/en_home.js";

const t = words.home;
const MAX_FINISHED = 6;

/** @typedef {import("/client/api.js").OpenTable} OpenTable */
/** @typedef {import("/client/my_tables.js").SavedTable} SavedTable */
/** @typedef {(key: string) => string | undefined} GameName undefined until the games are loaded */

/** @param {string} game @param {unknown} name @param {unknown[]} lines @param {unknown} action */
const listItem = (game, name, lines, action) =>
  html`<li data-game=${game}><i class="swatch"></i><span class="grow"><b>${name}</b>${lines.map(
    (line) => html`<small>${line}</small>`,
  )}</span>${action}</li>`;

/** What stands in place of a list. @param {unknown} text @param {unknown} [nextStep] */
const note = (text, nextStep = nothing) => html`<div class="empty-note"><p class="small">${text}</p>${nextStep}</div>`;

/** @param {SavedTable} table */
const opponents = (table) => table.names.filter((_, seat) => seat !== table.seat);

/**
 * The tables that anybody may join.
 * @param {OpenTable[] | null} tables null while they are unknown @param {GameName} gameName
 * @param {{failed: boolean, retry: () => void, more: (() => void) | null, open: unknown}} state
 */
export function openTableList(tables, gameName, { failed, retry, more, open }) {
  const retryButton = html`<button type="button" class="btn" @click=${retry}>${t.tryAgain}</button>`;
  if (failed) return note(t.tablesUnknown, retryButton);
  if (tables === null) return html`<div class="empty-note placeholder" aria-hidden="true"></div>`;
  if (!tables.length) return note(t.noOpenTables, open);
  return html`<ul>${tables.map((table) => openTableItem(table, gameName))}</ul>${
    more ? html`<button type="button" class="btn" @click=${more}>${t.moreTables}</button>` : nothing
  }`;
}

/** @param {OpenTable} table @param {GameName} gameName */
function openTableItem(table, gameName) {
  const people = table.seats.filter((seat) => seat.person);
  const free = table.seats.length - people.length;
  const names = people.map((seat) => seat.name).join(", ");
  return listItem(
    table.game,
    gameName(table.game),
    [`${names} · ${free ? t.freeSeats(free) : t.noFreeSeat}`],
    html`<a class="btn" href="/t/${table.key}">${table.phase === "playing" ? t.askToJoin : t.sit}</a>`,
  );
}

/** @param {SavedTable} table @param {GameName} gameName */
const nameOf = (table, gameName) => gameName(table.game) ?? table.gameName ?? table.game;

const runningGames = () => savedTables().filter((table) => !table.over);

/** The newest running game. @param {GameName} gameName */
export function resumeBanner(gameName) {
  const [table] = runningGames();
  if (!table) return nothing;
  return html`<a class="resume" data-game=${table.game} href="/t/${table.key}#${table.code}"><span
    class="turn-dot ${table.turn ? "" : "off"}"></span><span class="grow"><b>${
      table.turn ? t.yourTurn : t.inProgress
    }</b><small>${nameOf(table, gameName)}, ${opponents(table).join(", ")}</small></span><span
    class="btn primary">${t.backToTable}</span></a>`;
}

/** The other running games. @param {GameName} gameName */
export function runningList(gameName) {
  const tables = runningGames().slice(1);
  if (!tables.length) return nothing;
  return html`<h2>${t.running}</h2><ul>${tables.map((table) =>
    listItem(
      table.game,
      nameOf(table, gameName),
      [opponents(table).join(", ")],
      html`<a class="btn" href="/t/${table.key}#${table.code}">${t.resume}</a>`,
    ),
  )}</ul>`;
}

/** The games played to the end. @param {GameName} gameName @param {unknown} nextStep what to do while there are none */
export function finishedList(gameName, nextStep) {
  const games = savedTables()
    .filter((table) => table.over)
    .slice(0, MAX_FINISHED);
  if (!games.length) return note(t.noneFinished, nextStep);
  return html`<ul>${games.map((game) =>
    listItem(
      game.game,
      nameOf(game, gameName),
      [outcome(game), `${t.date(game.at)} · ${t.against(opponents(game))}`],
      html`<a class="btn" href="/replay/${game.key}/${game.number}">${t.replay}</a>`,
    ),
  )}</ul>`;
}

/** Place and score. @param {SavedTable} game */
function outcome({ over, names }) {
  if (over?.place === undefined) return over?.winners ? t.wonBy(over.winners.map((seat) => names[seat])) : nothing;
  const place = over.place === 1 ? t.won((over.winners ?? []).length > 1) : t.lost(over.place, names.length);
  return `${place} · ${t.points(over.score ?? 0)}`;
}
