// The ends of matches that this browser has told: who was away is told of each once, wherever that is.

import { keep, kept } from './kept.ts';

const ENDS = 'torite.ends';
const MOST = 40; // more than are ever told at once

export type End = string; // of one match

/** The end of a table's match of this number. */
export const endOf = (table: string, number: number): End => `${table}-${number}`;

/** Those that have been told. */
export function toldEnds(): End[] {
  const ends = kept(ENDS);
  return Array.isArray(ends) ? (ends as End[]) : [];
}

/** From now on these have. */
export function keepTold(ends: End[]): void {
  const before = toldEnds();
  const fresh = ends.filter((end) => !before.includes(end));
  if (fresh.length > 0) keep(ENDS, [...before, ...fresh].slice(-MOST));
}
