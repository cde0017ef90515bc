// The panel of a replay that verifies the deal, and says what was found.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").GameRecord} GameRecord */

const t = words.verify;

/** The beginning and end of a long hexadecimal number. @param {string} text */
const abbreviated = (text) => `${(text.match(/.{4}/g) ?? []).slice(0, 3).join(" ")} … ${text.slice(-4)}`;

/**
 * @param {GameRecord} record @param {import("/client/verify.js").Verdict | "working" | null} state
 * @param {() => void} check
 */
export function dealCheck(record, state, check) {
  const verdict = state === "working" ? null : state;
  const { branch, commit, seed, contributions, commitments, players } = record;
  const shares = contributions?.filter(Boolean).length ?? 0;
  const leftOut = players.filter((_, seat) => commitments?.[seat] && !contributions?.[seat]);
  return html`<section class="score-pad deal-check" aria-label=${t.title}>
    <h2>${t.title}<small>${t.subtitle}</small></h2>
    <div aria-live="polite">${
      verdict ? verdictLine(verdict, Boolean(branch)) : state ? html`<p class="verdict">${t.working}</p>` : nothing
    }</div>
    <dl>${branch ? html`<dt>${t.branchOf(branch.ply)}</dt><dd data-branch>${abbreviated(branch.digest)}</dd>` : nothing}
      <dt>${t.commitment}</dt><dd>${commit ? abbreviated(commit) : t.none}</dd>
      <dt>${branch ? t.seedKnown : t.seed}</dt><dd>${abbreviated(seed)}</dd>
      ${contributions ? html`<dt>${commitments ? t.sharesCommitted : t.shares}</dt><dd>${shares}</dd>` : nothing}
      ${leftOut.length ? html`<dt>${t.leftOut}</dt><dd data-left-out>${leftOut.join(", ")}</dd>` : nothing}
      ${
        verdict
          ? html`<dt>${t.shuffles}</dt><dd data-shuffles>${t.equal(
              verdict.shuffles.filter((one) => one.equal).length,
              verdict.shuffles.length,
            )}</dd>`
          : nothing
      }</dl>
    <button type="button" class="btn primary" ?disabled=${state === "working"} @click=${check}>${
      verdict ? t.verifyAgain : t.verify
    }</button></section>`;
}

/** @param {import("/client/verify.js").Verdict} verdict @param {boolean} isBranch */
function verdictLine({ good }, isBranch) {
  const [title, text] = !good ? [t.bad, ""] : isBranch ? [t.branch, t.branchText] : [t.good, t.goodText];
  return html`<p class="verdict ${good ? "" : "bad"}"><span class="verdict-icon">${
    good ? icon("check") : "×"
  }</span><span><b>${title}</b> ${text}</span></p>`;
}
