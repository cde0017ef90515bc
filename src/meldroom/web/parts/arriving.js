// Arriving in mid-game: choose a bot's seat from the next deal on, or watch.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { freeSeats, pointsOf, returnsToSeat } from "/client/people.js";
import { settings } from "/client/settings.js";
import { handChoice, hasOpenHands } from "/parts/open_hands.js";
import { words } from "/words/en.js";

const t = words.joining;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */
/** @typedef {{value: string, title: string, text: string, art: unknown}} Option */

const WATCH = "watch";

/** @param {string[]} names */
const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} ${t.and} ${names.at(-1)}` : (names[0] ?? "");

/** Who plays, in a sentence. @param {TableState} state */
function whoPlays({ table }) {
  const people = table.seats.filter((seat) => seat.person).map((seat) => seat.name);
  return t.whoPlays(listed(people), people.length, table.seats.length - people.length);
}

/** What a seat has, in words; "" in a game without points. @param {TableState} state @param {number} seat */
function score({ play }, seat) {
  const points = play ? pointsOf(play.pad, seat) : null;
  return points === null ? "" : t.hasPoints(points);
}

/** When a newcomer gets a seat. @param {TableState["table"]} table @param {boolean} wasLeft */
function whenFree({ seats }, wasLeft) {
  if (wasLeft) return t.fromNextDeal;
  return seats.some((seat) => seat.person) ? t.fromNextDealOrSooner : t.atOnce;
}

/** @param {TableState} state @returns {Option[]} */
function choices(state) {
  const { table } = state;
  const isOwn = returnsToSeat(state);
  const seats = freeSeats(state).map((seat) => {
    const { name, left } = table.seats[seat];
    return {
      value: String(seat),
      title: isOwn ? words.table.returnToSeat : t.takeSeatOf(name),
      text: [score(state, seat), isOwn ? t.atOnce : whenFree(table, Boolean(left))].filter(Boolean).join(" "),
      art: html`<span class="avatar seat-colour-${seat}" aria-hidden="true">${(name[0] ?? "?").toUpperCase()}</span>`,
    };
  });
  const watch = {
    value: WATCH,
    title: t.justWatch,
    text: table.watchers === "open_hands" ? words.watching.behindWithHands : t.oneTurnBehind,
    art: icon("eye"),
  };
  return table.watchers === "off" ? seats : [...seats, watch];
}

/**
 * The form of a newcomer in a running game; its button repeats what is chosen.
 * @param {TableState} state @param {(event: SubmitEvent) => void} sit @param {Dispatch} dispatch
 */
export function arrivingForm(state, sit, dispatch) {
  const options = choices(state);
  const chosen = options.find(({ value }) => value === state.arrivalChoice) ?? options[0];
  const choose = (/** @type {string} */ value) => dispatch({ do: "choose-arrival", value });
  const submit = (/** @type {SubmitEvent} */ event) => {
    if (chosen.value !== WATCH) return sit(event);
    event.preventDefault();
    dispatch({ do: "just-watch" });
  };
  const message = state.refusal
    ? html`<p class="refusal"><span class="refusal-mark" aria-hidden="true">×</span>${words.asSentence(
        state.refusal.why,
      )}</p>`
    : html`<p><span class="turn-badge">${t.welcome}</span><b>${words.home.inProgress}.</b> ${whoPlays(state)}</p>`;
  if (!chosen) {
    return html`<section class="own-side waiting" aria-label=${t.takeSeat}><div class="prompt">${message}
      <p>${t.allSeatsTaken}</p></div></section>`;
  }
  const option = (/** @type {Option} */ { value, title, text, art }) =>
    html`<label class="arriving-option"><input type="radio" name="seat" value=${value} .checked=${
      value === chosen.value
    } @change=${() => choose(value)}>${art}<span><b>${title}</b><small>${text}</small></span></label>`;
  return html`<section class="own-side waiting arriving" aria-label=${t.takeSeat}>
    <form class="sit-form" @submit=${submit}><div class="prompt">${message}</div>
    <label class="arriving-name">${words.table.name}<input name="name" type="text" maxlength="24" required
      .value=${settings.name || words.home.guest} autocomplete="nickname"></label>
    <button class="btn big primary">${chosen.title}</button>
    <fieldset class="arriving-options"><legend class="visually-hidden">${t.takeSeat}</legend>${options.map(
      option,
    )}</fieldset>
    <p class="arriving-note">${freeSeats(state).length ? t.untilThen : t.tellWhenFree}</p></form></section>`;
}

/**
 * Whose hand a watcher may look at, or when that will be.
 * @param {TableState} state @param {Dispatch} dispatch
 */
function openHandsOffer(state, dispatch) {
  if (!hasOpenHands(state)) return nothing;
  return state.openHands.deals ? handChoice(state, dispatch) : html`<small>${words.watching.handsLater}</small>`;
}

/** What a watcher reads below the table. @param {TableState} state @param {Dispatch} dispatch */
export function watchingSide(state, dispatch) {
  const { table, play } = state;
  const acting = listed((play?.to_act ?? []).map((seat) => table.seats[seat].name));
  const takeSeat = () => dispatch({ do: "take-seat" });
  const offer = freeSeats(state).length
    ? html`<button type="button" class="btn" @click=${takeSeat}>${icon("chair")}${t.takeBotsSeat}</button>`
    : html`<small>${t.tellWhenFree}</small>`;
  return html`<section class="own-side waiting watching" aria-label=${t.watching}>
    <div class="prompt"><p>${acting ? t.isToPlay(acting) : words.table.waiting} <small>${
      t.youSeeOneTurnBehind
    }</small></p></div>
    <div class="acts">${openHandsOffer(state, dispatch)}${offer}</div></section>`;
}
