// What the game's messages change: plays, the look at a hand, questions and advice, open hands, a lesson.
import { NOTHING } from "/client/choice.js";
import { NO_LOG, timeOutsAfter, withPlay } from "/client/game_log.js";
import { withCards, withoutNew } from "/client/hand.js";
import { loading, moveInterval, shownHand, ticked, withDeals, withPage } from "/client/open_hands.js";
import { withoutOldSkips } from "/client/people.js";
import { adviceInWords } from "/client/sentences.js";
import { soundOf } from "/client/sound.js";
import {
  choiceOf,
  handOverTo,
  HOLD_SECONDS,
  holdSecondsLeft,
  isBusy,
  isCounting,
  isMyTurn,
  isSilent,
  kitOf,
  NO_ADVICE,
  NO_HOLD,
} from "/client/table_state.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Outbox} Outbox */
/** @import { Play, View, Showdown } from "/client/protocol_types.js" */

const KEY_DELAY_MS = 600;
const WARN_AT_SECONDS = 5;
const SECOND_SOUND = 0.16; // seconds after the first

/** @param {TableState} s @param {Play} play @returns {string[]} what is to be announced */
export function addToLog(s, play) {
  const { log, sentences } = withPlay(s.log, play, kitOf(s, { play }), isSilent(s.game, play));
  s.log = log;
  return sentences;
}

/**
 * @param {TableState} s @param {Play} play
 * @param {boolean} first whether it is the first since the page was loaded or connected again @param {Outbox} out
 */
export function setPlay(s, play, first, out) {
  s.beforeRace = isSilent(s.game, play) ? (s.beforeRace ?? s.play ?? play) : null;
  s.play = play;
  s.table = withoutOldSkips(s.table, play);
  s.explained = null;
  s.advice = NO_ADVICE;
  s.receivedAt = s.now;
  if (s.me !== null) updateHand(s, first);
  s.selection = choiceOf(s).kept((slot) => s.hand.cards.some((card) => card.slot === slot));
  if (out.settings.hints !== "off") pickOnlyCard(s);
}

/** @param {TableState} s @param {boolean} first */
function updateHand(s, first) {
  const own = s.play.view.zones.filter((zone) => zone.owner === s.me);
  const held = own.filter(({ sight }) => sight === "owner").map(({ name }) => name);
  s.handZones = [...new Set([...s.handZones, ...held])];
  const zones = own.filter(({ name }) => !s.handZones.length || s.handZones.includes(name));
  const codes = zones.flatMap((zone) => zone.cards.filter((code) => code !== null));
  s.hand = withCards(s.hand, codes, first && !s.hand.cards.length);
}

/** Pick the only card that can be played, as after drawing with no other choice. @param {TableState} s */
function pickOnlyCard(s) {
  const choice = choiceOf(s);
  const only = choice.isEmpty && choice.acts.length === 1 && choice.acts[0].cards.length === 1 ? choice.acts[0] : null;
  const card = only && s.hand.cards.find(({ code }) => code === only.cards[0]);
  if (card) s.selection = choice.toggle({ code: card.code, owner: s.me, slot: card.slot }) ?? s.selection;
}

/**
 * What a play sounds like: said to screen readers, and played.
 * @param {TableState} s @param {Play} play
 * @param {{sentences: string[], wasMyTurn: boolean, raceEnded: boolean}} before what happened, and how it was before
 * @param {Outbox} out
 */
function soundPlay(s, play, { sentences, wasMyTurn, raceEnded }, out) {
  const mine = isMyTurn(s);
  const turnBegins = mine && !wasMyTurn;
  const nextPerson = handOverTo(s);
  const turn = `${turnBegins ? ` ${words.table.yourTurn}.` : ""}${mine ? ` ${play.prompt}` : ""}`;
  if (nextPerson !== null)
    out.say(words.handOver.title(s.table.seats[nextPerson].name)); // and nothing private
  else if (!s.hold.showdown) out.say(`${sentences.join(". ")}.${turn}`); // else its heading is read
  const sound = soundOf(play, raceEnded);
  if (sound) out.sound(sound);
  if (turnBegins) {
    out.sound("turn", sound ? SECOND_SOUND : 0);
    out.add({ effect: "notify" });
  }
}

/**
 * @param {TableState} s @param {Showdown} showdown @param {View | null | undefined} viewBefore
 * @param {boolean} brief whether it ends by itself, as for a watcher, for whom nobody waits @param {Outbox} out
 */
export function beginHold(s, showdown, viewBefore, brief, out) {
  const at = s.now;
  if (brief) out.later(HOLD_SECONDS * 1000, { is: "hold_over", at });
  const shown = brief ? { ...showdown, left: HOLD_SECONDS } : showdown;
  s.hold = { ...NO_HOLD, showdown: shown, viewBefore: viewBefore ?? null, at, receivedAt: at };
  out.later(KEY_DELAY_MS, { is: "hold_keys", at });
}

/** Show why a move cannot be made. @param {TableState} s
 * @param {import("/client/table_state.js").Explained} explained @param {Outbox} out */
export function explain(s, explained, out) {
  s.refusal = null;
  s.explained = explained.rule ? explained : null;
  if (explained.rule) out.say(`${words.asSentence(explained.why)} ${explained.rule}`);
}

/** Do an action. @param {TableState} s @param {string} text @param {Outbox} out */
export function act(s, text, out) {
  s.advice = NO_ADVICE;
  if (!s.play || isBusy(s)) return;
  s.refusal = null;
  s.explained = null;
  s.hand = withoutNew(s.hand);
  request(s, { do: "act", texts: [text], ply: s.play.ply }, out);
}

/** An id for what is sent. @param {TableState} s */
export function newId(s) {
  s.sent += 1;
  return `${s.client}.${s.sent}`;
}

/**
 * Send something until it is answered.
 * @param {TableState} s @param {{do: string, [field: string]: unknown}} message @param {Outbox} out
 * @param {boolean} [blocks] whether nothing else can be done meanwhile
 */
export function request(s, message, out, blocks = true) {
  const request = { ...message, id: newId(s) };
  s.unanswered = [...s.unanswered, { request, blocks }];
  out.send(request);
}

/** Show another position, and ask for those that are missing. @param {TableState} s
 * @param {TableState["openHands"]} now @param {Outbox} out @param {boolean} [moves] whether one move leads there */
export function setOpenHands(s, now, out, moves = false) {
  const before = s.openHands;
  const { hands, questions } = loading(now);
  s.openHands = hands;
  for (const question of questions) out.send(question);
  if (hands.isPlaying && (!before.isPlaying || hands.run !== before.run)) nextMoveLater(s, out);
  const [from, to] = [shownHand(before), shownHand(hands)];
  if (moves && from && to && from !== to)
    out.add({ effect: "animate", events: to.events, before: from.view, after: to.view });
}

/** @param {TableState} s @param {Outbox} out */
const nextMoveLater = ({ openHands: { run } }, out) =>
  out.later(moveInterval(out.settings.speed), { is: "next_move", run });

/**
 * What each message changes in a fresh copy of the state; false if that is nothing.
 * @type {import("/client/reduce.js").Handlers}
 */
export const PLAY_EVENTS = {
  play(s, play, out) {
    const viewBefore = s.play?.view;
    const wasMyTurn = isMyTurn(s);
    const raceEnded = Boolean(s.beforeRace);
    const sentences = addToLog(s, play);
    const silent = isSilent(s.game, play);
    if (!silent && !raceEnded) s.timeOuts = timeOutsAfter(s.timeOuts, play, kitOf(s, { play }));
    s.refusal = null;
    setPlay(s, play, false, out);
    setOpenHands(s, withDeals(s.openHands, play.open_deals), out);
    if (play.showdown) beginHold(s, play.showdown, viewBefore, s.me === null && !play.result, out);
    else if (s.me !== null) s.hold = NO_HOLD; // a watcher looks on while the next hand is played
    if (!silent) soundPlay(s, play, { sentences, wasMyTurn, raceEnded }, out);
    if (s.me !== null) out.add({ effect: "save" });
    const still = silent || Boolean(s.hold.showdown) || handOverTo(s) !== null || play.undone;
    out.add({ effect: "animate", events: still ? [] : (play.events ?? []), before: viewBefore, after: play.view });
  },

  hold_keys(s, { at }) {
    if (!s.hold.showdown || s.hold.at !== at) return false;
    s.hold = { ...s.hold, acceptsKeys: true };
  },

  hold_over(s, { at }) {
    if (s.hold.at !== at) return false;
    s.hold = NO_HOLD;
  },

  hold(s, { on, left, ready }, out) {
    const { showdown } = s.hold;
    if (s.me === null || !showdown) return;
    if (on) {
      s.hold = { ...s.hold, showdown: { ...showdown, left, ready }, receivedAt: s.now };
      return;
    }
    s.hold = NO_HOLD;
    s.play = { ...s.play, left };
    s.receivedAt = s.now;
    if (!isMyTurn(s)) return;
    out.say(`${words.table.yourTurn}. ${s.play.prompt}`);
    out.sound("turn");
    out.add({ effect: "notify" });
  },

  /** Seconds go by. */
  tick(s, _, out) {
    const left = holdSecondsLeft(s);
    if (left !== null && left <= WARN_AT_SECONDS && !s.hold.warned) {
      s.hold = { ...s.hold, warned: true };
      out.say(words.showdown.nextDealSoon(left));
    }
    return isCounting(s) ? undefined : false;
  },

  why(s, { is: _, ...answer }, out) {
    const { [answer.id]: question, ...others } = s.questions;
    if (!question) return;
    s.questions = others;
    if ("verb" in question) explain(s, { ...answer, ...question }, out);
    else if (question.ply === s.helpAnswer.ply) s.helpAnswer = { ply: question.ply, answer };
  },

  hint(s, hint, out) {
    if (hint.id !== s.advice.askedId || hint.ply !== s.play?.ply) return;
    s.selection = NOTHING;
    s.refusal = s.explained = null;
    s.advice = { ...NO_ADVICE, hint };
    out.say(adviceInWords(kitOf(s), s.advice));
  },

  checked(s, { id, ply, loss, better, why }, out) {
    const { askedId, heldBack } = s.advice;
    if (id !== askedId || ply !== s.play?.ply) return;
    s.advice = NO_ADVICE;
    if (loss === null) return act(s, heldBack, out);
    s.advice = { ...NO_ADVICE, caution: { text: heldBack, loss, better, why } };
    out.say(adviceInWords(kitOf(s), s.advice));
  },

  /** A check took too long. */
  unchecked(s, { id }, out) {
    const { askedId, heldBack } = s.advice;
    if (id !== askedId) return false;
    s.advice = NO_ADVICE;
    act(s, heldBack, out);
  },

  next_move(s, { run }, out) {
    if (!s.openHands.isPlaying || s.openHands.run !== run) return false;
    setOpenHands(s, ticked(s.openHands), out, true);
    nextMoveLater(s, out);
  },

  open_hands: (s, page, out) => setOpenHands(s, withPage(s.openHands, page), out),

  /** Go back to an earlier position, given with all that led there. */
  rewind(s, { plays }, out) {
    s.log = NO_LOG;
    s.selection = NOTHING;
    s.refusal = null;
    for (const play of plays) addToLog(s, play);
    setPlay(s, plays[plays.length - 1], false, out);
    s.hand = withoutNew(s.hand);
  },

  /** Replace the prompt. */
  prompt(s, { prompt, says }, out) {
    s.selection = NOTHING;
    s.play = { ...s.play, prompt };
    out.say(says);
  },
};
