// Victory Rummy at the table: war-time print on navy wool, and the score pad as the booklet prints it.
import { html, nothing, svg } from "/vendor/lit.js";

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */
/** @typedef {{seat: number, symbol: string, points: number}} PadLine */

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
const COLOURS = { R: "Red", W: "White", B: "Blue" };
/** @type {Record<string, string>} */
const CARD_SYMBOLS = { ".": "vr-dot", "-": "vr-dash", V: "vr-v" };
/** @type {Record<string, string>} what a symbol on the pad stands for */
const PAD_SYMBOLS = {
  R: "Victory in Red", W: "Victory in White", B: "Victory in Blue", C: "Capture", G: "Grand Victory", X: "in order",
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
    box: BOX, ink: `vr vr-${letter}`,
    art: svg`<use href="#vr-base"/><use href=${`#${symbol}`}/><text class="vr-letter" x="16" y="21.5">${
      letter}</text><text class="vr-letter" x="16" y="21.5" transform="rotate(180 50 70)">${letter}</text>`,
  };
}

/**
 * Split the lines of the pad after each Grand Victory; its bonus belongs to it.
 * @param {PadLine[]} lines @returns {PadLine[][]}
 */
function periods(lines) {
  /** @type {PadLine[][]} */
  const split = [[]];
  for (const line of lines) {
    (line.symbol === "X" ? split[split.length - 2] : split[split.length - 1])?.push(line);
    if (line.symbol === "G") split.push([]);
  }
  return split;
}

/** The colours that a player has won since the last Grand Victory. @param {Toolkit} kit @param {number} seat */
function coloursWon(kit, seat) {
  const last = periods(kit.view.public.pad.lines).at(-1) ?? [];
  return [..."RWB"].filter((colour) => last.some((line) => line.seat === seat && line.symbol === colour));
}

/** @param {string} symbol */
const padSymbol = (symbol) => html`<span class="vr-symbol vr-symbol-${symbol}" role="img"
  aria-label=${PAD_SYMBOLS[symbol]} title=${PAD_SYMBOLS[symbol]}><span aria-hidden="true">${symbol}</span></span>`;

/**
 * The official pad: score and symbol for each player, a line and the tally at every Grand Victory.
 * @param {Toolkit} kit @param {any} pad
 */
function scorePad(kit, pad) {
  const { lines, scores } = kit.view.public.pad;
  const seats = kit.allSeats;
  const sums = seats.map(() => 0);
  /** @type {unknown[]} */
  const rows = [];
  let drawn = 0;
  const split = periods(lines);
  split.forEach((period, at) => {
    const columns = seats.map((seat) => period.filter((line) => line.seat === seat));
    const last = at === split.length - 1;
    const height = Math.max(...columns.map((column) => column.length), last ? MIN_PAD_ROWS - drawn : 0);
    for (let row = 0; row < height; row += 1) {
      rows.push(html`<tr>${columns.map(({ [row]: line }) =>
        html`<td>${line?.points}</td><td>${line ? padSymbol(line.symbol) : nothing}</td>`)}</tr>`);
    }
    drawn += height + 1;
    columns.forEach((column, seat) => { sums[seat] += column.reduce((sum, line) => sum + line.points, 0); });
    if (!last) rows.push(html`<tr class="tally">${sums.map((sum) => html`<td colspan="2">${sum}</td>`)}</tr>`);
  });
  const subtitle = /\((.*)\)/.exec(pad?.title ?? "")?.[1] ?? "Victory Rummy";
  const head = (/** @type {number} */ seat) =>
    html`<th scope="colgroup" colspan="2" class=${seat === kit.me ? "own" : ""}>${kit.name(seat)}</th>`;
  return html`<section class="score-pad vr-pad" aria-label="Score pad"><h2>Official score<small>${subtitle}</small></h2>
    <div class="scroll-x"><table class="vr-pad-table"><thead><tr>${seats.map(head)}</tr><tr class="vr-pad-heads">${
      seats.map(() => html`<th scope="col">Score</th><th scope="col">Sym.</th>`)}</tr></thead>
    <tbody>${rows}</tbody><tfoot><tr class="total">${
      seats.map((seat) => html`<td colspan="2">${scores[seat]}</td>`)}</tr></tfoot></table></div>
    <p class="vr-key">R W B Victory 10 · C Capture 50 · G Grand 25 · X in order 50 · A Axis 10 each</p></section>`;
}

/** The melds of a player. @param {Toolkit} kit @param {number} seat */
function melds(kit, seat) {
  const zone = kit.zone("laid", seat);
  if (!zone.cards.length) return nothing;
  const count = Math.ceil(zone.cards.length / MELD_SIZE);
  const meld = (/** @type {unknown} */ _, /** @type {number} */ at) => {
    const cards = zone.cards.slice(at * MELD_SIZE, (at + 1) * MELD_SIZE);
    const name = cards[0] === "AX" ? PAD_SYMBOLS.C : PAD_SYMBOLS[(cards[0] ?? "R")[0]];
    return html`<figure class="meld" role="group" aria-label="${name} of ${kit.name(seat)}"><div class="fan">${
      cards.map((code) => kit.card(code, { cls: "size-m" }))}</div><figcaption>${name}</figcaption></figure>`;
  };
  return html`<div class="vr-melds" data-zone=${zone.index}>${Array.from({ length: count }, meld)}</div>`;
}

/** A hand from behind, with the cards that everybody saw go into it. @param {Toolkit} kit @param {number} seat */
function hiddenHand(kit, seat) {
  const hand = kit.zone("hand", seat);
  if (!hand.cards.length) return nothing;
  if (hand.cards.every((code) => code === null)) return kit.cardBacks(hand);
  const cards = hand.cards.map((code) =>
    (code === null ? kit.picture(null, "size-s") : kit.card(code, { cls: "size-s known" })));
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
    const lines = [["10", "R"], ["10", "W"], ["10", "B"], ["25", "G"]].map(([points, symbol]) =>
      html`<i>${points} <em class="vr-symbol vr-symbol-${symbol}">${symbol}</em></i>`);
    return html`<span class="vr-slip"><b>Score</b>${lines}</span>${kit.picture("R.", "vr-art-1")}${
      kit.picture("W-", "vr-art-2")}${kit.picture("BV", "vr-art-3")}`;
  },

  backdrop: () =>
    html`<svg class="backdrop" aria-hidden="true"><rect class="vr-edge" x="14" y="14" rx="12"></rect></svg>`,

  /** @param {Toolkit} kit */
  progress(kit) {
    if (kit.play?.result) return "";
    return html`Deal ${kit.view.public.deal}${
      kit.table ? html`<span class="not-phone"> · first to ${kit.table.options.target}</span>` : ""}`;
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
    const { picked, turn } = kit.view.public;
    const discarder = (turn - 1 + kit.view.seats) % kit.view.seats;
    const sub = picked || discards.cards.length < 2 ? "face up" : `discarded by ${kit.nameInSentence(discarder)}`;
    return html`<div class="piles">${kit.pile(stock, {
      verb: "draw", title: kit.bareAct("draw") ? "Draw" : "Pack", sub: `${stock.cards.length} cards`,
    })}${kit.pile(discards, { verb: "take", sub })}</div>`;
  },

  /** @param {Toolkit} kit */
  ownMelds(kit) {
    if (kit.me === null || !kit.zone("laid", kit.me).cards.length) return nothing;
    return html`<div class="own-melds"><small>Your melds</small>${melds(kit, kit.me)}</div>`;
  },

  /** @param {Toolkit} kit */
  handFooter(kit) {
    if (kit.me === null) return nothing;
    const won = coloursWon(kit, kit.me);
    const missing = [..."RWB"].filter((colour) => !won.includes(colour));
    const symbols = won.length ? won.map(padSymbol) : html`<b>none</b>`;
    return html`<span class="not-phone vr-period">Victories ${symbols} missing ${missing.map(padSymbol)}</span>`;
  },

  /** @param {Act} act @param {Toolkit} kit */
  actLabel(act, kit) {
    const top = kit.zone("discard").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw": return "Draw a card";
      case "take": return top === null ? "Take" : `Take the ${kit.cardName(top)}`;
      case "discard": return `Discard the ${kit.cardName(act.cards[0])}`;
      case "victory": {
        const colour = act.rest[0];
        const won = kit.me === null ? [] : coloursWon(kit, kit.me);
        const grand = won.length === 2 && !won.includes(colour);
        return `Victory in ${COLOURS[colour]}, ${grand ? "+10 and +25" : "+10"}`;
      }
      case "capture": return "Capture, +50";
      default: return undefined;
    }
  },

  /** A meld is the main action. @param {Act} act @param {Toolkit} kit */
  actButton(act, kit) {
    const isMeld = act.verb === "victory" || act.verb === "capture";
    return isMeld ? { cls: "primary", art: this.actLabel(act, kit) } : undefined;
  },

  /** @param {number} seat @param {string} text */
  describeMove(seat, text) {
    const [verb, colour] = text.split(" ");
    if (verb === "victory") return `laid down Victory in ${COLOURS[colour]}`;
    return verb === "capture" ? "laid down a Capture" : undefined;
  },
};
