// Learn: a first hand on a fixed deal, played at the very table that games are played at.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { all, dress, wear } from "/client/game_assets.js";
import { point } from "/client/pointer.js";
import { page } from "/client/markdown.js";
import { Place } from "/client/table_session.js";
import { Script } from "/client/lesson_line.js";
import { name, seatsOf, sitter, tableOf } from "/client/new_table.js";
import { announce, redraw } from "/client/render.js";
import { bar } from "/parts/bar.js";
import { coach, learned } from "/parts/coach.js";
import { sheet } from "/parts/sheet.js";
import { tablePage } from "/pages/table.js";
import { words } from "/words/en.js";

const t = words.learn;
const wide = matchMedia("(min-width: 1001px)"); // where there is a rail, the coach's card lies there

/** @param {string} key @param {(path: string) => void} go @returns {Promise<import("/client/render.js").Page>} */
export async function learnPage(key, go) {
  try {
    const [games, told] = await Promise.all([all(), api.lesson(key), wear("/style/learn.css")]);
    const game = /** @type {import("/client/game_assets.js").Game} */ (games.find((one) => one.key === key));
    await dress(game);
    return lessonPage(game, told, go);
  } catch (error) {
    const why = words.table.refused(/** @type {Error} */ (error).message);
    return { title: () => t.title, draw: () => html`${bar(t.title, "", nothing)}<main><p class="strip">${why} <a href="/rules/${key}">${t.rules}</a></p></main>` };
  }
}

/** @param {import("/client/game_assets.js").Game} game @param {any} told @param {(path: string) => void} go @returns {import("/client/render.js").Page} */
function lessonPage(game, told, go) {
  const script = new Script(told, game, name());
  const place = new Place(`learn-${game.key}`, "", (hear, changed) => script.join(hear, changed));
  place.tale.begin();
  place.undo = () => script.back();
  script.stray = () => {
    const kind = script.astray?.otherwise ?? "";
    place.choice.clear();
    place.play = { ...place.play, asks: kind };
    announce(kind);
    redraw();
  };
  script.rewound = (plies) => place.rewind(plies);
  place.heard = place.heard.then(() => script.resume());
  let busy = false;
  let problem = "";
  let read = ""; // the number of the rule that is held up
  /** @type {string | null} */ let rules = null;

  async function play() {
    if (busy) return;
    busy = true;
    try {
      go(tableOf(await api.openTable({ ...sitter(await api.bots()), game: game.key, seats: seatsOf(game) })));
    } catch (error) {
      problem = words.table.refused(/** @type {Error} */ (error).message);
    }
    busy = false;
    redraw();
  }

  /** A rule's number holds the rule up, so that nobody has to leave the table. @param {Event} event */
  function hold(event) {
    const link = /** @type {Element} */ (event.target).closest?.("a.rule");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    read = link.getAttribute("data-rule") ?? "";
    if (rules === null) api.rules(game.key).then((text) => { rules = text; redraw(); }, () => {});
    redraw();
  }
  document.addEventListener("click", hold, { capture: true });
  wide.addEventListener("change", redraw);

  const paragraph = () => (rules ?? "").split(/\n\s*\n/).find((one) => one.startsWith(`**${read}**`)) ?? "";
  const last = () => { const line = place.tale.lines.at(-1); return line ? `${line.seat === null ? "" : `${line.seat === place.me ? words.table.you : place.table.seats[line.seat].name} `}${line.text}.` : ""; };

  const table = tablePage(place.key, "", go, {
    place,
    coach: (p, where) => (where === (wide.matches ? "rail" : "felt") ? coach(p, script, last()) : nothing),
    side: (p) => (script.done ? html`${learned(p, script, { play, again: () => script.again(), busy })}${problem ? html`<p class="strip" role="alert">${problem}</p>` : nothing}` : undefined),
    held: () => (read ? sheet(t.rule(read), html`<div class="rules">${page(paragraph(), (word) => html`<em>${word}</em>`)}</div>`, () => { read = ""; redraw(); }) : nothing),
    drawn: () => point(place, script.step?.move ?? null),
  });
  return {
    ...table,
    title: () => `${t.title}, ${game.name}`,
    game: () => game.key,
    leave() {
      document.removeEventListener("click", hold, { capture: true });
      wide.removeEventListener("change", redraw);
      table.leave?.();
    },
  };
}
