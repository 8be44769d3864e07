import { describe, expect, test } from 'vitest';

import { arranged, asTheyCame } from './order.ts';

const FRENCH = ['S', 'H', 'D', 'C'];
const hand = 'SA ST H9 H2 DK D4 CQ C7'.split(' ');
const deck = FRENCH.flatMap((suit) => [...'AKQJT98765432'].map((rank) => suit + rank));
const french = { faces: 'french', suits: FRENCH, deck };
const told = (trump: string | null, alternating: boolean, ascending = false) =>
  arranged(
    [...hand.filter((code) => code[0] === trump), ...hand.filter((code) => code[0] !== trump)],
    { ...french, trump, alternating, ascending },
  ).join(' ');

describe('the order of a hand', () => {
  test('is the one in which it comes', () => expect(told(null, false)).toBe(hand.join(' ')));

  test('has low cards first in each suit', () =>
    expect(told(null, false, true)).toBe('ST SA H2 H9 D4 DK C7 CQ'));

  test('has colours in turn, trump first', () => {
    expect(told(null, true)).toBe('SA ST H9 H2 CQ C7 DK D4');
    expect(told('D', true)).toBe('DK D4 SA ST H9 H2 CQ C7');
  });

  test('stays as it is when a suit has run out', () => {
    const without = hand.filter((code) => !code.startsWith('C'));
    const way = { ...french, trump: null, alternating: true, ascending: false };
    expect(arranged(without, way).join(' ')).toBe('SA ST H9 H2 DK D4');
  });

  test('leaves what has no suit where it is', () => {
    const wizard = ['Z1', 'R9', 'R2', 'B5', 'N3'];
    const suits = ['R', 'Y', 'G', 'B'];
    const deck = ['Z1', 'R9', 'R2', 'Y4', 'G7', 'B5', 'N3'];
    const way = { faces: 'wizard', suits, deck, trump: 'R', alternating: true, ascending: true };
    expect(arranged(wizard, way).join(' ')).toBe('Z1 R2 R9 B5 N3');
    const tiles = { ...way, faces: 'domino', suits: [], deck: ['6-6', '3-1'], trump: null };
    expect(arranged(['6-6', '3-1'], tiles)).toEqual(['6-6', '3-1']);
  });

  test('is the one of the game where several printed suits are one of its own', () => {
    const sheepshead = { ...french, deck: ['CQ', 'SQ', 'DA', 'D7', 'CA', 'C7', 'SA', 'S7'] };
    const held = ['CQ', 'SQ', 'D7', 'CA', 'SA', 'S7'];
    const way = { ...sheepshead, trump: null, alternating: true, ascending: true };
    expect(arranged(held, way)).toEqual(held);
  });

  test('is the one of the game where a card of another suit lies among the trumps', () => {
    const way = { ...french, trump: 'S', alternating: true, ascending: false };
    const euchre = ['SJ', 'CJ', 'SA', 'CA', 'C9'];
    expect(arranged(euchre, way)).toEqual(euchre);
    const highest = ['CJ', 'SA', 'HK'];
    expect(arranged(highest, way)).toEqual(highest);
    const skat = ['CJ', 'HJ', 'SA', 'HT', 'H8'];
    expect(arranged(skat, { ...way, trump: null, alternating: false })).toEqual(skat);
  });
});

describe('cards as they came', () => {
  const dealt = ['H9', 'SA', 'C7'];

  test('lie as they were dealt, not as the game sorts them', () =>
    expect(asTheyCame(['SA', 'H9', 'C7'], dealt, [])).toEqual(dealt));

  test('stay there when one has gone and others have come', () => {
    expect(asTheyCame(['SA', 'C7'], ['SA', 'C7'], dealt)).toEqual(['SA', 'C7']);
    const before = asTheyCame(['SK', 'SA', 'C7'], ['SA', 'C7'], dealt);
    expect(before).toEqual(['SA', 'C7', 'SK']);
    expect(asTheyCame(['SK', 'SQ', 'C7'], ['C7'], before)).toEqual(['C7', 'SK', 'SQ']);
  });

  test('are as many as they are where their holder does not see them', () =>
    expect(asTheyCame(['?', '?'], ['?', '?', '?'], ['?', '?', '?'])).toEqual(['?', '?']));
});
