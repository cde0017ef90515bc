// What the table page asks before it ends the table, leaves a running game or removes somebody.
import { otherPeople } from "/client/people.js";
import { nameAt } from "/parts/player_list.js";
import { words } from "/words/en.js";

const t = words.confirm;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/parts/dialog.js").Question} Question */

/** @param {TableState} state @returns {Question} */
export function endQuestion(state) {
  const people = otherPeople(state);
  const [heir] = people;
  return {
    title: people.length ? t.endTitle : t.endTitleAlone,
    text: state.table.standing ? t.endTextStanding : t.endText,
    people,
    peopleText: people.length ? t.stillPlaying(people.map(({ name }) => name)) : "",
    keep: t.keepPlaying,
    answers: [
      heir
        ? { label: t.leaveTo(heir.name), command: "hand-over-and-leave", kind: "mild" }
        : { label: t.leaveForNow, command: "home", kind: "mild" },
      { label: t.end, command: "end-now", kind: "harsh" },
    ],
  };
}

/** @param {TableState} state @returns {Question} */
export function leaveQuestion(state) {
  const people = otherPeople(state);
  return {
    title: t.leaveTitle,
    text: t.leaveText,
    people,
    peopleText: people.length ? t.playOn(people.map(({ name }) => name)) : "",
    keep: t.stay,
    answers: [
      { label: t.leaveForNow, command: "home", kind: "mild" },
      { label: t.giveUpSeat, command: "give-up", kind: "harsh" },
    ],
  };
}

/** @param {TableState} state @param {number} seat @returns {Question} */
export function removeQuestion(state, seat) {
  const name = nameAt(state, seat);
  const waits = state.table.requests?.some((request) => request.seat === seat);
  const mute = { label: t.muteInstead(name), command: "silence", kind: /** @type {const} */ ("mild") };
  return {
    title: t.removeTitle(name),
    text: waits ? t.removeTextNewcomer(name) : t.removeText(name),
    keep: t.keep(name),
    answers: [
      ...(waits || state.table.seats[seat]?.silenced ? [] : [mute]),
      { label: t.remove(name), command: "kick", kind: "harsh" },
    ],
  };
}
