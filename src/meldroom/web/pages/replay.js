// Replay: a finished game, move by move.
import { html } from "/vendor/lit.js";
import { bar } from "/parts/bar.js";
import { words } from "/words/en.js";

/** @param {string} key @param {number} number @returns {import("/client/stage.js").Page} */
export function replayPage(key, number) {
  return { title: () => words.replay.title, draw: () => html`${bar(words.replay.title, `${key} ${number}`, "")}` };
}
