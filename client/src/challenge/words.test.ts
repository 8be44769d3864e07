import { expect, test } from 'vitest';

import type { Contest, Line } from '../wire.ts';
import { amount, ownResult, spread } from './words.ts';

const line = (result: number, own = false, counts = true): Line => ({
  name: 'Ann',
  result,
  own,
  counts,
  table: 't',
  number: 1,
  first: false,
  ended: 0,
});

test('a result is told in its unit', () => {
  expect(amount('points', 157)).toBe('157 points');
  expect(amount('points', -8.25)).toBe('−8.3 points');
  expect(amount('points', -0.04)).toBe('0 points');
});

test('the result that counts is the own one', () => {
  const lines = [line(90, true, false), line(50), line(30, true)];
  expect(ownResult({ lines } as Contest)?.result).toBe(30);
  expect(ownResult({ lines: null } as Contest)).toBeUndefined();
});

test('results are spread over bars of one width', () => {
  expect(spread([], null)).toEqual([]);
  expect(spread([5, 5], 5)).toEqual([]);
  const bins = spread([0, 10, 20, 20, 30], 20);
  expect(bins.map((bin) => bin.count)).toEqual([1, 1, 2, 1]);
  expect(bins.map((bin) => bin.own)).toEqual([false, false, true, false]);
  for (const uncounted of [-5, 35])
    expect(spread([0, 10, 30], uncounted).some((bin) => bin.own)).toBe(false);
  const many = Array.from({ length: 100 }, (_, i) => i);
  expect(spread(many, null)).toHaveLength(12);
  expect(spread(many, null).reduce((sum, bin) => sum + bin.count, 0)).toBe(100);
});
