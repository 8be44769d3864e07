import { expect, test } from 'vitest';

import type { GameInfo } from '../wire.ts';
import { choices, shared, wishOf } from './wish.ts';

const game = (name: string, ...tables: number[]) =>
  ({ name, max_players: tables.at(-1), tables }) as GameInfo;
const [alone, two, four, some, more] = [
  game('emissary', 1),
  game('bingo', 2),
  game('schieber', 4),
  game('rwd', 3, 4, 5),
  game('wizard', 3, 4, 5, 6),
];

test('a game for one is not played with others', () => {
  expect(shared([alone, two, game('solo', 1, 2, 3)]).map(({ name }) => name)).toEqual([
    'bingo',
    'solo',
  ]);
});

test('the number of players is asked for where there is a choice', () => {
  expect(choices([two, four])).toEqual([]);
  expect(choices([two, some, more])).toEqual([3, 4, 5, 6]);
  expect(choices([game('solo', 1, 2, 3)])).toEqual([2, 3]);
  expect(choices([game('pairs', 4, 6)])).toEqual([4, 6]);
});

test('each game is played with as many as it allows', () => {
  expect(wishOf([two, four, some, more], 6, 60, 'strong')).toEqual({
    games: { bingo: 2, schieber: 4, rwd: 5, wizard: 6 },
    wait: 60,
    level: 'strong',
  });
  expect(wishOf([more, game('solo', 1, 2, 3)], 1, null, 'gentle').games).toEqual({
    wizard: 3,
    solo: 2,
  });
  expect(wishOf([game('pairs', 2, 4)], 3, null, 'gentle').games).toEqual({ pairs: 4 });
});
