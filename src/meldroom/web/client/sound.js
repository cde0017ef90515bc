// Sounds of the table: paper and wood, synthesised; off unless the player turns them on.
import { settings } from "/client/settings.js";

/** @import { Play, MovedEvent } from "/client/protocol_types.js" */

/**
 * @typedef {object} Stroke a part of a sound
 * @property {number} at when it begins, in seconds
 * @property {number} duration
 * @property {number} gain
 * @property {[number, number]} [noise] pitch of filtered noise, from and to
 * @property {[number, number]} [tone] pitch of a tone, from and to
 */

/** @type {Record<string, number>} */
const VOLUMES = { quiet: 0.35, normal: 0.7, loud: 1 };

/** @param {number} at @param {number} from @param {number} to @returns {Stroke} */
const paper = (at, from, to, duration = 0.06, gain = 0.3) => ({ at, duration, gain, noise: [from, to] });
/** @param {number} at @param {number} from @param {number} to @returns {Stroke} */
const wood = (at, from, to, duration = 0.1, gain = 0.2) => ({ at, duration, gain, tone: [from, to] });

/** What each sound is made of. @type {Record<string, Stroke[]>} */
export const SOUNDS = {
  moved: [paper(0, 2600, 1500)],
  taken: [paper(0, 1400, 3200, 0.08)],
  melded: [paper(0, 2200, 1600, 0.05), paper(0.04, 2400, 1600, 0.05), wood(0.07, 150, 90, 0.06, 0.14)],
  turn: [wood(0, 190, 90)],
  race: [wood(0, 420, 290, 0.05, 0.12), paper(0, 3200, 2400, 0.02, 0.12)],
  refusal: [wood(0, 120, 80, 0.08), wood(0.09, 105, 70, 0.09)],
  deal: [0, 0.06, 0.11, 0.15, 0.18, 0.205, 0.225].map((at) => paper(at, 1900, 2300, 0.03, 0.2)),
  end: [wood(0, 196, 190, 0.12, 0.14), wood(0.13, 294, 286, 0.16, 0.14)],
};

/** @type {AudioContext | null} */
let audio = null;

/**
 * Play a sound, if sounds are on and the page was touched before.
 * @param {string} name @param {number} [delay] seconds
 */
export function playSound(name, delay = 0) {
  const volume = VOLUMES[settings.sound];
  if (!volume || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  audio ??= new AudioContext();
  audio.resume();
  synthesise(audio, name, volume, audio.currentTime + delay);
}

/**
 * Schedule the strokes of a sound, never twice quite the same.
 * @param {BaseAudioContext} context @param {string} name @param {number} volume @param {number} at
 */
export function synthesise(context, name, volume, at) {
  const output = context.createGain();
  output.gain.value = volume;
  output.connect(context.destination);
  const tuning = 0.94 + 0.12 * Math.random();
  for (const { at: offset, duration, gain, noise, tone } of SOUNDS[name]) {
    const begin = at + offset;
    const fade = context.createGain();
    fade.gain.setValueAtTime(gain, begin);
    fade.gain.exponentialRampToValueAtTime(0.0005, begin + duration);
    const [from, to] = (noise ?? tone ?? [0, 0]).map((pitch) => pitch * tuning);
    const source = (noise ? noiseSource : toneSource)(context, from, to, begin, duration, fade);
    fade.connect(output);
    source.start(begin);
    source.stop(begin + duration + 0.01);
  }
}

/**
 * @param {BaseAudioContext} context @param {number} from @param {number} to @param {number} begin
 * @param {number} duration @param {AudioNode} fade
 */
function noiseSource(context, from, to, begin, duration, fade) {
  const source = context.createBufferSource();
  const samples = Math.ceil(context.sampleRate * (duration + 0.02));
  source.buffer = context.createBuffer(1, samples, context.sampleRate);
  const wave = source.buffer.getChannelData(0);
  for (let k = 0; k < wave.length; k += 1) wave[k] = 2 * Math.random() - 1;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  band.frequency.setValueAtTime(from, begin);
  band.frequency.exponentialRampToValueAtTime(to, begin + duration);
  source.connect(band).connect(fade);
  return source;
}

/**
 * @param {BaseAudioContext} context @param {number} from @param {number} to @param {number} begin
 * @param {number} duration @param {AudioNode} fade
 */
function toneSource(context, from, to, begin, duration, fade) {
  const source = context.createOscillator();
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + duration);
  source.connect(fade);
  return source;
}

/**
 * The sound of a `play` message, from where cards went alone.
 * @param {Play} play @param {boolean} raceEnded whether a silent race ended with it @returns {string} "" for none
 */
export function soundOf(play, raceEnded) {
  const events = play.events ?? [];
  const isOpen = (/** @type {string} */ name, /** @type {number | null} */ owner) =>
    play.view.zones.some((zone) => zone.name === name && zone.owner === owner && zone.sight === "all");
  const isMeld = (/** @type {MovedEvent} */ event) =>
    event.cards.length > 2 &&
    event.source_owner !== null &&
    event.target_owner !== null &&
    isOpen(event.target, event.target_owner);
  const isTake = (/** @type {MovedEvent} */ event) =>
    event.source_owner === null && event.target_owner !== null && isOpen(event.source, null);
  const moved = events.filter((event) => event.event === "moved");
  if (play.result) return "end";
  if (raceEnded) return "race";
  if (events.some((event) => event.event === "gathered")) return "deal";
  if (moved.some(isMeld)) return "melded";
  if (moved.some(isTake)) return "taken";
  return moved.length ? "moved" : "";
}
