// What the messages about a table change: the connection, people and seats, the deal's shares, the chat.
import { NOTHING } from "/client/choice.js";
import { awaitedDeal, given, isOf, newShare, wasReplaced } from "/client/deal_share.js";
import { NO_LOG, withLines } from "/client/game_log.js";
import { emptyHand } from "/client/hand.js";
import { forgotten, withDeals } from "/client/open_hands.js";
import { mutesAfter, setsPace } from "/client/people.js";
import { act, addToLog, beginHold, setOpenHands, setPlay } from "/client/reduce_play.js";
import { arrivals, interruptions, newRequests } from "/client/sentences.js";
import { NOT_SAVED } from "/client/socket.js";
import { isShared, keptOf, NO_ADVICE, NO_HOLD } from "/client/table_state.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Outbox} Outbox */
/** @typedef {import("/client/protocol_types.js").Table} Table */
/**
 * @template {string} K
 * @typedef {import("/client/reduce.js").Of<K>} Of
 */

const NOT_YET = /** @type {never} */ (/** @type {unknown} */ (null));
const AGAIN_MS = 1000; // until what was not saved is sent again
const MAX_CHAT_LINES = 50;

/** @param {TableState} s @param {Pick<Of<"ack">, "id">} message */
export function ack(s, { id }) {
  s.unanswered = s.unanswered.filter(({ request }) => request.id !== id);
}

/** Give the next person at a shared device their own hand and log. @param {TableState} s @param {string} place */
function changePerson(s, place) {
  s.places = keptOf(s).places;
  s.place = place;
  s.hand = emptyHand(s.places[place]?.order);
  s.log = s.places[place]?.log ?? NO_LOG;
  s.play = NOT_YET;
  s.beforeRace = null;
  s.refusal = null;
  s.selection = NOTHING;
  s.hold = NO_HOLD;
}

/** Tell the server the player's pace, unless it has it already. @param {TableState} s @param {Outbox} out */
export function sendPace(s, out) {
  const { pace } = out.settings;
  if (setsPace(s) && s.table.pace !== pace) out.send({ do: "pace", pace });
}

/** @param {TableState} s @param {Table} update @param {Outbox} out */
export function updateTable(s, update, out) {
  const before = { ...s };
  const isLocal = s.me !== null && update.local?.includes(s.me);
  const table = isLocal ? { ...update, host: s.me } : update; // whoever holds the device is the host
  s.table = table;
  s.tableAt = s.now;
  if (!table.paused) s.askedBy = "";
  for (const sentence of interruptions(before.table, table, s.me)) out.say(sentence);
  const { sentences, arrived } = arrivals(before.table, table, s.me);
  for (const sentence of sentences) out.say(sentence);
  if (arrived && table.phase === "waiting") out.sound("turn");
  const evening = `${table.number} ${table.phase === "over"}`;
  if (table.standing && evening !== s.evening.loadedFor) {
    s.evening = { ...s.evening, loadedFor: evening };
    out.add({ effect: "evening" });
  }
  if (!table.requests?.some(({ seat }) => seat === s.asked)) s.asked = null;
  for (const sentence of newRequests(before, s)) out.say(sentence);
  const { muted, changes } = mutesAfter(s.muted, table);
  s.muted = muted;
  for (const change of changes) out.send({ do: "mute", ...change });
  noteHints(s, before.table, out);
  if (before.table?.number !== table.number) beginGame(s);
  if (table.phase === "waiting") s.play = NOT_YET;
  giveShare(s, out);
  if (before.table?.phase === "playing" && wasReplaced(s.share, table)) {
    s.refusal = { why: words.table.dealReplaced, rule: "" };
    out.say(words.asSentence(words.table.dealReplaced));
  }
  if (s.me !== null || isShared(s)) out.add({ effect: "save" });
  if (s.me === null && isShared(s) && table.phase !== "playing") sitDown(s, table.local?.[0] ?? 0, out);
}

/** Forget the game before. @param {TableState} s */
function beginGame(s) {
  s.hold = NO_HOLD;
  s.openHands = forgotten(s.openHands);
  s.log = NO_LOG;
  s.places = {};
  s.hand = emptyHand();
  s.selection = NOTHING;
}

/** Write into the log whom a hint was given, for everybody to see. @param {TableState} s @param {Table | null} before
 * @param {Outbox} out */
function noteHints(s, before, out) {
  const given = before?.number === s.table.number ? before.hints?.given : undefined;
  if (!given || !s.play) return;
  s.table.hints?.given.forEach((count, seat) => {
    if (count <= (given[seat] ?? 0)) return;
    s.log = withLines(s.log, [{ seat, text: words.advice.given, ply: s.play.ply }]);
    if (seat !== s.me) out.say(`${s.table.seats[seat].name} ${words.advice.given}.`);
  });
}

/** Give the deal what it waits for of this player. @param {TableState} s @param {Outbox} out */
function giveShare(s, out) {
  const deal = awaitedDeal(s.table, s.me);
  if (!deal) return;
  if (!isOf(s.share, deal)) return out.add({ effect: "share", ...deal });
  const { share, message } = given(s.share, s.table);
  s.share = share;
  if (message) out.send(message);
}

/** Let the person in a seat hold the device. @param {TableState} s @param {number} seat @param {Outbox} out */
export function sitDown(s, seat, out) {
  s.seen = { ...s.seen, [String(s.me)]: s.lastSeq };
  const since = s.seen[seat] ?? null;
  out.send({ do: "sit", seat, ...(since === null ? {} : { since }) });
}

/**
 * What each message changes in a fresh copy of the state; false if that is nothing.
 * @type {import("/client/reduce.js").Handlers}
 */
export const TABLE_EVENTS = {
  connection(s, { state, reason, nextTryAt = null }, out) {
    if (state === "lost" && s.connection === "open") {
      s.lostAt = s.now;
      out.say(`${words.connection.lost} ${words.connection.saved}`);
    }
    if (state !== "open") s.advice = NO_ADVICE;
    s.connection = state;
    s.closeReason = reason;
    s.nextTryAt = nextTryAt;
    if (state === "closed") out.add({ effect: "forget" });
  },

  resend(s, { id }, out) {
    const waiting = s.unanswered.find(({ request }) => request.id === id);
    if (waiting) out.send(waiting.request);
  },

  refusal(s, { id, rule, why }, out) {
    if (rule === NOT_SAVED) {
      if (!id) out.later(AGAIN_MS, { is: "share_again" });
      else if (s.unanswered.some(({ request }) => request.id === id)) {
        s.refusal = { why: words.table.notSavedYet, rule: "" };
        out.say(words.asSentence(words.table.notSavedYet));
        return out.later(AGAIN_MS, { is: "resend", id });
      }
    }
    ack(s, { id });
    const { askedId, heldBack } = s.advice;
    if (id && id === askedId) {
      s.advice = NO_ADVICE;
      if (heldBack) return act(s, heldBack, out); // a move goes unchecked where it cannot be checked
    }
    s.refusal = { why, rule };
    out.say(`${words.asSentence(why)} ${rule}`);
    out.sound("refusal");
  },

  welcome(s, message, out) {
    const { you, table, play } = message;
    const before = s.table;
    if (s.asked !== null && you !== null) out.say(words.table.seatedNow);
    if (table.local?.length && you !== s.me) changePerson(s, `${s.key}-${table.number}-${you}`);
    else if (s.me !== null && you !== null && you !== s.me) out.say(words.joining.youChangedSeat(you + 1));
    s.connection = "open";
    s.closeReason = "";
    s.nextTryAt = null;
    s.game = message.game;
    s.me = you;
    s.next = message.next ?? null;
    s.asked = message.asked ?? null;
    s.leftSeat = message.left ?? null;
    s.code = message.code ?? s.code;
    s.phrases = message.phrases;
    s.share = { ...s.share, sent: "" };
    if (table.number !== before?.number) s.beforeRace = null;
    s.table = table;
    s.unanswered = s.unanswered.map(({ request }) => ({ request, blocks: true }));
    for (const { request } of s.unanswered) out.send(request);
    if (play) {
      for (const missed of message.missed ?? []) addToLog(s, { ...play, ...missed });
      setPlay(s, play, true, out);
    }
    setOpenHands(s, { ...withDeals(s.openHands, play?.open_deals), asked: [] }, out);
    if (play?.showdown) beginHold(s, play.showdown, null, false, out);
    else if (s.hold.showdown?.held) s.hold = NO_HOLD;
    for (const sentence of interruptions(before, table, s.me)) out.say(sentence);
    updateTable(s, table, out);
    if (message.lost) s.refusal = { why: words.table.entriesLost, rule: "" };
    for (const seat of Object.keys(s.muted)) out.send({ do: "mute", seat: Number(seat), on: true });
    sendPace(s, out);
  },

  share_made(s, { commit, seat, share }, out) {
    const deal = awaitedDeal(s.table, s.me);
    if (deal?.commit !== commit || deal.seat !== seat || isOf(s.share, deal)) return;
    s.share = newShare(deal, share);
    giveShare(s, out);
  },

  share_again(s, _, out) {
    s.share = { ...s.share, sent: "" };
    if (s.table && s.connection === "open") giveShare(s, out);
  },

  said(s, { seat, name, text, asks }, out) {
    const isNew = s.ui.sheet !== "chat" && seat !== s.me;
    s.chat = {
      lines: [...s.chat.lines, { seat, name, text }].slice(-MAX_CHAT_LINES),
      unread: s.chat.unread + (isNew ? 1 : 0),
    };
    if (asks && seat !== s.me) s.askedBy = name;
    out.say(`${name}: ${text}`);
  },

  /** The evening score came, or (null) could not be loaded. */
  evening(s, { score }) {
    s.evening = score ? { ...s.evening, score } : { ...s.evening, loadedFor: "" };
  },

  /** A request by HTTP was refused, or (with no reason) that is over. */
  refused(s, { why, rule }) {
    s.refusal = why ? { why, rule } : null;
  },

  ack,

  table: updateTable,
};
