// What the page knows of a table: one plain object, which reduce.js alone changes, and what follows from it.
import { Choice, NOTHING, readActs } from "/client/choice.js";
import { NO_SHARE } from "/client/deal_share.js";
import { hooksOf } from "/client/game_assets.js";
import { NO_LOG, NO_TIME_OUTS } from "/client/game_log.js";
import { emptyHand } from "/client/hand.js";
import { NO_OPEN_HANDS } from "/client/open_hands.js";
import { people } from "/client/people.js";
import { Toolkit } from "/client/toolkit.js";

/** @import { Play, Table, View, Said, WhyAnswer } from "/client/protocol_types.js" */
/** @typedef {import("/client/game_assets.js").Game} Game */
/** @typedef {{id: string, do: string, [field: string]: unknown}} Request a message that is sent until it is answered */
/** @typedef {Omit<WhyAnswer, "is">} Answer */
/** @typedef {Answer & {verb: string, cards: string[]}} Explained why a move cannot be made */
/** @typedef {Pick<Said, "seat" | "name" | "text">} Line of the chat */
/** @typedef {{text: string, loss: number, better: string | null, why: string}} Caution the move that waits */
/** @typedef {{order: string[], log: import("/client/game_log.js").GameLog}} Place a person's hand and log */
/** @typedef {{places: Record<string, Place>, chat: Line[]}} Kept what a reload does not lose */

const NOT_YET = /** @type {never} */ (/** @type {unknown} */ (null)); // the server has not sent it yet

/** The look at a hand that ended. */
export const NO_HOLD = {
  showdown: /** @type {import("/client/protocol_types.js").Showdown | null} */ (null),
  viewBefore: /** @type {View | null} */ (null), // the last one of the hand
  acceptsKeys: false, // a key meant for the hand must not end the look at it
  at: 0, // when it began
  receivedAt: 0, // when its seconds came
  warned: false,
};
export const NO_ADVICE = {
  hint: /** @type {import("/client/protocol_types.js").Hint | null} */ (null),
  caution: /** @type {Caution | null} */ (null),
  askedId: "", // the question that waits for its answer
  heldBack: "", // the move that waits until it is checked
};
export const HOLD_SECONDS = 12;
const ASK_AGAIN_MS = 60_000; // as on the server

/**
 * A table of which nothing is known yet.
 * @param {string} key @param {{code?: string, client?: string, kept?: Kept | null, isSaved?: boolean}} [about]
 */
export const newTable = (key, { code = "", client = "", kept = null, isSaved = true } = {}) => ({
  key,
  client, // a random name of this page, for the ids of what it sends
  sent: 0, // how many ids were used
  isSaved,
  now: 0,
  /** @type {string | null} */ code: code || null,
  /** @type {"connecting" | import("/client/socket.js").SocketState} */ connection: "connecting",
  closeReason: "",
  lostAt: 0,
  /** @type {number | null} when a lost connection is tried again */ nextTryAt: null,
  /** @type {number | null} the last entry of the log that was seen */ lastSeq: null,
  /** @type {{request: Request, blocks: boolean}[]} what was not answered yet, and whether it waits for that */
  unanswered: [],
  /** @type {Record<string, {verb: string, cards: string[]} | {ply: number}>} the questions that wait, by id */
  questions: {},

  /** @type {Game | null} */ game: null,
  /** @type {Table} */ table: NOT_YET,
  tableAt: 0, // when it came
  /** @type {Play} the last `play` message */ play: NOT_YET,
  receivedAt: 0, // when its seconds came
  /** @type {Play | null} the last one before a silent race; null when there is no such race */ beforeRace: null,
  /** @type {number | null} the player's seat; null for a watcher */ me: null,
  /** @type {number | null} who is to take up a shared device while nobody holds it */ next: null,
  /** @type {Record<string, number | null>} up to which entry each person at a shared device has seen the game */
  seen: {},
  /** @type {number | null} the seat that a newcomer waits for */ asked: null,
  /** @type {number | null} the seat that the player left and can return to */ leftSeat: null,
  justWatching: false, // a newcomer who wants no seat now
  arrivalChoice: "", // the seat that a newcomer has chosen in the form, or "watch"
  /** @type {string[]} the names of newcomers whom the player leaves to the next deal */ notNow: [],
  /** @type {Record<number, string>} names by seat of those whose chat the player does not read */ muted: {},
  /** @type {string[]} */ phrases: [],
  chat: { lines: kept?.chat ?? [], unread: 0 },

  place: key, // whose hand and log these are, where people share a device
  places: kept?.places ?? {},
  hand: emptyHand(kept?.places[key]?.order),
  /** @type {string[]} names of the zones that make up the hand */ handZones: [],
  focusedSlot: "", // the card of the hand that the keyboard is at
  selection: NOTHING,
  log: (isSaved && kept?.places[key]?.log) || NO_LOG, // a lesson's begins again
  timeOuts: NO_TIME_OUTS,
  hold: NO_HOLD,
  openHands: NO_OPEN_HANDS,
  /** @type {{why: string, rule: string} | null} */ refusal: null,
  /** @type {Explained | null} */ explained: null,
  /** @type {{ply: number, answer: Answer | null}} why the card that is explained cannot be played */
  helpAnswer: { ply: -1, answer: null },
  advice: NO_ADVICE,
  share: NO_SHARE,
  /** @type {{score: import("/client/api.js").Evening | null, loadedFor: string}} of a regular table */
  evening: { score: null, loadedFor: "" },
  askedToContinueAt: -ASK_AGAIN_MS, // when the player asked to continue a paused game
  askedBy: "", // who else asked for that
  ui: {
    dialog: "", // over the page
    sheet: "", // beside the table
    wholeLog: false,
    allButtons: false,
    person: "", // whose menu is open
    removing: 0, // the seat whose person the host is asked about
    seat: 0, // whose menu is open in the waiting room
  },
});

/** @typedef {ReturnType<typeof newTable>} TableState */

/** What a reload is not to lose. @param {TableState} state @returns {Kept} */
export const keptOf = ({ place, places, hand, log, chat }) => ({
  places: { ...places, [place]: { order: hand.cards.map(({ code }) => code), log: { ...log, heldBack: [] } } },
  chat: chat.lines,
});

/** Whether a race is on that the page must not give away. @param {Game | null} game @param {Play} play */
export const isSilent = (game, play) =>
  Boolean(game?.race && play.to_act.length && hooksOf(game.key).isSilentRace?.(play.view));

/** @type {WeakMap<Play["legal"], import("/client/choice.js").Act[]>} */
const acts = new WeakMap();

/** What the player can do now, and what is selected of it. @param {TableState} state */
export function choiceOf({ me, game, play, beforeRace, selection }) {
  if (me === null || !game || !play || beforeRace) return new Choice(me ?? -1, [], game?.takes, selection);
  const known = acts.get(play.legal) ?? readActs(play.legal, game, play.effects);
  acts.set(play.legal, known);
  return new Choice(me, known, game.takes, selection);
}

/**
 * What a position is described and drawn with.
 * @param {TableState} state
 * @param {{play?: Play, view?: View, hints?: boolean, pointed?: import("/client/toolkit.js").Context["pointed"]}} [of]
 */
export const kitOf = (state, { play = state.play, view = play.view, hints = false, pointed = null } = {}) =>
  new Toolkit({
    game: /** @type {Game} */ (state.game),
    table: state.table,
    view,
    play,
    me: state.me,
    choice: state.me === null ? null : choiceOf(state),
    names: state.table.seats.map((seat) => seat.name),
    mark: state.timeOuts.mark,
    newRows: state.hold.showdown?.new_rows,
    hints,
    pointed,
  });

/** Whether several people play at this device. @param {TableState} state */
export const isShared = ({ table }) => Boolean(table?.local?.length);

/** The seat whose person is to take this device up; until then everything is covered. @param {TableState} state */
export function handOverTo(state) {
  const { table, me, play, hold, next } = state;
  if (!isShared(state) || table.phase !== "playing" || hold.showdown) return null;
  if (me === null) return next;
  const acting = play?.to_act ?? [];
  if (acting.length !== 1 || acting.includes(me)) return null; // nobody can race at one device
  return table.local?.includes(acting[0]) ? acting[0] : null;
}

/** @param {TableState} state */
export const isMyTurn = ({ me, play, beforeRace, hold }) =>
  me !== null && Boolean(play?.to_act.includes(me)) && !beforeRace && !hold.showdown;

/** Whether no action can be sent now. @param {TableState} state */
export const isBusy = ({ unanswered, connection, table, advice }) =>
  unanswered.some(({ blocks }) => blocks) || connection !== "open" || Boolean(table?.paused) || advice.heldBack !== "";

/** Whether friends can come by link. @param {TableState} state */
export const canInvite = (state) => Boolean(state.code) && !isShared(state);

/** Whether a suggestion or a warning is shown in place of the prompt. @param {TableState} state */
export const isAdvised = ({ advice }) => Boolean(advice.hint || advice.caution);

/** Whether the player waits for a hint. @param {TableState} state */
export const isAskingHint = ({ advice }) => advice.askedId !== "" && !advice.heldBack;

/** Whether the player can ask for a hint now. @param {TableState} state */
export function isHintOffered(state) {
  const alone = state.play?.to_act.length === 1; // nobody is helped in a race
  return alone && isMyTurn(state) && choiceOf(state).acts.length > 1 && Boolean(state.table.hints?.allowed);
}

/** Whether a move is checked before it is made. @param {TableState} state @param {string} caution the setting */
export const isChecked = (state, caution) =>
  caution === "on" &&
  state.me !== null &&
  Boolean(state.table.hints) &&
  people(state.table).length === 1 &&
  choiceOf(state).acts.length > 1;

/** Whether the player can skip: only bots are to act, and no race may be on. @param {TableState} state */
export function canSkip(state) {
  const { table, play, me, game, connection } = state;
  if (me === null || isMyTurn(state) || game?.race || !table.skips || connection !== "open") return false;
  return table.phase === "playing" && !table.paused && play.to_act.every((seat) => table.seats[seat].bot);
}

/** Seconds left for the turn; null without a clock. @param {TableState} state */
export const secondsLeft = ({ play, receivedAt, now }) =>
  play?.left == null ? null : Math.max(0, Math.round(play.left - (now - receivedAt) / 1000));

/** Seconds until the next hand begins by itself; null if it waits. @param {TableState} state */
export const holdSecondsLeft = ({ hold: { showdown, receivedAt }, now }) =>
  showdown?.left == null ? null : Math.max(0, Math.ceil(showdown.left - (now - receivedAt) / 1000));

/** Seconds until a bot plays for a seat; null if none will. @param {TableState} state @param {number} seat */
export function awayLeft({ table, tableAt, now }, seat) {
  const left = table.seats[seat].away_left;
  return left == null ? null : Math.max(0, Math.round(left - (now - tableAt) / 1000));
}

/** Seconds until the player may ask once more to continue a paused game. @param {TableState} state */
export const askAgainIn = ({ askedToContinueAt, now }) =>
  Math.max(0, Math.ceil((askedToContinueAt + ASK_AGAIN_MS - now) / 1000));

/** Whether something on the page counts seconds. @param {TableState} state */
export function isCounting(state) {
  const { table, hold, connection, beforeRace } = state;
  const turn = secondsLeft(state) !== null && !beforeRace;
  const asked = table?.paused && askAgainIn(state) > 0;
  const away = table?.seats.some(({ away_left }) => away_left != null);
  return Boolean(hold.showdown || turn || connection === "lost" || asked || away);
}
