// The player's settings, stored in this browser.
import { redraw } from "/client/render.js";
import { store, stored } from "/client/stored.js";

const STORAGE_KEY = "meldroom-settings";

export const CHOICES = {
  theme: ["system", "light", "dark"],
  cards: ["normal", "large"],
  faces: ["plain", "apart", "contrast"],
  speed: ["off", "slow", "normal", "fast"],
  pace: ["slow", "normal", "fast"],
  hints: ["on", "off"],
  caution: ["off", "on"],
  sound: ["off", "quiet", "normal", "loud"],
  notify: ["off", "on"],
  confirm: ["on", "off"],
};

/** @typedef {import("/client/new_table.js").SetUp} SetUp */
/**
 * @typedef {object} Settings
 * @property {string} name
 * @property {string} theme
 * @property {string} cards the size of cards
 * @property {string} faces the colours of card faces
 * @property {string} speed of animation
 * @property {string} pace of bots
 * @property {string} hints
 * @property {string} caution whether a move that would be a mistake is asked about first, alone with bots
 * @property {string} sound
 * @property {string} notify whether the browser says when it is the player's turn
 * @property {string} confirm whether a tapped pile waits for a second tap
 * @property {string} bot the level of bots chosen last
 * @property {Record<string, SetUp>} setUps the last set-up of each game
 * @property {Record<string, SetUp>} playNow the set-up that *Play now* uses, by game
 * @property {string} sort how the hand is sorted
 */

/** @type {Settings} */
export const settings = {
  name: "",
  theme: "system",
  cards: "normal",
  faces: "plain",
  speed: "normal",
  pace: "normal",
  hints: "on",
  caution: "off",
  sound: "off",
  notify: "off",
  confirm: "on",
  bot: "",
  setUps: {},
  playNow: {},
  sort: "meld",
  ...stored("local", STORAGE_KEY, {}),
};

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  Object.assign(settings, changes);
  store("local", STORAGE_KEY, settings);
  applySettings();
  redraw();
}

/** Put the settings that styles depend on onto the document. */
export function applySettings() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme === "system" ? "" : settings.theme;
  dataset.cards = settings.cards;
  dataset.faces = settings.faces;
  dataset.speed = settings.speed;
}

export const isDark = () =>
  settings.theme === "dark" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
