// The coach: a card behind your paper that says why and what, and at the end what was learned.
import { html, nothing } from "/vendor/lit.js";
import { sign } from "/client/toolkit.js";
import { rule } from "/parts/own_side.js";
import { words } from "/words/en.js";

const t = words.learn;
const NUMBER = /\b([RQ]\d+|X-\d+)\b/;

/** A sentence with every rule's number as a link. @param {import("/client/toolkit.js").Parts} p @param {string} text */
function told(p, text) {
  return text.split(NUMBER).map((piece, at) => (at % 2 ? rule(p.game.key, piece) : piece));
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/lesson_line.js").Script} script @param {string} news what was done last */
export function coach(p, script, news) {
  if (script.done) return nothing;
  const { step, at, steps, strayed } = script;
  const said = step ? html`<p class="say">${told(p, step.say)}</p><p class="todo">${strayed ? told(p, step.otherwise) : p.marked(step.ask, true)}</p>` : html`<p class="say news" aria-hidden="true">${news || t.watch}</p>`;
  return html`<section class="coach ${step ? "asks" : ""} ${strayed ? "astray" : ""}" aria-label=${t.label}>
    <p class="count" role="img" aria-label=${t.step(at + 1, steps.length)}><b>${at + 1}</b><small>${t.of(steps.length)}</small></p>
    <div class="words" aria-live="polite">${said}</div>
    <button type="button" class="btn plain" data-do="undo" ?disabled=${!at} aria-label=${t.back} title=${t.back} aria-keyshortcuts="Z">${sign("back")}</button></section>`;
}

/** What was learned, at one glance. @param {import("/client/toolkit.js").Parts} p @param {import("/client/lesson_line.js").Script} script @param {{play: () => void, again: () => void, busy: boolean}} act */
export function learned(p, script, act) {
  return html`<section class="mine final learned" aria-label=${t.done}>
    <div class="ask"><p>${t.done}</p></div>
    <div class="acts"><button type="button" class="btn big go" ?disabled=${act.busy} @click=${act.play}>${t.play}</button><a class="btn big" href="/rules/${p.game.key}">${t.rules}</a><button type="button" class="btn plain" @click=${act.again}>${t.again}</button></div>
    <ol class="glance" aria-label=${t.sub(p.game.name)}>${script.told.learned.map((/** @type {string} */ line) => html`<li>${told(p, line)}</li>`)}</ol></section>`;
}
