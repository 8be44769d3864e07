import { expect, test } from 'vitest';

import type { GameInfo, Problem, Reading, ToldDeal } from '../wire.ts';
import {
  canBeRead,
  companyOf,
  dealOn,
  deedText,
  doerName,
  readOn,
  resultRows,
  strangerOf,
  whyRead,
} from './reading.ts';
import { END } from './replay.ts';

function deal(number: number, codes: string[]): ToldDeal {
  const deeds = codes.map((code, i) => ({ seat: i % 2, code }));
  const nothing = { dealer: null, hands: [], stock: [], turned: null, extra: {} };
  return { number, deeds, result: { points: [3, -1] }, deck: ['SA', 'H7'], ...nothing };
}

const reading: Reading = {
  game: 'nobody_knows',
  players: 2,
  preset: 'seed',
  options: {},
  names: ['Ann', null],
  started: null,
  deals: [deal(5, ['bid:1', 'SA']), deal(6, ['H7'])], // of a challenge, which begins with its fifth deal
  outcome: { scores: [9, 12], winners: [1], draw: false },
  seat: null,
};
const company = companyOf(reading);
const game: GameInfo = strangerOf(reading);

test('from deed to deed, and over the deals', () => {
  const { deals } = reading;
  expect(readOn({ deal: 5, step: 0 }, 1, deals)).toEqual({ deal: 5, step: 1 });
  expect(readOn({ deal: 5, step: 2 }, 1, deals)).toEqual({ deal: 6, step: 0 });
  expect(readOn({ deal: 6, step: 0 }, -1, deals)).toEqual({ deal: 5, step: END });
  expect(readOn({ deal: 5, step: END }, -1, deals)).toEqual({ deal: 5, step: 1 });
  expect(readOn({ deal: 6, step: 1 }, 1, deals)).toBeNull();
  expect(readOn({ deal: 5, step: 0 }, -1, deals)).toBeNull();
  expect(dealOn({ deal: 5, step: 1 }, 1, deals)).toEqual({ deal: 6, step: 0 });
  expect(dealOn({ deal: 6, step: 1 }, -1, deals)).toEqual({ deal: 6, step: 0 });
  expect(dealOn({ deal: 6, step: 0 }, -1, deals)).toEqual({ deal: 5, step: 0 });
  expect(dealOn({ deal: 6, step: 0 }, 1, deals)).toBeNull();
});

test('cards of a game that is not here are drawn where they look like some', () => {
  expect(game.faces).toBe('french');
  const tiles = { ...deal(1, []), deck: ['6-4', '0-0'] };
  expect(strangerOf({ ...reading, deals: [tiles] }).faces).toBe('domino');
  expect(strangerOf({ ...reading, deals: [{ ...tiles, deck: ['R1', 'SA'] }] }).faces).toBe(
    'unknown',
  );
});

test('what has no word is told by its code', () => {
  expect(deedText(game, 'bid:11')).toBe('bid:11');
  expect(deedText({ ...game, name: 'wysiwyg' }, 'bid:11')).toBe('bids 11');
  expect(deedText({ ...game, name: 'wysiwyg' }, 'solo:11')).toBe('solo:11');
  expect(doerName(company, { seat: -1, code: 'cut:2:SA' })).toBe('Chance');
  expect(doerName(company, { seat: 0, code: 'SA' })).toBe('Ann');
});

test('a result is told by seat where it is one, and names who is meant', () => {
  const result = {
    points: [3, -1],
    declarer: 0,
    winners: [0, 1],
    trump: 'H',
    marks: [1],
    kept: null,
  };
  expect(resultRows(game, company, result).map(({ figures }) => figures)).toEqual([
    ['3', '−1'],
    ['Ann'],
    ['Ann, Seat 2'],
    ['hearts'],
    ['1'],
    ['–'],
  ]);
});

test('why it is read, and not shown', () => {
  const why = (code: string, reason = ''): Problem => ({ code, params: { reason } });
  expect(canBeRead(why('table/other_rules'))).toBe(true);
  expect(canBeRead(why('record/private'))).toBe(false);
  expect(whyRead(why('table/other_rules'), reading, '')).toContain('have changed since');
  expect(whyRead(why('game/unknown'), reading, '')).toContain('“nobody_knows”');
  expect(whyRead(why('record/bad', 'game'), reading, '')).toContain('“nobody_knows”');
  expect(whyRead(why('record/bad', 'illegal'), reading, 'seat 3 may not')).toContain(
    'seat 3 may not',
  );
});
