import { expect, test } from 'vitest';

import type { GameInfo, OptionInfo } from '../wire.ts';
import { kindOf, playerCounts, sifted } from './kinds.ts';

const suits = { name: 'suit_names' } as OptionInfo;
const game = (name: string, min: number, max: number, more: Partial<GameInfo> = {}) =>
  ({
    name,
    min_players: min,
    max_players: max,
    tables: Array.from({ length: max - min + 1 }, (_, i) => min + i),
    faces: 'french',
    options: [],
    ...more,
  }) as unknown as GameInfo;

const alone = game('alone', 1, 1);
const four = game('four', 4, 4, { options: [suits] });
const some = game('some', 3, 6, { faces: 'wizard' });
const tiles = game('tiles', 2, 2, { faces: 'domino' });
const all = [alone, four, some, tiles];

test('a game is told by what it is played with', () => {
  expect(all.map(kindOf)).toEqual(['cards', 'jass', 'cards', 'dominoes']);
});

test('games are sifted by players and kind', () => {
  expect(sifted(all, null, null)).toEqual(all);
  expect(sifted(all, 4, null)).toEqual([four, some]);
  expect(sifted(all, 4, 'jass')).toEqual([four]);
  expect(sifted(all, 1, 'dominoes')).toEqual([]);
  expect(playerCounts(all)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(playerCounts([alone, four])).toEqual([1, 4]);
});
