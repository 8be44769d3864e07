// Who came where at the end of a match.

import type { Outcome } from '../wire.ts';

export interface Ranked {
  rank: number; // from 1; the tied share one
  score: number;
  seat: number;
}

/**
 * The seats from first to last.  Whether many or few points are good is told by who has won, and so is who of equals
 * comes first.
 */
export function ranks({ scores, winners }: Outcome): Ranked[] {
  const best = scores[winners[0] ?? 0] ?? 0;
  const few = winners.length > 0 && best === Math.min(...scores) && best < Math.max(...scores);
  const places = scores.map((score, seat) => ({ score, seat, won: winners.includes(seat) }));
  type Place = (typeof places)[number];
  const isAhead = (one: Place, other: Place): boolean => {
    if (one.score === other.score) return one.won && !other.won;
    return few ? one.score < other.score : one.score > other.score;
  };
  return places
    .map((place) => ({
      rank: 1 + places.filter((other) => isAhead(other, place)).length,
      score: place.score,
      seat: place.seat,
    }))
    .sort((a, b) => a.rank - b.rank);
}
