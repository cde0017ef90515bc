// Dragging: a card within the hand, a card to the table, or a pile's card to the hand.
import { swallowClick } from "/client/long_press.js";
import { isRightToLeft } from "/client/render.js";

const DRAG_THRESHOLD_PX = 9;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** @param {PointerEvent} down @param {TableSession} session */
export function startDrag(down, session) {
  const target = /** @type {Element} */ (down.target);
  const card = /** @type {HTMLElement | null} */ (target.closest(".hand [data-hand], .pile[data-select]"));
  if (!card || down.button !== 0) return;
  let dragging = false;
  const onMove = (/** @type {PointerEvent} */ event) => {
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!dragging && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return;
    dragging = true;
    card.classList.add("dragged");
    card.style.setProperty("translate", `${dx}px ${dy}px`);
  };
  const onEnd = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onEnd);
    removeEventListener("pointercancel", onEnd);
    if (!dragging) return;
    card.classList.remove("dragged");
    card.style.removeProperty("translate");
    swallowClick();
    if (event.type === "pointerup") drop(card, event, session);
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onEnd);
  addEventListener("pointercancel", onEnd);
}

/** @param {HTMLElement} card @param {PointerEvent} event @param {TableSession} session */
function drop(card, event, session) {
  const ownSide = document.querySelector(".own-side")?.getBoundingClientRect();
  const { clientX, clientY } = event;
  const onOwnSide = ownSide && clientY > ownSide.top && clientX > ownSide.left && clientX < ownSide.right;
  if (card.dataset.select) {
    if (onOwnSide) session.dispatch({ do: "act", text: card.dataset.select });
    return;
  }
  const { slot = "", code = "" } = card.dataset;
  if (onOwnSide) moveWithinHand(card, slot, event, session);
  else session.dispatch({ do: "lay", pick: { slot, code, owner: session.state.me } });
}

/** @param {HTMLElement} card @param {string} slot @param {PointerEvent} event @param {TableSession} session */
function moveWithinHand(card, slot, event, session) {
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".hand [data-hand]")]);
  const others = cards.filter((one) => one !== card);
  const before = others.findIndex((one) => {
    const box = one.getBoundingClientRect();
    const middle = box.left + box.width / 2;
    return event.clientY < box.bottom && (isRightToLeft(one) ? event.clientX > middle : event.clientX < middle);
  });
  const order = others.map((one) => one.dataset.slot ?? "");
  session.dispatch({ do: "arrange", slot, to: before < 0 ? order.length : before, order });
}
