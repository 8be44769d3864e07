// When it was said: by correspondence "tomorrow" tells little without the day.

import type { Line } from '../reduce.ts';

const HOUR = 3600; // s

/** By key the unix times of the lines with which talk began anew after an hour; what is newer than that needs none. */
export function sittings(lines: Line[], now: number): Map<number, number> {
  const begun = new Map<number, number>();
  let last = -Infinity;
  for (const line of lines) {
    const time = line.kind === 'said' ? line.said.time : null;
    if (time === null) continue;
    if (time - last >= HOUR && now - time >= HOUR) begun.set(line.key, time);
    last = time;
  }
  return begun;
}
