// Why not? What is asked of the server about a move that cannot be made, and what it answered.
import { newId } from "/client/socket.js";

/** @typedef {import("/client/protocol_types.js").WhyAnswer} WhyAnswer */
/** @typedef {import("/client/choice.js").Choice} Choice */
/** @typedef {{verb: string, cards: string[]}} Question what is picked, and for which verb */
/** @typedef {WhyAnswer & {verb: string, cards: string[]}} Explained */

export const NOT_YOUR_TURN = "X-1";

export class Questions {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {Map<string, (answer: WhyAnswer) => void>} what to do with the answers that are still to come, by id */
    this.open = new Map();
  }

  /** @param {Question} question @param {(answer: WhyAnswer) => void} answered */
  ask(question, answered) {
    const id = newId();
    this.open.set(id, answered);
    this.send({ do: "why", id, ...question });
  }

  /** @param {WhyAnswer} answer */
  receive(answer) {
    this.open.get(answer.id)?.(answer);
    this.open.delete(answer.id);
  }
}

/**
 * What the cards that are picked are probably meant for: the verb that takes so few cards, but enough.
 * @param {{takes: {[verb: string]: number}}} game @param {Choice} choice @param {number} count of cards
 */
export function likelyVerb(game, choice, count) {
  const [fitting] = choice.isEmpty ? [] : choice.fitting;
  if (fitting) return fitting.verb;
  const byCount = Object.entries(game.takes).sort(([, a], [, b]) => a - b);
  return (byCount.find(([, most]) => most >= count) ?? byCount.at(-1) ?? [""])[0];
}
