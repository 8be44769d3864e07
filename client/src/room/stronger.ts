// Stronger bots for who has outgrown those that he plays against.

import { usualLevel } from '../options/choices.ts';
import type { GameInfo, MatchSummary, TableView } from '../wire.ts';

const LAST = 3; // matches that are looked at
const WON = 2; // of them

/** The level above that of the bots here, up to the usual one, once they are mostly beaten; null = these will do. */
export function strongerLevel(
  { name, levels }: GameInfo,
  { seats, seat }: TableView,
  finished: MatchSummary[], // newest first
): string | null {
  const [level, ...more] = new Set(seats.flatMap((each, i) => (i === seat ? [] : [each.level])));
  const next = level ? levels.indexOf(level) + 1 : 0;
  if (more.length > 0 || next === 0 || next > levels.indexOf(usualLevel({ levels }) ?? ''))
    return null;
  const matches = finished
    .filter((match) => match.game === name)
    .filter((match) => match.levels.every((each, i) => i === match.seat || each === level))
    .slice(0, LAST);
  const won = matches.filter((match) => match.places[match.seat] === 1).length;
  return won >= WON ? (levels[next] ?? null) : null;
}
