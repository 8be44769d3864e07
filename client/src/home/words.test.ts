import { expect, test } from 'vitest';

import { endOf } from '../ends.ts';
import type { Home, MatchSummary, MyTable } from '../wire.ts';
import {
  ago,
  companyOf,
  goesOn,
  hasLeft,
  inOrder,
  isTurn,
  lookBack,
  missed,
  others,
  placeText,
  sinceWhen,
  waitsFor,
} from './words.ts';

test('the others at a table, whatever seats are open before the own one', () => {
  const seats = [
    { kind: 'open', name: null },
    { kind: 'person', name: 'Ann' },
    { kind: 'bot', name: 'Kiku' },
  ];
  expect(companyOf({ table: { seats }, seat: 1 } as MyTable)).toEqual(['Kiku']);
  expect(companyOf({ table: { seats: seats.slice(0, 2) }, seat: 1 } as MyTable)).toEqual([]);
});

test('a seat that a bot has is left, and nothing is waited for there', () => {
  const seats = [
    { kind: 'person', name: 'Ann' },
    { kind: 'bot', name: 'Ben' },
  ];
  const table = { seats, turn: [0, 1], phase: 'playing' };
  const [ann, ben] = [0, 1].map((seat) => ({ table, seat }) as MyTable) as [MyTable, MyTable];
  expect([hasLeft(ann), hasLeft(ben)]).toEqual([false, true]);
  expect([isTurn(ann), isTurn(ben)]).toEqual([true, false]);
  expect([waitsFor(ann), waitsFor(ben)]).toEqual(['Your turn', 'left']);
});

test('while a bot plays for the reader, who may have the seat back, that is told', () => {
  const seats = [
    { kind: 'person', name: 'Ann', stand_in: false },
    { kind: 'person', name: 'Ben', stand_in: true },
  ];
  const told = (turn: number[], seat = 1) =>
    waitsFor({ table: { seats, turn, phase: 'playing' }, seat } as unknown as MyTable);
  expect([told([0]), told([1])]).toEqual(['a bot is playing for you', 'Your turn']);
  expect(told([1], 0).replaceAll(/[\u2068\u2069]/g, '')).toBe('waiting for Ben');
});

test('what is due comes first, and what the reader has left last, whatever moves there', () => {
  const told = (id: string, kind: string, turn: number[], since: number, clock = 'none') =>
    ({
      table: {
        id,
        seats: [{ kind, stand_in: id === 'played for' }, { kind: 'person' }],
        turn,
        clock,
      },
      seat: 0,
      since,
    }) as unknown as MyTable;
  const newestFirst = [
    told('left', 'bot', [0], 9, 'daily'),
    told('theirs', 'person', [1], 8, 'daily'),
    told('mine', 'person', [0], 7),
    told('played for', 'person', [1], 6.5, 'daily'),
    told('older', 'person', [1, 0], 6),
    told('due', 'person', [0], 5, 'daily'),
    told('long due', 'person', [0], 4, 'daily'),
  ];
  const order = inOrder(newestFirst).map(({ table }) => table.id);
  expect(order).toEqual(['long due', 'due', 'mine', 'played for', 'older', 'theirs', 'left']);
});

test('by correspondence the reader is told until when to move, others since when they wait', () => {
  const hour = 3600;
  const told = (turn: number[], clock: string, hours: number, since: number | null = 0): string => {
    const table = { seats: [{ kind: 'person' }], turn, clock, since };
    const mine = { table, seat: 0, since: 0 } as unknown as MyTable;
    return sinceWhen(mine, hours * hour).replaceAll(/[\u2068\u2069]/g, '');
  };
  expect(told([0], 'daily', 3.1)).toBe('a bot moves in 20 hours');
  expect(told([0], 'daily', 23.999)).toBe('a bot moves now');
  expect(told([0], 'daily', 24)).toBe('yesterday'); // nobody has come to see it
  expect(told([0], 'daily', 3.1, null)).toBe('3 hours ago'); // to answer, or OK between deals
  expect(told([1], 'daily', 3.1)).toBe('3 hours ago');
  expect(told([0], 'relaxed', 3.1)).toBe('3 hours ago');
});

test('before the match somebody is waited for only where a seat is free', () => {
  const told = (kind: string, ...turn: number[]) =>
    waitsFor({
      table: { seats: [{ kind: 'person' }, { kind }], turn, phase: 'lobby' },
      seat: 0,
    } as unknown as MyTable);
  expect([told('open'), told('person')]).toEqual(['waiting for players', 'not begun yet']);
  expect(told('person', 0)).toBe('Your answer is wanted');
});

test('what is proposed after a match waits for an answer, too', () => {
  const seats = [
    { kind: 'person', name: 'Ann' },
    { kind: 'person', name: 'Ben' },
  ];
  const told = (seat: number) =>
    waitsFor({ table: { seats, turn: [1], phase: 'over' }, seat } as unknown as MyTable);
  expect([told(0), told(1)]).toEqual(['waiting for Ben', 'Your answer is wanted']);
});

test.each([
  [3, 'now'],
  [-3, 'now'], // the clock of the house is ahead
  [60, '1 minute ago'],
  [7199, '1 hour ago'],
  [86_400, 'yesterday'],
])('%i seconds ago was %s', (past, told) => expect(ago(1e6 - past, 1e6)).toBe(told));

test.each([
  ['2026-12-01T23:30', '2026-12-03T00:30', '2 days ago'], // 25 hours
  ['2026-12-01T00:30', '2026-12-02T23:30', 'yesterday'], // 47
  ['2026-10-25T00:10', '2026-10-25T23:50', null], // a day of 25 hours, where clocks are put back
  ['2026-03-28T23:50', '2026-03-29T23:55', 'yesterday'], // one of 23
])('at %s, looked at at %s: by the calendar', (then, now, told) => {
  const words = ago(Date.parse(then) / 1000, Date.parse(now) / 1000);
  if (told === null) expect(['23 hours ago', 'yesterday']).toContain(words);
  else expect(words.replace('23 hours ago', 'yesterday')).toBe(told);
});

test('a challenge is looked back at by comparison', () => {
  const match = { table: 'a', number: 2, challenge: null } as MatchSummary;
  expect(lookBack(match)[0]).toBe('/m/a-2');
  expect(lookBack({ ...match, challenge: 'deal' })[0]).toBe('/c/deal');
});

test('the others of a match, with what they have come to', () => {
  const match = { names: ['Ann', 'Ben', null], levels: [null, null, null], points: [3, -14, 15] };
  expect(others({ ...match, seat: 0 } as unknown as MatchSummary)).toEqual([
    'Ben\u00a0−14',
    'a player\u00a015',
  ]);
});

test('beside the last match of a table that waits for nobody stands the way to it', () => {
  const [old, last, busy, tried] = [
    ['a', 1, null],
    ['a', 2, null],
    ['b', 1, null],
    ['c', 1, 'deal'],
  ].map(([table, number, challenge]) => ({ table, number, challenge })) as MatchSummary[];
  const home = { finished: [tried, busy, last, old], running: [{ table: { id: 'b' } }] };
  const ways = home.finished.map((match) => goesOn(match!, home as unknown as Home));
  expect(ways).toEqual([null, null, '/t/a', null]);
});

test.each<[string, Partial<MatchSummary>, string]>([
  ['the second of three', { places: [1, 2, 3], seat: 1, sides: [0, 1, 2] }, 'place 2 of 3'],
  [
    'the side that came second',
    { places: [1, 3, 1, 3], seat: 3, sides: [0, 1, 0, 1] },
    'place 2 of 2',
  ],
  ['one who has won alone', { places: [1], seat: 0, sides: [0] }, 'won'],
  ['one who has lost alone', { places: [2], seat: 0, sides: [0] }, 'lost'],
])('%s', (_, match, told) => expect(placeText(match as MatchSummary)).toBe(told));

test('what ended while the reader was away is news once', () => {
  const match = (table: string, missed: number[]) => ({ table, number: 1, seat: 1, missed });
  const finished = [match('a', [1]), match('b', [0]), match('c', [0, 1])] as MatchSummary[];
  const home: Home = { running: [], finished, older: false };
  const news = (told: string[]): string[] => missed(home, told).map(({ table }) => table);
  expect(news([])).toEqual(['a', 'c']);
  expect(news([endOf('a', 1), endOf('c', 2)])).toEqual(['c']);
});
