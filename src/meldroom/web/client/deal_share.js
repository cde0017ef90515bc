// The player's share of a deal: committed to first, and revealed once everybody has committed to theirs.
import { shareCommitment } from "/client/fair_deal.js";
import { newShare } from "/client/socket.js";

/** @typedef {import("/client/protocol_types.js").Table} Table */
/** @typedef {{commit: string, seat: number, share: string, commitment: string}} OwnShare */

const AGAIN_MS = 1000;

export class DealShare {
  /** @type {OwnShare | null} of the deal that the table waits for, or plays */ #own = null;
  /** @type {string | null} the commitments of all when this one was revealed */ #shown = null;
  #said = "";

  /** @param {(message: object) => void} send @param {() => void} retry gives it again */
  constructor(send, retry) {
    this.send = send;
    this.retry = retry;
  }

  /** Give what the table waits for. @param {Table} table @param {number | null} me */
  give(table, me) {
    const { commit, commitments } = table;
    if (table.phase !== "waiting" || me === null || !commit) return;
    const seat = table.local?.[0] ?? me; // people at one device give one share
    if (!this.#own || this.#own.commit !== commit || this.#own.seat !== seat) {
      const share = newShare();
      this.#own = { commit, seat, share, commitment: shareCommitment(commit, seat, share) };
      this.#shown = null;
      this.#said = "";
    }
    const { share, commitment } = this.#own;
    if (!commitments) this.#say({ do: "commit", commitment });
    else if (commitments[seat] === commitment) {
      this.#shown ??= commitments.join();
      this.#say({ do: "give", share });
    }
  }

  /** @param {{do: string, commitment?: string, share?: string}} message */
  #say(message) {
    if (this.#said === message.do) return;
    this.#said = message.do;
    this.send(message);
  }

  /**
   * Whether a game that is over was dealt from something else than the table showed before this share was revealed.
   * @param {Table} table
   */
  wasReplaced({ commit, commitments, contributions }) {
    if (!contributions || !this.#own || this.#shown === null || this.#own.commit !== commit) return false;
    const given = contributions[this.#own.seat];
    return commitments?.join() !== this.#shown || (given !== "" && given !== this.#own.share);
  }

  /** What was sent on a lost connection may never have arrived. */
  forget() {
    this.#said = "";
  }

  /** The last one was not saved. */
  notSaved() {
    setTimeout(() => {
      this.forget();
      this.retry();
    }, AGAIN_MS);
  }
}
