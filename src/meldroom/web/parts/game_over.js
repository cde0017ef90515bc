// The end of a game: the final standings, and what to do next.
import { html, nothing } from "/vendor/lit.js";
import { isShared } from "/client/table_state.js";
import { eveningPad } from "/parts/evening_pad.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.table;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_state.js").TableState} TableState */

/** @param {Toolkit} kit @param {TableState} state */
export function gameOver(kit, state) {
  const { table } = state;
  const { result } = state.play;
  if (!result) return nothing;
  const iWon = kit.me !== null && !isShared(state) && result.winners.length === 1 && result.winners[0] === kit.me;
  const winners = result.winners.map((seat) => (isShared(state) ? kit.names[seat] : kit.name(seat)));
  const { host, standing } = table;
  const canStart =
    kit.me !== null && (host === kit.me || Boolean(standing && host !== null && !table.seats[host].here));
  const next = table.daily
    ? html`<a class="btn big primary" href="/daily">${t.dailyDeals}</a>`
    : canStart
      ? html`<button type="button" class="btn big primary" data-command="rematch">${
          standing ? t.nextGame : t.rematch
        }</button>`
      : html`<span class="small">${host === null ? nothing : t.hostCanRematch(kit.name(host))}</span>`;
  const replays = html`<a class="btn big" href="/replay/${state.key}/${table.number}">${t.replay}</a>
      <a class="btn big" href="/replay/${state.key}/${table.number}#review">${words.replay.review}</a>`;
  return html`<section class="own-side game-over" aria-label=${t.gameOver}>
    <div class="prompt"><p><span class="turn-badge">${t.gameOver}</span>${iWon ? t.youWon : t.won(winners)}
      <small>${t.byRule} ${ruleLink(kit.game.key, result.rule)}</small></p></div>
    <div class="acts">${next}${replays}
      <a class="btn plain" href="/">${t.home}</a></div>
    ${standings(kit, result)}${
      standing ? html`<p class="evening-note">${words.evening.nextGame}</p>` : nothing
    }<div class="only-narrow">${eveningPad(state)}</div></section>`;
}

/** @param {Toolkit} kit @param {{places: number[], scores: number[]}} result */
function standings(kit, { places, scores }) {
  const order = places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return html`<table class="standings"><caption class="visually-hidden">${t.gameOver}</caption>
    <thead><tr>${[t.place, t.player, t.score].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${order.map(
      ({ place, seat }) => html`<tr class=${place === 1 ? "winner" : ""}><td>${place}</td><th
      scope="row">${kit.avatar(seat)}${kit.name(seat)}</th><td>${String(scores[seat]).replace("-", "−")}</td></tr>`,
    )}</tbody></table>`;
}
