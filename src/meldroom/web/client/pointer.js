// The pointer of a lesson and of a hint: marks what to touch next for a certain action.

import { choiceOf, isBusy } from "/client/table_state.js";

/** @typedef {import("/client/table_state.js").TableState} TableState */

/** @param {string} selector @param {string} name @param {string} value @returns {HTMLElement[]} */
const withAttribute = (selector, name, value) =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]).filter(
    (element) => element.getAttribute(name) === value,
  );

/** What to touch next. @param {TableState} state @param {string} text @returns {HTMLElement[]} */
function nextTargets(state, text) {
  const choice = choiceOf(state);
  const act = choice.acts.find((one) => one.text === text);
  if (!act) return withAttribute(".acts [data-command]", "data-command", "race");
  const buttons = [
    ...withAttribute(".centre [data-act], .seats [data-act]", "data-act", text),
    ...withAttribute(".acts [data-act]", "data-act", text),
  ].slice(0, 1);
  if (act.played) {
    const { effect, use } = act.played;
    if (choice.effect !== effect) return cardsToPick([effect.card], null, (slot) => choice.isPicked(slot));
    const place = use.targets[choice.chosen.length];
    const target = place && choice.targetAt(place);
    return target ? withAttribute("[data-target]", "data-target", String(target.number)).slice(0, 1) : buttons;
  }
  if (choice.complete.includes(act) && buttons.length) return buttons;
  const missing = [...act.cards];
  for (const pick of choice.picks) {
    const index = missing.indexOf(pick.code);
    if (index < 0) return withAttribute(".acts [data-command]", "data-command", "cancel");
    missing.splice(index, 1);
  }
  if (!act.cards.length) return [...withAttribute(".felt [data-select]", "data-select", text).slice(0, 1), ...buttons];
  return cardsToPick(missing, act.seat === null ? null : String(act.seat), (slot) => choice.isPicked(slot));
}

/** @param {string[]} codes @param {string | null} owner @param {(slot: string) => boolean} isPicked */
function cardsToPick(codes, owner, isPicked) {
  /** @type {Set<HTMLElement>} */
  const found = new Set();
  for (const code of codes) {
    const card = withAttribute("button.card[data-code]", "data-code", code)
      .filter((one) => !isPicked(one.dataset.slot ?? ""))
      .filter((one) => (owner === null ? one.hasAttribute("data-hand") : one.dataset.owner === owner))
      .find((one) => !found.has(one));
    if (card) found.add(card);
  }
  return [...found];
}

/**
 * Point at what to touch next for an action, or (null) at nothing.
 * @param {TableState} state @param {string | null} text @param {string} [mark] the attribute that says so
 */
export function pointAtNext(state, text, mark = "data-pointer") {
  const targets = text === null || isBusy(state) ? [] : nextTargets(state, text);
  for (const old of document.querySelectorAll(`[${mark}]`)) {
    if (!targets.includes(/** @type {HTMLElement} */ (old))) old.removeAttribute(mark);
  }
  for (const element of targets) {
    if (element.hasAttribute(mark)) continue;
    element.setAttribute(mark, "");
    element.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
}
