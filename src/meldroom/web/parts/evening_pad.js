// The score pad of an evening at a regular table.
import { html, nothing } from "/vendor/lit.js";
import { isThisEvening } from "/client/evening.js";
import { words } from "/words/en.js";

const t = words.evening;

/** @param {import("/client/table_session.js").TableSession} session */
export function eveningPad({ evening: { score } }) {
  if (!score?.games.length) return nothing;
  const { games, totals } = score;
  const title = isThisEvening(score) ? t.thisEvening : t.lastEvening(words.home.date(games[games.length - 1].at));
  const head = [t.player, t.games, t.wins, t.points];
  return html`<section class="score-pad evening-pad" aria-label=${title}><h2>${title}<small>${t.played(
    games.length,
  )}</small></h2><table><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${totals.map(
      (total) =>
        html`<tr><th scope="row">${total.name}</th><td>${total.games}</td><td>${total.wins}</td><td>${String(
          total.points,
        ).replace("-", "−")}</td></tr>`,
    )}</tbody></table></section>`;
}
