// One soft tap when it becomes your turn, if sound is wanted.

/** @type {AudioContext | null} */
let context = null;

/** Tap once, dry and near. */
export function tap() {
  context ??= new AudioContext();
  const at = context.currentTime;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.frequency.setValueAtTime(190, at);
  tone.frequency.exponentialRampToValueAtTime(90, at + 0.07);
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.1);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.12);
}
