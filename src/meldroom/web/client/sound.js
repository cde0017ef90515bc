// Sounds of one table: paper on cloth and wood on wood, made on the spot; off unless they are wanted.
import { settings } from "/client/settings.js";

/** @typedef {{at: number, long: number, loud: number, paper?: [number, number], wood?: [number, number]}} Stroke */

const LOUD = /** @type {Record<string, number>} */ ({ quiet: 0.35, normal: 0.7, loud: 1 });
const paper = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to, long = 0.06, loud = 0.3) => ({ at, long, loud, paper: /** @type {[number, number]} */ ([from, to]) });
const wood = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to, long = 0.1, loud = 0.2) => ({ at, long, loud, wood: /** @type {[number, number]} */ ([from, to]) });

/** What each sound is made of. @type {Record<string, Stroke[]>} */
export const SOUNDS = {
  moved: [paper(0, 2600, 1500)],
  taken: [paper(0, 1400, 3200, 0.08)],
  laid: [paper(0, 2200, 1600, 0.05), paper(0.04, 2400, 1600, 0.05), wood(0.07, 150, 90, 0.06, 0.14)],
  turn: [wood(0, 190, 90)],
  thumb: [wood(0, 420, 290, 0.05, 0.12), paper(0, 3200, 2400, 0.02, 0.12)],
  refused: [wood(0, 120, 80, 0.08), wood(0.09, 105, 70, 0.09)],
  round: [0, 0.06, 0.11, 0.15, 0.18, 0.205, 0.225].map((at) => paper(at, 1900, 2300, 0.03, 0.2)),
  end: [wood(0, 196, 190, 0.12, 0.14), wood(0.13, 294, 286, 0.16, 0.14)],
};

/** @type {AudioContext | null} */
let context = null;

/** Play a sound, if sounds are wanted and the page was touched before. @param {string} name @param {number} [after] seconds */
export function sound(name, after = 0) {
  const loud = LOUD[settings.sound];
  if (!loud || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  context ??= new AudioContext();
  context.resume();
  strike(context, name, loud, context.currentTime + after);
}

/** Put the strokes of a sound on a stage, never twice quite the same. @param {BaseAudioContext} stage @param {string} name @param {number} loud @param {number} at */
export function strike(stage, name, loud, at) {
  const out = stage.createGain();
  out.gain.value = loud;
  out.connect(stage.destination);
  const tune = 0.94 + 0.12 * Math.random();
  for (const stroke of SOUNDS[name]) {
    const begin = at + stroke.at;
    const fade = stage.createGain();
    fade.gain.setValueAtTime(stroke.loud, begin);
    fade.gain.exponentialRampToValueAtTime(0.0005, begin + stroke.long);
    const [from, to] = (stroke.paper ?? stroke.wood ?? [0, 0]).map((pitch) => pitch * tune);
    const source = stroke.paper ? rustle(stage, from, to, begin, stroke.long, fade) : knock(stage, from, to, begin, stroke.long, fade);
    fade.connect(out);
    source.start(begin);
    source.stop(begin + stroke.long + 0.01);
  }
}

/** @param {BaseAudioContext} stage @param {number} from @param {number} to @param {number} begin @param {number} long @param {AudioNode} fade */
function rustle(stage, from, to, begin, long, fade) {
  const source = stage.createBufferSource();
  source.buffer = stage.createBuffer(1, Math.ceil(stage.sampleRate * (long + 0.02)), stage.sampleRate);
  const grain = source.buffer.getChannelData(0);
  for (let k = 0; k < grain.length; k += 1) grain[k] = 2 * Math.random() - 1;
  const band = stage.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  band.frequency.setValueAtTime(from, begin);
  band.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(band).connect(fade);
  return source;
}

/** @param {BaseAudioContext} stage @param {number} from @param {number} to @param {number} begin @param {number} long @param {AudioNode} fade */
function knock(stage, from, to, begin, long, fade) {
  const source = stage.createOscillator();
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(fade);
  return source;
}

/**
 * Name the sound of what happened. Knows no game: only where cards went.
 * @param {any} play @param {boolean} raced whether a silent race is over with it @returns {string} "" for none
 */
export function soundOf(play, raced) {
  const events = play.events ?? [];
  const open = (/** @type {string} */ name, /** @type {number | null} */ owner) => play.view.zones.some((/** @type {any} */ zone) => zone.name === name && zone.owner === owner && zone.sight === "all");
  const moved = events.filter((/** @type {any} */ event) => event.event === "moved");
  if (play.result) return "end";
  if (raced) return "thumb";
  if (events.some((/** @type {any} */ event) => event.event === "gathered")) return "round";
  if (moved.some((/** @type {any} */ one) => one.cards.length > 2 && one.source_owner !== null && one.target_owner !== null && open(one.target, one.target_owner))) return "laid";
  if (moved.some((/** @type {any} */ one) => one.source_owner === null && one.target_owner !== null && open(one.source, null))) return "taken";
  return moved.length ? "moved" : "";
}
