import { expect, test } from 'vitest';

import { BARE_GAME } from '../table/bare.ts';
import type { GameInfo, MatchSummary, SeatView, TableView } from '../wire.ts';
import { strongerLevel } from './stronger.ts';

const game: GameInfo = { ...BARE_GAME, name: 'g', levels: ['gentle', 'steady', 'strong'] };
const against = (...levels: (string | null)[]): TableView =>
  ({ seat: 0, seats: [null, ...levels].map((level) => ({ level }) as SeatView) }) as TableView;
const match = (place: number, level: string | null = 'gentle', name = 'g'): MatchSummary =>
  ({ game: name, seat: 1, levels: [level, null], places: [1, place] }) as unknown as MatchSummary;

test.each([
  ['two of three were won', [match(1), match(2), match(1)], 'steady'],
  ['the first two were won', [match(1), match(1)], 'steady'],
  ['one was won', [match(1), match(2), match(2), match(1)], null],
  ['others were stronger', [match(1), match(1, 'steady'), match(1, null)], null],
  ['another game was won', [match(1), match(1, 'gentle', 'h')], null],
])('next time against the next level where %s', (_, finished, level) => {
  expect(strongerLevel(game, against('gentle', 'gentle'), finished)).toBe(level);
});

test('nobody is asked to go beyond the usual, nor where people or several levels play', () => {
  const won = [match(1, 'steady'), match(1, 'steady'), match(1), match(1)];
  for (const table of [against('steady'), against('gentle', null), against('gentle', 'steady')])
    expect(strongerLevel(game, table, won)).toBeNull();
  expect(strongerLevel(game, against(), won)).toBeNull();
});
