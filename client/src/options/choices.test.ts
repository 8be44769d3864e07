import { expect, test } from 'vitest';

import { BARE_GAME } from '../table/bare.ts';
import type { GameInfo } from '../wire.ts';
import {
  areNumbers,
  differences,
  parseValue,
  presetValues,
  tableFor,
  usualLevel,
  withOption,
} from './choices.ts';

const game: GameInfo = {
  ...BARE_GAME,
  name: 'g',
  options: [
    { name: 'a', kind: 'bool', default: false, values: [false, true], excludes: ['b'], digits: 0 },
    { name: 'b', kind: 'bool', default: false, values: [false, true], excludes: ['a'], digits: 0 },
    { name: 'n', kind: 'int', default: 3, values: [1, 2, 3], excludes: [], digits: 0 },
  ],
  presets: { seed: {}, other: { b: true } },
  levels: ['gentle', 'steady', 'strong'],
};

test('a preset stands on the defaults', () => {
  expect(presetValues(game, 'other')).toEqual({ a: false, b: true, n: 3 });
  expect(presetValues(game, null)).toEqual({ a: false, b: false, n: 3 });
});

test('a preset is told by what is not as usual', () => {
  expect(differences(game, presetValues(game, 'seed'))).toEqual([]);
  expect(differences(game, presetValues(game, 'other'))).toEqual([['b', true]]);
});

test('switching an option on switches off what it excludes', () => {
  const values = presetValues(game, 'other');
  expect(withOption(game, values, 'a', true)).toEqual({ a: true, b: false, n: 3 });
  expect(withOption(game, values, 'a', false)).toEqual({ a: false, b: true, n: 3 });
});

test('so many play at the smallest table that has room, else at the largest', () => {
  const sizes = { ...game, tables: [2, 4], max_players: 4 };
  expect([1, 2, 3, 4, 5].map((people) => tableFor(sizes, people))).toEqual([2, 2, 4, 4, 4]);
});

test('a value comes back from its text with its kind', () => {
  expect(parseValue([1, 2], '2')).toBe(2);
  expect(parseValue(['all', 'none'], 'none')).toBe('none');
  expect(parseValue([1, 2], '7')).toBeUndefined();
});

test('the usual bots are neither the first nor the last of three', () => {
  expect(usualLevel(game)).toBe('steady');
  expect(usualLevel({ ...game, levels: [] })).toBeNull();
});

test('several numbers are told with spaces between them', () => {
  expect(areNumbers('1 1 2 2 3 4', 6)).toBe(true);
  for (const wrong of ['', '1 2 3', '1 1 2 2 3 4 5', '0 1 2 2 3 4', '1,1,2,2,3,4', '11 2 2 3 44'])
    expect(areNumbers(wrong, 6)).toBe(false);
});
