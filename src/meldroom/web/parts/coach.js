// The coach of a lesson: a card that explains each step, and at the end a summary.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { ruleLink } from "/parts/rule_link.js";
import { words } from "/words/en.js";

const t = words.learn;
const RULE_NUMBER = /\b([RQ]\d+|X-\d+)\b/;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/lesson_socket.js").LessonSocket} LessonSocket */

/** A sentence with every rule's number as a link. @param {Toolkit} kit @param {string} text */
const linkRules = (kit, text) =>
  text.split(RULE_NUMBER).map((part, at) => (at % 2 ? ruleLink(kit.game.key, part) : part));

/** @param {Toolkit} kit @param {LessonSocket} lesson @param {string} lastMove a sentence about it */
export function coachCard(kit, lesson, lastMove) {
  if (lesson.done) return nothing;
  const { step, stepIndex, steps, wrongMove, cost } = lesson;
  const text = step
    ? html`<p class="lesson-text">${linkRules(kit, step.say)}</p><p class="task">${
        wrongMove ? linkRules(kit, `${step.otherwise} ${cost}`) : kit.highlightCards(step.ask, true)
      }</p>`
    : html`<p class="lesson-text last-move" aria-hidden="true">${lastMove || t.watch}</p>`;
  return html`<section class="coach ${step ? "active" : ""} ${wrongMove ? "wrong-move" : ""}" aria-label=${t.coach}>
    <p class="step-count" role="img"
      aria-label=${t.step(stepIndex + 1, steps.length)}><b>${stepIndex + 1}</b><small>${t.ofSteps(
        steps.length,
      )}</small></p>
    <div class="coach-text" aria-live="polite">${text}</div>
    <button type="button" class="btn plain" data-command="undo" ?disabled=${!stepIndex} aria-label=${t.back}
      title=${t.back} aria-keyshortcuts="Z">${icon("back")}</button></section>`;
}

/**
 * What was learned.
 * @param {Toolkit} kit @param {LessonSocket} lesson @param {{play: () => void, busy: boolean}} next
 */
export function lessonSummary(kit, lesson, { play, busy }) {
  const lines = lesson.lesson.learned.map((/** @type {string} */ line) => html`<li>${linkRules(kit, line)}</li>`);
  return html`<section class="own-side game-over lesson-over" aria-label=${t.done}>
    <div class="prompt"><p>${t.done}</p></div>
    <div class="acts"><button type="button" class="btn big primary" ?disabled=${busy} @click=${play}>${t.play}</button>
      <a class="btn big" href="/rules/${kit.game.key}">${t.rules}</a>
      <button type="button" class="btn plain" @click=${() => lesson.restart()}>${t.again}</button></div>
    <ol class="summary" aria-label=${t.summary(kit.game.name)}>${lines}</ol></section>`;
}
