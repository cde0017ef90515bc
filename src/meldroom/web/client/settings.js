// What a person likes, kept in this browser.
import { redraw } from "/client/render.js";

const KEY = "meldroom-settings";

export const CHOICES = {
  theme: ["system", "light", "dark"],
  cards: ["normal", "large"],
  faces: ["plain", "apart", "contrast"],
  speed: ["normal", "slow", "fast", "off"],
  hints: ["on", "off"],
  sound: ["off", "quiet", "normal", "loud"],
  stage: ["on", "off"],
};

/** @typedef {{name: string, theme: string, cards: string, faces: string, speed: string, hints: string, sound: string, stage: string, bot: string, seats: Record<string, number>, sort: string}} Settings */

/** @type {Settings} */
export const settings = {
  name: "", theme: "system", cards: "normal", faces: "plain", speed: "normal", hints: "on",
  sound: "off", stage: "on", bot: "", seats: {}, sort: "meld", ...read(),
};

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Change a setting and keep it. @param {Partial<Settings>} change */
export function set(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* a private window keeps nothing */ }
  apply();
  redraw();
}

/** Let the page look as it was set. */
export function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme === "system" ? "" : settings.theme;
  dataset.cards = settings.cards;
  dataset.faces = settings.faces;
  dataset.speed = settings.speed;
}

/** Whether the page has settled in the evening. */
export const evening = () =>
  settings.theme === "dark" || (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
