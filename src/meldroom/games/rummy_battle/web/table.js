// Rummy Battle at the table: a field map, the open row across it, melds in front of their owners.
import { html, nothing } from "/vendor/lit.js";
import { face, shortName } from "./faces.js";
import { ownMelds, seatArea } from "./melds.js";
import { centre } from "./row.js";
import { actLabel, describeMove, placeName, withMinus } from "./say.js";
import { scorePad } from "./score_pad.js";
import { backdrop } from "./terrain.js";

/** @typedef {import("./facts.js").Toolkit} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */

export default {
  defaultSeats: 4,
  minutes: 40,
  tagline: "Every discard stays open. So does every temptation.",
  drawsTargets: true,
  face,
  shortName,
  backdrop,
  centre,
  seatArea,
  ownMelds,
  scorePad,
  actLabel,
  placeName,
  describeMove,

  /** @param {Toolkit} kit */
  homeArt: (kit) => html`<span class="fan">${["7h", "10s", "Qd", "THIEF"].map((code) => kit.picture(code))}</span>`,

  /** @param {Toolkit} kit */
  progress(kit) {
    const { rounds } = kit.display;
    const round = kit.view.public.ledger.length + 1;
    return kit.play?.result ? "" : round > rounds ? "Tie round" : `Round ${round} of ${rounds}`;
  },

  /** @param {Toolkit} kit @param {number} seat */
  seatInfo(kit, seat) {
    const count = kit.zone("hand", seat).cards.length + kit.zone("drawn", seat).cards.length;
    return [`${count} card${count === 1 ? "" : "s"}`, `${withMinus(kit.view.public.totals[seat])} points`];
  },

  /** @param {Toolkit} kit */
  handFooter: (kit) =>
    kit.me === null
      ? nothing
      : html`<span class="not-phone">2nd Chance <b>${kit.view.public.chances[kit.me] ? "unused" : "used"}</b></span>`,

  /** @param {string} code @param {Toolkit} kit */
  cardFlag: (code, kit) =>
    kit.view.public.turn === kit.me && kit.view.public.duty.includes(code) ? "must be played" : "",

  /** Cards of the row are touched where they lie. @param {Act} act */
  isOfferedOnTable: (act) => act.verb === "take" || act.verb === "lay",
};
