// The decisions of a review: the costliest of one player, and every choice in the position that is shown.
import { html, nothing } from "/vendor/lit.js";
import { readActs } from "/client/choice.js";
import { cssVariables, icon } from "/client/render.js";
import { words } from "/words/en_review.js";

const t = words;
const LEAST_REACH = 0.02; // of the axis: smaller leads are drawn small

/** @typedef {import("/parts/review.js").ReviewView} ReviewView */
/** @typedef {import("/client/protocol_types.js").ReviewDecision} Decision */
/** @typedef {import("/client/protocol_types.js").ReviewPrice} Price */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

/** @param {ReviewView} view */
export function costliestDecisions(view) {
  const { seat, review } = view;
  const name = view.nameOf(seat);
  const costliest = review.costliest(seat);
  const mean = review.found?.mean_loss[seat] ?? null;
  const none = review.isForced(seat) ? t.allForced(name) : t.noRegrets(name);
  return html`<section class="review-card" aria-labelledby="review-costliest">
    <h2 id="review-costliest">${t.costliest(name)}<small>${mean === null ? "" : t.meanLoss(mean)}</small></h2>
    ${
      costliest.length
        ? html`<ol class="review-list">${costliest.map((decision, at) => item(view, decision, at + 1))}</ol>`
        : html`<p class="review-none">${none}</p>`
    }</section>`;
}

/** @param {ReviewView} view @param {Decision} decision @param {number} number */
function item(view, decision, number) {
  const { ply, seat, word, loss, error, prices, best, why } = decision;
  const kit = kitAt(view, decision);
  const progress = kit?.hooks.progress?.(kit);
  const current = view.ply === ply;
  const where = html`<small>${progress ? html`${progress} · ` : nothing}${t.atMove(ply + 1)}</small>`;
  const choices = html`<dt>${t.played}</dt><dd>${labelOf(kit, prices[0])}</dd>
    <dt class="is-better">${t.better}</dt><dd>${labelOf(kit, prices[best])}</dd>`;
  const spoken = html`<span class="visually-hidden">: ${t.atMove(ply + 1)}</span>`;
  return html`<li class=${current ? "is-current" : ""} aria-current=${current ? "true" : nothing}>
    <span class="review-number" aria-hidden="true">${number}</span>
    <p class="review-head"><b class="review-word">${t.names[word]}</b> ${where}</p>
    <strong class="review-loss">${t.loss(loss, error)}</strong>
    <dl>${choices}</dl>
    ${kit?.view.seat === seat ? hand(kit, prices[0], prices[best]) : nothing}
    ${why && kit ? html`<p class="review-why">${kit.highlightCards(kit.fillNames(why.text))}</p>` : nothing}
    <p class="review-acts"><button type="button" class="btn" @click=${() => view.stepTo(ply, seat)}>${t.step}${
      spoken
    }</button><button type="button" class="btn" @click=${() => view.replay.playOn(seat, ply)}>${icon("play")}<span>${
      t.retry
    }${spoken}</span></button></p></li>`;
}

/** The toolkit of the position in which a decision was made. @param {ReviewView} view @param {Decision} decision */
function kitAt(view, { ply, seat }) {
  const position = view.replay.positionOf(ply, seat);
  return position ? view.replay.toolkitFor(position) : null;
}

/** What the button of an action would say. @param {Toolkit | null} kit @param {Price} price */
function labelOf(kit, price) {
  if (!kit) return price.action;
  return kit.highlightCards(kit.actLabel(actOf(kit, price)), true);
}

/** @param {Toolkit} kit @param {Price} price */
const actOf = (kit, { action, fields }) => readActs([{ ...fields, text: action }], kit.game)[0];

/**
 * The hand, with the cards that were played and those that were better.
 * @param {Toolkit} kit @param {Price} played @param {Price} better
 */
function hand(kit, played, better) {
  const used = actOf(kit, played).cards;
  const wanted = actOf(kit, better).cards;
  const left = { used: without(used, wanted), wanted: without(wanted, used) };
  const cards = (kit.play?.hand ?? []).flatMap((group) => group.cards);
  if (!cards.some((code) => left.used.includes(code) || left.wanted.includes(code))) return nothing;
  const state = (/** @type {string} */ code) =>
    take(left.used, code) ? "is-played" : take(left.wanted, code) ? "is-better" : "";
  return html`<div class="review-hand" role="group" aria-label=${t.handThen}>${cards.map((code) =>
    kit.card(code, { cls: state(code) }),
  )}</div>`;
}

/** @param {string[]} codes @param {string[]} others */
const without = (codes, others) => codes.filter((code) => !others.includes(code));

/** Take a card from a list, if it is there. @param {string[]} codes @param {string} code */
function take(codes, code) {
  const at = codes.indexOf(code);
  if (at >= 0) codes.splice(at, 1);
  return at >= 0;
}

/** What every choice was worth in the position that is shown. @param {ReviewView} view */
export function allChoices(view) {
  const decision = view.review.decisionAt(view.ply);
  const isOver = view.ply === view.review.line.length - 1;
  const content = decision ? choices(view, decision) : html`<p class="review-none">${isOver ? t.end : t.forced}</p>`;
  return html`<section class="review-card" aria-labelledby="review-choices"><h2 id="review-choices">${
    t.choices
  }<small>${decision ? t.whoseDecision(view.nameOf(decision.seat)) : ""}</small></h2>${content}</section>`;
}

/** @param {ReviewView} view @param {Decision} decision */
function choices(view, decision) {
  const { prices, best } = decision;
  const kit = kitAt(view, decision);
  const reach = Math.max(LEAST_REACH, ...prices.map(({ lead, error }) => Math.abs(lead) + error));
  const row = (/** @type {Price} */ price) => {
    const { lead, error, chance } = price;
    const state = price === prices[0] ? "is-played" : price === prices[best] ? "is-better" : "";
    const against = price === prices[0] ? t.wasPlayed : t.lead(lead, error);
    return html`<li class=${state}><span>${labelOf(kit, price)}</span><b>${against}</b><i class="review-interval"
      aria-hidden="true" ${cssVariables({ "--lead": lead / reach, "--error": error / reach })}></i><small>${t.winChance(
        chance,
      )}</small></li>`;
  };
  return html`<ol class="review-choices">${[...prices].sort((a, b) => b.lead - a.lead).map(row)}</ol>`;
}
