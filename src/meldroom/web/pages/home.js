// Home: the games as things on a shelf, tables to join, games to go back to.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { all, dress, dressOf } from "/client/game_assets.js";
import { tables } from "/client/my_tables.js";
import { Parts, sign } from "/client/toolkit.js";
import { evening, set, settings } from "/client/settings.js";
import { levelOf, name, seatsOf, sitter, tableOf } from "/client/new_table.js";
import { redraw } from "/client/render.js";
import { brand } from "/parts/bar.js";
import { sheet } from "/parts/sheet.js";
import { words } from "/words/en.js";

const t = words.home;
const LOOK = 5000;

/** @param {(path: string) => void} go @returns {import("/client/render.js").Page} */
export function homePage(go) {
  /** @type {import("/client/game_assets.js").Game[]} */
  let games = [];
  /** @type {any[]} */
  let open = [];
  /** @type {string[]} */
  let bots = [];
  /** @type {import("/client/game_assets.js").Game | null} */
  let opening = null;
  let problem = "";
  let busy = false;
  let gone = false;

  all().then(async (told) => {
    games = told;
    redraw();
    for (const game of told) dress(game).then(redraw);
  }, () => { problem = words.table.lost; redraw(); });
  api.bots().then((levels) => { bots = levels; redraw(); }, () => {});
  const look = () => api.openTables().then((told) => { if (!gone) { open = told; redraw(); } }, () => {});
  look();
  const clock = setInterval(() => { if (!document.hidden) look(); }, LOOK);

  const level = () => levelOf(bots);

  /** @param {object} wish */
  async function openTable(wish) {
    if (busy) return;
    busy = true;
    problem = "";
    try {
      go(tableOf(await api.openTable({ ...sitter(bots), ...wish })));
    } catch (error) {
      problem = words.table.refused(/** @type {Error} */ (error).message);
    }
    busy = false;
    redraw();
  }

  /** @param {import("/client/game_assets.js").Game} game */
  function card(game) {
    const look_ = dressOf(game.key);
    const p = new Parts({ game, names: [], me: null, choice: null, view: { zones: [], seats: 0 } });
    return html`<article class="game" data-game=${game.key}>
      <div class="object o-${game.key}" aria-hidden="true">${look_.object?.(p) ?? html`<span class="lap plain-object">${game.cards.slice(0, 3).map(({ code }) => p.mute(code))}</span>`}</div>
      <div class="about"><h2>${game.name}</h2><p class="facts">${game.year}<span>${t.players(...game.players)}</span>${look_.minutes ? html`<span>${t.minutes(look_.minutes)}</span>` : nothing}</p><p class="line">${look_.line ?? game.about}</p>
      <div class="do"><button type="button" class="btn go" ?disabled=${busy} @click=${() => openTable({ game: game.key, seats: seatsOf(game) })}>${t.play}<span class="vh"> ${game.name}</span></button><button type="button" class="btn" aria-label=${t.with(game.name)} title=${t.with(game.name)} @click=${() => { opening = game; redraw(); }}>${sign("link")}</button><a class="btn plain" href="/${game.lesson ? "learn" : "rules"}/${game.key}">${t.learn}<span class="vh"> ${game.name}</span></a></div></div>
    </article>`;
  }

  /** @param {any} table */
  function openLine(table) {
    const free = table.seats.filter((/** @type {any} */ seat) => !seat.person).length;
    const game = games.find((one) => one.key === table.game);
    const here = table.seats.filter((/** @type {any} */ seat) => seat.person).map((/** @type {any} */ seat) => seat.name);
    return line(table.game, game?.name ?? table.game, `${t.people(here)} · ${free ? t.free(free) : t.full}`, html`<a class="btn" href="/t/${table.key}">${table.phase === "playing" ? t.over : t.sit}</a>`);
  }

  /** @param {string} game @param {string} title @param {string} sub @param {unknown} action */
  const line = (game, title, sub, action) => html`<li data-game=${game}><i class="swatch"></i><span class="grow"><b>${title}</b><small>${sub}</small></span>${action}</li>`;

  /** @param {string} key */
  const title = (key) => games.find((one) => one.key === key)?.name ?? key;

  function resume() {
    const run = tables().find((table) => !table.over);
    if (!run) return nothing;
    return html`<a class="resume" data-game=${run.game} href="/t/${run.key}#${run.code}"><span class="lampdot ${run.turn ? "" : "dim"}"></span><span class="grow"><b>${run.turn ? t.yours : t.theirs}</b><small>${title(run.game)}, ${run.names.filter((_, at) => at !== run.seat).join(", ")}</small></span><span class="btn go">${t.back}</span></a>`;
  }

  function friends() {
    if (!opening) return nothing;
    const game = opening;
    const close = () => { if (opening) { opening = null; redraw(); } };
    const [least, most] = game.players;
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const seats = Number(form.get("seats"));
      set({ name: String(form.get("name")).trim(), bot: String(form.get("bot") ?? ""), seats: { ...settings.seats, [game.key]: seats } });
      const options = Object.fromEntries(Object.keys(game.options).map((option) => [option, game.options[option].find((value) => String(value) === form.get(`option-${option}`))]).filter(([, value]) => value !== undefined));
      openTable({ game: game.key, seats, options, clock: form.get("clock"), listed: form.get("listed") === "on", fill: form.get("fill") });
    };
    const pick = (/** @type {string} */ id, /** @type {string} */ label, /** @type {any[]} */ values, /** @type {any} */ now, /** @type {any} */ say = {}) =>
      html`<label>${label}<select name=${id}>${values.map((value) => html`<option value=${value} ?selected=${value === now}>${say[value] ?? String(value).replaceAll("_", " ")}</option>`)}</select></label>`;
    return sheet(t.with(game.name), html`<form class="form" @submit=${submit}>
      <label>${t.how.name}<input type="text" name="name" maxlength="24" required .value=${name()} autocomplete="nickname"></label>
      ${pick("seats", t.how.seats, Array.from({ length: most - least + 1 }, (_, at) => least + at), seatsOf(game))}
      ${pick("fill", t.how.empty, ["people", "bots"], "people", { people: t.how.wait, bots: t.how.fill })}
      ${bots.length > 1 ? pick("bot", t.how.bots, bots, level()) : nothing}
      ${pick("clock", t.how.clock, Object.keys(t.clocks), "off", t.clocks)}
      ${Object.entries(game.options).map(([option, values]) => pick(`option-${option}`, option.charAt(0).toUpperCase() + option.slice(1).replaceAll("_", " "), values, values[0]))}
      <label class="tick"><input type="checkbox" name="listed">${t.how.listed}</label>
      <button class="btn big go" data-game=${game.key}>${t.how.begin}</button></form>`, close);
  }

  function draw() {
    const finished = tables().filter((table) => table.over);
    const running = tables().filter((table) => !table.over).slice(1);
    return html`<header class="bar">${brand()}<span class="push"></span>
        <button type="button" class="btn plain" @click=${() => set({ theme: evening() ? "light" : "dark" })} aria-label=${evening() ? t.day : t.evening}>${sign("moon")}<span class="wide">${evening() ? t.day : t.evening}</span></button>
        <a class="btn plain" href="/settings" aria-label=${t.settings}>${sign("cog")}<span class="wide">${t.settings}</span></a>
        <span class="me-plate not-phone"><span class="disc" aria-hidden="true">${name()[0].toUpperCase()}</span>${name()}</span></header>
      <main class="home"><section class="hero"><div><h1>${t.heading}</h1><p>${t.sub}</p></div>${resume()}</section>
        ${problem ? html`<p class="strip" role="alert">${problem}</p>` : nothing}
        <section class="shelf" aria-label=${t.shelf}>${games.map(card)}</section>
        <section class="lists"><div><h2>${t.open}</h2>${open.length ? html`<ul>${open.map(openLine)}</ul>` : html`<p class="none small">${t.none}</p>`}
          ${running.length ? html`<h2>${t.running}</h2><ul>${running.map((run) => line(run.game, title(run.game), run.names.filter((_, at) => at !== run.seat).join(", "), html`<a class="btn" href="/t/${run.key}#${run.code}">${t.goOn}</a>`))}</ul>` : nothing}</div>
        <div><h2>${t.finished}</h2>${finished.length ? html`<ul>${finished.slice(0, 6).map((run) => line(run.game, title(run.game), run.over?.line ?? "", html`<a class="btn" href="/replay/${run.key}/${run.over?.number}">${t.replay}</a>`))}</ul>` : html`<p class="none small">${t.nothing}</p>`}</div></section>
      </main>${friends()}`;
  }

  return { draw, title: () => t.title, leave() { gone = true; clearInterval(clock); } };
}
