// The evening score of a regular table, loaded again whenever a game has ended there.
import * as api from "/client/api.js";
import { redraw } from "/client/render.js";

const BREAK_MS = 6 * 3600 * 1000; // an evening ends when no game has ended for so long

/** @typedef {{name: string, games: number, wins: number, points: number}} EveningTotal */
/** @typedef {{number: number, at: number, players: string[], scores: number[], places: number[]}} EveningGame */
/** @typedef {{games: EveningGame[], totals: EveningTotal[]}} Evening who won most comes first */

export class EveningScore {
  /** @param {string} key of the table */
  constructor(key) {
    this.key = key;
    /** @type {Evening | null} */
    this.score = null;
    this.loadedFor = "";
  }

  /** @param {Pick<import("/client/protocol_types.js").Table, "standing" | "number" | "phase">} table */
  update({ standing, number, phase }) {
    const state = `${number} ${phase === "over"}`;
    if (!standing || state === this.loadedFor) return;
    this.loadedFor = state;
    api.evening(this.key).then(
      (score) => {
        this.score = score;
        redraw();
      },
      () => {
        this.loadedFor = "";
      },
    );
  }
}

/** Whether the evening goes on. @param {Evening} evening */
export const isThisEvening = ({ games }) => Date.now() - (games.at(-1)?.at ?? 0) < BREAK_MS;
