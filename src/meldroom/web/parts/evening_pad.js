// The score pad of an evening at a regular table.
import { html, nothing } from "/vendor/lit.js";
import { words } from "/words/en.js";

const t = words.evening;
const BREAK_MS = 6 * 3600 * 1000; // an evening ends when no game has ended for so long

/** Whether the evening goes on. @param {import("/client/api.js").Evening} evening */
const isThisEvening = ({ games }) => Date.now() - (games.at(-1)?.at ?? 0) < BREAK_MS;

/** @param {import("/client/table_state.js").TableState} state */
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
