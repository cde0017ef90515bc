// Luck and play in a review: for each player what the cards, the own decisions and those of others did.
import { html } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";
import { seatAvatar } from "/client/toolkit.js";
import { words } from "/words/en_review.js";

const t = words;

/** @typedef {import("/parts/review.js").ReviewView} ReviewView */
/** @typedef {import("/client/protocol_types.js").ReviewBalance} Balance */
/** @typedef {import("/client/protocol_types.js").Review} Review */

/** @type {("luck" | "own" | "others")[]} */
const PARTS = ["luck", "own", "others"];

/** @param {ReviewView} view @param {Review} review */
export function reviewBalance(view, { balances }) {
  const most = Math.max(0.01, ...balances.flatMap((one) => PARTS.map((part) => Math.abs(one[part]))));
  const key = PARTS.map((part) => html`<span><i class="review-bar-key is-${part}"></i>${t[part]}</span>`);
  const row = (/** @type {Balance} */ balance, /** @type {number} */ seat) => html`<li class=${
    seat === view.seat ? "is-chosen" : ""
  }><p>${seatAvatar(seat, view.name(seat))}<b>${view.name(seat)}</b><small>${t.error(balance.error)}</small></p>
    <div class="review-bars" role="img" aria-label=${t.bars(balance)}>${PARTS.map((part) =>
      bar(part, balance[part], most),
    )}</div>
    <p class="review-balance-text">${t.sentence(view.nameOf(seat), balance)}</p></li>`;
  return html`<section class="review-card" aria-labelledby="review-balance">
    <h2 id="review-balance">${t.balance}<small>${t.balanceUnit}</small></h2>
    <p class="review-key" aria-hidden="true">${key}</p>
    <ul class="review-balance">${balances.map(row)}</ul><p class="small">${t.method}</p></section>`;
}

/** @param {string} part @param {number} share @param {number} most the longest bar */
const bar = (part, share, most) =>
  html`<span class="review-bar is-${part} ${share < 0 ? "is-loss" : ""}" ${cssVariables({
    "--length": Math.abs(share) / most,
  })}><i></i><b>${t.part(share)}</b></span>`;
