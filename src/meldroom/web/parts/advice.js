// Advice in place of the prompt: the suggestion with the next best, or a warning; and the button that asks.
import { html, nothing } from "/vendor/lit.js";
import { people } from "/client/people.js";
import { actName } from "/client/sentences.js";
import { icon } from "/client/render.js";
import { isAskingHint, isBusy, isHintOffered } from "/client/table_state.js";
import { words } from "/words/en.js";

const t = words.advice;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */
/** @typedef {import("/client/protocol_types.js").Alternative} Alternative */

/** What takes the place of the prompt. @param {Toolkit} kit @param {TableState} state */
export function advicePrompt(kit, state) {
  const { hint, caution } = state.advice;
  const badge = html`<span class="turn-badge">${words.table.yourTurn}</span>`;
  const named = (/** @type {string} */ text) => html`<b>${kit.highlightCards(actName(kit, text), true)}</b>`;
  const reason = (/** @type {string} */ why) => kit.highlightCards(kit.fillNames(why), true);
  if (caution) {
    const better = caution.better ? html`${t.better} ${named(caution.better)}.` : nothing;
    return html`<p class="advice-prompt">${badge}${t.areYouSure} ${t.loses(caution.loss)}</p>${strip(
      html`<p>${better} ${reason(caution.why)}</p>`,
      "caution",
    )}`;
  }
  if (!hint) return nothing;
  const chance = hint.chance === null ? t.noChoice : html`${reason(hint.why)} <small>${t.wins(hint.chance)}</small>`;
  return html`<p class="advice-prompt">${badge}${t.suggests} ${named(hint.text)}.</p>${strip(
    html`<p>${chance}</p>${nextBest(kit, hint.alternatives)}`,
    "hint",
  )}`;
}

/** @param {unknown} content @param {"hint" | "caution"} kind */
const strip = (content, kind) =>
  html`<div class="advice-strip is-${kind}"><span class="advice-icon">${icon("bulb")}</span>${content}</div>`;

/** @param {Toolkit} kit @param {Alternative[]} alternatives */
function nextBest(kit, alternatives) {
  if (!alternatives.length) return nothing;
  const items = alternatives.map(({ text, cost, error }) => {
    const isClear = cost > 2 * error ? "is-clear" : "";
    const label = kit.highlightCards(actName(kit, text), true);
    return html`<li><span>${label}</span> <span class="advice-cost ${isClear}">${t.costs(cost, error)}</span></li>`;
  });
  return html`<ol class="advice-others" aria-label=${t.nextBest}>${items}</ol>`;
}

/** The buttons while advice is shown. @param {TableState} state */
export function adviceButtons(state) {
  const { hint, caution } = state.advice;
  if (caution) {
    return html`<button type="button" class="btn big" data-command="play-anyway" ?disabled=${isBusy(state)}>${
      t.playAnyway
    }</button><button type="button" class="btn big primary" data-command="close-advice"
      aria-keyshortcuts="Enter Escape">${t.chooseAgain}<kbd aria-hidden="true">↵</kbd></button>`;
  }
  return html`<button type="button" class="btn big plain" data-command="close-advice" aria-keyshortcuts="Escape">${
    t.close
  }<kbd aria-hidden="true">Esc</kbd></button><button type="button" class="btn big primary"
    data-act=${hint?.text ?? ""} ?disabled=${isBusy(state)} aria-keyshortcuts="Enter">${
      t.playIt
    }<kbd aria-hidden="true">↵</kbd></button>`;
}

/** Asks for a hint; nothing where it cannot be asked. @param {TableState} state */
export function adviceButton(state) {
  if (!isHintOffered(state)) return nothing;
  const asking = isAskingHint(state);
  const label = asking ? t.thinking : t.ask;
  return html`<button type="button" class="btn plain advice-button" data-command="hint" aria-label=${label}
    title=${label} aria-keyshortcuts="W" aria-busy=${asking ? "true" : "false"}>${icon("bulb")}<span>${
      label
    }</span></button>`;
}

/**
 * Where people play together: whether each allows hints to everybody.
 * @param {TableState} state @param {Dispatch} dispatch
 */
export function hintConsent({ table, me }, dispatch) {
  const seats = people(table);
  if (me === null || !table.hints || seats.length < 2) return nothing;
  const { agreed, allowed } = table.hints;
  const missing = seats.filter((seat) => !agreed.includes(seat) && seat !== me).map((seat) => table.seats[seat].name);
  const note = allowed ? t.allAgreed : agreed.includes(me) ? t.waitsFor(missing) : t.allMustAgree;
  const change = (/** @type {Event} */ event) => {
    const on = /** @type {HTMLInputElement} */ (event.target).checked;
    dispatch({ do: "send", message: { do: "allow_hints", on } });
  };
  return html`<section class="advice-consent"><label><input type="checkbox" .checked=${agreed.includes(me)}
    @change=${change}><span><b>${t.consent}</b><small>${note}</small></span></label></section>`;
}
