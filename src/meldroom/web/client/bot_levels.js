// The levels of bots that this server has, asked for once.
import * as api from "/client/api.js";
import { redraw } from "/client/render.js";

/** @typedef {import("/client/protocol_types.js").Bot} Bot */

/** @type {Bot[]} */
let levels = [];
let isAsked = false;

/** The levels, the strongest last; none until they are loaded. */
export function botLevels() {
  if (!isAsked) load();
  return levels;
}

async function load() {
  isAsked = true;
  try {
    levels = await api.bots();
    redraw();
  } catch {
    isAsked = false; // until the page is drawn next
  }
}

/** How a level is called. @param {string} name */
export const levelLabel = (name) => botLevels().find((bot) => bot.name === name)?.label ?? "";
