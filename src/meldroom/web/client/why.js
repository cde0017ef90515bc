// Why not? What is asked of the server about a move that cannot be made, and what it answered.
import { announce, redraw } from "/client/render.js";
import { newId } from "/client/socket.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").WhyAnswer} WhyAnswer */
/** @typedef {import("/client/choice.js").Choice} Choice */
/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {{text: string} | {verb: string, cards: string[], seat?: number}} Question an action, or what is picked */
/** @typedef {WhyAnswer & {verb: string, cards: string[]}} Explained */

const NOT_YOUR_TURN = "X-1";

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

/**
 * Ask why something cannot be done, and show the answer in place of the prompt.
 * @param {TableSession} session @param {string[]} cards
 * @param {string} [action] its verb or whole text; by default what the cards are probably meant for
 * @param {number} [seat] in front of which the cards lie
 */
export function askWhy(session, cards, action, seat) {
  const { game, choice } = session;
  const asked = action ?? (game ? likelyVerb(game, choice, cards.length) : "");
  const [verb] = asked.split(" ");
  const explain = (/** @type {WhyAnswer} */ answer) => {
    session.refusal = null;
    session.explained = answer.rule ? { ...answer, verb, cards } : null;
    if (answer.rule) announce(`${words.asSentence(answer.why)} ${answer.rule}`);
    redraw();
  };
  if (session.beforeRace) {
    // A silent race must not be given away: the same as at any other moment of another player's turn.
    const why = words.why.notYourTurn;
    explain({ is: "why", id: "", rule: NOT_YOUR_TURN, why, text: "", lacking: [], instead: null });
  } else session.questions.ask(asked === verb ? { verb, cards, seat } : { text: asked }, explain);
}

/**
 * Ask why nothing can be done with an open card of another player.
 * @param {TableSession} session @param {Element} card
 */
export function askAboutOpenCard(session, card) {
  const { code = "" } = /** @type {HTMLElement} */ (card).dataset;
  const seat = /** @type {HTMLElement | null} */ (card.closest("[data-of]"))?.dataset.of;
  if (!code || session.me === null || session.play.result) return;
  const [aimed] = session.game?.aims ?? [];
  if (aimed) askWhy(session, [code], aimed, Number(seat));
  else askWhy(session, [code]);
}

/** Pick what the nearest move has besides the picks. @param {TableSession} session */
export function addLacking(session) {
  for (const code of session.explained?.lacking ?? []) {
    const card = session.hand.cards.find((one) => one.code === code && !session.choice.isPicked(one.slot));
    if (card) session.choice.toggle({ code, owner: session.me, slot: card.slot });
  }
  session.explained = null;
}
