// Thumbs Up at the table: maple blocks in walnut racks, a pool in the middle, a thumb raised in silence.
import { html, nothing, svg } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";

/**
 * @template [P=import("/client/protocol_types.js").Facts]
 * @typedef {import("/client/protocol_types.js").View<P>} View
 */
/** @typedef {{thumb: number | null, balances: number[], ledger: number[][]}} PublicFacts */
/** @typedef {{tariff: string, race?: boolean}} Display */
/** @typedef {import("/client/toolkit.js").Toolkit<PublicFacts, Display>} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */

const BOX = "0 0 84 114";
/** @type {Record<string, string>} */
const SYMBOLS = { ".": "tu-dot", "-": "tu-dash", V: "tu-v", L: "tu-liberty" };
const CHIPS = [25, 10, 5];
/** Where the blocks of the pool lie: left and top in percent, angle in degrees. */
const POOL_SPOTS = [
  [2, 6, -14],
  [17, 1, 9],
  [33, 7, -4],
  [49, 1, 17],
  [66, 8, -9],
  [82, 3, 6],
  [9, 34, 8],
  [25, 30, -18],
  [42, 36, 5],
  [58, 31, -7],
  [74, 37, 13],
  [88, 33, -12],
  [1, 63, 16],
  [16, 60, -6],
  [32, 66, 11],
  [48, 61, -15],
  [64, 67, 3],
  [80, 62, -8],
  [40, 18, 24],
  [70, 20, -20],
];

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "tu", art: svg`<use href="#tu-back"/>` };
  const [colour, symbol] = code;
  return {
    box: BOX,
    ink: `tu tu-${colour}`,
    art: svg`<use href="#tu-block"/><use href="#tu-frame"/><use href=${`#${SYMBOLS[symbol]}`}/><text x="19.5" y="27"
      class="tu-letter">${colour}</text>`,
  };
}

const thumb = (/** @type {string} */ cls, /** @type {string} */ label = "") =>
  html`<svg class=${cls} viewBox="0 0 48 48" role=${label ? "img" : nothing} aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}><use href="#tu-thumb"></use></svg>`;

/** A rack from behind, or open at the end of a hand. @param {Toolkit} kit @param {number} seat */
function seatArea(kit, seat) {
  const zone = kit.zone("rack", seat);
  const open = zone.cards.some((code) => code !== null);
  const blocks = zone.cards.map((code) => (code === null ? kit.picture(null) : kit.card(code)));
  return html`<div class="rack ${open ? "open-rack" : "hidden-rack"}" data-zone=${zone.index} role="group"
    aria-label="${kit.name(seat)}: ${zone.cards.length} blocks">${blocks}</div>`;
}

/** @param {Toolkit} kit */
function pool(kit) {
  const count = kit.zone("pool").cards.length;
  const act = kit.bareAct("draw");
  const state = !act ? "" : kit.choice?.selectedText === act.text ? "picked" : "legal";
  const blocks = POOL_SPOTS.slice(0, count).map(
    ([x, y, angle]) =>
      html`<i ${cssVariables({ "--x": x, "--y": y, "--angle": `${angle}deg` })}>${kit.picture(null)}</i>`,
  );
  return html`<span class="tu-pool ${state}">${blocks}</span>`;
}

/** A balance in chips. @param {number} points */
function chips(points) {
  const drawn = CHIPS.map((value) => {
    const count = Math.floor(points / value);
    points -= count * value;
    return count
      ? html`<span class="tu-chip tu-chip-${value}"><svg viewBox="0 0 40 40"><use href="#tu-chip"></use><text
      x="20" y="24.5">${value}</text></svg>×${count}</span>`
      : nothing;
  });
  return html`<span class="tu-chips not-phone" aria-hidden="true">${drawn}</span>`;
}

export default {
  defaultSeats: 4,
  minutes: 20,
  tagline: "Complete your colour, raise your thumb, and say nothing.",
  flatPiles: true, // blocks do not stack
  scorePadClass: "tu-pad",
  face,
  seatArea,

  /** @param {Toolkit} kit */
  homeArt: (kit) =>
    html`<span class="tu-spill">${[1, 2, 3].map(() => kit.picture(null))}</span><span class="rack">${[
      "R.",
      "G.",
      "B.",
      "K-",
      "OV",
    ].map((code) => kit.picture(code))}</span>`,

  /** @param {Toolkit} kit */
  progress(kit) {
    if (!kit.table) return "";
    const played = kit.view.public.ledger.length;
    const hands = Number(kit.table.options.hands);
    return `Hand ${Math.min(played + 1, Math.max(played, hands))} of ${hands}`;
  },

  /** @param {Toolkit} kit @param {number} seat */
  seatInfo: (kit, seat) => [`${kit.view.public.balances[seat]} points`],

  /** A raised thumb, until the game is over. @param {Toolkit} kit @param {number} seat */
  plateMark: (kit, seat) =>
    kit.view.public.thumb === seat && !kit.play?.result ? thumb("tu-raised-thumb", "thumb up") : nothing,

  /** @param {Toolkit} kit */
  centre(kit) {
    const discards = kit.zone("discard");
    const blocks = kit.zone("pool");
    return html`<div class="piles">${kit.pile(blocks, {
      verb: "draw",
      title: "Pool",
      sub: `${blocks.cards.length} blocks, face down`,
      art: pool(kit),
    })}${kit.pile(discards, { verb: "take", sub: discards.cards.length ? "face up" : "no discards yet" })}</div>`;
  },

  /** The rack under the hand. @param {Toolkit} _kit @param {unknown} row */
  handFrame: (_kit, row) => html`<div class="rack own-rack">${row}</div>`,

  /** @param {Toolkit} kit */
  handFooter(kit) {
    if (kit.me === null) return nothing;
    const points = kit.view.public.balances[kit.me];
    return html`${chips(points)}<span><b>${points}</b> points</span>`;
  },

  // TU-5: the thumb rises and nothing else on the page moves
  /** @param {View<PublicFacts>} view */
  isSilentRace: (view) => view.public.thumb !== null,
  /** @param {Toolkit} kit */
  hasRace: (kit) => kit.display.race !== false,

  /** @param {Act} act @param {Toolkit} kit */
  actLabel(act, kit) {
    const top = kit.zone("discard").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw":
        return "Draw a block";
      case "take":
        return top === null ? "Take" : `Take the ${kit.cardName(top)}`;
      case "discard":
        return `Discard the ${kit.cardName(act.cards[0])}`;
      case "thumb":
        return "Raise your thumb";
      case "seen":
        return "I see a thumb";
      default:
        return undefined;
    }
  },

  /** @param {Act} act */
  actButton: (act) => (act.verb === "thumb" ? { cls: "tu-thumb-button", art: thumb("icon") } : undefined),

  /** @param {number} _seat @param {string} text */
  describeMove: (_seat, text) => ({ thumb: "raised a thumb", seen: "saw it" })[text],
};
