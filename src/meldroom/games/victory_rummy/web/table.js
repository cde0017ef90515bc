// Victory Rummy at the table: war-time print on navy wool, and the score pad as the booklet prints it.
import { html, nothing, svg } from "/vendor/lit.js";

/** @typedef {{dealer: number, deal: number, pad: {scores: number[]}}} PublicFacts */
/**
 * @typedef {object} Display
 * @property {string[]} [won] of each seat
 * @property {Record<string, number>} victory_points
 * @property {number} capture_points
 * @property {number} target
 * @property {string} key
 * @property {number | null} [discarded_by]
 */
/** @typedef {import("/client/toolkit.js").Toolkit<PublicFacts, Display>} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */
/** @typedef {import("/parts/sidebar.js").Pad} Pad */

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
const COLOURS = { R: "Red", W: "White", B: "Blue" };
/** @type {Record<string, string>} */
const CARD_SYMBOLS = { ".": "vr-dot", "-": "vr-dash", V: "vr-v" };
/** @type {Record<string, string>} what a symbol on the pad stands for */
const PAD_SYMBOLS = {
  R: "Victory in Red",
  W: "Victory in White",
  B: "Victory in Blue",
  C: "Capture",
  G: "Grand Victory",
  X: "in order",
  A: "Axis cards",
};
const MELD_SIZE = 5;
const MIN_PAD_ROWS = 6;

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "vr", art: svg`<use href="#vr-back"/>` };
  const letter = code[0];
  const symbol = code === "AX" ? "vr-axis" : CARD_SYMBOLS[code[1]];
  return {
    box: BOX,
    ink: `vr vr-${letter}`,
    art: svg`<use href="#vr-base"/><use href=${`#${symbol}`}/><text class="vr-letter" x="16" y="21.5">${
      letter
    }</text><text class="vr-letter" x="16" y="21.5" transform="rotate(180 50 70)">${letter}</text>`,
  };
}

/** The colours that a player has won since the last Grand Victory. @param {Toolkit} kit @param {number} seat */
const coloursWon = (kit, seat) => [...(kit.display.won?.[seat] ?? [])];

/** @param {string} symbol */
const padSymbol = (symbol) => html`<span class="vr-symbol vr-symbol-${symbol}" role="img"
  aria-label=${PAD_SYMBOLS[symbol]} title=${PAD_SYMBOLS[symbol]}><span aria-hidden="true">${symbol}</span></span>`;

/**
 * The official pad: score and symbol for each player, and a tally at every Grand Victory.
 * @param {Toolkit} kit @param {Pad} pad
 */
function scorePad(kit, pad) {
  const seats = kit.allSeats;
  const column = (/** @type {string} */ kind, /** @type {number} */ seat) =>
    pad.columns.findIndex((one) => one.kind === kind && one.seat === seat);
  const places = seats.map((seat) => ({ score: column("score", seat), symbol: column("text", seat) }));
  const entry = (/** @type {string[]} */ cells, cls = "") =>
    html`<tr class=${cls}>${places.map(
      ({ score, symbol }) =>
        html`<td>${cells[score]}</td><td>${cells[symbol] ? padSymbol(cells[symbol]) : nothing}</td>`,
    )}</tr>`;
  const tally = (/** @type {string[]} */ cells, /** @type {string} */ cls) =>
    html`<tr class=${cls}>${places.map(({ score }) => html`<td colspan="2">${cells[score]}</td>`)}</tr>`;
  const rows = pad.rows.slice(0, -1);
  const blankRows = Array.from({ length: Math.max(0, MIN_PAD_ROWS - rows.length) }, () => entry([]));
  const head = (/** @type {number} */ seat) =>
    html`<th scope="colgroup" colspan="2" class=${seat === kit.me ? "own" : ""}>${kit.name(seat)}</th>`;
  const lines = rows.map(({ kind, cells }, at) =>
    kind === "total" ? tally(cells, "tally") : entry(cells, kit.newRows.includes(at) ? "new-row" : ""),
  );
  return html`<section class="score-pad vr-pad" aria-label="Score pad">
    <h2>Official score<small>${pad.subtitle}</small></h2>
    <div class="scroll-x"><table class="vr-pad-table"><thead><tr>${seats.map(head)}</tr><tr
      class="vr-pad-heads">${seats.map(() => html`<th scope="col">Score</th><th scope="col">Sym.</th>`)}</tr></thead>
    <tbody>${lines}${blankRows}</tbody>
    <tfoot>${tally(pad.rows.at(-1)?.cells ?? [], "total")}</tfoot></table></div>
    <p class="vr-key">${kit.display.key}</p></section>`;
}

/** The melds of a player. @param {Toolkit} kit @param {number} seat */
function melds(kit, seat) {
  const zone = kit.zone("laid", seat);
  if (!zone.cards.length) return nothing;
  const count = Math.ceil(zone.cards.length / MELD_SIZE);
  const meld = (/** @type {unknown} */ _, /** @type {number} */ at) => {
    const cards = zone.cards.slice(at * MELD_SIZE, (at + 1) * MELD_SIZE);
    const name = cards[0] === "AX" ? PAD_SYMBOLS.C : PAD_SYMBOLS[(cards[0] ?? "R")[0]];
    return html`<figure class="meld" role="group"
      aria-label="${name} of ${kit.name(seat)}"><div class="fan">${cards.map((code) =>
        kit.card(code, { cls: "size-m" }),
      )}</div><figcaption>${name}</figcaption></figure>`;
  };
  return html`<div class="vr-melds" data-zone=${zone.index}>${Array.from({ length: count }, meld)}</div>`;
}

/** A hand from behind, with the cards that everybody saw go into it. @param {Toolkit} kit @param {number} seat */
function hiddenHand(kit, seat) {
  const hand = kit.zone("hand", seat);
  if (!hand.cards.length) return nothing;
  if (hand.cards.every((code) => code === null)) return kit.cardBacks(hand);
  const cards = hand.cards.map((code) =>
    code === null ? kit.picture(null, "size-s") : kit.card(code, { cls: "size-s known" }),
  );
  return html`<div class="card-backs vr-known-hand" data-zone=${hand.index} role="group"
    aria-label="${kit.name(seat)}: ${hand.cards.length} cards">${cards}</div>`;
}

export default {
  defaultSeats: 4,
  minutes: 30,
  tagline: "Three dots, a dash and a V. Three colours make it grand.",
  face,
  scorePad,

  /** @param {Toolkit} kit */
  homeArt(kit) {
    const lines = [
      ["10", "R"],
      ["10", "W"],
      ["10", "B"],
      ["25", "G"],
    ].map(([points, symbol]) => html`<i>${points} <em class="vr-symbol vr-symbol-${symbol}">${symbol}</em></i>`);
    return html`<span class="vr-slip"><b>Score</b>${lines}</span>${kit.picture("R.", "vr-art-1")}${kit.picture(
      "W-",
      "vr-art-2",
    )}${kit.picture("BV", "vr-art-3")}`;
  },

  backdrop: () =>
    html`<svg class="backdrop" aria-hidden="true"><rect class="vr-edge" x="14" y="14" rx="12"></rect></svg>`,

  /** @param {Toolkit} kit */
  progress(kit) {
    if (kit.play?.result) return "";
    return html`Deal ${kit.view.public.deal}<span class="not-phone"> · first to ${kit.display.target}</span>`;
  },

  /** @param {Toolkit} kit @param {number} seat */
  seatInfo(kit, seat) {
    const { pad, dealer } = kit.view.public;
    const count = kit.zone("hand", seat).cards.length;
    const cards = `${count} card${count === 1 ? "" : "s"}`;
    return [`${pad.scores[seat]}`, cards, dealer === seat ? "dealer" : ""].filter(Boolean);
  },

  /** @param {Toolkit} kit @param {number} seat */
  seatArea: (kit, seat) => html`<div class="vr-seat">${melds(kit, seat)}${hiddenHand(kit, seat)}</div>`,

  /** @param {Toolkit} kit */
  centre(kit) {
    const stock = kit.zone("stock");
    const discards = kit.zone("discard");
    const discardedBy = kit.display.discarded_by ?? null;
    const sub = discardedBy === null ? "face up" : `discarded by ${kit.nameInSentence(discardedBy)}`;
    return html`<div class="piles">${kit.pile(stock, {
      verb: "draw",
      title: kit.bareAct("draw") ? "Draw" : "Pack",
      sub: `${stock.cards.length} cards`,
    })}${kit.pile(discards, { verb: "take", sub })}</div>`;
  },

  /** @param {Toolkit} kit */
  ownMelds(kit) {
    if (kit.me === null || !kit.zone("laid", kit.me).cards.length) return nothing;
    return html`<div class="own-melds"><small>${kit.ownMeldsTitle}</small>${melds(kit, kit.me)}</div>`;
  },

  /** @param {Toolkit} kit */
  handFooter(kit) {
    if (kit.me === null) return nothing;
    const won = coloursWon(kit, kit.me);
    const missing = [..."RWB"].filter((colour) => !won.includes(colour));
    const symbols = won.length ? won.map(padSymbol) : html`<b>none</b>`;
    return html`<span class="not-phone vr-period">Won: ${symbols} Missing: ${missing.map(padSymbol)}</span>`;
  },

  /** @param {Act} act @param {Toolkit} kit */
  actLabel(act, kit) {
    const top = kit.zone("discard").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw":
        return "Draw a card";
      case "take":
        return top === null ? "Take" : `Take the ${kit.cardName(top)}`;
      case "discard":
        return `Discard the ${kit.cardName(act.cards[0])}`;
      case "victory":
        return `Victory in ${COLOURS[act.rest[0]]}, +${kit.display.victory_points[act.rest[0]]}`;
      case "capture":
        return `Capture, +${kit.display.capture_points}`;
      default:
        return undefined;
    }
  },

  /** A meld is the main action. @param {Act} act @param {Toolkit} kit */
  actButton(act, kit) {
    const isMeld = act.verb === "victory" || act.verb === "capture";
    return isMeld ? { cls: "primary", art: this.actLabel(act, kit) } : undefined;
  },

  /** @param {number} _seat @param {string} text */
  describeMove(_seat, text) {
    const [verb, colour] = text.split(" ");
    if (verb === "victory") return `laid down Victory in ${COLOURS[colour]}`;
    return verb === "capture" ? "laid down a Capture" : undefined;
  },
};
