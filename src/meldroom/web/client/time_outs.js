// What the table did for the player when their time ran out.

/** @typedef {import("/client/protocol_types.js").Play} Play */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {{zone: string, code: string, verb: string}} Mark the card on a pile that the table played */

export class TimeOuts {
  /** @type {string[]} what was done in the last turn that timed out; empty once the player has played again */
  done = [];
  /** @type {Mark | null} */
  mark = null;
  #goesOn = false; // the turn that timed out is not over

  /** @param {Play} play @param {Toolkit} kit */
  add(play, kit) {
    const own = (play.moves ?? []).filter(([seat]) => seat === kit.me);
    if (!own.length) {
      this.#goesOn = false;
    } else if (play.by !== "clock") {
      this.clear();
    } else {
      const did = own.map(([seat, text]) => kit.describeMove(seat, text, play.events ?? []));
      this.done = this.#goesOn ? [...this.done, ...did] : did;
      this.#goesOn = true;
      this.mark = markOf(play, own[own.length - 1][1]) ?? this.mark;
    }
  }

  clear() {
    this.done = [];
    this.mark = null;
    this.#goesOn = false;
  }
}

/** @param {Play} play @param {string} text @returns {Mark | null} */
function markOf(play, text) {
  for (const event of play.events ?? []) {
    if (event.event !== "moved" || event.target_owner !== null || event.source_owner === null) continue;
    const code = event.cards.at(-1);
    if (code) return { zone: event.target, code, verb: text.split(" ")[0] };
  }
  return null;
}
