// A lesson's script in the place of a line to the server: it says what a table would say, one move after another.
import { newId } from "/client/socket.js";
import { settings } from "/client/settings.js";
import { redraw } from "/client/render.js";
import { words } from "/words/en.js";

/** @typedef {{ply: number, move: string, say: string, ask: string, otherwise: string}} Step */

/** @type {Record<string, number>} how long a move of the others is looked at */
const PACE = { slow: 1800, normal: 1000, fast: 600, off: 0 };

export class Script {
  /** @param {any} told the lesson as the server tells it @param {import("/client/game_assets.js").Game} game @param {string} name of the one who learns */
  constructor(told, game, name) {
    const named = (/** @type {string} */ text) => text.replace(/\{(\d)\}/g, (_, seat) => told.names[Number(seat)]);
    this.told = told;
    this.game = game;
    this.name = name;
    /** @type {Step[]} */ this.steps = told.steps.map((/** @type {Step} */ step) => ({ ...step, say: named(step.say), ask: named(step.ask), otherwise: named(step.otherwise) || words.learn.other(named(step.ask)) }));
    for (const step of this.steps) told.plies[step.ply].asks = step.ask; // said above the hand, as the game itself would ask
    this.at = 0; // the step that is asked for, or comes next
    this.ply = 0;
    this.strayed = false; // another move was made than the one that is meant
    /** @type {Map<string, object>} nothing is ever lost here */ this.open = new Map();
    /** @type {(message: any) => void} */ this.hear = () => {};
    /** @type {() => void} */ this.stray = () => {};
    /** @type {(plies: any[]) => void} */ this.rewound = () => {};
  }

  /** Begin to speak. @param {(message: any) => void} hear @param {(state: "open", why: string) => void} changed */
  join(hear, changed) {
    this.hear = hear;
    changed("open", "");
    const { seat, names, options, plies } = this.told;
    const seats = names.map((/** @type {string} */ bird, /** @type {number} */ at) => ({ name: at === seat ? this.name : bird, person: at === seat, here: true, bot: at !== seat, ready: true }));
    const table = { game: this.game.key, options, clock: "off", phase: "playing", paused: false, host: null, number: 1, commit: null, chat: false, seats };
    this.hear({ is: "welcome", you: seat, code: null, table, game: this.game, phrases: [], play: plies[0], events: null });
    this.#run();
    return this;
  }

  /** @returns {Step | null} the step that waits for its move */
  get step() { return this.steps[this.at]?.ply === this.ply ? this.steps[this.at] : null; }

  /** @returns {Step | null} the step that waits for its move after another one was made */
  get astray() { return this.strayed ? this.step : null; }

  get done() { return this.at === this.steps.length && this.ply === this.told.plies.length - 1; }

  /** Let the others move until it is the learner's turn again. */
  #run() {
    clearTimeout(this.timer);
    redraw();
    if (this.step || this.done) return;
    this.timer = setTimeout(() => { this.#tell(); this.#run(); }, PACE[settings.speed] ?? PACE.normal);
  }

  #tell() {
    this.ply += 1;
    this.hear({ is: "play", undone: false, ...this.told.plies[this.ply] });
  }

  /** @param {string[]} texts */
  act([text]) {
    const id = newId();
    queueMicrotask(() => this.#answer(id, text));
    return id;
  }

  /** @param {string} id @param {string} text */
  #answer(id, text) {
    this.hear({ is: "ack", id });
    if (!this.step) return;
    this.strayed = text !== this.step.move;
    if (this.strayed) return this.stray();
    this.at += 1;
    this.#keep();
    this.#tell();
    this.#run();
  }

  /** Leave the step with the page's address, so that a reload goes on there. */
  #keep() { history.replaceState({ step: this.at }, ""); }

  /** Go on where the page was left, if it was left in the middle. */
  resume() {
    const step = Number(history.state?.step);
    if (step > 0 && step < this.steps.length) this.#turn(step);
  }

  /** Go back to the step before. */
  back() {
    if (this.at) this.#turn(this.at - 1);
  }

  again() { this.#turn(0); }

  /** @param {number} step */
  #turn(step) {
    clearTimeout(this.timer);
    this.at = step;
    this.strayed = false;
    this.ply = this.steps[step].ply;
    this.#keep();
    this.rewound(this.told.plies.slice(0, this.ply + 1));
  }

  say() {}
  undo() { return ""; }
  close() { clearTimeout(this.timer); }
}
