// The log of a table: what was done, in sentences, with the rule behind everything the referee notes.
import { words } from "/words/en.js";

/** @import { Play, MovedEvent } from "/client/protocol_types.js" */
/** @typedef {{seat: number | null, text: string, rule?: string, ply: number, heading?: boolean}} LogLine */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {typeof NO_LOG} GameLog */
/** @typedef {{zone: string, code: string, verb: string}} Mark the card on a pile that the table played */
/** @typedef {typeof NO_TIME_OUTS} TimeOuts what the table did for the player when their time ran out */

const MAX_LINES = 300;

export const NO_LOG = {
  lines: /** @type {LogLine[]} */ ([]),
  discards: /** @type {string[]} */ ([]), // since the last shuffle
  firstNew: 0, // the index of the first line since your last turn
  heldBack: /** @type {LogLine[]} */ ([]), // lines that wait until a silent race is over
};

/**
 * Add what a `play` message reports.
 * @param {GameLog} log @param {Play} play @param {Toolkit} kit @param {boolean} silent whether a silent race is on
 * @returns {{log: GameLog, sentences: string[]}} with the sentences to announce
 */
export function withPlay(log, play, kit, silent) {
  /** @type {LogLine[]} */
  const news = [];
  let { discards } = log;
  for (const [seat, text] of play.moves ?? []) {
    const sentence = kit.describeMove(seat, text, play.events ?? []);
    if (sentence) news.push({ seat, text: sentence, ply: play.ply });
  }
  for (const event of play.events ?? []) {
    if (event.event === "noted") {
      news.push({ seat: null, text: kit.fillNames(event.text), rule: event.rule, ply: play.ply });
    } else if (event.event === "gathered") {
      discards = [];
      if (play.ply) news.push({ seat: null, text: words.table.nextDeal, ply: play.ply, heading: true });
    } else if (event.event === "moved" && isDiscard(event, kit)) {
      discards = [...discards, ...event.cards.filter((code) => code !== null)];
    }
  }
  const lines = [...log.heldBack, ...news];
  if (silent) return { log: { ...log, discards, heldBack: lines }, sentences: [] };
  const now = withLines({ ...log, discards, heldBack: [] }, lines);
  const iMoved = play.moves?.some(([seat]) => seat === kit.me);
  const turnEnded = iMoved && kit.me !== null && !play.to_act.includes(kit.me);
  return {
    log: turnEnded ? { ...now, firstNew: now.lines.length } : now,
    sentences: lines.map((line) => (line.seat === null ? line.text : `${kit.name(line.seat)} ${line.text}`)),
  };
}

/**
 * Add lines; what one player does in a row is one line.
 * @param {GameLog} log @param {LogLine[]} added @returns {GameLog}
 */
export function withLines(log, added) {
  const lines = [...log.lines];
  for (const line of added) {
    const last = lines.at(-1);
    const continues = last && last.seat !== null && last.seat === line.seat && lines.length > log.firstNew;
    if (continues) lines[lines.length - 1] = { ...last, text: `${last.text}, ${line.text}` };
    else lines.push(line);
  }
  const surplus = Math.max(0, lines.length - MAX_LINES);
  return { ...log, lines: lines.slice(surplus), firstNew: Math.max(0, log.firstNew - surplus) };
}

/**
 * The lines of the hand that ended last.
 * @param {GameLog} log @param {boolean} dealt whether the next one has been dealt
 */
export function lastHand(log, dealt) {
  const lastHeading = log.lines.findLastIndex((line) => line.heading);
  const lines = dealt && lastHeading >= 0 ? log.lines.slice(0, lastHeading) : log.lines;
  return lines.slice(lines.findLastIndex((line) => line.heading) + 1);
}

/** Whether cards went openly from a player to an open pile. @param {MovedEvent} event @param {Toolkit} kit */
const isDiscard = (event, kit) =>
  event.source_owner !== null &&
  event.target_owner === null &&
  event.cards.every(Boolean) &&
  kit.zone(event.target).sight === "all";

export const NO_TIME_OUTS = {
  done: /** @type {string[]} */ ([]), // in the last turn that timed out; empty once the player has played again
  mark: /** @type {Mark | null} */ (null),
  continues: false, // the turn that timed out is not over
};

/** @param {TimeOuts} timeOuts @param {Play} play @param {Toolkit} kit @returns {TimeOuts} */
export function timeOutsAfter(timeOuts, play, kit) {
  const own = (play.moves ?? []).filter(([seat]) => seat === kit.me);
  if (!own.length) return { ...timeOuts, continues: false };
  if (play.by !== "clock") return NO_TIME_OUTS;
  const did = own.map(([seat, text]) => kit.describeMove(seat, text, play.events ?? []));
  return {
    done: timeOuts.continues ? [...timeOuts.done, ...did] : did,
    mark: markOf(play, own[own.length - 1][1]) ?? timeOuts.mark,
    continues: true,
  };
}

/** @param {Play} play @param {string} text @returns {Mark | null} */
function markOf(play, text) {
  for (const event of play.events ?? []) {
    if (event.event !== "moved" || event.target_owner !== null || event.source_owner === null) continue;
    const code = event.cards.at(-1);
    if (code) return { zone: event.target, code, verb: text.split(" ")[0] };
  }
  return null;
}
