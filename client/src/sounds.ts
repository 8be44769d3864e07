// What is to be heard of a table.

import { settings } from './settings.svelte.ts';

export type Cue = 'card' | 'take' | 'turn' | 'end';

// Notes of each cue: hertz, seconds from the start, seconds of length.
const NOTES: Record<Cue, [number, number, number][]> = {
  card: [[220, 0, 0.05]],
  take: [
    [330, 0, 0.06],
    [262, 0.06, 0.08],
  ],
  turn: [
    [523, 0, 0.1],
    [784, 0.11, 0.16],
  ],
  end: [
    [392, 0, 0.14],
    [494, 0.13, 0.14],
    [587, 0.26, 0.3],
  ],
};
const LOUD = 0.12; // of full level
const BUZZ = 30; // ms

let audio: AudioContext | undefined;

/** Plays a cue, if the reader wants sounds; on a phone its turn can be felt as well. */
export function play(cue: Cue): void {
  if (!settings.sound) return;
  if (cue === 'turn') navigator.vibrate?.(BUZZ);
  const to = tune();
  for (const [hertz, after, length] of NOTES[cue]) note(to, hertz, after, length);
}

/** On a touch of the page: WebKit lets it sound later only if that has begun within one. */
export function unlock(): void {
  if (settings.sound) tune();
}

function tune(): AudioContext {
  audio ??= new AudioContext();
  if (audio.state !== 'running') void audio.resume(); // suspended, or interrupted by a call
  return audio;
}

function note(to: AudioContext, hertz: number, after: number, length: number): void {
  const begins = to.currentTime + after;
  const tone = to.createOscillator();
  const level = to.createGain();
  tone.type = 'triangle';
  tone.frequency.value = hertz;
  level.gain.setValueAtTime(LOUD, begins);
  level.gain.exponentialRampToValueAtTime(0.001, begins + length);
  tone.connect(level).connect(to.destination);
  tone.start(begins);
  tone.stop(begins + length);
}
