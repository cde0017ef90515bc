// Your side of the table: the prompt, the buttons, the hand and its worth.
import { html, nothing, repeat } from "/vendor/lit.js";
import { groupAct, handGroups, hasRace, offersOf, showsLabels } from "/client/offers.js";
import { cssVariables, icon } from "/client/render.js";
import { settings } from "/client/settings.js";
import { choiceOf, isAdvised, isBusy, isMyTurn, isShared, secondsLeft } from "/client/table_state.js";
import { adviceButton, adviceButtons, advicePrompt } from "/parts/advice.js";
import { skipButton } from "/parts/pace.js";
import { pausedSide } from "/parts/paused.js";
import { ruleLink } from "/parts/rule_link.js";
import { absence } from "/parts/seats.js";
import { targetPrompt } from "/parts/targets.js";
import { nearestButton, whyAnswer, whyButton } from "/parts/why.js";
import { words } from "/words/en.js";

const t = words.table;
const LARGE_HAND = 13; // cards
const TWO_ROWS_FROM = 24; // cards, on large screens
const MAX_CARDS_PER_ROW = 8; // on a phone

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/choice.js").Act} Act */
/** @typedef {import("/client/hand.js").HandGroup} HandGroup */

/** @param {Toolkit} kit @param {TableState} state */
export const ownSide = (kit, state) =>
  state.table.paused
    ? pausedSide(kit, state, hand(kit, state))
    : html`<section class="own-side ${isMyTurn(state) ? "on-turn" : "waiting"}" aria-label=${t.ownSide}>
    <div class="prompt">${prompt(kit, state)}</div>
    <div class="acts">${
      state.connection === "lost" ? waitingForConnection : actButtons(kit, state)
    }</div>${timeOutNotice(kit, state)}
    ${hand(kit, state)}
    ${handFooter(kit, state)}
  </section>`;

/**
 * What the player is asked to do, why a move was refused, or whom the table waits for.
 * @param {Toolkit} kit @param {TableState} state
 */
function prompt(kit, state) {
  const { refusal, play } = state;
  if (refusal) {
    return html`<p class="refusal"><span class="refusal-mark" aria-hidden="true">×</span>${kit.highlightCards(
      words.asSentence(refusal.why),
      true,
    )} ${ruleLink(kit.game.key, refusal.rule)}</p>`;
  }
  if (state.explained) return whyAnswer(kit, state);
  if (isAdvised(state)) return advicePrompt(kit, state);
  if (isMyTurn(state)) {
    const seconds = secondsLeft(state);
    const clock = seconds === null ? nothing : html`<span class="clock">${t.clock(seconds)}</span>`;
    const asked = choiceOf(state).effect
      ? targetPrompt(kit)
      : kit.highlightCards(kit.fillNames(play.prompt ?? ""), true);
    return html`<p><span class="turn-badge">${t.yourTurn}</span>${asked}${clock}</p>`;
  }
  return html`<p><span class="turn-badge">${t.waiting}</span>${whoIsChoosing(kit, state)}</p>`;
}

/** @param {Toolkit} kit @param {TableState} state */
function whoIsChoosing(kit, state) {
  const acting = (state.beforeRace ?? state.play).to_act;
  if (acting.length !== 1) return t.severalChoosing;
  const [seat] = acting;
  if (seat === kit.me) return "";
  const { person, here } = state.table.seats[seat];
  if (person && !here) return absence(state, seat);
  const turns = kit.turnsUntilMine(seat);
  const mine = turns === null ? t.youAreOut : kit.view.seats > 2 && turns ? t.turnsUntilYours(turns) : "";
  return html`<b>${kit.name(seat)}</b> ${t.isChoosing} ${mine}`;
}

/** @param {Toolkit} kit @param {TableState} state */
function actButtons(kit, state) {
  if (isAdvised(state)) return adviceButtons(state);
  if (!isMyTurn(state)) return html`${raceButton(kit, state)}${skipButton(kit, state)}`;
  const choice = choiceOf(state);
  const { acts, hasPicks, missing, firstIsMain, more: others } = offersOf(state, kit, settings);
  const { picks, targets } = choice;
  const asks = missing === "card" ? t.pickCard(onlyVerb(choice.acts)) : t.pickMore;
  const cancel = html`<button type="button" class="btn plain cancel" data-command="cancel"
    aria-keyshortcuts="Escape" ${kit.pointAt({ command: "cancel" })}>${t.cancel}</button>`;
  const undo = html`<button type="button" class="btn plain" data-command="undo" ?disabled=${isBusy(state)}
    aria-keyshortcuts="Z">${t.undo}</button>`;
  const more = html`<button type="button" class="btn plain" data-command="more">${
    state.ui.allButtons ? t.fewer : `${t.more} (${others})`
  }</button>`;
  return html`
    ${hasPicks ? cancel : nothing}
    ${state.play.undo && !hasPicks ? undo : nothing}
    ${missing ? whyButton(kit, state, picks.length ? "" : asks) : nothing}
    ${nearestButton(kit, state)}
    ${repeat(
      acts,
      (act) => act.text,
      (act, at) => actButton(kit, state, act, firstIsMain && at === 0 ? "↵" : targets.length ? "" : String(at + 1)),
    )}
    ${others > 0 ? more : nothing}`;
}

/** @param {Act[]} acts @returns {string | undefined} */
function onlyVerb(acts) {
  const verbs = new Set(acts.map((act) => act.verb));
  return verbs.size === 1 ? acts[0].verb : undefined;
}

/**
 * @param {Toolkit} kit @param {TableState} state @param {Act} act
 * @param {string} key "↵" for the main button; "" where the number keys choose a target
 */
function actButton(kit, state, act, key) {
  const isMain = key === "↵";
  const own = kit.hooks.actButton?.(act, kit);
  const label = kit.actLabel(act);
  const content = own ? own.art : html`${label}${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}`;
  return html`<button type="button" class="btn big ${isMain ? "primary" : ""} ${own?.cls ?? ""}" data-act=${act.text}
    ?disabled=${isBusy(state)} ${kit.pointAt({ act: act.text, place: "acts" })}
    aria-label=${own ? label : nothing} title=${own ? label : nothing}
    aria-keyshortcuts=${(isMain ? "Enter" : key) || nothing}>${content}</button>`;
}

/** The action of a race, which can be tried at any time. @param {Toolkit} kit @param {TableState} state */
function raceButton(kit, state) {
  const { race } = kit.game;
  if (!hasRace(kit)) return nothing;
  if (isShared(state)) return html`<span class="small">${words.handOver.race}</span>`;
  const label = kit.actLabel({ text: race, verb: race, cards: [], seat: null, rest: [], fields: {} });
  return html`<button type="button" class="btn big" data-command="race"
    ${kit.pointAt({ command: "race" })} ?disabled=${state.connection !== "open"}
    aria-keyshortcuts="Space">${label}<kbd aria-hidden="true">${words.keys.race}</kbd></button>`;
}

/** @param {Toolkit} kit @param {TableState} state */
function hand(kit, state) {
  const groups = handGroups(state, settings);
  const cards = groups.flatMap((group) => group.cards);
  const n = cards.length;
  const perRow = n <= 6 ? n : Math.min(MAX_CARDS_PER_ROW, Math.ceil(n / 2));
  const focused = cards.some((card) => card.slot === state.focusedSlot) ? state.focusedSlot : cards[0]?.slot;
  const zone = kit.view.zones.findIndex(
    ({ owner, name }) => owner === kit.me && (!state.handZones.length || state.handZones.includes(name)),
  );
  const showLabels = showsLabels(settings);
  let position = 0;
  const drawnGroups = groups.map((group, at) => {
    const labelled = showLabels && group.label;
    return html`${at ? html`<span class="gap"></span>` : nothing}
      <span class="group ${labelled ? `labelled kind-${group.kind}` : ""}">
      ${repeat(
        group.cards,
        (card) => card.slot,
        (card) => handCard(kit, state, card, { position: ++position, of: n, focused: card.slot === focused }),
      )}
      ${labelled ? groupLabel(kit, state, group) : nothing}</span>`;
  });
  const variables = { "--count": Math.max(n, 1), "--per-row": Math.max(perRow, 1), "--gap-count": groups.length - 1 };
  const large = n >= LARGE_HAND ? "large" : "";
  const rows = [n >= TWO_ROWS_FROM ? "two-rows" : "", n > 2 * MAX_CARDS_PER_ROW ? "overlapping-rows" : ""];
  const row = html`<div class="hand ${large} ${rows.join(" ")}" role="group" aria-label=${t.hand(n)}
    data-zone=${zone} ${cssVariables(variables)}>${drawnGroups}</div>`;
  return html`<div class="hand-area">${kit.hooks.handFrame?.(kit, row) ?? row}</div>`;
}

/**
 * What a group is; a button where one click lays it on the table.
 * @param {Toolkit} kit @param {TableState} state @param {HandGroup} group
 */
function groupLabel(kit, state, group) {
  const act = groupAct(state, group);
  if (!act) return html`<span class="group-label">${group.label}</span>`;
  return html`<button type="button" class="group-label" data-act=${act.text} aria-label=${kit.actLabel(act)}
    ?disabled=${isBusy(state)}>${group.label}</button>`;
}

/**
 * @param {Toolkit} kit @param {TableState} state @param {import("/client/hand.js").HandCard} card
 * @param {{position: number, of: number, focused: boolean}} place
 */
function handCard(kit, state, { code, slot, isNew }, { position, of, focused }) {
  const [choice, myTurn] = [choiceOf(state), isMyTurn(state)];
  const pick = { code, owner: kit.me, slot };
  const canPick = myTurn && choice.canPick(pick);
  const picked = choice.isPicked(slot);
  const fits = myTurn && choice.canAdd(pick) && settings.hints === "on";
  const look = picked
    ? "picked"
    : fits
      ? "legal fits"
      : canPick && choice.isEmpty && !choice.selectedText
        ? "legal"
        : myTurn && !choice.isEmpty && !canPick
          ? "unavailable"
          : "";
  const { box, ink = "", art } = kit.face(code);
  const flag = isNew ? t.newCard : (kit.hooks.cardFlag?.(code, kit) ?? "");
  const label = [t.cardInHand(kit.cardName(code), position, of), flag].filter(Boolean).join(", ");
  const shownFlag = flag ? html`<span class="card-flag" aria-hidden="true">${flag}</span>` : nothing;
  return html`<button type="button" class="card ${ink} ${look}" aria-label=${label}
    aria-pressed=${picked ? "true" : "false"} data-code=${code} data-slot=${slot} data-hand
    aria-disabled=${myTurn && !canPick ? "true" : nothing} tabindex=${focused ? "0" : "-1"}
    ${kit.pointAt({ slot })}><svg viewBox=${box} aria-hidden="true">${art}</svg>${shownFlag}</button>`;
}

/**
 * The line below the hand: what it is worth, what the game adds, how it is sorted.
 * @param {Toolkit} kit @param {TableState} state
 */
function handFooter(kit, state) {
  const worth = settings.hints === "on" ? kit.fillNames(state.play.worth ?? "") : "";
  const sort = /** @type {Record<string, string>} */ (t.sort)[settings.sort];
  return html`<div class="hand-footer"><span class="worth">${worth || "\u00a0"}</span><span class="spacer"></span>${
    kit.hooks.handFooter?.(kit) ?? nothing
  }
    ${adviceButton(state)}
    <button type="button" class="btn plain" data-command="sort" title=${t.sortHand} aria-label="${t.sortHand}: ${sort}"
      aria-keyshortcuts="O">${icon("sort")}<span>${sort}</span></button></div>`;
}

/**
 * Tells that the time ran out, what was done, and when a bot takes over.
 * @param {Toolkit} kit @param {TableState} state
 */
function timeOutNotice(kit, state) {
  const { me, table, timeOuts } = state;
  const seat = me === null ? null : table.seats[me];
  if (!seat || !(timeOuts.done.length || seat.bot)) return nothing;
  const { botPlays, ranOut, did, botAfter, here } = words.timeOut;
  const left = seat.timeouts_left ?? 0;
  const text = seat.bot
    ? html`<b>${botPlays}</b>`
    : html`<b>${ranOut}</b> ${kit.highlightCards(did(timeOuts.done))} ${left ? botAfter(left) : ""}`;
  const button = html`<button type="button" class="btn ${isMyTurn(state) ? "" : "primary"}" data-command="here">${
    here
  }</button>`;
  return html`<div class="time-out" role="group" aria-label=${seat.bot ? botPlays : ranOut}>${icon("clock")}<p>${
    text
  }</p>${button}</div>`;
}

/** In place of the buttons that need a connection. */
const waitingForConnection = html`<button type="button" class="btn big connection-waits" aria-disabled="true">${
  words.connection.waiting
}</button>`;
