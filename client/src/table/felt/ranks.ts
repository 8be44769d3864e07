// Who came where at the end of a match.

import type { Outcome } from '../../wire.ts';

export interface Ranked {
  rank: number; // from 1; the tied share one
  score: number;
  seat: number;
}

/**
 * The seats from first to last.  Whether many or few points are good is told by who has won, and so is who of equals
 * comes first.  Where there are sides, partners share a rank and take no other.
 */
export function ranks({ scores, winners }: Outcome, sides = 0): Ranked[] {
  const best = scores[winners[0] ?? 0] ?? 0;
  const few = winners.length > 0 && best === Math.min(...scores) && best < Math.max(...scores);
  const places = scores.map((score, seat) => ({ score, seat, won: winners.includes(seat) }));
  type Place = (typeof places)[number];
  const isAhead = (one: Place, other: Place): boolean => {
    if (one.score === other.score) return one.won && !other.won;
    return few ? one.score < other.score : one.score > other.score;
  };
  const sideOf = ({ seat }: Place): number => (sides > 1 ? seat % sides : seat);
  return places
    .map((place) => ({
      rank: 1 + new Set(places.filter((other) => isAhead(other, place)).map(sideOf)).size,
      score: place.score,
      seat: place.seat,
    }))
    .sort((a, b) => a.rank - b.rank);
}
