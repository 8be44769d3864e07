// What is to be heard, and told to who looks elsewhere: a card is played, a trick taken, it is your turn, it is over.

import type { Cue } from '../sounds.ts';

/** What can be seen of a table at one moment. */
export interface Moment {
  arrival: number; // snapshots so far: what one brings has not just happened
  lying: number; // cards of the trick
  held: boolean; // a finished trick still lies there
  mine: boolean; // the viewer is asked for something
  phase: string;
}

/** What has just happened between two moments. */
export function cueBetween(before: Moment, now: Moment): Cue | null {
  if (before.arrival !== now.arrival) return null;
  const isEnd = (phase: string): boolean => phase === 'between' || phase === 'over';
  if (isEnd(now.phase) && !isEnd(before.phase)) return 'end';
  if (now.mine && !before.mine) return 'turn';
  if (now.lying > before.lying) return 'card';
  return before.held && !now.held ? 'take' : null;
}
