// Advice in place of the prompt: the suggestion with the next best, or a warning; and the button that asks.
import { html, nothing } from "/vendor/lit.js";
import { people } from "/client/advice.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.advice;

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").Alternative} Alternative */

/** What an action is called. @param {Toolkit} kit @param {TableSession} session @param {string} text */
export function actName(kit, session, text) {
  const act = session.choice.acts.find((one) => one.text === text);
  return act ? kit.actLabel(act) : text;
}

/** What takes the place of the prompt. @param {Toolkit} kit @param {TableSession} session */
export function advicePrompt(kit, session) {
  const { hint, caution } = session.advice;
  const badge = html`<span class="turn-badge">${words.table.yourTurn}</span>`;
  const named = (/** @type {string} */ text) => html`<b>${kit.highlightCards(actName(kit, session, text), true)}</b>`;
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
    html`<p>${chance}</p>${nextBest(kit, session, hint.alternatives)}`,
    "hint",
  )}`;
}

/** The same for screen readers. @param {Toolkit} kit @param {TableSession} session */
export function adviceInWords(kit, session) {
  const { hint, caution } = session.advice;
  const name = (/** @type {string} */ text) => actName(kit, session, text);
  if (caution) {
    const better = caution.better ? `${t.better} ${name(caution.better)}.` : "";
    return [t.areYouSure, t.loses(caution.loss), better, kit.fillNames(caution.why)].join(" ");
  }
  if (!hint) return "";
  const others = hint.alternatives.map(({ text, cost, error }) => `${name(text)}: ${t.costs(cost, error)}.`);
  const chance = hint.chance === null ? t.noChoice : t.wins(hint.chance);
  return [`${t.suggests} ${name(hint.text)}.`, kit.fillNames(hint.why), chance, ...others].join(" ");
}

/** @param {unknown} content @param {"hint" | "caution"} kind */
const strip = (content, kind) =>
  html`<div class="advice-strip is-${kind}"><span class="advice-icon">${icon("bulb")}</span>${content}</div>`;

/** @param {Toolkit} kit @param {TableSession} session @param {Alternative[]} alternatives */
function nextBest(kit, session, alternatives) {
  if (!alternatives.length) return nothing;
  const items = alternatives.map(({ text, cost, error }) => {
    const isClear = cost > 2 * error ? "is-clear" : "";
    const label = kit.highlightCards(actName(kit, session, text), true);
    return html`<li><span>${label}</span> <span class="advice-cost ${isClear}">${t.costs(cost, error)}</span></li>`;
  });
  return html`<ol class="advice-others" aria-label=${t.nextBest}>${items}</ol>`;
}

/** The buttons while advice is shown. @param {TableSession} session */
export function adviceButtons(session) {
  const { hint, caution } = session.advice;
  if (caution) {
    return html`<button type="button" class="btn big" data-command="play-anyway" ?disabled=${session.isBusy}>${
      t.playAnyway
    }</button><button type="button" class="btn big primary" data-command="close-advice"
      aria-keyshortcuts="Enter Escape">${t.chooseAgain}<kbd aria-hidden="true">↵</kbd></button>`;
  }
  return html`<button type="button" class="btn big plain" data-command="close-advice" aria-keyshortcuts="Escape">${
    t.close
  }<kbd aria-hidden="true">Esc</kbd></button><button type="button" class="btn big primary"
    data-act=${hint?.text ?? ""} ?disabled=${session.isBusy} aria-keyshortcuts="Enter">${
      t.playIt
    }<kbd aria-hidden="true">↵</kbd></button>`;
}

/** Asks for a hint; nothing where it cannot be asked. @param {TableSession} session */
export function adviceButton({ advice }) {
  if (!advice.isOffered) return nothing;
  const label = advice.isAsking ? t.thinking : t.ask;
  return html`<button type="button" class="btn plain advice-button" data-command="hint" aria-label=${label}
    title=${label} aria-keyshortcuts="W" aria-busy=${advice.isAsking ? "true" : "false"}>${icon("bulb")}<span>${
      label
    }</span></button>`;
}

/** Where people play together: whether each allows hints to everybody. @param {TableSession} session */
export function hintConsent({ table, me, socket }) {
  const seats = people(table);
  if (me === null || !table.hints || seats.length < 2) return nothing;
  const { agreed, allowed } = table.hints;
  const missing = seats.filter((seat) => !agreed.includes(seat) && seat !== me).map((seat) => table.seats[seat].name);
  const note = allowed ? t.allAgreed : agreed.includes(me) ? t.waitsFor(missing) : t.allMustAgree;
  const change = (/** @type {Event} */ event) =>
    socket.send({ do: "allow_hints", on: /** @type {HTMLInputElement} */ (event.target).checked });
  return html`<section class="advice-consent"><label><input type="checkbox" .checked=${agreed.includes(me)}
    @change=${change}><span><b>${t.consent}</b><small>${note}</small></span></label></section>`;
}
