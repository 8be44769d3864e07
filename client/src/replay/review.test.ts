import { expect, test } from 'vitest';

import type { GameInfo, Judged, Review, Sequel } from '../wire.ts';
import {
  amount,
  clearedOf,
  figure,
  mistakeAt,
  mistakeFrom,
  mistakesOf,
  sequelTexts,
  shareOf,
  signed,
  sumOf,
  told,
} from './review.ts';

function judged(deal: number, step: number, mistake: boolean): Judged {
  const [played, best] = ['SA', mistake ? 'S7' : 'SA'];
  const figures = { loss: 12.4, error: 2, open_loss: 0, worlds: 4000, sequels: [] };
  return { deal, step, played, best, mistake, ...figures };
}

const review: Review = {
  game: 'schieber',
  players: 4,
  seat: 0,
  unit: 'points',
  threshold: 10,
  decisions: 4,
  judged: [judged(1, 3, true), judged(1, 7, false), judged(2, 1, true), judged(4, 9, true)],
  mean: 1,
  error: 0.5,
  mistakes: 3,
  done: true,
};

test('from mistake to mistake, over the deals', () => {
  expect(mistakesOf(null)).toEqual([]);
  expect(mistakeFrom(review, { deal: 1, step: 0 }, 1)).toEqual({ deal: 1, step: 3 });
  expect(mistakeFrom(review, { deal: 1, step: 3 }, 1)).toEqual({ deal: 2, step: 1 });
  expect(mistakeFrom(review, { deal: 3, step: 2 }, 1)).toEqual({ deal: 4, step: 9 });
  expect(mistakeFrom(review, { deal: 4, step: 9 }, 1)).toBeNull();
  expect(mistakeFrom(review, { deal: 2, step: 1 }, -1)).toEqual({ deal: 1, step: 3 });
  expect(mistakeFrom(review, { deal: 1, step: 3 }, -1)).toBeNull();
});

test('how sure a loss is', () => {
  expect(told({ error: 2, worlds: 4000 })).toBe('');
  expect(told({ error: 0, worlds: 1000 })).toBe('.reckoned');
  expect(told({ error: 0, worlds: 1 })).toBe('.exact');
});

test('only at its own moment', () => {
  expect(mistakeAt(review, { deal: 2, step: 1 })?.best).toBe('S7');
  expect(mistakeAt(review, { deal: 1, step: 7 })).toBeUndefined();
  expect(mistakeAt(null, { deal: 2, step: 1 })).toBeUndefined();
});

test('what was a mistake at first sight alone', () => {
  const shown = [judged(1, 3, true), judged(1, 7, true)];
  expect(clearedOf(shown, review)).toEqual([shown[1]]);
  expect(clearedOf(shown, null)).toEqual([]);
  const anew = { ...review, judged: [], done: false }; // the house has begun anew
  expect(clearedOf(shown, anew)).toEqual([]);
});

test('figures as they are worth, in the unit of the game', () => {
  expect([12.43, 3.46, 0.123, -0.4].map((value) => figure(value))).toEqual([
    '12',
    '3.5',
    '0.12',
    '0',
  ]);
  expect(figure(0.784, 13)).toBe('1');
  expect(amount(review, 12.4)).toBe('12 points');
  expect(amount({ ...review, unit: 'percent' }, 3.2)).toBe('3.2 % of a deal');
});

test('the figures of a seat, and of several deals', () => {
  const share = {
    deal: 1,
    result: [20, -10],
    average: 5,
    cards: [3, -3],
    error: [1.5, 1.5],
    play: [12, -12],
  };
  const own = shareOf(share, 1);
  expect(own).toEqual({ result: -10, average: 5, cards: -3, error: 1.5, play: -12 });
  const sum = sumOf([own, { ...own, error: 2 }]);
  expect(sum).toEqual({ result: -20, average: 10, cards: -6, error: 2.5, play: -24 });
  expect(sumOf([]).error).toBe(0);
});

test('a figure has its sign, and a decimal only where it is small', () => {
  expect([signed(12.34), signed(-3.25), signed(0)]).toEqual(['+12', '−3.3', '0']);
});

test('a sentence is told only of what is clear', () => {
  const game = {
    name: 'schieber',
    faces: 'french',
    texts: {},
    words: { S7: 'S7' },
  } as unknown as GameInfo;
  const told = (sequel: Partial<Sequel>) => {
    const whole = { kind: 'given', seat: 2, played: 0.84, best: 0.21, error: 0.02, clear: true };
    const sequels = [{ ...whole, ...sequel } as Sequel];
    return sequelTexts(game, { ...judged(1, 3, true), sequels }, (seat) => `Seat ${seat}`);
  };
  expect(told({})).toEqual([
    'In 84% of possible deals this gave the trick to Seat 2; with S7 in 21%.',
  ]);
  expect(told({ clear: false })).toEqual([]);
  expect(told({ seat: null })[0]).toContain('gave the trick away');
  expect(told({ kind: 'won', seat: null })[0]).toContain('your side took the trick');
  expect(told({ kind: 'missed', seat: null })[0]).toContain('the bid was missed');
});
