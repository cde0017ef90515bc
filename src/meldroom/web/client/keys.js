// The keyboard: a whole game can be played with it alone.
import { mirrored, redraw } from "/client/render.js";

/** @param {KeyboardEvent} event @param {import("/client/table_session.js").Place} place @param {(what: string) => void} act */
export function press(event, place, act) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("input, textarea, select")) return;
  if (document.querySelector("dialog[open]")) return;
  const card = /** @type {HTMLElement | null} */ (at.closest(".hand [data-hand]"));
  const done = answer(event.key, card, at, place, act);
  if (done) event.preventDefault();
}

/** @param {string} key @param {HTMLElement | null} card @param {HTMLElement} at @param {import("/client/table_session.js").Place} place @param {(what: string) => void} act */
function answer(key, card, at, place, act) {
  const onButton = !card && at.closest("button, a, summary, [role=slider]");
  if (card && key.startsWith("Arrow")) return step(card, key, place);
  if (key === "Enter" && (card || !onButton)) return click(".acts .go:not(:disabled)");
  if (key === " " && !place.myTurn && !onButton) return click("[data-do=race]:not(:disabled)");
  if (key >= "1" && key <= "9") return click(`.acts [data-act]:nth-of-type(n)`, Number(key) - 1);
  const what = { Escape: "clear", o: "sort", z: "undo", p: "pad", l: "log", "?": "keys" }[key.length === 1 ? key.toLowerCase() : key];
  if (what) { act(what); return true; }
  if (key === "h" || key === "H") {
    /** @type {HTMLElement | null} */ (document.querySelector(".hand [data-hand][tabindex='0']"))?.focus();
    return true;
  }
  return false;
}

/** @param {string} where @param {number} [at] */
function click(where, at = 0) {
  const button = /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll(where)][at]);
  button?.click();
  return Boolean(button);
}

/** Go along the hand; rows count by what is drawn above and below. @param {HTMLElement} card @param {string} key @param {import("/client/table_session.js").Place} place */
function step(card, key, place) {
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".hand [data-hand]")]);
  const now = cards.indexOf(card);
  const onward = mirrored(card) ? "ArrowLeft" : "ArrowRight";
  let next = now + (key === onward ? 1 : key === "ArrowUp" || key === "ArrowDown" ? 0 : -1);
  if (key === "ArrowUp" || key === "ArrowDown") {
    const here = card.getBoundingClientRect();
    const down = key === "ArrowDown" ? 1 : -1;
    const others = cards.map((one, index) => ({ index, box: one.getBoundingClientRect() })).filter(({ box }) => (box.top - here.top) * down > here.height / 2);
    others.sort((a, b) => Math.abs(a.box.top - here.top) - Math.abs(b.box.top - here.top) || Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left));
    next = others[0]?.index ?? now;
  }
  const goal = cards[(next + cards.length) % cards.length];
  place.focused = goal.dataset.slot ?? "";
  redraw();
  goal.focus();
  return true;
}
