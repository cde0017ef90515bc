// The player's share of the deal of the next game: given once, and again if it may never have arrived.
import { newShare } from "/client/socket.js";

/** @typedef {import("/client/protocol_types.js").Table} Table */

const AGAIN_MS = 1000;

export class DealShare {
  #givenFor = -1; // the number of the game

  /** @param {(message: object) => void} send @param {() => void} retry gives it again */
  constructor(send, retry) {
    this.send = send;
    this.retry = retry;
  }

  /** Give a share for the game that the table waits for. @param {Table} table @param {number | null} me */
  give(table, me) {
    if (table.phase !== "waiting" || me === null || table.seats[me].ready || this.#givenFor === table.number) return;
    this.#givenFor = table.number;
    this.send({ do: "give", share: newShare() });
  }

  /** A share sent on a lost connection may never have arrived. */
  forget() {
    this.#givenFor = -1;
  }

  /** The last one was not saved. */
  notSaved() {
    setTimeout(() => {
      this.forget();
      this.retry();
    }, AGAIN_MS);
  }
}
