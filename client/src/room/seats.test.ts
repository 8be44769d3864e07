import { beforeEach, expect, test } from 'vitest';

import { settings } from '../settings.svelte.ts';
import type { SeatView, TableView } from '../wire.ts';
import { seatWords, waysIn } from './seats.ts';

beforeEach(() => {
  settings.lang = 'en';
});

test.each([
  [false, false, 'here'],
  [true, false, 'away'],
  [true, true, 'away, a bot stands in'],
  [false, true, 'out of time, a bot moves'],
])('a person, away: %s, a bot in the place: %s', (away, stand_in, words) =>
  expect(seatWords({ kind: 'person', away, stand_in } as SeatView)).toBe(words),
);

test.each([
  ['person bot open', false, /Take a seat/],
  ['person bot', false, /some by bots/],
  ['person person', false, /^All seats are taken. You may watch/],
  ['person bot open', true, /nobody new sits down/],
])('at a table with %s, locked: %s', (kinds, locked, words) => {
  const seats = kinds.split(' ').map((kind) => ({ kind }));
  expect(waysIn({ seats, locked } as TableView)).toMatch(words);
});
