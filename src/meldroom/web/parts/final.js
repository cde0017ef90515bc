// The end of a game: places, and what to do next.
import { html, nothing } from "/vendor/lit.js";
import { rule } from "/parts/own_side.js";
import { words } from "/words/en.js";

const t = words.table;

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place */
export function final(p, place) {
  const { result } = place.play;
  const { table } = place;
  const order = result.places.map((/** @type {number} */ at, /** @type {number} */ seat) => ({ at, seat })).sort((/** @type {any} */ a, /** @type {any} */ b) => a.at - b.at);
  const mineWon = p.me !== null && result.winners.length === 1 && result.winners[0] === p.me;
  const host = table.host === p.me && p.me !== null;
  return html`<section class="mine final" aria-label=${t.over}>
    <div class="ask"><p><span class="you">${t.over}</span>${mineWon ? t.youWon : t.won(result.winners.map((/** @type {number} */ seat) => p.name(seat)))} <small>${t.by} ${rule(p.game.key, result.reason)}</small></p></div>
    <div class="acts">${host ? html`<button type="button" class="btn big go" data-do="rematch">${t.rematch}</button>` : html`<span class="small">${table.host === null ? nothing : t.waitHost(p.name(table.host))}</span>`}
      <a class="btn big" href="/replay/${place.key}/${table.number}">${t.replay}</a><a class="btn plain" href="/">${t.home}</a></div>
    <table class="places"><caption class="vh">${t.over}</caption><thead><tr><th scope="col">${t.place}</th><th scope="col">${t.player}</th><th scope="col">${t.score}</th></tr></thead>
      <tbody>${order.map((/** @type {{at: number, seat: number}} */ { at, seat }) => html`<tr class=${at === 1 ? "first" : ""}><td>${at}</td><th scope="row">${p.disc(seat)}${p.name(seat)}</th><td>${String(result.scores[seat]).replace("-", "−")}</td></tr>`)}</tbody></table>
  </section>`;
}
