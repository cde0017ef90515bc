// Victor or Victim at the table: a stage with two spotlights, and the fork: V I C T, then O R above or I M below.
import { html, nothing, svg } from "/vendor/lit.js";

/** @import { GameEvent, MovedEvent } from "/client/protocol_types.js" */
/** @typedef {{turn: number, drawn: string[], fallen: number[], winner: number | null}} PublicFacts */
/**
 * @typedef {object} Display
 * @property {number | null} next
 * @property {number | null} previous
 * @property {"left" | "right"} direction
 * @property {NearWord[][]} [words]
 */
/** @typedef {import("/client/toolkit.js").Toolkit<PublicFacts, Display>} Toolkit */
/** @typedef {(string | null)[]} Codes */
/** @typedef {Record<string, number>} LetterCounts */
/** @typedef {{word: string, colour: string, missing: string[]}} NearWord */

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
const COLOURS = { R: "red", B: "blue", Y: "yellow" };
/** @type {Record<string, string>} */
const COLOUR_SIGNS = { R: "◆", B: "●", Y: "▲" };
/** @type {Record<string, string[]>} the lines of a special card's name */
const SPECIALS = { ACQ: ["Acquisition"], TWO: ["Pass", "Two"], DIR: ["Change", "Direction"], LOSE: ["Lose", "a Turn"] };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
const CROWDED_FROM = 5; // other players

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "vv", art: svg`<use href="#vv-back"/>` };
  const name = SPECIALS[code];
  if (name) {
    return {
      box: BOX,
      ink: "vv vv-S",
      art: svg`<use href="#vv-special"/><use href=${`#vv-${code.toLowerCase()}`} x="22" y="26" width="56"
        height="56"/>${name.map((line, at) => svg`<text class="vv-name" x="50" y=${108 + 15 * at}>${line}</text>`)}`,
    };
  }
  const mark = `#vv-m-${COLOURS[code[0]]}`;
  return {
    box: BOX,
    ink: `vv vv-${code[0]}`,
    art: svg`<use href="#vv-base"/><use href=${`#vv-L-${code[1]}`} x="19" y="15" width="62" height="83"/><use
      href=${mark} x="9" y="119" width="14" height="14"/><use href=${mark} x="77" y="119" width="14" height="14"/>`,
  };
}

/** How many of each letter there are in a colour. @param {Codes} cards @param {string} colour */
function lettersOf(cards, colour) {
  /** @type {LetterCounts} */
  const counts = {};
  for (const code of cards) {
    if (code?.length === 2 && code[0] === colour) counts[code[1]] = (counts[code[1]] ?? 0) + 1;
  }
  return counts;
}

/**
 * The words that a player can spell, the nearest first.
 * @param {Toolkit} kit @param {number} seat @returns {NearWord[]}
 */
const wordsOf = (kit, seat) => kit.display.words?.[seat] ?? [];

/** @param {Toolkit} kit @param {number} seat @returns {NearWord} */
const nearestWord = (kit, seat) => wordsOf(kit, seat)[0] ?? { word: "", colour: "", missing: [] };

/**
 * One colour as a fork; several of a letter are drawn stacked.
 * @param {string} colour @param {LetterCounts} counts @param {string} [cls]
 */
function fork(colour, counts, cls = "") {
  const left = { ...counts };
  const slot = (/** @type {string} */ letter, onlyOne = false) => {
    const available = left[letter] ?? 0;
    const shown = onlyOne && available > 1 ? 1 : available;
    left[letter] = available - shown;
    return html`<i class="${shown ? "have" : ""} ${shown > 1 ? "several" : ""}"><svg viewBox="0 0 60 80"><use
      href="#vv-L-${letter}"></use></svg></i>`;
  };
  const stem = [..."VICT"].map((letter) => slot(letter, letter === "I"));
  return html`<span class="vv-fork vv-${colour} ${cls}" aria-hidden="true"><svg class="vv-fork-colour"
    viewBox="0 0 20 20"><use href="#vv-m-${COLOURS[colour]}"></use></svg><span class="vv-stem">${stem}</span><span
    class="vv-tines"><span>${[..."OR"].map((letter) => slot(letter))}</span><span>${[..."IM"].map((letter) =>
      slot(letter),
    )}</span></span></span>`;
}

/** "red V two I". @param {string} colour @param {LetterCounts} counts */
const spokenLetters = (colour, counts) =>
  `${COLOURS[colour]} ${Object.entries(counts)
    .map(([letter, n]) => (n > 1 ? `${NUMBERS[n] ?? n} ${letter}` : letter))
    .join(" ")}`;

/**
 * The forks of a player.
 * @param {Toolkit} kit @param {number} seat @param {boolean} all whether colours without a letter are drawn, too
 */
function forks(kit, seat, all) {
  const { cards } = kit.zone("letters", seat);
  const almost = wordsOf(kit, seat).filter(({ missing }) => missing.length < 2);
  return Object.keys(COLOURS).map((colour) => {
    const counts = lettersOf(cards, colour);
    if (!all && !Object.keys(counts).length) return nothing;
    const words = almost.filter((one) => one.colour === colour).map(({ word }) => word);
    const cls = words.includes("VICTIM") ? "vv-near-victim" : words.includes("VICTOR") ? "vv-near-victor" : "";
    return fork(colour, counts, cls);
  });
}

/** @param {Toolkit} kit @param {number} seat */
function seatArea(kit, seat) {
  const { drawn, fallen } = kit.view.public;
  if (fallen.includes(seat)) return html`<p class="vv-out small">VICTIM</p>`;
  const zone = kit.zone("letters", seat);
  const isNext = seat === kit.display.next && drawn[0] !== "ACQ";
  const spoken = Object.keys(COLOURS)
    .map((colour) => ({ colour, counts: lettersOf(zone.cards, colour) }))
    .filter(({ counts }) => Object.keys(counts).length)
    .map(({ colour, counts }) => spokenLetters(colour, counts));
  return html`<div class="vv-forks small-forks ${isNext ? "vv-next" : ""}" data-zone=${zone.index} role="img"
    aria-label="${kit.name(seat)} has ${spoken.join(", ") || "no letters"}">${forks(kit, seat, false)}</div>`;
}

/** What an Acquisition can take, large enough to be touched. @param {Toolkit} kit */
function acquisitionChoices(kit) {
  const lettersToTake = (/** @type {number} */ seat) => {
    const zone = kit.zone("letters", seat);
    const kinds = zone.cards
      .map((code, at) => ({ code: /** @type {string} */ (code), at }))
      .filter(({ code, at }) => code !== null && zone.cards.indexOf(code) === at);
    if (!kinds.length) return nothing;
    const cards = kinds.map(({ code, at }) =>
      kit.card(code, {
        cls: "vv-choice",
        label: `${kit.cardName(code)} of ${kit.name(seat)}`,
        pick: { code, owner: seat, slot: `z${zone.index}.${at}` },
      }),
    );
    return html`<div class="vv-letters" role="group" aria-label="Letters of ${kit.name(seat)}"><small>${kit.name(
      seat,
    )}</small><span>${cards}</span></div>`;
  };
  return html`<div class="vv-choices ${kit.others.length >= CROWDED_FROM ? "crowded" : ""}">${kit.others.map(
    lettersToTake,
  )}</div>`;
}

/** The direction of play, with who is before and after the player on turn. @param {Toolkit} kit */
function direction(kit) {
  const { next = null, previous, direction: side } = kit.display;
  if (next === null) return nothing;
  const { turn } = kit.view.public;
  const order = previous === next || previous === null ? [turn, next] : [previous, turn, next];
  return html`<p class="vv-direction small ${side}"><svg viewBox="0 0 60 60" aria-hidden="true"><use
    href="#vv-dir"></use></svg><span>to the ${side}: ${order
      .map((seat) => kit.nameInSentence(seat))
      .join(" → ")}</span></p>`;
}

/** There are no points: the pad shows who is nearest to which word. @param {Toolkit} kit */
function scorePad(kit) {
  const { fallen, winner } = kit.view.public;
  const rows = Array.from({ length: kit.view.seats }, (_, seat) => ({
    seat,
    nearest: nearestWord(kit, seat),
    out: fallen.indexOf(seat),
  }));
  rows.sort(
    (a, b) =>
      Number(b.seat === winner) - Number(a.seat === winner) ||
      Number(a.out >= 0) - Number(b.out >= 0) ||
      b.out - a.out ||
      a.nearest.missing.length - b.nearest.missing.length,
  );
  const row = (/** @type {typeof rows[0]} */ { seat, nearest: { word, colour, missing }, out }) =>
    html`<tr class=${out >= 0 ? "vv-fallen" : ""}><th scope="row" class=${seat === kit.me ? "own" : ""}>${kit.name(
      seat,
    )}</th>${
      out >= 0
        ? html`<td colspan="2">VICTIM, out ${ORDINALS[out]}</td>`
        : html`<td>${word}, ${COLOURS[colour]} <span aria-hidden="true">${COLOUR_SIGNS[colour]}</span></td><td>${
            missing.join(" ") || "nothing"
          }</td>`
    }</tr>`;
  return html`<section class="score-pad vv-standing" aria-label="Score pad">
    <h2>Standings<small>last survivor wins</small></h2>
    <div class="scroll-x"><table><thead><tr><th scope="col">Player</th><th scope="col">Nearest word</th><th
      scope="col">Missing</th></tr></thead><tbody>${rows.map(row)}</tbody></table></div></section>`;
}

export default {
  defaultSeats: 4,
  minutes: 15,
  tagline: "Four letters you share with fate. Then the word forks.",
  face,
  scorePad,
  seatArea,

  homeArt: () => [fork("Y", { V: 1, I: 1, C: 1, T: 1, O: 1, R: 1 }), fork("R", { V: 1, I: 2, C: 1, T: 1, M: 1 })],

  backdrop: () => html`<svg class="backdrop" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMin slice"
    aria-hidden="true"><path class="vv-beam" d="M470 0h160l330 800H140z"></path><path class="vv-beam"
    d="M505 0h90l190 800H315z"></path></svg>`,

  /** In the direction of play, past those who are out. @param {Toolkit} kit @param {number} seat */
  turnsUntil({ view, display }, seat) {
    const { turn, fallen } = view.public;
    if (fallen.includes(seat)) return null;
    const step = display.direction === "left" ? 1 : view.seats - 1;
    let turns = 0;
    for (let at = turn; at !== seat; at = (at + step) % view.seats) if (!fallen.includes(at)) turns += 1;
    return turns;
  },

  /** @param {Toolkit} kit */
  progress: (kit) => (kit.play?.result ? "" : `Passing to the ${kit.display.direction}`),

  /** @param {Toolkit} kit @param {number} seat */
  seatInfo(kit, seat) {
    const { turn, fallen } = kit.view.public;
    if (fallen.includes(seat)) return ["out"];
    const { cards } = kit.zone("letters", seat);
    const nearest = nearestWord(kit, seat);
    const isNext = kit.me === turn && seat === kit.display.next;
    const letters = `${NUMBERS[cards.length] ?? cards.length} letter${cards.length === 1 ? "" : "s"}`;
    return [isNext ? "next" : "", nearest.missing.length === 1 ? `one letter from ${nearest.word}` : letters].filter(
      Boolean,
    );
  },

  /** @param {Toolkit} kit */
  centre(kit) {
    if (kit.choice?.acts.some((act) => act.verb === "acquire")) return acquisitionChoices(kit);
    const deck = kit.zone("deck");
    const specials = kit.zone("discard");
    const played = specials.cards.length ? `${specials.cards.length} played` : "none played yet";
    return html`<div class="piles">${kit.pile(deck, { title: "Deck", sub: `${deck.cards.length} cards` })}${kit.pile(
      specials,
      { title: "Specials", sub: played },
    )}${direction(kit)}</div>`;
  },

  /** The hand, and beside it the forks that it makes. @param {Toolkit} kit @param {unknown} row */
  handFrame: (kit, row) =>
    html`<div class="vv-own-hand">${row}<div class="vv-forks not-phone">${
      kit.me === null ? nothing : forks(kit, kit.me, true)
    }</div></div>`,

  /** @param {import("/client/choice.js").Act} act @param {Toolkit} kit */
  actLabel(act, kit) {
    const cards = act.cards.map((code) => `the ${kit.cardName(code)}`).join(" and ");
    switch (act.verb) {
      case "pass":
        return `Pass ${cards} to ${kit.name(kit.display.next ?? 0)}`;
      case "acquire":
        return `Take ${cards} from ${kit.name(act.seat ?? 0)}`;
      case "decline":
        return "Take nothing";
      default:
        return undefined;
    }
  },

  /**
   * What was passed or taken, and what was drawn after it.
   * @param {number} seat @param {string} text @param {GameEvent[]} events @param {Toolkit} kit
   */
  describeMove(seat, text, events, kit) {
    const [verb] = text.split(" ");
    const moved = events.filter((event) => event.event === "moved");
    const transfer = moved.findIndex(
      (event) =>
        event.source === "letters" &&
        event.target === "letters" &&
        (verb === "pass" ? event.source_owner : event.target_owner) === seat,
    );
    if (verb !== "decline" && transfer < 0) return undefined;
    const drawn = moved
      .slice(verb === "decline" ? 0 : transfer + 1)
      .find((event) => event.source === "deck" && event.target === "letters");
    const did = verb === "decline" ? "took nothing" : describeTransfer(verb, moved[transfer], kit);
    return drawn ? `${did}. ${kit.name(drawn.target_owner ?? 0)} drew the ${kit.cardName(drawn.cards[0])}` : did;
  },
};

/** @param {string} verb @param {MovedEvent} event @param {Toolkit} kit */
function describeTransfer(verb, event, kit) {
  const cards = event.cards.map((code) => `the ${kit.cardName(code)}`).join(" and ");
  return verb === "pass"
    ? `passed ${cards} to ${kit.nameInSentence(event.target_owner ?? 0)}`
    : `took ${cards} from ${kit.nameInSentence(event.source_owner ?? 0)}`;
}
