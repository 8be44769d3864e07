import { expect, test } from 'vitest';

import { arrow } from './arrow.ts';

test('it goes from the middle of a card to the upper part of the other one', () => {
  const from = { x: 100, y: 0, width: 60, height: 90 };
  const below = { x: 110, y: 200, width: 60, height: 80 };
  expect(arrow(from, below)).toBe('M130 45L130 220M124 209.6L130 220L136 209.6');
});

test('its head points where it goes', () => {
  const from = { x: 0, y: 0, width: 60, height: 80 };
  const beside = { x: 200, y: 20, width: 60, height: 80 };
  expect(arrow(from, beside)).toBe('M30 40L220 40M209.6 46L220 40L209.6 34');
});
