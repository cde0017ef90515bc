// Plays a lesson through the interface of TableSocket: it says what a server would say, one move after another.
import { settings } from "/client/settings.js";
import { redraw } from "/client/render.js";
import { words } from "/words/en.js";

/** @import { Lesson, Message, Play, Seat, Table } from "/client/protocol_types.js" */
/** @typedef {import("/client/protocol_types.js").LessonStep} Step */

/** @type {Record<string, number>} how long a move of another player is shown */
const MOVE_DELAY_MS = { slow: 1800, normal: 1000, fast: 600, off: 0 };

export class LessonSocket {
  /**
   * @param {Lesson} lesson as the server sends it @param {import("/client/game_assets.js").Game} game
   * @param {string} name of the learner
   */
  constructor(lesson, game, name) {
    this.lesson = lesson;
    this.game = game;
    this.name = name;
    /** @type {Step[]} */
    this.steps = lesson.steps.map((step) => this.#named(step));
    for (const step of this.steps) lesson.plies[step.ply].prompt = step.ask; // shown in place of the game's own prompt
    this.stepIndex = 0; // of the step that is asked for, or comes next
    this.ply = 0;
    this.wrongMove = false; // the learner made another move than the one asked for
    this.cost = ""; // a sentence on what that move would cost, if it is a mistake
    /** @type {(message: Message) => void} */
    this.onMessage = () => {};
    /** @type {(text: string) => void} */
    this.onWrongMove = () => {};
    /** @type {(plies: Play[]) => void} */
    this.onRewind = () => {};
  }

  /** Fill in the players' names. @param {Step} step @returns {Step} */
  #named(step) {
    const named = (/** @type {string} */ text) =>
      text.replace(/\{(\d)\}/g, (_, seat) => this.lesson.names[Number(seat)]);
    const ask = named(step.ask);
    return { ...step, say: named(step.say), ask, otherwise: named(step.otherwise) || words.learn.notThisTime(ask) };
  }

  /** @param {(message: Message) => void} onMessage @param {(state: "open", reason: string) => void} onState */
  start(onMessage, onState) {
    this.onMessage = onMessage;
    onState("open", "");
    const { seat, names, options, plies } = this.lesson;
    const seats = names.map((name, at) => {
      const learner = at === seat;
      const shown = { name: learner ? this.name : name, person: learner, here: true, bot: !learner, ready: true };
      return /** @type {Seat} */ (shown);
    });
    const table = /** @type {Table} */ ({
      game: this.game.key,
      options,
      clock: "off",
      phase: "playing",
      paused: false,
      host: null,
      number: 1,
      commit: null,
      chat: false,
      seats,
    });
    const told = { you: seat, code: null, table, game: this.game, phrases: [], play: plies[0], events: null };
    const nothing = { seq: 0, asked: null, left: null, next: null, missed: null };
    onMessage({ is: "welcome", ...told, ...nothing });
    this.#advance();
    return this;
  }

  /** @returns {Step | null} the step that waits for its move */
  get step() {
    return this.steps[this.stepIndex]?.ply === this.ply ? this.steps[this.stepIndex] : null;
  }

  get done() {
    return this.stepIndex === this.steps.length && this.ply === this.lesson.plies.length - 1;
  }

  /** Let the others move until it is the learner's turn again. */
  #advance() {
    clearTimeout(this.timer);
    redraw();
    if (this.step || this.done) return;
    const delay = MOVE_DELAY_MS[settings.speed] ?? MOVE_DELAY_MS.normal;
    this.timer = setTimeout(() => {
      this.#showNextPly();
      this.#advance();
    }, delay);
  }

  #showNextPly() {
    this.ply += 1;
    this.onMessage(/** @type {Message} */ ({ is: "play", undone: false, ...this.lesson.plies[this.ply] }));
  }

  /** @param {string} id @param {string} text */
  #answer(id, text) {
    this.onMessage({ is: "ack", id, seq: 0, done: 1 });
    if (!this.step) return;
    this.wrongMove = text !== this.step.move;
    this.cost = "";
    if (this.wrongMove) return this.onWrongMove(text);
    this.stepIndex += 1;
    this.#storeStep();
    this.#showNextPly();
    this.#advance();
  }

  /** Keep the step in the history entry, so that a reload goes on there. */
  #storeStep() {
    history.replaceState({ step: this.stepIndex }, "");
  }

  /** Go on where the page was left, if it was left in the middle. */
  resume() {
    const step = Number(history.state?.step);
    if (step > 0 && step < this.steps.length) this.#goToStep(step);
  }

  stepBack() {
    if (this.stepIndex) this.#goToStep(this.stepIndex - 1);
  }

  restart() {
    this.#goToStep(0);
  }

  /** @param {number} index */
  #goToStep(index) {
    clearTimeout(this.timer);
    this.stepIndex = index;
    this.wrongMove = false;
    this.ply = this.steps[index].ply;
    this.#storeStep();
    this.onRewind(this.lesson.plies.slice(0, this.ply + 1));
  }

  /**
   * Take a move; a question is answered like a wrong one: with what the step asks for.
   * @param {{do?: string, id?: string, texts?: string[]}} message
   */
  send({ do: command, id = "", texts = [] }) {
    if (command === "act") queueMicrotask(() => this.#answer(id, texts[0]));
    if (command !== "why" || !this.step) return;
    this.wrongMove = true;
    this.cost = "";
    this.onWrongMove("");
  }

  close() {
    clearTimeout(this.timer);
  }
}
