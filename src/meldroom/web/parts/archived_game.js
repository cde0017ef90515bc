// A game whose rules this version lacks: nobody can look at its positions, but its score and moves stay readable.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.replay;

/** @typedef {import("/client/protocol_types.js").StoredScore} StoredScore */

/** @param {string} why @param {StoredScore} score @param {string} download address of the record */
export function archivedGame(why, score, download) {
  const { players, result, pad, moves } = score;
  const order = result ? players.map((_, seat) => seat).sort((a, b) => result.places[a] - result.places[b]) : [];
  const standing = (/** @type {number} */ seat) =>
    html`<li value=${result?.places[seat] ?? 1}><b>${players[seat]}</b> ${minus(String(result?.scores[seat]))}</li>`;
  const move = (/** @type {[number, string]} */ [seat, text]) => html`<li><b>${players[seat]}</b> ${text}</li>`;
  return html`<main class="document archived"><p class="notice-text">${words.asSentence(why)}</p>
    ${result ? html`<h2>${words.table.gameOver}</h2><ol>${order.map(standing)}</ol>` : nothing}
    ${padTable(players, pad)}
    ${
      moves
        ? html`<p><a class="btn" href=${download} download>${icon("down")}<span>${t.download}</span></a></p>
      <h2>${t.moves}</h2><ol>${moves.map(move)}</ol>`
        : nothing
    }</main>`;
}

/** @param {string[]} players @param {StoredScore["pad"]} pad */
function padTable(players, { title, columns, rows }) {
  const heads = columns.map(
    ({ kind, seat, title: text }) =>
      html`<th scope="col">${kind === "score" && seat !== null ? players[seat] : text}</th>`,
  );
  return html`<h2>${title}</h2><div class="scroll-x" tabindex="0" role="group" aria-label=${title}><table>
    <thead><tr>${heads}</tr></thead><tbody>${rows.map(
      ({ cells }) => html`<tr>${cells.map((cell) => html`<td>${minus(cell)}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

/** @param {string} text */
const minus = (text) => text.replace(/^-/, "−");
