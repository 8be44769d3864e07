import { expect, test } from 'vitest';

import { fanOf } from './fan.ts';

const deck = (suits: string, ranks: string) => ({
  picture: [],
  suits: [...suits],
  cards: [...suits].flatMap((suit) => [...ranks].map((rank) => suit + rank)),
});

test('the best cards of its own deck stand for a game', () => {
  expect(fanOf(deck('CDHS', '789TJQKA'))).toEqual(['CA', 'DK', 'HQ', 'SJ']);
  expect(fanOf(deck('SMTW', '123456789'))).toEqual(['S9', 'M8', 'T7', 'W6']);
  expect(fanOf(deck('CD', 'A'))).toEqual(['CA', 'DA']);
});

test('before them lies a card without a suit; what the game names goes before all', () => {
  const { cards, ...plain } = deck('RB', '12');
  const wizard = { ...plain, cards: [...cards, 'N1', 'Z1'] };
  expect(fanOf(wizard)).toEqual(['Z1', 'R2', 'B1']);
  expect(fanOf({ ...wizard, picture: ['B2', '?'] })).toEqual(['B2', '?']);
});
