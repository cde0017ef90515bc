// Keyboard control: a whole game can be played with it alone.
import { goToOpenCards, moveAlongOpenCards, nearestInOtherRow, openCardAt } from "/client/open_cards.js";
import { hasRace, mainCommand, numberCommand } from "/client/offers.js";
import { announce, isRightToLeft } from "/client/render.js";
import { settings } from "/client/settings.js";
import { canSkip, choiceOf, handOverTo, isMyTurn, isShared, kitOf } from "/client/table_state.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** @type {Record<string, string>} */
const COMMANDS = {
  Escape: "cancel",
  o: "sort",
  z: "undo",
  p: "pad",
  l: "log",
  c: "chat",
  k: "keys",
  w: "hint",
  "?": "rules",
};

/** @param {KeyboardEvent} event @param {TableSession} session @param {(command: string) => void} run */
export function handleKey(event, session, run) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const digitOnChoice = target.closest(".open-hands-choice") && event.key >= "0" && event.key <= "9";
  if (target.closest("input, textarea, select") && !digitOnChoice) return;
  if (document.querySelector("dialog:modal")) return;
  const { hold } = session.state;
  if (hold.showdown && (event.key === "Enter" || event.key === " ")) {
    if (hold.acceptsKeys && target.closest("a, button")) return; // it is pressed
    if (hold.acceptsKeys) session.dispatch({ do: "continue" });
    event.preventDefault();
    return;
  }
  if (lookKey(event.key, session) || runKey(event.key, target, session, run)) event.preventDefault();
}

/**
 * A watcher's keys: 0 is the table, 1 to 8 are players, arrows go move by move.
 * @param {string} key @param {TableSession} session
 */
function lookKey(key, session) {
  const { me, table, openHands } = session.state;
  if (me !== null || !openHands.deals) return false;
  const number = key >= "0" && key <= "8" ? Number(key) : -1;
  if (number >= 0 && number <= table.seats.length) session.dispatch({ do: "look", seat: number ? number - 1 : null });
  else if (openHands.seat !== null && (key === "ArrowLeft" || key === "ArrowRight")) {
    session.dispatch({ do: "step", by: key === "ArrowRight" ? 1 : -1 });
  } else return false;
  return true;
}

/**
 * @param {string} key @param {HTMLElement} target @param {TableSession} session
 * @param {(command: string) => void} run
 */
function runKey(key, target, session, run) {
  const card = /** @type {HTMLElement | null} */ (target.closest(".hand [data-hand]"));
  const onButton = !card && target.closest("button, a, summary, [role=slider]");
  const aim = /** @type {HTMLElement | null} */ (target.closest("[data-target]"));
  if (aim && key.startsWith("Arrow")) return focusTarget(aim, key === "ArrowRight" || key === "ArrowDown" ? 1 : -1);
  if (card && key.startsWith("Arrow")) return moveFocus(card, key, session);
  const openCard = openCardAt(target);
  if (openCard && key.startsWith("Arrow")) return moveAlongOpenCards(openCard, key);
  if (openCard && key === "Enter" && !onButton) return press(openCard);
  if (key === "t" || key === "T") return goToOpenCards(openCard) || say(words.keys.noOpenCards);
  if (key === "Enter" && (card || !onButton)) {
    const isPicked = Boolean(card && choiceOf(session.state).isPicked(card.dataset.slot ?? "")); // Space puts it back
    return pressMain(session) || focusTarget(null, 1) || isPicked;
  }
  const { play, connection } = session.state;
  const kit = play ? kitOf(session.state) : null;
  if (key === " " && kit && !isMyTurn(session.state) && !onButton) {
    const offered = hasRace(kit) && !isShared(session.state) && !play.result && connection === "open";
    return offered && doing(session, { do: "race" });
  }
  if (key >= "1" && key <= "9") {
    return doing(session, kit && numberCommand(session.state, kit, settings, Number(key)));
  }
  const command = COMMANDS[key.length === 1 ? key.toLowerCase() : key];
  if (command) {
    run(command);
    return true;
  }
  if (key === "s" || key === "S") return play && canSkip(session.state) && doing(session, { do: "skip" });
  if (key === "h" || key === "H") {
    /** @type {HTMLElement | null} */ (document.querySelector(".hand [data-hand][tabindex='0']"))?.focus();
    return true;
  }
  return false;
}

/** @param {string} text */
function say(text) {
  announce(text);
  return true;
}

/** @param {HTMLElement} element */
function press(element) {
  element.click();
  return true;
}

/** @param {TableSession} session @param {import("/client/reduce.js").Done | null} what */
function doing(session, what) {
  if (what) session.dispatch(what);
  return what !== null;
}

/** Do what the main button does; that of a game or lesson that is over may be a link. @param {TableSession} session */
function pressMain(session) {
  const { state } = session;
  const over = /** @type {HTMLElement | null} */ (document.querySelector(".game-over .acts .primary:not(:disabled)"));
  if (over) return press(over);
  if (handOverTo(state) !== null) return doing(session, { do: "take-device" });
  return doing(session, state.play ? mainCommand(state, kitOf(state), settings) : null);
}

/**
 * Move the focus along the hand; up and down go by what is drawn above and below.
 * @param {HTMLElement} card @param {string} key @param {TableSession} session
 */
function moveFocus(card, key, session) {
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".hand [data-hand]")]);
  const current = cards.indexOf(card);
  const forward = isRightToLeft(card) ? "ArrowLeft" : "ArrowRight";
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  const next = vertical
    ? nearestInOtherRow(cards, current, key === "ArrowDown" ? 1 : -1)
    : current + (key === forward ? 1 : -1);
  if (vertical && next === current && focusTarget(null, key === "ArrowDown" ? 1 : -1)) return true;
  const goal = cards[(next + cards.length) % cards.length];
  session.dispatch({ do: "focus", slot: goal.dataset.slot ?? "" });
  goal.focus();
  return true;
}

/**
 * Go from the hand to the targets, or from one target to another.
 * @param {HTMLElement | null} from @param {1 | -1} step @returns {boolean} whether there is one
 */
function focusTarget(from, step) {
  const targets = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-target]")]).sort(
    (a, b) => Number(a.dataset.target) - Number(b.dataset.target),
  );
  const current = from ? targets.indexOf(from) : step > 0 ? -1 : 0;
  targets[(current + step + targets.length) % targets.length]?.focus();
  return targets.length > 0;
}
