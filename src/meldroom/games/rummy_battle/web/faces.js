// The faces of Rummy Battle's cards, and their short names.
import { svg } from "/vendor/lit.js";

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
export const ACTION_CARDS = {
  HOARD: "Hoard",
  PICK: "Pickpocket",
  THIEF: "Thief",
  SWITCH: "Switcheroo",
  LUCKY: "Lucky Day",
};
/** @type {Record<string, string>} */
const COURT_SYMBOLS = { J: "rb-plume", Q: "rb-tiara", K: "rb-crown" };
/** @type {Record<string, string>} as text, not as emoji */
export const SUITS = { c: "♣\ufe0e", d: "♦\ufe0e", h: "♥\ufe0e", s: "♠\ufe0e" };

/** @param {string | null} code */
export function face(code) {
  if (code === null) return { box: BOX, ink: "rb", art: svg`<use href="#rb-back"/>` };
  if (ACTION_CARDS[code]) {
    return {
      box: BOX,
      ink: `rb rb-${code}`,
      art: svg`<use href="#rb-action"/><use href=${`#rb-${code.toLowerCase()}`} x="21" y="27" width="58"
        height="58"/><text class="rb-name" x="50" y="121">${ACTION_CARDS[code]}</text>`,
    };
  }
  if (code === "Jk") {
    return {
      box: BOX,
      ink: "rb rb-Jk",
      art: svg`<use href="#rb-base"/><use href="#rb-joker" x="20" y="46" width="60" height="60"/><text
        class="rb-joker-star" x="17" y="27">★</text><text class="rb-joker-word" x="50" y="128">JOKER</text>`,
    };
  }
  const suit = code.slice(-1);
  const rank = code.slice(0, -1);
  const corner = svg`<text class="rb-rank ${rank === "10" ? "ten" : ""}" x="18" y="28">${rank}</text><use
    href=${`#rb-suit-${suit}`} x="9.5" y="34" width="17" height="17"/>`;
  const court = COURT_SYMBOLS[rank];
  const middle = court
    ? svg`<use href=${`#${court}`} x="30" y="36" width="40" height="27"/><text class="rb-court" x="50" y="103">${
        rank
      }</text>`
    : svg`<use href=${`#rb-suit-${suit}`} x="32" y="52" width="38" height="38"/>`;
  return {
    box: BOX,
    ink: `rb rb-${suit}`,
    art: svg`<use href="#rb-base"/>${middle}${corner}<g transform="rotate(180 50 70)">${corner}</g>`,
  };
}

/** A card in two signs: 7♥. @param {string} word a code, or Jk=7h for a joker that stands for it @returns {string} */
export function shortName(word) {
  const [code, stands] = word.split("=");
  if (code === "Jk") return stands && SUITS[stands.slice(-1)] ? `joker as ${shortName(stands)}` : "joker";
  return ACTION_CARDS[code] ?? `${code.slice(0, -1)}${SUITS[code.slice(-1)] ?? code.slice(-1)}`;
}
