// Pointing: marks what a finger has to touch next for a certain action.

/** @param {string} where @param {string} name @param {string} value @returns {HTMLElement[]} */
const having = (where, name, value) =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll(where)]).filter((element) => element.getAttribute(name) === value);

/** What is to be touched now. @param {import("/client/table_session.js").Place} place @param {string} text @returns {HTMLElement[]} */
function touched(place, text) {
  const { choice } = place;
  const act = choice.acts.find((one) => one.text === text);
  if (!act) return having(".acts [data-do]", "data-do", "race");
  const ready = [...having(".centre [data-act], .seats [data-act]", "data-act", text), ...having(".acts [data-act]", "data-act", text)];
  if (choice.complete.includes(act) && ready.length) return ready.slice(0, 1);
  const left = [...act.cards];
  for (const pick of choice.picks) {
    const at = left.indexOf(pick.code);
    if (at < 0) return having(".acts [data-do]", "data-do", "clear");
    left.splice(at, 1);
  }
  if (!act.cards.length) return [...having(".felt [data-stage]", "data-stage", text).slice(0, 1), ...ready.slice(0, 1)];
  const owner = act.seat === null ? null : String(act.seat);
  /** @type {Set<HTMLElement>} */
  const found = new Set();
  for (const code of left) {
    const cards = having("button.card[data-code]", "data-code", code).filter((card) => !choice.has(card.dataset.slot ?? "") && (owner === null ? card.hasAttribute("data-hand") : card.dataset.owner === owner));
    const card = cards.find((one) => !found.has(one));
    if (card) found.add(card);
  }
  return [...found];
}

/** Mark it, or nothing. @param {import("/client/table_session.js").Place} place @param {string | null} text */
export function point(place, text) {
  const wanted = text === null || place.busy ? [] : touched(place, text);
  for (const old of document.querySelectorAll("[data-guide]")) if (!wanted.includes(/** @type {HTMLElement} */ (old))) old.removeAttribute("data-guide");
  for (const element of wanted) {
    if (element.hasAttribute("data-guide")) continue;
    element.setAttribute("data-guide", "");
    element.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
}
