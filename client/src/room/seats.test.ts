import { beforeEach, expect, test } from 'vitest';

import { settings } from '../settings.svelte.ts';
import type { SeatView } from '../wire.ts';
import { seatWords } from './seats.ts';

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
