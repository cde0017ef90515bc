// Thumbs Up at the table: maple blocks in walnut racks, a pool in the middle, a thumb without a word.
import { html, nothing, svg } from "/vendor/lit.js";
import { vars } from "/client/render.js";

/** @typedef {import("/client/toolkit.js").Parts} Parts */

const SYMBOLS = { ".": "tu-dot", "-": "tu-dash", V: "tu-v", L: "tu-liberty" };
const SPOTS = [[2, 6, -14], [17, 1, 9], [33, 7, -4], [49, 1, 17], [66, 8, -9], [82, 3, 6], [9, 34, 8], [25, 30, -18], [42, 36, 5], [58, 31, -7], [74, 37, 13], [88, 33, -12], [1, 63, 16], [16, 60, -6], [32, 66, 11], [48, 61, -15], [64, 67, 3], [80, 62, -8], [40, 18, 24], [70, 20, -20]];

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: "0 0 84 114", ink: "tu", art: svg`<use href="#tu-back"/>` };
  const [colour, symbol] = code;
  return {
    box: "0 0 84 114", ink: `tu tu-${colour}`,
    art: svg`<use href="#tu-block"/><use href="#tu-frame"/><use href=${`#${SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (symbol)]}`}/><text x="19.5" y="27" class="tu-letter">${colour}</text>`,
  };
}

const thumb = (/** @type {string} */ cls, /** @type {string} */ label = "") =>
  html`<svg class=${cls} viewBox="0 0 48 48" role=${label ? "img" : nothing} aria-label=${label || nothing} aria-hidden=${label ? nothing : "true"}><use href="#tu-thumb"></use></svg>`;

/** A rack seen from behind, or laid open at the end of a hand. @param {Parts} p @param {number} seat */
function rack(p, seat) {
  const zone = p.zone("rack", seat);
  const open = zone.cards.some((code) => code !== null);
  return html`<div class="rack ${open ? "open" : "away"}" data-zone=${zone.index} role="group" aria-label="${p.name(seat)}: ${zone.cards.length} blocks">${zone.cards.map((code) => (code === null ? p.mute(null) : p.card(code)))}</div>
    ${p.view.public.thumb === seat ? thumb("raised", "thumb up") : nothing}`;
}

/** @param {Parts} p */
function pool(p) {
  const zone = p.zone("pool");
  const many = Math.min(SPOTS.length, zone.cards.length);
  const act = p.act("draw");
  return html`<span class="pool ${act ? (p.choice?.staged === "draw" ? "sel" : "legal") : ""}">${SPOTS.slice(0, many).map(([x, y, turn]) => html`<i ${vars({ "--x": x, "--y": y, "--r": `${turn}deg` })}>${p.mute(null)}</i>`)}</span>`;
}

/** What a balance is in chips. @param {number} points */
function chips(points) {
  const many = [25, 10, 5].map((value) => { const n = Math.floor(points / value); points -= n * value; return [value, n]; });
  return html`<span class="chips not-phone" aria-hidden="true">${many.filter(([, n]) => n > 0).map(([value, n]) => html`<span class="chip chip-${value}"><svg viewBox="0 0 40 40"><use href="#chip"></use><text x="20" y="24.5">${value}</text></svg>×${n}</span>`)}</span>`;
}

export default {
  seats: 4,
  minutes: 20,
  line: "Complete your colour, raise your thumb, and say nothing.",
  flat: true, // blocks do not stack
  padClass: "ticket",
  face,

  /** The thing on the shelf at home. @param {Parts} p */
  object: (p) => html`<span class="spill">${[1, 2, 3].map(() => p.mute(null))}</span><span class="rack">${["R.", "G.", "B.", "K-", "OV"].map((code) => p.mute(code))}</span>`,

  /** @param {Parts} p */
  where: (p) => {
    const { ledger } = p.view.public;
    return p.table ? `Hand ${Math.min(ledger.length + 1, Math.max(ledger.length, Number(p.table.options.hands)))} of ${p.table.options.hands}` : "";
  },

  /** @param {Parts} p @param {number} seat */
  meta: (p, seat) => `${p.view.public.balances[seat]} points`,
  seat: rack,

  /** @param {Parts} p */
  centre(p) {
    const taken = p.zone("discard");
    const many = p.zone("pool").cards.length;
    return html`<div class="piles">${p.pile(p.zone("pool"), { verb: "draw", title: "Pool", sub: `${many} blocks, face down`, cls: "wide", art: pool(p) })}${p.pile(taken, { verb: "take", sub: taken.cards.length ? "face up" : "nothing thrown yet" })}</div>`;
  },

  /** The rack under the hand. @param {Parts} p @param {unknown} row */
  hand: (p, row) => html`<div class="rack mine-rack">${row}</div>`,

  /** @param {Parts} p */
  under: (p) => (p.me === null ? nothing : html`${chips(p.view.public.balances[p.me])}<span><b>${p.view.public.balances[p.me]}</b> points</span>`),

  // TU-5: the thumb rises and nothing else on the page moves
  /** @param {any} view */
  silent: (view) => view.public.thumb !== null,
  /** @param {Parts} p */
  races: (p) => p.view.seats > 2 && p.table?.options.fine !== "off",

  /** @param {import("/client/choice.js").Act} act @param {Parts} p */
  say(act, p) {
    const top = p.view.zones?.find((zone) => zone.name === "discard")?.cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw": return "Draw a block";
      case "take": return top === null ? "Take" : `Take the ${p.word(top)}`;
      case "discard": return `Discard the ${p.word(act.cards[0])}`;
      case "thumb": return "Raise your thumb";
      case "seen": return "I see a thumb";
      default: return undefined;
    }
  },

  /** @param {import("/client/choice.js").Act} act */
  button: (act) => (act.verb === "thumb" ? { cls: "thumb", art: thumb("ico") } : undefined),

  /** @param {number} seat @param {string} text */
  tell: (seat, text) => ({ thumb: "raised a thumb", seen: "saw it" })[text],

  tariff: html`<span><i>Dot</i> 5</span><span><i>Dash</i> 10</span><span><i>V</i> 25</span><span><i>Liberty</i> 25</span>`,
};
