// Who came where at the end of a match.

import type { Outcome } from '../wire.ts';

export interface Ranked {
  rank: number; // from 1; the tied share one
  score: number;
  seat: number;
}

/** The seats from first to last.  Whether many or few points are good is told by who has won. */
export function ranks({ scores, winners }: Outcome): Ranked[] {
  const best = scores[winners[0] ?? 0] ?? 0;
  const few = winners.length > 0 && best === Math.min(...scores) && best < Math.max(...scores);
  const isAhead = (one: number, other: number): boolean => (few ? one < other : one > other);
  return scores
    .map((score, seat) => ({
      rank: 1 + scores.filter((other) => isAhead(other, score)).length,
      score,
      seat,
    }))
    .sort((a, b) => a.rank - b.rank);
}
