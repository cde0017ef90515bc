// What a person does at a table: selects, plays, asks, opens, talks. Each function changes a fresh copy of the state.
import { likelyVerb, NOTHING } from "/client/choice.js";
import { NO_TIME_OUTS } from "/client/game_log.js";
import { withMoved } from "/client/hand.js";
import { lookAt, playing, stepped } from "/client/open_hands.js";
import { openRequests, otherPeople } from "/client/people.js";
import { act, explain, newId, request, setOpenHands } from "/client/reduce_play.js";
import { sendPace, sitDown } from "/client/reduce_table.js";
import { targetsInWords } from "/client/sentences.js";
import {
  askAgainIn,
  choiceOf,
  handOverTo,
  isAdvised,
  isAskingHint,
  isBusy,
  isChecked,
  isHintOffered,
  isMyTurn,
  kitOf,
  NO_ADVICE,
  NO_HOLD,
} from "/client/table_state.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Outbox} Outbox */
/** @typedef {import("/client/choice.js").Pick} Pick */
/** @typedef {Required<import("/client/reduce.js").Done>} Done what belongs to the command is there */

const MAX_CHECK_MS = 2000; // then the move goes unchecked
const NOT_YOUR_TURN = "X-1";
const SORTS = ["meld", "set", "run", "free"];

/**
 * Do an action; where the player wants that, it is checked first and held back meanwhile.
 * @param {TableState} s @param {string} text @param {Outbox} out
 */
function play(s, text, out) {
  if (!s.play || isBusy(s)) return;
  if (!isChecked(s, out.settings.caution)) return act(s, text, out);
  const id = newId(s);
  s.advice = { ...NO_ADVICE, heldBack: text, askedId: id };
  out.send({ do: "check", id, text });
  out.later(MAX_CHECK_MS, { is: "unchecked", id });
}

/**
 * Ask why something cannot be done; the answer is shown in place of the prompt.
 * @param {TableState} s @param {string[]} cards
 * @param {string | undefined} action its verb or whole text; by default what the cards are probably meant for
 * @param {number | undefined} seat in front of which the cards are @param {Outbox} out
 */
function askWhy(s, cards, action, seat, out) {
  const asked = action ?? (s.game ? likelyVerb(s.game, choiceOf(s), cards.length) : "");
  const [verb] = asked.split(" ");
  if (s.beforeRace) {
    // A silent race must not be given away: the same as at any other moment of another player's turn.
    const answer = { id: "", rule: NOT_YOUR_TURN, why: words.why.notYourTurn, text: "", lacking: [], instead: null };
    return explain(s, { ...answer, verb, cards }, out);
  }
  const id = newId(s);
  s.questions = { ...s.questions, [id]: { verb, cards } };
  out.send({ do: "why", id, ...(asked === verb ? { verb, cards, seat } : { text: asked }) });
}

/** @param {TableState} s @param {Outbox} out */
function askHint(s, out) {
  if (isAskingHint(s) || isBusy(s)) return;
  s.advice = { ...NO_ADVICE, askedId: newId(s) };
  out.send({ do: "hint", id: s.advice.askedId });
  out.say(words.advice.thinking);
}

/** @param {TableState} s @param {Partial<TableState["ui"]>} changes */
function setUi(s, changes) {
  s.ui = { ...s.ui, ...changes };
}

/** @param {TableState} s @param {string} sheet "" for none */
function openSheet(s, sheet) {
  setUi(s, { sheet });
  if (sheet === "chat") s.chat = { ...s.chat, unread: 0 };
}

/** @param {TableState} s @param {string} sheet */
const toggleSheet = (s, sheet) => openSheet(s, s.ui.sheet === sheet ? "" : sheet);

/** A request that closes the dialog in which it was chosen. @param {object | ((s: TableState) => object)} what */
const fromDialog = (what) => (/** @type {TableState} */ s, /** @type {Done} */ _, /** @type {Outbox} */ out) => {
  out.send(typeof what === "function" ? what(s) : what);
  setUi(s, { dialog: "" });
};

/** @param {object} message */
const sending = (message) => (/** @type {TableState} */ _s, /** @type {Done} */ _, /** @type {Outbox} */ out) =>
  out.send(message);

/** @param {TableState} _ @param {Done} _done @param {Outbox} out */
function giveUp(_, _done, out) {
  out.send({ do: "leave" });
  out.add({ effect: "home" });
}

/** @type {Record<string, (s: TableState, done: Done, out: Outbox) => unknown>} by the names that buttons have */
export const COMMANDS = {
  /** Pick a card, or ask why it cannot be picked. */
  pick(s, { pick }, out) {
    const choice = choiceOf(s);
    s.focusedSlot = pick.slot;
    s.refusal = s.explained = null;
    s.advice = NO_ADVICE;
    setUi(s, { allButtons: false });
    const selection = isMyTurn(s) ? choice.toggle(pick) : null;
    if (!selection) return askWhy(s, [...choice.picks.map(({ code }) => code), pick.code], undefined, undefined, out);
    s.selection = selection;
    out.say(targetsInWords(kitOf(s)));
  },

  /** Choose a target after which another is chosen. */
  target(s, { number }, out) {
    s.advice = NO_ADVICE;
    s.selection = choiceOf(s).aim(number);
    out.say(targetsInWords(kitOf(s)));
  },

  /** Select the action of a pile, or do it if it needs no confirmation. */
  select(s, { text }, out) {
    s.advice = NO_ADVICE;
    if (s.selection.selectedText === text || out.settings.confirm === "off") return play(s, text, out);
    s.selection = { ...NOTHING, selectedText: text };
  },

  /** Lay a card on the table by dragging it there. */
  lay(s, { pick }, out) {
    if (!isMyTurn(s)) return;
    const choice = choiceOf(s);
    if (!choice.isPicked(pick.slot)) s.selection = choice.toggle(pick) ?? s.selection;
    const { complete, targets } = choiceOf(s);
    if (complete.length === 1 && !targets.length) play(s, complete[0].text, out);
  },

  /** Do the action that is raced for, whatever others did meanwhile; the table refuses it when it is too early. */
  race(s, _, out) {
    if (!s.play || !s.game || s.unanswered.some(({ blocks }) => blocks)) return;
    s.refusal = null;
    request(s, { do: "act", texts: [s.game.race] }, out, false);
  },

  undo(s, _, out) {
    if (s.play?.undo && !isBusy(s)) request(s, { do: "undo" }, out);
  },

  /** Continue after a hand: with the next one once everybody is ready, or with the result of the game. */
  continue(s, _, out) {
    if (s.hold.showdown?.held) out.send({ do: "ready" });
    else s.hold = NO_HOLD;
  },

  /** Put a card elsewhere in the hand, as it is shown. */
  arrange(s, { slot, to, order }, out) {
    const cards = [...s.hand.cards].sort((a, b) => order.indexOf(a.slot) - order.indexOf(b.slot));
    s.hand = withMoved({ ...s.hand, cards }, slot, to);
    out.add({ effect: "settings", changes: { sort: "free" } });
  },

  /** Ask why nothing can be done with an open card of another player. */
  "ask-open-card"(s, { code, seat }, out) {
    if (s.me === null || s.play.result) return;
    const [aimed] = s.game?.aims ?? [];
    askWhy(s, [code], aimed, aimed ? Number(seat) : undefined, out);
  },

  /** Ask once in each position why the card that is explained cannot be played. */
  "ask-help"(s, { verb }, out) {
    const { ply } = s.play;
    s.helpAnswer = { ply, answer: null };
    if (!verb || s.beforeRace) return;
    const id = newId(s);
    s.questions = { ...s.questions, [id]: { ply } };
    out.send({ do: "why", id, verb, cards: [] });
  },

  /** Pick what the nearest move has besides the picks. */
  "add-lacking"(s) {
    for (const code of s.explained?.lacking ?? []) {
      const choice = choiceOf(s);
      const card = s.hand.cards.find((one) => one.code === code && !choice.isPicked(one.slot));
      if (card) s.selection = choice.toggle({ code, owner: s.me, slot: card.slot }) ?? s.selection;
    }
    s.explained = null;
  },

  /** Ask what to play; where that needs everybody's consent, show whose. */
  hint(s, _, out) {
    const { hints } = s.table;
    if (isAdvised(s)) s.advice = NO_ADVICE;
    else if (isMyTurn(s) && choiceOf(s).acts.length === 1) out.say(words.advice.noChoice);
    else if (isHintOffered(s)) askHint(s, out);
    else if (isMyTurn(s) && hints && !hints.allowed) {
      out.say(words.advice.needConsent);
      openSheet(s, "people");
    }
  },

  /** Let go of what is open or selected, the topmost first. */
  cancel(s) {
    if (isAdvised(s) || isAskingHint(s)) {
      s.advice = NO_ADVICE;
      return;
    }
    if (s.ui.sheet && choiceOf(s).isEmpty && !s.explained) openSheet(s, "");
    s.selection = NOTHING;
    s.explained = null;
  },

  mute(s, { seat }, out) {
    const at = /** @type {number} */ (seat);
    const { [at]: name, ...others } = s.muted;
    s.muted = name === undefined ? { ...others, [at]: s.table.seats[at].name } : others;
    out.send({ do: "mute", seat: at, on: name === undefined });
  },

  act: (s, { text, sure }, out) => {
    setUi(s, { allButtons: false });
    if (!sure) play(s, text, out);
    else act(s, text, out);
  },
  "play-anyway": (s, _, out) => act(s, s.advice.caution?.text ?? "", out),
  seat: (s, { seat }) => {
    s.advice = NO_ADVICE;
    s.selection = choiceOf(s).toggleSeat(/** @type {number} */ (seat));
  },
  focus: (s, { slot }) => {
    s.focusedSlot = slot;
  },
  why: (s, { cards, verb }, out) => askWhy(s, cards, verb, undefined, out),
  "close-advice": (s) => {
    s.advice = NO_ADVICE;
  },
  sort: (_s, _, out) => {
    const sort = SORTS[(SORTS.indexOf(out.settings.sort) + 1) % SORTS.length];
    out.add({ effect: "settings", changes: { sort } });
  },
  skip: ({ table, me }, _, out) => {
    if (me !== null && !table.skips?.includes(me)) out.send({ do: "skip" });
  },

  close: (s) => setUi(s, { dialog: "" }),
  "close-seat-menu": (s) => {
    if (s.ui.dialog === "seat") setUi(s, { dialog: "" });
  },
  dialog: (s, { do: dialog }) => setUi(s, { dialog: s.ui.dialog === dialog ? "" : dialog }),
  sheet: (s, { name }) => openSheet(s, name),
  people: (s) => toggleSheet(s, s.ui.sheet === "chat" || s.chat.unread ? "chat" : "people"),
  chat: (s) => toggleSheet(s, "chat"),
  more: (s) => setUi(s, { allButtons: !s.ui.allButtons }),
  "whole-log": (s) => setUi(s, { wholeLog: !s.ui.wholeLog }),
  "person-menu": (s, { name }) => setUi(s, { person: s.ui.person === name ? "" : name }),
  "seat-menu": (s, { seat }) => setUi(s, { seat: /** @type {number} */ (seat), dialog: "seat" }),
  "ask-remove": (s, { seat }) => setUi(s, { removing: /** @type {number} */ (seat), dialog: "remove" }),
  home: (_s, _, out) => out.add({ effect: "home" }),

  send: (_s, { message }, out) => out.send(message),
  pace: (s, _, out) => sendPace(s, out),
  "make-host": (s, { seat }, out) => {
    out.send({ do: "hand", seat });
    setUi(s, { person: "" });
  },
  rematch: sending({ do: "rematch" }),
  start: sending({ do: "start" }),
  pause: fromDialog((s) => ({ do: "pause", on: !s.table.paused })),
  "end-now": fromDialog({ do: "end" }),
  kick: fromDialog(({ ui }) => ({ do: "kick", seat: ui.removing })),
  silence: fromDialog(({ ui }) => ({ do: "silence", seat: ui.removing, on: true })),
  "hand-over-and-leave": (s, done, out) => {
    out.send({ do: "hand", seat: otherPeople(s)[0].seat });
    giveUp(s, done, out);
  },
  "give-up": giveUp,
  "stop-waiting": sending({ do: "leave" }),
  "ask-continue": (s, _, out) => {
    if (askAgainIn(s)) return;
    s.askedToContinueAt = s.now;
    out.send({ do: "ask_continue" });
  },
  here: (s, _, out) => {
    s.timeOuts = NO_TIME_OUTS;
    out.send({ do: "back" });
  },
  reconnect: (_s, _, out) => out.add({ effect: "reconnect" }),
  allow: (s, _, out) => {
    const [request] = openRequests(s);
    if (request) out.send({ do: "allow", seat: request.seat });
  },
  "not-now": (s) => {
    const [request] = openRequests(s);
    if (request) s.notNow = [...s.notNow, request.name];
  },
  "take-device": (s, _, out) => {
    const seat = handOverTo(s);
    if (seat !== null) sitDown(s, seat, out);
  },
  "choose-arrival": (s, { value }) => {
    s.arrivalChoice = value;
  },
  "just-watch": (s) => {
    s.justWatching = true;
  },
  "take-seat": (s, _, out) => {
    s.justWatching = false;
    s.arrivalChoice = "";
    setOpenHands(s, lookAt(s.openHands, null), out);
  },

  look: (s, { seat }, out) => setOpenHands(s, lookAt(s.openHands, seat), out),
  step: (s, { by }, out) => setOpenHands(s, stepped({ ...s.openHands, isPlaying: false }, by), out, by === 1),
  "play-open-hands": (s, _, out) =>
    setOpenHands(s, s.openHands.isPlaying ? { ...s.openHands, isPlaying: false } : playing(s.openHands), out),
};
