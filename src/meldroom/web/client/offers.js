// What the buttons and keys of the player's side do in a position, and what a hint or a lesson points at.
import { likelyVerb } from "/client/choice.js";
import { grouped } from "/client/hand.js";
import { choiceOf, isAdvised, isBusy, isMyTurn } from "/client/table_state.js";

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */
/** @typedef {import("/client/reduce.js").Done} Done */
/** @typedef {Pick<import("/client/settings.js").Settings, "sort" | "hints">} Wishes how the player likes the hand */
/**
 * @typedef {object} Pointed what to touch next; each may be missing
 * @property {string[]} [slots] of cards
 * @property {string} [act] a button that does it
 * @property {string} [select] a pile
 * @property {number} [target]
 * @property {string} [command]
 */

const MAX_BUTTONS = 5; // more are behind a button "More"

/** The hand as it is drawn. @param {TableState} state @param {Wishes} wishes */
export const handGroups = ({ hand, play, game }, { sort }) =>
  grouped(hand.cards, sort, play.hand ?? [], game?.cards ?? []);

/** The action that lays a labelled group on the table. @param {TableState} state
 * @param {import("/client/hand.js").HandGroup} group */
export const groupAct = (state, { label, cards }) =>
  label && isMyTurn(state) ? choiceOf(state).actWith(cards.map(({ code }) => code)) : undefined;

/** Whether groups of the hand have labels. @param {Wishes} wishes */
export const showsLabels = ({ sort, hints }) => sort === "meld" && hints === "on";

/**
 * The actions that have buttons, and what is missing if there are none.
 * @param {TableState} state @param {Toolkit} kit @param {Wishes} wishes
 */
export function offersOf(state, kit, wishes) {
  const choice = choiceOf(state);
  const { complete, targets, needsPicks } = choice;
  const hasPicks = !choice.isEmpty || Boolean(choice.selectedText);
  const labelled = () =>
    showsLabels(wishes) ? handGroups(state, wishes).flatMap((group) => groupAct(state, group) ?? []) : [];
  const acts = hasPicks
    ? [...(kit.hooks.drawsTargets ? [] : choice.aimed), ...complete]
    : [...choice.bare.filter((act) => !kit.hooks.isOfferedOnTable?.(act, kit)), ...labelled()];
  const isMissing = !acts.length && (hasPicks ? !targets.length : needsPicks);
  return {
    hasPicks,
    acts: state.ui.allButtons ? acts : acts.slice(0, MAX_BUTTONS),
    more: acts.length - MAX_BUTTONS,
    missing: !isMissing ? "" : hasPicks ? "more" : "card",
    firstIsMain: hasPicks ? acts.length > 0 && choice.isMain(acts[0]) : !needsPicks || acts[0]?.cards.length > 0,
  };
}

/** The nearest move that works, where a move was explained that does not. @param {TableState} state */
export function nearestMove(state) {
  const { explained } = state;
  const act = explained?.instead ? choiceOf(state).acts.find(({ text }) => text === explained.instead) : undefined;
  if (!explained || !act) return null;
  const { cards, lacking } = explained;
  return { act, addsToPicks: lacking.length > 0 && act.cards.length === cards.length + lacking.length };
}

/** Whether the game has a race that can be tried at any time. @param {Toolkit} kit */
export const hasRace = (kit) =>
  Boolean(kit.game.race && kit.hooks.isSilentRace) && kit.me !== null && kit.hooks.hasRace?.(kit) !== false;

/**
 * What Enter does, as the main button; null if there is none.
 * @param {TableState} state @param {Toolkit} kit @param {Wishes} wishes @returns {Done | null}
 */
export function mainCommand(state, kit, wishes) {
  const { table, me, advice, play } = state;
  if (table.paused) return table.host === me ? { do: "pause" } : null;
  if (advice.caution) return { do: "close-advice" };
  const doing = (/** @type {string} */ text) => (isBusy(state) ? null : { do: "act", text });
  if (advice.hint) return doing(advice.hint.text);
  if (play.result || state.connection === "lost" || !isMyTurn(state)) return null;
  const { missing, acts, firstIsMain } = offersOf(state, kit, wishes);
  const choice = choiceOf(state);
  const picks = choice.picks.map(({ code }) => code);
  if (missing && !state.explained) return { do: "why", cards: picks, verb: likelyVerb(kit.game, choice, picks.length) };
  const nearest = nearestMove(state);
  if (nearest) return nearest.addsToPicks ? { do: "add-lacking" } : doing(nearest.act.text);
  return firstIsMain && acts.length ? doing(acts[0].text) : null;
}

/**
 * What a number key does; null if nothing.
 * @param {TableState} state @param {Toolkit} kit @param {Wishes} wishes @param {number} number @returns {Done | null}
 */
export function numberCommand(state, kit, wishes, number) {
  const { targets } = choiceOf(state);
  if (targets.length) {
    const target = targets[number - 1];
    return !target ? null : target.act ? { do: "act", text: target.act.text } : { do: "target", number };
  }
  if (!isMyTurn(state) || state.play.result || isBusy(state)) return null;
  const { hint } = state.advice;
  const nearest = nearestMove(state);
  const texts = isAdvised(state)
    ? [hint?.text]
    : [
        nearest && !nearest.addsToPicks ? nearest.act.text : [],
        ...offersOf(state, kit, wishes).acts.map(({ text }) => text),
      ].flat();
  const text = texts[number - 1];
  return text ? { do: "act", text } : null;
}

/**
 * What to touch next for an action.
 * @param {TableState} state @param {Wishes} wishes @param {string} text @returns {Pointed}
 */
export function pointedAt(state, wishes, text) {
  const choice = choiceOf(state);
  const act = choice.acts.find((one) => one.text === text);
  if (isBusy(state)) return {};
  if (!act) return { command: "race" };
  const hand = handGroups(state, wishes).flatMap(({ cards }) => cards);
  if (act.played) {
    const { effect, use } = act.played;
    if (choice.effect !== effect) return { slots: slotsOf([effect.card], hand, choice) };
    const place = use.targets[choice.chosen.length];
    const target = place && choice.targetAt(place);
    return target ? { target: target.number } : { act: text };
  }
  if (choice.complete.includes(act)) return { act: text };
  const missing = [...act.cards];
  for (const { code } of choice.picks) {
    const index = missing.indexOf(code);
    if (index < 0) return { command: "cancel" };
    missing.splice(index, 1);
  }
  if (!act.cards.length) return { select: text, act: text };
  return { slots: slotsOf(missing, act.seat === null ? hand : openCards(state, act.seat), choice) };
}

/** The open cards of a player, as the toolkit names them. @param {TableState} state @param {number} seat */
const openCards = ({ play }, seat) =>
  play.view.zones.flatMap(({ owner, cards }, zone) =>
    owner === seat ? cards.map((code, at) => ({ code, slot: `z${zone}.${at}` })) : [],
  );

/**
 * The first of these cards that have the codes and are not picked yet, each once.
 * @param {string[]} codes @param {{code: string | null, slot: string}[]} cards
 * @param {import("/client/choice.js").Choice} choice
 */
function slotsOf(codes, cards, choice) {
  const left = cards.filter(({ slot }) => !choice.isPicked(slot));
  return codes.flatMap((code) => {
    const at = left.findIndex((card) => card.code === code);
    return at < 0 ? [] : left.splice(at, 1).map(({ slot }) => slot);
  });
}
