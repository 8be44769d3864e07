import { expect, test } from 'vitest';

import { ranks } from './ranks.ts';

const order = (scores: number[], winners: number[], sides = 0) =>
  ranks({ scores, winners, draw: false }, sides).map(({ rank, seat }) => [rank, seat]);

test('most points come first, and the tied share a rank', () => {
  expect(order([10, 30, 10, 20], [1])).toEqual([
    [1, 1],
    [2, 3],
    [3, 0],
    [3, 2],
  ]);
});

test('of two sides one is second', () => {
  expect(order([196, 556, 196, 556], [1, 3], 2)).toEqual([
    [1, 1],
    [1, 3],
    [2, 0],
    [2, 2],
  ]);
});

test('where the fewest points have won the fewest come first', () => {
  expect(order([10, 30, 5], [2])).toEqual([
    [1, 2],
    [2, 0],
    [3, 1],
  ]);
});

test('of equals those who have won come first', () => {
  expect(order([1, 1], [1])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  expect(order([5, 7, 5, 5], [2, 3])).toEqual([
    [1, 2],
    [1, 3],
    [3, 0],
    [4, 1],
  ]);
  expect(order([3, 3], [0, 1])).toEqual([
    [1, 0],
    [1, 1],
  ]);
});
