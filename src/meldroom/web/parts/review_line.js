// The win-chance line of a review: one line for each seat, marks at costly decisions, and a table of the same.
import { html, nothing, svg } from "/vendor/lit.js";
import { cssVariables, isRightToLeft, redraw } from "/client/render.js";
import { words } from "/words/en_review.js";

const t = words;
const MARK_WIDTH = 30; // pixels, with a gap: marks that are nearer do not fit beside each other
const MARK_HEIGHT = 0.2; // of the chart
const WIDEST = 1000; // pixels of a chart
const SEAT_COLOURS = 8;

/** @typedef {import("/parts/review.js").ReviewView} ReviewView */
/** @typedef {import("/client/protocol_types.js").ReviewDecision} Decision */

/** The card with the line; it stands above the replay. @param {ReviewView} view */
export function reviewLine(view) {
  const { line } = view.review;
  return html`<section class="review-card review-line" aria-labelledby="review-title">
    <header><h2 id="review-title" tabindex="-1">${t.title}</h2>${line.length ? players(view) : nothing}</header>
    <div class="review-summary">${view.summary()}${line.length ? tableButton(view) : nothing}</div>
    ${line.length ? chart(view) : nothing}${view.showsTable ? asTable(view) : nothing}</section>`;
}

/** The players: a key to the lines, and the choice of whose decisions are shown. @param {ReviewView} view */
function players(view) {
  const chances = view.review.line[view.ply] ?? [];
  const chip = (/** @type {string} */ _, /** @type {number} */ seat) => html`<label><input type="radio"
    name="review-seat" .checked=${view.seat === seat} @change=${() => view.choose(seat)}><span>${swatch(
      seat,
    )}<b>${view.name(seat)}</b> <small>${t.percent(chances[seat] ?? 0)}</small></span></label>`;
  return html`<fieldset class="review-players"><legend class="visually-hidden">${t.whose}</legend>${view.players.map(
    chip,
  )}</fieldset>`;
}

/** @param {number} seat */
const swatch = (seat) => html`<svg class="review-swatch ${colourOf(seat)}" viewBox="0 0 22 8" aria-hidden="true"><line
  class="review-path" x1="0" x2="22" y1="4" y2="4"></line></svg>`;

/** @param {number} seat */
const colourOf = (seat) => `seat-colour-${seat % SEAT_COLOURS} review-dash-${seat % SEAT_COLOURS}`;

/** @param {ReviewView} view */
function chart(view) {
  const { line, found } = view.review;
  const last = line.length - 1;
  const where = t.at(
    view.position,
    view.players.map((_, seat) => t.chanceOf(view.name(seat), line[view.ply][seat])),
  );
  return html`<div class="review-chart ${found ? "" : "is-rough"}">
    <ol class="review-scale" aria-hidden="true"><li>100</li><li>50</li><li>0</li></ol>
    <div class="review-field">
      <div class="review-plot" role="slider" tabindex="0" aria-label=${t.chances} aria-description=${t.keys}
        aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${view.ply} aria-valuetext=${where}
        @click=${(/** @type {MouseEvent} */ event) => view.stepTo(plyUnder(event, last))}
        @pointermove=${(/** @type {PointerEvent} */ event) => scrub(view, event, last)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(view, event)}>${lines(view)}</div>
      ${here(view)}${marks(view)}</div></div>`;
}

/** @param {ReviewView} view */
function lines(view) {
  const { line } = view.review;
  const last = line.length - 1;
  const points = (/** @type {number} */ seat) =>
    line.map((chances, at) => `${at},${(100 - 100 * chances[seat]).toFixed(1)}`).join(" ");
  const others = view.players.map((_, seat) => seat).filter((seat) => seat !== view.seat);
  const own = points(view.seat);
  return html`<svg viewBox="0 0 ${last} 100" preserveAspectRatio="none" aria-hidden="true">
    ${[25, 50, 75].map((y) => svg`<line class="review-grid" x1="0" x2=${last} y1=${y} y2=${y}></line>`)}
    ${others.map((seat) => svg`<polyline class="review-path ${colourOf(seat)}" points=${points(seat)}></polyline>`)}
    ${svg`<polygon class="review-area seat-colour-${view.seat % SEAT_COLOURS}"
      points="0,100 ${own} ${last},100"></polygon>
    <polyline class="review-path is-chosen seat-colour-${view.seat % SEAT_COLOURS}" points=${own}></polyline>`}</svg>`;
}

/** Where the replay stands. @param {ReviewView} view */
function here(view) {
  const { x, y } = view.place(view.ply);
  return html`<span class="review-here seat-colour-${view.seat % SEAT_COLOURS}" aria-hidden="true" ${cssVariables({
    "--x": x,
    "--y": y,
  })}></span>`;
}

/** The costliest decisions as numbered buttons, other named ones as dots. @param {ReviewView} view */
function marks(view) {
  const costliest = view.review.costliest(view.seat);
  const dots = view.review.named(view.seat).filter((one) => !costliest.includes(one));
  const dot = (/** @type {Decision} */ { ply }) => {
    const { x, y } = view.place(ply);
    return html`<span class="review-dot" aria-hidden="true" ${cssVariables({ "--x": x, "--y": y })}></span>`;
  };
  const heights = levels(costliest.map(({ ply }) => view.place(ply)));
  const mark = (/** @type {Decision} */ decision, /** @type {number} */ at) => {
    const { ply, word, loss, error } = decision;
    const { x } = view.place(ply);
    const current = ply === view.ply;
    return html`<button type="button" class="review-mark ${current ? "is-current" : ""}" ${cssVariables({
      "--x": x,
      "--y": heights[at],
    })} aria-label="${at + 1}: ${t.mark(t.names[word], ply + 1, t.loss(loss, error))}" aria-current=${
      current ? "true" : nothing
    } @click=${() => view.stepTo(ply, decision.seat)}><span>${at + 1}</span></button>`;
  };
  return html`${dots.map(dot)}${costliest.map(mark)}`;
}

/**
 * The heights of marks, as shares from the top: on the line, moved where two would cover each other.
 * @param {{x: number, y: number}[]} places
 */
function levels(places) {
  const near = MARK_WIDTH / Math.min(WIDEST, innerWidth);
  /** @type {{x: number, y: number}[]} */
  const placed = [];
  for (const { x, y } of places) {
    const covers = (/** @type {number} */ height) =>
      placed.some((one) => Math.abs(one.x - x) < near && Math.abs(one.y - height) < MARK_HEIGHT);
    let height = Math.min(1 - MARK_HEIGHT / 2, Math.max(MARK_HEIGHT / 2, y));
    const step = height > 0.5 ? -MARK_HEIGHT : MARK_HEIGHT;
    while (covers(height)) height += step;
    placed.push({ x, y: height });
  }
  return placed.map(({ y }) => y);
}

/** @param {MouseEvent} event @param {number} last */
function plyUnder(event, last) {
  const plot = /** @type {Element} */ (event.currentTarget);
  const { left, width } = plot.getBoundingClientRect();
  const share = (event.clientX - left) / width;
  return Math.round((isRightToLeft(plot) ? 1 - share : share) * last);
}

/** Follow a mouse that is held down. @param {ReviewView} view @param {PointerEvent} event @param {number} last */
function scrub(view, event, last) {
  if (event.pointerType !== "mouse" || event.buttons !== 1) return;
  const ply = plyUnder(event, last);
  if (ply !== view.ply) view.stepTo(ply);
}

/** @param {ReviewView} view @param {KeyboardEvent} event */
function onKey(view, event) {
  const forward = isRightToLeft(/** @type {Element} */ (event.currentTarget)) ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const plies = view.review.named(view.seat).map(({ ply }) => ply);
  /** @type {Record<string, number | undefined>} */
  const goals = {
    [forward]: view.ply + 1,
    ArrowUp: view.ply + 1,
    [backward]: view.ply - 1,
    ArrowDown: view.ply - 1,
    Home: 0,
    End: view.review.line.length - 1,
    PageUp: plies.findLast((ply) => ply < view.ply) ?? view.ply,
    PageDown: plies.find((ply) => ply > view.ply) ?? view.ply,
  };
  const goal = goals[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // the replay's own arrow keys
  view.stepTo(goal);
}

/** @param {ReviewView} view */
function tableButton(view) {
  const toggle = () => {
    view.showsTable = !view.showsTable;
    redraw();
  };
  return html`<button type="button" class="link" data-command="review-table"
    aria-expanded=${view.showsTable ? "true" : "false"} @click=${toggle}>${
      view.showsTable ? t.hideTable : t.asTable
    }</button>`;
}

/** @param {ReviewView} view */
function asTable(view) {
  const row = (/** @type {number[]} */ chances, /** @type {number} */ at) =>
    html`<tr class=${
      at === view.ply ? "is-current" : ""
    }><th scope="row">${at}</th>${chances.map((chance) => html`<td>${t.percent(chance)}</td>`)}</tr>`;
  const names = view.players.map((_, seat) => html`<th scope="col">${view.name(seat)}</th>`);
  return html`<div class="review-table" tabindex="0" role="group" aria-label=${t.chances}><table>
    <thead><tr><th scope="col">${t.move}</th>${names}</tr></thead>
    <tbody>${view.review.line.map(row)}</tbody></table></div>`;
}
