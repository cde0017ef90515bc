// Scorzo at the table: cut paper on plaster, and a staircase of rounds that goes down and up again.
import { html, nothing, svg } from "/vendor/lit.js";

/** @typedef {import("/client/toolkit.js").Parts} Parts */

/** @type {Record<string, string>} */
const SHAPES = { S: "star", Q: "square", T: "triangle", C: "circle", H: "heart" };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: "0 0 100 140", ink: "sz", art: svg`<use href="#sz-back"/>` };
  if (code === "WW") return { box: "0 0 100 140", ink: "sz", art: svg`<use href="#sz-base"/><use href="#sz-wild"/>` };
  const number = code.slice(1);
  const shape = `#sz-${SHAPES[code[0]]}`;
  return {
    box: "0 0 100 140", ink: `sz sz-${code[0]}`,
    art: svg`<use href="#sz-base"/><use href=${`#sz-n-${number}`} x="9" y="10" width=${number === "10" ? 38 : 28} height="38"/><use href=${shape} x="10" y="55" width="20" height="20"/><use href=${shape} x="34" y="66" width="58" height="58"/>`,
  };
}

/** How many cards each round deals, and how many rounds break a tie, as the server's pad tells it. @param {any} pad */
function chart(pad) {
  const rounds = (pad?.rows ?? []).map((/** @type {string[]} */ row) => /^(tie )?(\d+) · (\d+) /.exec(row[0])).filter(Boolean);
  return rounds.filter((/** @type {string[]} */ found) => !found[1]).map((/** @type {string[]} */ found) => Number(found[3]));
}

/** You, then the others from your left; seats in order for one who watches. @param {Parts} p */
const across = (p) => (p.me === null ? Array.from({ length: p.view.seats }, (_, seat) => seat) : [p.me, ...p.others]);

/** Who threw the card on top, or null where it was turned up or cannot be told. @param {Parts} p */
function thrower(p) {
  const { turn, turns, taken, playing, phase } = p.view.public;
  if (phase === "answer") return turn;
  if (!turns || taken.length) return null;
  return playing[(playing.indexOf(turn) - 1 + playing.length) % playing.length];
}

/** A hand seen from behind, with what everyone saw go into it; the caller's lies open. @param {Parts} p @param {number} seat */
function before(p, seat) {
  const zone = p.zone("hand", seat);
  const known = zone.cards.filter((code) => code !== null);
  if (!known.length) return p.backs(zone);
  const open = known.length === zone.cards.length;
  const label = `${p.name(seat)}: ${zone.cards.length} cards${open ? ", open" : ""}`;
  return html`<div class=${open ? "lap sz-open" : "backs sz-known"} data-zone=${zone.index} role="group" aria-label=${label}>${zone.cards.map((code) => (code === null ? p.mute(null, "s") : p.card(code, { cls: open ? "m" : "s up" })))}</div>`;
}

/** The staircase, then rounds down and players across. @param {Parts} p @param {any} pad */
function score(p, pad) {
  const { ledger, totals, playing } = p.view.public;
  const deals = chart(pad);
  const seats = across(p);
  const least = Math.min(...totals);
  const now = p.play?.result ? -1 : ledger.length;
  const mark = (/** @type {number | null | undefined} */ many, /** @type {number} */ row, /** @type {number} */ seat) => (many === null ? "–" : many === undefined ? (playing.includes(seat) && row === now ? "·" : "") : String(many));
  const rows = Array.from({ length: Math.max(ledger.length, now + 1) }, (_, row) => row);
  const title = (/** @type {number} */ row) => (row < deals.length ? `${row + 1} · ${NUMBERS[deals[row]]}` : `tie ${row - deals.length + 1}`);
  const line = (/** @type {number} */ row) => html`<tr class=${row === deals.length - 1 ? "ruled" : ""}><th scope="row">${title(row)}</th>${seats.map((seat) => html`<td class=${seat === p.me ? "me" : ""}>${mark(ledger[row]?.[seat], row, seat)}</td>`)}</tr>`;
  return html`<section class="pad" aria-label="Score pad"><h2>Score<small>fewest wins</small></h2>
    <ol class="steps" aria-label="Cards dealt in each round">${deals.map((/** @type {number} */ many, /** @type {number} */ at) => html`<li class=${at < now || now < 0 ? "done" : at === now ? "now" : ""} aria-current=${at === now ? "step" : nothing}><b>${many}</b></li>`)}</ol>
    <div class="roll"><table><thead><tr><th scope="col">Round</th>${seats.map((seat) => html`<th scope="col" class=${seat === p.me ? "me" : ""}>${p.name(seat)}</th>`)}</tr></thead>
    <tbody>${rows.map(line)}</tbody>
    <tfoot><tr><th scope="row"><span class="vh">Total</span></th>${seats.map((seat) => html`<td>${totals[seat] === least && ledger.length ? html`<span class="ring" title="fewest">${totals[seat]}</span>` : totals[seat]}</td>`)}</tr></tfoot></table></div></section>`;
}

export default {
  seats: 4,
  minutes: 30,
  line: "Five shapes, two decks, eleven rounds down and up.",
  face,
  pad: score,
  seat: before,

  /** The thing on the shelf at home. @param {Parts} p */
  object: (p) => ["S7", "Q7", "T7", "C7", "H7"].map((code, at) => p.mute(code, `f${at}`)),

  ground: () => html`<svg class="ground sz-cut" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><use href="#sz-circle" x="40" y="180" width="250" height="250"></use><use href="#sz-triangle" x="830" y="150" width="230" height="230"></use></svg>`,

  /** @param {Parts} p */
  where(p) {
    const { ledger } = p.view.public;
    const deals = chart(p.play?.pad);
    if (!deals.length || p.play?.result) return "";
    const at = ledger.length;
    return at < deals.length ? html`Round ${at + 1} of ${deals.length}<span class="not-phone"> · ${NUMBERS[deals[at]]} cards</span>` : `Tie round ${at - deals.length + 1}`;
  },

  /** @param {Parts} p @param {number} seat */
  meta(p, seat) {
    const { totals, dealer, caller, playing } = p.view.public;
    const what = caller === seat ? "called" : !playing.includes(seat) ? "sits out" : dealer === seat ? "dealt" : "";
    return [`${totals[seat]} points`, what].filter(Boolean).join(" · ");
  },

  /** @param {Parts} p */
  centre(p) {
    const stock = p.zone("stock");
    const thrown = p.zone("discard");
    const by = thrower(p);
    const top = thrown.cards.at(-1) ?? null;
    return html`<div class="piles">${p.pile(stock, { verb: "draw", title: p.act("draw") ? "Draw" : "Stock", sub: `${stock.cards.length} left` })}${p.pile(thrown, { verb: "take", title: top !== null && p.act("take") ? `Take the ${p.word(top)}` : undefined, sub: !thrown.cards.length ? "nothing thrown yet" : by !== null ? `thrown by ${p.name(by) === "You" ? "you" : p.name(by)}` : p.view.public.turns ? undefined : "turned up" })}</div>`;
  },

  /** @param {import("/client/choice.js").Act} act @param {Parts} p */
  say(act, p) {
    const top = p.zone("discard").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw": return "Draw";
      case "take": return top === null ? "Take" : `Take the ${p.word(top)}`;
      case "discard": return `Throw the ${p.word(act.cards[0])}`;
      case "call": return "Call Scorzo";
      case "wait": return "Wait";
      default: return undefined;
    }
  },

  /** The call is noted by the referee. @param {number} seat @param {string} text */
  tell: (seat, text) => (text === "call" ? "" : undefined),
};
