import { expect, test } from 'vitest';

import { range, ticks } from './plot.ts';

test.each([
  [0, 10, [0, 5, 10]],
  [8.6, 41.3, [10, 20, 30, 40]],
  [-0.31, 0.9, [0, 0.5]],
  [24.85, 25.12, [24.9, 25, 25.1]],
])('round numbers between %f and %f', (low, high, expected) => {
  const found = ticks(low, high);
  expect(found.length).toBeGreaterThanOrEqual(2);
  for (const [i, each] of expected.entries()) expect(found[i]).toBeCloseTo(each);
});

test('a curve has room for its intervals', () => {
  expect(
    range([
      { at: 1, value: 5, within: 5 },
      { at: 2, value: 8, within: 2 },
    ]),
  ).toEqual([-0.5, 10.5]);
  expect(range([{ at: 1, value: 3, within: 0 }])).toEqual([2.95, 3.05]);
});
