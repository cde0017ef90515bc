// Dragging: a card to another place of the hand, to the table, or a pile's card to the hand.
import { set } from "/client/settings.js";
import { mirrored, redraw } from "/client/render.js";

const FAR = 9;

/** @param {PointerEvent} event @param {import("/client/table_session.js").Place} place @param {(text: string) => void} act */
export function drag(event, place, act) {
  const target = /** @type {Element} */ (event.target);
  const card = /** @type {HTMLElement | null} */ (target.closest(".hand [data-hand], .pile[data-stage]"));
  if (!card || event.button !== 0) return;
  const { clientX, clientY } = event;
  let moving = false;
  const go = (/** @type {PointerEvent} */ at) => {
    if (!moving && Math.hypot(at.clientX - clientX, at.clientY - clientY) < FAR) return;
    moving = true;
    card.classList.add("dragged");
    card.style.setProperty("translate", `${at.clientX - clientX}px ${at.clientY - clientY}px`);
  };
  const end = (/** @type {PointerEvent} */ at) => {
    removeEventListener("pointermove", go);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!moving) return;
    card.classList.remove("dragged");
    card.style.removeProperty("translate");
    const stop = (/** @type {Event} */ e) => { e.stopPropagation(); e.preventDefault(); };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
    if (at.type === "pointerup") drop(card, at, place, act);
    redraw();
  };
  addEventListener("pointermove", go);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** @param {HTMLElement} card @param {PointerEvent} at @param {import("/client/table_session.js").Place} place @param {(text: string) => void} act */
function drop(card, at, place, act) {
  const mine = document.querySelector(".mine")?.getBoundingClientRect();
  const home = mine && at.clientY > mine.top && at.clientX > mine.left && at.clientX < mine.right;
  if (card.dataset.stage) {
    if (home) act(card.dataset.stage);
    return;
  }
  const slot = card.dataset.slot ?? "";
  if (home) {
    const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".hand [data-hand]")]).filter((one) => one !== card);
    const before = cards.findIndex((one) => {
      const box = one.getBoundingClientRect();
      const half = box.left + box.width / 2;
      return at.clientY < box.bottom && (mirrored(one) ? at.clientX > half : at.clientX < half);
    });
    const order = cards.map((one) => one.dataset.slot ?? "");
    place.hand.held.sort((a, b) => order.indexOf(a.slot) - order.indexOf(b.slot));
    place.hand.move(slot, before < 0 ? order.length : before);
    set({ sort: "free" });
    return;
  }
  if (!place.myTurn) return;
  const { choice } = place;
  if (!choice.has(slot)) choice.toggle({ slot, code: card.dataset.code ?? "", owner: place.me });
  if (choice.complete.length === 1) act(choice.complete[0].text);
}
