// What screen readers are told of a table, in sentences.
import { openRequests } from "/client/people.js";
import { capital } from "/client/toolkit.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").Table} Table */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @import { Choice, Target } from "/client/choice.js" */

/**
 * Who sat down and, to a watcher, that a seat is free.
 * @param {Table | null} before @param {Table} table @param {number | null} me
 * @returns {{sentences: string[], arrived: boolean}} and whether somebody came who was not at the table
 */
export function arrivals(before, table, me) {
  if (!before) return { sentences: [], arrived: false };
  const wasHere = (/** @type {string} */ name) => before.seats.some((seat) => seat.person && seat.name === name);
  const came = table.seats.filter((seat, at) => seat.person && !before.seats[at].person && at !== me);
  const arrived = came.filter(({ name }) => !wasHere(name));
  const moved = came.filter(({ name }) => wasHere(name));
  const isFull = (/** @type {Table} */ { seats }) => seats.every((seat) => seat.person);
  return {
    sentences: [
      ...moved.map((seat) => words.joining.changedSeat(seat.name, table.seats.indexOf(seat) + 1)),
      ...arrived.map(({ name }) => words.joining.satDown(name)),
      ...(me === null && isFull(before) && !isFull(table) ? [words.joining.seatIsFree] : []),
    ],
    arrived: arrived.length > 0,
  };
}

/**
 * A pause that began, people who went away, and for whom a bot plays.
 * @param {Table | null} before @param {Table} table @param {number | null} me
 */
export function interruptions(before, table, me) {
  const sentences = table.paused && !before?.paused ? [words.paused.isPaused] : [];
  for (const [at, { name, person, here, bot }] of table.seats.entries()) {
    const seat = before?.seats[at];
    if (!person || here || at === me || seat?.name !== name) continue;
    if (bot && !seat.bot) sentences.push(words.absence.botPlays(name));
    else if (seat.here) sentences.push(words.absence.away(name));
  }
  return sentences;
}

/** Who asks for a seat and did not before. @param {TableState} before @param {TableState} now */
export const newRequests = (before, now) =>
  openRequests(now)
    .filter(({ name }) => !openRequests(before).some((request) => request.name === name))
    .map(({ seat, name }) => words.table.wantsSeat(name, now.table.seats[seat].name));

/** What an action is called. @param {Toolkit} kit @param {string} text */
export function actName(kit, text) {
  const act = kit.choice?.acts.find((one) => one.text === text);
  return act ? kit.actLabel(act) : text;
}

/** A suggestion or a warning. @param {Toolkit} kit @param {TableState["advice"]} advice */
export function adviceInWords(kit, { hint, caution }) {
  const t = words.advice;
  if (caution) {
    const better = caution.better ? `${t.better} ${actName(kit, caution.better)}.` : "";
    return [t.areYouSure, t.loses(caution.loss), better, kit.fillNames(caution.why)].join(" ");
  }
  if (!hint) return "";
  const others = hint.alternatives.map(({ text, cost, error }) => `${actName(kit, text)}: ${t.costs(cost, error)}.`);
  const chance = hint.chance === null ? t.noChoice : t.wins(hint.chance);
  return [`${t.suggests} ${actName(kit, hint.text)}.`, kit.fillNames(hint.why), chance, ...others].join(" ");
}

/** "Ada’s nines, plus 15". @param {Toolkit} kit @param {Target} target */
export const targetName = (kit, { place, gain }) =>
  gain === null ? kit.placeName(place) : `${kit.placeName(place)}, ${words.targets.spokenPoints(gain)}`;

/** What can be chosen: "Thief. 3 sets. 1: Ada’s nines, plus 15.", "" if nothing. @param {Toolkit} kit */
export function targetsInWords(kit) {
  const { effect, targets, chosen } = /** @type {Choice} */ (kit.choice);
  if (!effect) return "";
  const { prompt, noun } = effect.steps[chosen.length];
  const list = targets.map((target) => `${target.number}: ${targetName(kit, target)}.`);
  const count = targets.length ? `${words.targets.count(targets.length, noun)}.` : prompt;
  return [`${capital(kit.cardName(effect.card))}.`, count, ...list].join(" ");
}
