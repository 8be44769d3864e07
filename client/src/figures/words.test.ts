import { beforeEach, expect, test } from 'vitest';

import { settings } from '../settings.svelte.ts';
import type { GameFigures, Tally } from '../wire.ts';
import { metText, placesText, round, together } from './words.ts';

beforeEach(() => {
  settings.lang = 'en';
});

test.each([
  [-190, '−190.0'],
  [-0.125, '−0.13'],
  [0.5, '0.50'],
  [1234.56, '1,234.6'],
])('%d is written as %s', (value, written) => expect(round(value)).toBe(written));

test.each([
  ['strong', [2, 1, 4], '2\u00a0· 1\u00a0· 4'],
  ['nobody', [3], '3\u00a0· 0'],
  ['nobody', [0, 2], '0\u00a0· 2'],
])('places against %s: %j', (against, places, written) =>
  expect(placesText({ against, places } as Tally)).toBe(written),
);

test('who has bid nothing has met no share of it', () => {
  const met = (met: number, bids: number) => metText({ met, bids } as Tally);
  expect([met(0, 0), met(1, 4)]).toEqual(['–', '25%']);
});

test('the reader stands above those who play with the reader again and again', () => {
  const [strong, people, theirs] = ['strong', 'people', 'people'].map(
    (against) => ({ against, places: [1] }) as Tally,
  ) as [Tally, Tally, Tally];
  const figures = { tallies: [people, strong], company: [{ name: 'Ben', tally: theirs }] };
  expect(together(figures as GameFigures)).toEqual([
    ['you', people],
    ['Ben', theirs],
  ]);
  expect(together({ ...figures, company: [] } as unknown as GameFigures)).toEqual([]);
});
