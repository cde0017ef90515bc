// Victory Rummy at the table: war-time print on navy wool, and the pad as the booklet prints it.
import { html, nothing, svg } from "/vendor/lit.js";

/** @typedef {import("/client/toolkit.js").Parts} Parts */
/** @typedef {{seat: number, symbol: string, points: number}} Line */

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
const INKS = { R: "Red", W: "White", B: "Blue" };
/** @type {Record<string, string>} */
const SYMBOLS = { ".": "vr-dot", "-": "vr-dash", V: "vr-v" };
/** @type {Record<string, string>} what a stamp on the pad stands for */
const STAMPS = { R: "Victory in Red", W: "Victory in White", B: "Victory in Blue", C: "Capture", G: "Grand Victory", X: "in order", A: "Axis cards" };
const FIVE = 5;
const LEAST = 6; // lines that a new pad shows

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "vr", art: svg`<use href="#vr-back"/>` };
  const letter = code[0];
  const index = svg`<text class="vr-letter" x="16" y="21.5">${letter}</text><text class="vr-letter" x="16" y="21.5" transform="rotate(180 50 70)">${letter}</text>`;
  return { box: BOX, ink: `vr vr-${letter}`, art: svg`<use href="#vr-base"/><use href=${`#${code === "AX" ? "vr-axis" : SYMBOLS[code[1]]}`}/>${index}` };
}

/** You, then the others from your left; seats in order for one who watches. @param {Parts} p */
const across = (p) => (p.me === null ? Array.from({ length: p.view.seats }, (_, seat) => seat) : [p.me, ...p.others]);

/** Part the bookings where a Grand Victory was won; its bonus belongs to it. @param {Line[]} lines @returns {Line[][]} */
function periods(lines) {
  /** @type {Line[][]} */
  const parted = [[]];
  for (const line of lines) {
    (line.symbol === "X" ? parted[parted.length - 2] : parted[parted.length - 1])?.push(line);
    if (line.symbol === "G") parted.push([]);
  }
  return parted;
}

/** The colours that a seat has won since the last Grand Victory. @param {Parts} p @param {number} seat */
function won(p, seat) {
  const last = periods(p.view.public.pad.lines).at(-1) ?? [];
  return [..."RWB"].filter((colour) => last.some((line) => line.seat === seat && line.symbol === colour));
}

/** @param {string} symbol */
const stamp = (symbol) => html`<span class="sym s${symbol}" role="img" aria-label=${STAMPS[symbol]} title=${STAMPS[symbol]}><span aria-hidden="true">${symbol}</span></span>`;

/** The official pad: score and symbol for each player, a full line and the tally at every Grand Victory. @param {Parts} p @param {any} pad */
function official(p, pad) {
  const { lines, scores } = p.view.public.pad;
  const seats = across(p);
  const sums = seats.map(() => 0);
  /** @type {unknown[]} */
  const rows = [];
  let drawn = 0;
  const parted = periods(lines);
  parted.forEach((period, at) => {
    const columns = seats.map((seat) => period.filter((line) => line.seat === seat));
    const last = at === parted.length - 1;
    const high = Math.max(...columns.map((column) => column.length), last ? LEAST - drawn : 0);
    for (let row = 0; row < high; row += 1) rows.push(html`<tr>${columns.map((column) => (column[row] ? html`<td>${column[row].points}</td><td>${stamp(column[row].symbol)}</td>` : html`<td></td><td></td>`))}</tr>`);
    drawn += high + 1;
    columns.forEach((column, seat) => { sums[seat] += column.reduce((sum, line) => sum + line.points, 0); });
    if (!last) rows.push(html`<tr class="tally">${sums.map((sum) => html`<td colspan="2">${sum}</td>`)}</tr>`);
  });
  return html`<section class="pad print" aria-label="Score pad"><h2>Official score<small>${/\((.*)\)/.exec(pad?.title ?? "")?.[1] ?? "Victory Rummy"}</small></h2>
    <div class="roll"><table class="vpad"><thead><tr>${seats.map((seat) => html`<th scope="colgroup" colspan="2" class=${seat === p.me ? "me" : ""}>${p.name(seat)}</th>`)}</tr><tr class="sub">${seats.map(() => html`<th scope="col">Score</th><th scope="col">Sym.</th>`)}</tr></thead>
    <tbody>${rows}</tbody><tfoot><tr class="sum">${seats.map((seat) => html`<td colspan="2">${scores[seat]}</td>`)}</tr></tfoot></table></div>
    <p class="vr-key">R W B Victory 10 · C Capture 50 · G Grand 25 · X in order 50 · A Axis 10 each</p></section>`;
}

/** What a seat has laid down, meld by meld. @param {Parts} p @param {number} seat */
function laid(p, seat) {
  const zone = p.zone("laid", seat);
  if (!zone.cards.length) return nothing;
  const melds = Array.from({ length: Math.ceil(zone.cards.length / FIVE) }, (_, at) => zone.cards.slice(at * FIVE, at * FIVE + FIVE));
  return html`<div class="laidrow" data-zone=${zone.index}>${melds.map((cards) => {
    const name = cards[0] === "AX" ? "Capture" : STAMPS[(cards[0] ?? "R")[0]];
    return html`<figure class="meld" role="group" aria-label="${name} of ${p.name(seat)}"><div class="lap">${cards.map((code) => p.card(code, { cls: "m" }))}</div><figcaption>${name}</figcaption></figure>`;
  })}</div>`;
}

export default {
  seats: 4,
  minutes: 30,
  line: "Three dots, a dash and a V. Three colours make it grand.",
  face,
  pad: official,

  /** The thing on the shelf at home. @param {Parts} p */
  object: (p) => html`<span class="slip"><b>Score</b>${[[10, "R"], [10, "W"], [10, "B"], [25, "G"]].map(([points, symbol]) => html`<i>${points} <em class="sym s${symbol}">${symbol}</em></i>`)}</span>${p.mute("R.", "a")}${p.mute("W-", "b")}${p.mute("BV", "c")}`,

  ground: () => html`<svg class="ground" aria-hidden="true"><rect class="vr-edge" x="14" y="14" rx="12"></rect></svg>`,

  /** @param {Parts} p */
  where: (p) => (p.play?.result ? "" : html`Deal ${p.view.public.deal}${p.table ? html`<span class="not-phone"> · first to ${p.table.options.target}</span>` : ""}`),

  /** @param {Parts} p @param {number} seat */
  meta(p, seat) {
    const { pad, dealer } = p.view.public;
    const many = p.zone("hand", seat).cards.length;
    return [`${pad.scores[seat]}`, `${many} card${many === 1 ? "" : "s"}`, dealer === seat ? "dealt" : ""].filter(Boolean).join(" · ");
  },

  /** @param {Parts} p @param {number} seat */
  seat(p, seat) {
    const hand = p.zone("hand", seat);
    const open = hand.cards.some((code) => code !== null);
    return html`<div class="vr-before">${laid(p, seat)}${!hand.cards.length ? nothing : open ? html`<div class="backs vr-known" data-zone=${hand.index} role="group" aria-label="${p.name(seat)}: ${hand.cards.length} cards">${hand.cards.map((code) => (code === null ? p.mute(null, "s") : p.card(code, { cls: "s up" })))}</div>` : p.backs(hand)}</div>`;
  },

  /** @param {Parts} p */
  centre(p) {
    const pack = p.zone("stock");
    const thrown = p.zone("discard");
    const { picked, turn } = p.view.public;
    const by = (turn - 1 + p.view.seats) % p.view.seats;
    const sub = picked || thrown.cards.length < 2 ? "face up" : `thrown by ${by === p.me ? "you" : p.name(by)}`;
    return html`<div class="piles">${p.pile(pack, { verb: "draw", title: p.act("draw") ? "Draw" : "Pack", sub: `${pack.cards.length} cards` })}${p.pile(thrown, { verb: "take", sub })}</div>`;
  },

  /** @param {Parts} p */
  own: (p) => (p.me === null || !p.zone("laid", p.me).cards.length ? nothing : html`<div class="ownmelds"><small>Before you</small>${laid(p, p.me)}</div>`),

  /** @param {Parts} p */
  under(p) {
    if (p.me === null) return nothing;
    const have = won(p, p.me);
    const lack = [..."RWB"].filter((colour) => !have.includes(colour));
    return html`<span class="not-phone vr-period">This period ${have.length ? have.map(stamp) : html`<b>none</b>`} missing ${lack.map(stamp)}</span>`;
  },

  /** @param {import("/client/choice.js").Act} act @param {Parts} p */
  say(act, p) {
    const top = p.zone("discard").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw": return "Draw a card";
      case "take": return top === null ? "Take" : `Take the ${p.word(top)}`;
      case "discard": return `Discard the ${p.word(act.cards[0])}`;
      case "victory": {
        const colour = act.rest[0];
        const all = p.me === null ? [] : won(p, p.me);
        const grand = all.length === 2 && !all.includes(colour);
        return `Victory in ${INKS[colour]}, ${grand ? "+10 and +25" : "+10"}`;
      }
      case "capture": return "Capture, +50";
      default: return undefined;
    }
  },

  /** A meld is what one came for. @param {import("/client/choice.js").Act} act @param {Parts} p */
  button(act, p) { return act.verb === "victory" || act.verb === "capture" ? { cls: "go", art: html`${this.say(act, p)}` } : undefined; },

  /** @param {number} seat @param {string} text */
  tell(seat, text) {
    const [verb, colour] = text.split(" ");
    if (verb === "victory") return `laid Victory in ${INKS[colour]}`;
    return verb === "capture" ? "laid a Capture" : undefined;
  },
};
