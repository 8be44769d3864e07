import { beforeEach, expect, test } from 'vitest';

import { settings } from '../settings.svelte.ts';
import type { SeatView, TableView } from '../wire.ts';
import { mayAsk, seatWords, waysIn } from './seats.ts';

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
  ['person bot open', true, /nobody new can sit down/],
])('at a table with %s, locked: %s', (kinds, locked, words) => {
  const seats = kinds.split(' ').map((kind) => ({ kind }));
  expect(waysIn({ seats, locked } as TableView)).toMatch(words);
});

test.each([
  ['person free', {}, true],
  ['person bot', {}, false], // of a person who is missed
  ['person person', {}, false],
  ['free free', {}, false], // nobody could say yes
  ['person person away', {}, true],
  ['person person late', {}, false], // a bot moves for who is there
  ['person free', { seat: 0 }, false],
  ['person free', { locked: true }, false],
  ['person free', { pending: {} }, false],
])('of %s with %o a seat may be asked for: %s', (kinds, more, may) => {
  const seats = kinds.split(' ').map((kind) => ({
    kind: { free: 'bot', away: 'person', late: 'person' }[kind] ?? kind,
    may_be_asked_for: ['free', 'away', 'late'].includes(kind),
    away: kind === 'away',
  }));
  const table = { seat: null, locked: false, challenge: null, pending: null };
  expect(mayAsk({ ...table, seats, ...more } as unknown as TableView)).toBe(may);
});
