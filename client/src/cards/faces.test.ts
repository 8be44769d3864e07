import { expect, test } from 'vitest';

import { addFaces, besideTrump, familyOf, readCard, star, suitColour, suitOf } from './faces.ts';
import type { GameInfo } from '../wire.ts';

test.each([
  ['french', 'SA', 'pip', 'S', 'A'],
  ['french', 'HT', 'pip', 'H', '10'],
  ['french', 'CK', 'court', 'C', 'K'],
  ['french', 'D9', 'pip', 'D', '9'],
  ['wizard', 'R13', 'pip', 'R', '13'],
  ['wizard', 'Z2', 'special', null, 'Z'],
  ['wizard', 'N4', 'special', null, 'N'],
  ['wizard', '?', 'down', null, ''],
  ['dominoes', '6-4', 'plain', null, '6-4'],
  ['domino', '6-4', 'tile', null, '6-4'],
  ['domino', '?', 'down', null, ''],
  ['french', 'X1', 'plain', null, 'X1'],
  ['swiss-egg', 'SQ', 'court', 'S', 'O'],
  ['swiss-hslu', 'HJ', 'court', 'H', 'U'],
  ['swiss-egg', 'CT', 'banner', 'C', '10'],
  ['swiss-egg', 'D6', 'pip', 'D', '6'],
  ['somnia', 'SA', 'pip', 'S', '10'],
  ['somnia', 'S6', 'pip', 'S', '2'],
])('%s %s is a %s', (faces, code, kind, suit, index) => {
  expect(readCard(faces, code)).toMatchObject({ kind, suit, index });
});

test('four colours tell all French suits apart, two colours do not', () => {
  const colours = (four: boolean) =>
    new Set([...'SHDC'].map((suit) => suitColour('french', suit, four)));
  expect(colours(true).size).toBe(4);
  expect(colours(false).size).toBe(2);
});

test('every suit has a shape of its own', () => {
  const shapes = [...'SHDC'].map((suit) => suitOf('french', suit)?.shape);
  shapes.push(...[...'RYGB'].map((suit) => suitOf('wizard', suit)?.shape));
  shapes.push(...[...'SHDC'].map((suit) => suitOf('swiss-egg', suit)?.shape));
  expect(new Set(shapes).size).toBe(12);
});

test('both correspondences give the same four Swiss signs to other suits', () => {
  const signs = (faces: string) => [...'SHDC'].map((suit) => suitOf(faces, suit));
  const [egg, hslu] = [signs('swiss-egg'), signs('swiss-hslu')];
  expect(new Set(hslu)).toEqual(new Set(egg));
  egg.forEach((sign, i) => expect(hslu[i]).not.toBe(sign));
  expect(suitOf('swiss-egg', 'S')).toBe(suitOf('swiss-hslu', 'C')); // acorns: spades, or clubs
});

test('only two ranks of the Somnia edition are called otherwise as trump', () => {
  const trumps = [...'AKQJT9876'].map((rank) => readCard('somnia', `H${rank}`).trump);
  expect(trumps.filter(Boolean)).toEqual(['12', '11']);
});

test('a star has its first point at the top', () => {
  expect(star(4, 50, 10).startsWith('M50.0 0.0L')).toBe(true);
});

test('a game may bring suits, words and several cards that look alike', () => {
  const signs = { M: { text: '☾', colour: '#2f6d3b', outline: '' } };
  const game = { faces: 'nights', signs, words: { F: 'Fool' } } as unknown as GameInfo;
  addFaces([game, { ...game, faces: 'plain', signs: {}, words: {} }]);
  expect(familyOf('plain')).toBeUndefined();
  expect(suitOf('nights', 'M')).toEqual({ shape: '☾', colour: '#2f6d3b' });
  expect(readCard('nights', 'M12')).toMatchObject({ kind: 'pip', suit: 'M', index: '12' });
  expect(readCard('nights', "M7''")).toMatchObject({ kind: 'pip', suit: 'M', index: '7' });
  expect(readCard('nights', 'F')).toMatchObject({ kind: 'plain', suit: null, index: 'Fool' });
});

test('the sign of the trump has the number of a card of trump, or of no suit', () => {
  expect(besideTrump(readCard('french', 'HQ'), 'H')).toBe('Q');
  expect(besideTrump(readCard('french', 'DQ'), 'H')).toBeNull();
  expect(besideTrump(readCard('wizard', 'Z2'), 'R')).toBe('Z');
});
