// What Rummy Battle's buttons and log say.
import { shortName, SUITS } from "./faces.js";

/** @import { GameEvent, MovedEvent, Place } from "/client/protocol_types.js" */
/** @import { Toolkit, Meld } from "./facts.js" */
/** @typedef {import("/client/choice.js").Act} Act */

/** @type {Record<string, string>} */
const RANKS = {
  A: "aces",
  2: "twos",
  3: "threes",
  4: "fours",
  5: "fives",
  6: "sixes",
  7: "sevens",
  8: "eights",
  9: "nines",
  10: "tens",
  J: "jacks",
  Q: "queens",
  K: "kings",
};
const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** @param {number} n */
export const inWords = (n) => NUMBERS[n] ?? String(n);
/** "+10" or "−100". @param {number} points */
export const withSign = (points) => `${points > 0 ? "+" : ""}${withMinus(points)}`;
/** @param {number} points */
export const withMinus = (points) => String(points).replace("-", "−");
/** @param {Meld} meld */
export const meldKind = (meld) => (meld.kind === "set" ? RANKS[meld.of] : `${SUITS[meld.of]} run`);

/** "Bruno’s nines". @param {Toolkit} kit @param {string} number as #2 */
export function meldName(kit, number) {
  const meld = kit.view.public.melds.find((/** @type {Meld} */ one) => `#${one.number}` === number);
  if (!meld) return number;
  return `${meld.owner === kit.you ? "your" : `${kit.name(meld.owner)}’s`} ${meldKind(meld)}`;
}

/** The name of what an action card can act on. @param {Place} place @param {Toolkit} kit @returns {string} */
export function placeName({ zone, owner, meld, card, at }, kit) {
  if (zone === "row") return `from the ${shortName(kit.zone("row").cards[at ?? 0] ?? "")}`;
  const melds = meld ? meldName(kit, `#${meld}`) : "";
  if (card) return `the ${shortName(card)} of ${melds}, from ${kit.name(owner ?? 0)}`;
  return melds || kit.name(owner ?? 0);
}

/** How many cards of the row an action takes. @param {Act} act */
export const depthOf = (act) => Number(act.fields.cards);

/** @param {Act} act @param {Toolkit} kit */
export function actLabel(act, kit) {
  const { fields } = act;
  const count = depthOf(act);
  const newest = kit.zone("row").cards.at(-1) ?? null;
  const other = kit.name(act.seat ?? 0);
  switch (act.verb) {
    case "draw":
      return kit.zone("stock").cards.length > 1 ? "Draw two" : "Draw the last card";
    case "take":
      return count === 1 && newest ? `Take the ${shortName(newest)}` : `Take ${inWords(count)}`;
    case "hoard":
      return `Hoard ${inWords(count)}`;
    case "second":
      return "2nd Chance: swap both cards";
    case "meld":
      return `Meld ${fields.cards.split(" ").map(shortName).join(" ")}`;
    case "lay":
      return `Lay off ${shortName(fields.card)} on ${meldName(kit, fields.meld)}`;
    case "bonus":
      return "Draw the bonus card";
    case "done":
      return "Finish";
    case "pick":
      return fields.card ? `Pickpocket the ${shortName(fields.card)} from ${other}` : `Pickpocket ${other}`;
    case "thief":
      return `Thief: steal ${meldName(kit, fields.meld)}`;
    case "switch":
      return `Switch ${meldName(kit, fields.own)} for ${meldName(kit, fields.other)}`;
    case "lucky":
      return "Play Lucky Day";
    case "discard":
      return `Discard the ${shortName(act.cards[0])}`;
    default:
      return undefined;
  }
}

/** @param {number} seat @param {string} text @param {GameEvent[]} events */
export function describeMove(seat, text, events) {
  const [verb, ...rest] = text.split(" ");
  if (!rest.length && ["meld", "lay", "discard"].includes(verb)) {
    // the server cut the text short because something else moved unseen; what moved openly names the cards
    const played = movedCards(
      events,
      ({ source_owner: owner, source, target }) =>
        owner === seat && source === "hand" && ["melds", "row", "used"].includes(target),
    );
    rest.push(...played.slice(verb === "meld" ? 0 : -1));
  }
  if (!rest.length && UNSEEN_MOVES[verb]) return UNSEEN_MOVES[verb];
  const received = movedCards(
    events,
    ({ target_owner: owner, target }) => owner === seat && (target === "hand" || target === "drawn"),
  ).map(shortName);
  const [first, second] = rest;
  switch (verb) {
    case "draw":
      return received.length ? `drew the ${received.join(" and the ")}` : "drew two";
    case "take":
      return first === "1" && received.length
        ? `took the ${received[0]}`
        : `took ${inWords(Number(first))} from the row`;
    case "hoard":
      return `hoarded ${inWords(Number(first))} from the row`;
    case "second":
      return "used the 2nd Chance";
    case "meld":
      return `melded ${rest.map(shortName).join(" ")}`;
    case "lay":
      return second ? `laid off the ${shortName(first)} on ${second}` : `laid off the ${shortName(first)}`;
    case "bonus":
      return received.length ? `drew the ${received[0]} as a bonus` : "drew a bonus card";
    case "done":
      return "finished";
    case "pick":
      return second ? `pickpocketed the ${shortName(first)}` : "played Pickpocket";
    case "thief":
      return `stole ${first} with Thief`;
    case "switch":
      return `switched ${first} for ${second}`;
    case "lucky":
      return "played Lucky Day";
    case "discard":
      return `discarded the ${shortName(first)}`;
    default:
      return undefined;
  }
}

/** @type {Record<string, string>} what the log says of a move whose cards are not known */
const UNSEEN_MOVES = {
  take: "took from the row",
  hoard: "played Hoard",
  thief: "played Thief",
  switch: "played Switcheroo",
  meld: "melded",
  lay: "laid off a card",
  discard: "discarded a card",
};

/**
 * The cards that an event moved from the hand of a player to the table, or to the hand.
 * @param {GameEvent[]} events @param {(event: MovedEvent) => boolean} wanted @returns {string[]}
 */
const movedCards = (events, wanted) =>
  events
    .filter((event) => event.event === "moved")
    .filter(wanted)
    .flatMap((event) => event.cards)
    .filter((code) => code !== null);
