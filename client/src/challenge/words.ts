// Results of a challenge in words, and how they are spread.

import { fill, find, withMinus } from '../i18n.ts';
import { settings } from '../settings.svelte.ts';
import type { Contest, Line } from '../wire.ts';

const MOST = 12; // bars

/** A result in the unit of the challenge: "+12 points". */
export function amount(unit: string, value: number): string {
  const digits = Math.abs(value) >= 10 ? 0 : 1;
  const n = value.toLocaleString(settings.lang, { maximumFractionDigits: digits });
  return fill(find(`unit.${unit}`) ?? '{n}', { n: withMinus(n.replace(/^-0$/, '0')) });
}

/** A number that is no result, as precise as it is worth. */
export function error(value: number): string {
  return value.toLocaleString(settings.lang, { maximumFractionDigits: value >= 10 ? 0 : 1 });
}

/** The reader's first result, which may count or not. */
export function ownResult(contest: Contest): Line | undefined {
  const own = contest.lines?.filter((line) => line.own) ?? [];
  return own.find((line) => line.counts) ?? own[0];
}

/** A bar of the histogram: results from `low` up to the next one's. */
export interface Bin {
  low: number;
  high: number;
  count: number;
  own: boolean; // the reader's is among them
}

/** The spread of results: as many bars of one width as there are different results, but not too many. */
export function spread(results: number[], own: number | null): Bin[] {
  if (new Set(results).size < 2) return []; // all alike would be one large block
  const [low, high] = [Math.min(...results), Math.max(...results)];
  const number = Math.min(MOST, new Set(results).size);
  const width = (high - low) / number || 1;
  const at = (value: number) => Math.min(number - 1, Math.floor((value - low) / width));
  const bins = Array.from({ length: number }, (_, i) => ({
    low: low + i * width,
    high: low + (i + 1) * width,
    count: 0,
    own: own !== null && own >= low && own <= high && at(own) === i,
  }));
  for (const result of results) {
    const bin = bins[at(result)];
    if (bin) bin.count++;
  }
  return bins;
}
