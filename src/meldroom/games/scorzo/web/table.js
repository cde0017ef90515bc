// Scorzo at the table: cut paper on plaster, and a staircase of rounds that goes down and up again.
import { html, nothing, svg } from "/vendor/lit.js";

/**
 * @typedef {object} PublicFacts
 * @property {number} dealer
 * @property {number | null} caller
 * @property {number} turns
 * @property {number[]} playing
 * @property {number[]} totals
 * @property {(number | null)[][]} ledger
 */
/** @typedef {{deals?: number[], discarded_by?: number | null}} Display */
/** @typedef {import("/client/toolkit.js").Toolkit<PublicFacts, Display>} Toolkit */

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
const SHAPES = { S: "star", Q: "square", T: "triangle", C: "circle", H: "heart" };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "sz", art: svg`<use href="#sz-back"/>` };
  if (code === "WW") return { box: BOX, ink: "sz", art: svg`<use href="#sz-base"/><use href="#sz-wild"/>` };
  const number = code.slice(1);
  const shape = `#sz-${SHAPES[code[0]]}`;
  return {
    box: BOX,
    ink: `sz sz-${code[0]}`,
    art: svg`<use href="#sz-base"/><use href=${`#sz-n-${number}`} x="9" y="10" width=${
      number === "10" ? 38 : 28
    } height="38"/><use href=${shape} x="10" y="55" width="20" height="20"/><use
      href=${shape} x="34" y="66" width="58" height="58"/>`,
  };
}

/** How many cards each round deals, tie rounds apart. @param {Toolkit} kit @returns {number[]} */
const dealsOf = (kit) => kit.display.deals ?? [];

/**
 * A hand from behind, with the cards that everybody saw go into it; the caller's is open.
 * @param {Toolkit} kit @param {number} seat
 */
function seatArea(kit, seat) {
  const zone = kit.zone("hand", seat);
  const known = zone.cards.filter((code) => code !== null);
  if (!known.length) return kit.cardBacks(zone);
  const open = known.length === zone.cards.length;
  const label = `${kit.name(seat)}: ${zone.cards.length} cards${open ? ", open" : ""}`;
  const cards = zone.cards.map((code) =>
    code === null ? kit.picture(null, "size-s") : kit.card(code, { cls: open ? "size-m" : "size-s known" }),
  );
  return html`<div class=${open ? "fan sz-open" : "card-backs sz-known"} data-zone=${zone.index} role="group"
    aria-label=${label}>${cards}</div>`;
}

/** The staircase, then rounds down and players across. @param {Toolkit} kit */
function scorePad(kit) {
  const { ledger, totals, playing } = kit.view.public;
  const deals = dealsOf(kit);
  const seats = kit.allSeats;
  const lowest = Math.min(...totals);
  const current = kit.play?.result ? -1 : ledger.length;
  const own = (/** @type {number} */ seat) => (seat === kit.me ? "own" : "");
  const cell = (/** @type {number} */ row, /** @type {number} */ seat) => {
    const points = ledger[row]?.[seat];
    if (points === null) return "–";
    return points ?? (playing.includes(seat) && row === current ? "·" : "");
  };
  const title = (/** @type {number} */ row) =>
    row < deals.length ? `${row + 1} · ${NUMBERS[deals[row]]}` : `tie ${row - deals.length + 1}`;
  const step = (/** @type {number} */ cards, /** @type {number} */ at) =>
    html`<li class=${at < current || current < 0 ? "done" : at === current ? "current" : ""} aria-current=${
      at === current ? "step" : nothing
    }><b>${cards}</b></li>`;
  const line = (/** @type {number} */ row) =>
    html`<tr class="${row === deals.length - 1 ? "ruled" : ""} ${kit.newRows.includes(row) ? "new-row" : ""}">
      <th scope="row">${title(row)}</th>${seats.map(
        (seat) => html`<td class=${own(seat)}>${cell(row, seat)}</td>`,
      )}</tr>`;
  const total = (/** @type {number} */ seat) =>
    html`<td>${
      totals[seat] === lowest && ledger.length
        ? html`<span class="sz-lowest" title="lowest">${totals[seat]}</span>`
        : totals[seat]
    }</td>`;
  const rows = Array.from({ length: Math.max(ledger.length, current + 1) }, (_, row) => row);
  return html`<section class="score-pad" aria-label="Score pad"><h2>Score<small>lowest total wins</small></h2>
    <ol class="sz-steps" aria-label="Cards dealt in each round">${deals.map(step)}</ol>
    <div class="scroll-x"><table><thead><tr><th scope="col">Round</th>${seats.map(
      (seat) => html`<th scope="col" class=${own(seat)}>${kit.name(seat)}</th>`,
    )}</tr></thead>
    <tbody>${rows.map(line)}</tbody>
    <tfoot><tr><th scope="row"><span class="visually-hidden">Total</span></th>${seats.map(
      total,
    )}</tr></tfoot></table></div></section>`;
}

/** What is written below the discard pile. @param {Toolkit} kit */
function discardCaption(kit) {
  if (!kit.zone("discard").cards.length) return "no discards yet";
  const seat = kit.display.discarded_by ?? null;
  if (seat !== null) return `discarded by ${kit.nameInSentence(seat)}`;
  return kit.view.public.turns ? undefined : "turned face up";
}

export default {
  defaultSeats: 4,
  minutes: 30,
  tagline: "Five shapes, two decks, eleven rounds down and up.",
  face,
  scorePad,
  seatArea,

  /** @param {Toolkit} kit */
  homeArt: (kit) => ["S7", "Q7", "T7", "C7", "H7"].map((code, at) => kit.picture(code, `sz-art-${at}`)),

  backdrop: () => html`<svg class="backdrop sz-backdrop" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"><use href="#sz-circle" x="40" y="180" width="250" height="250"></use><use href="#sz-triangle"
    x="830" y="150" width="230" height="230"></use></svg>`,

  /** @param {Toolkit} kit */
  progress(kit) {
    const deals = dealsOf(kit);
    if (!deals.length || kit.play?.result) return "";
    const round = kit.view.public.ledger.length;
    if (round >= deals.length) return `Tie round ${round - deals.length + 1}`;
    return html`Round ${round + 1} of ${deals.length}<span class="not-phone"> · ${NUMBERS[deals[round]]} cards</span>`;
  },

  /** @param {Toolkit} kit @param {number} seat */
  seatInfo(kit, seat) {
    const { totals, dealer, caller, playing } = kit.view.public;
    const role = caller === seat ? "called" : !playing.includes(seat) ? "sits out" : dealer === seat ? "dealer" : "";
    return [`${totals[seat]} points`, role].filter(Boolean);
  },

  /** @param {Toolkit} kit */
  centre(kit) {
    const stock = kit.zone("stock");
    const discards = kit.zone("discard");
    const take = kit.bareAct("take");
    return html`<div class="piles">${kit.pile(stock, {
      verb: "draw",
      title: kit.bareAct("draw") ? "Draw" : "Stock",
      sub: `${stock.cards.length} left`,
    })}${kit.pile(discards, {
      verb: "take",
      title: take ? kit.actLabel(take) : undefined,
      sub: discardCaption(kit),
    })}</div>`;
  },

  /** @param {import("/client/choice.js").Act} act @param {Toolkit} kit */
  actLabel(act, kit) {
    const top = kit.zone("discard").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw":
        return "Draw";
      case "take":
        return top === null ? "Take" : `Take the ${kit.cardName(top)}`;
      case "discard":
        return `Discard the ${kit.cardName(act.cards[0])}`;
      case "call":
        return "Call Scorzo";
      case "wait":
        return "Wait";
      default:
        return undefined;
    }
  },

  /** The referee notes a call. @param {number} _seat @param {string} text */
  describeMove: (_seat, text) => (text === "call" ? "" : undefined),
};
