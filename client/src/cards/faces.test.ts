import { expect, test } from 'vitest';

import { readCard, star, suitColour, suitOf } from './faces.ts';

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
  ['french', 'X1', 'plain', null, 'X1'],
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
  expect(new Set(shapes).size).toBe(8);
});

test('a star has its first point at the top', () => {
  expect(star(4, 50, 10).startsWith('M50.0 0.0L')).toBe(true);
});
