// A long press on a card, by finger or mouse, asks what the card is.

const LONG_PRESS_MS = 500;
const MAX_MOVE_PX = 9;

/** @typedef {(code: string, card: HTMLElement) => void} OnCard */

/** Swallow the click that ends a press which was no click; after a touch it comes late. */
export function swallowClick() {
  const swallow = (/** @type {MouseEvent} */ click) => {
    if (click.detail === 0) return; // a key
    click.stopPropagation();
    click.preventDefault();
    stop();
  };
  const stop = () => {
    removeEventListener("click", swallow, { capture: true });
    removeEventListener("pointerdown", stop, { capture: true });
  };
  addEventListener("click", swallow, { capture: true });
  addEventListener("pointerdown", stop, { capture: true });
}

/** The open card that an event is on. @param {Event} event */
export function cardOf(event) {
  const card = /** @type {Element} */ (event.target).closest(".card[data-code]");
  return card instanceof HTMLElement && card.dataset.code ? card : null;
}

/** @param {PointerEvent} down @param {OnCard} onPress */
export function startLongPress(down, onPress) {
  const card = cardOf(down);
  if (!card || down.button !== 0) return;
  let pressed = false;
  const timer = setTimeout(() => {
    pressed = true;
    onPress(card.dataset.code ?? "", card);
  }, LONG_PRESS_MS);
  const onMove = (/** @type {PointerEvent} */ event) => {
    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > MAX_MOVE_PX) end();
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (pressed) swallowClick();
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
