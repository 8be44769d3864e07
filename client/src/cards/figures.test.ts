import { describe, expect, test } from 'vitest';

import { readCard, suitOf } from './faces.ts';
import { costumeOf, figureOf, type Part } from './figures.ts';
import { placesOf, SIZE } from './pips.ts';

const FAMILIES = { french: 'KQJ', 'swiss-egg': 'KQJT', 'swiss-hslu': 'KQJT' };
const courts = Object.entries(FAMILIES).flatMap(([faces, ranks]) =>
  [...'SHDC'].flatMap((suit) => [...ranks].map((rank): [string, string] => [faces, suit + rank])),
);

function figure(faces: string, code: string): Part[] {
  const { suit, index } = readCard(faces, code);
  const costume = costumeOf(suitOf(faces, suit ?? '')?.costume);
  return costume ? figureOf(costume, index) : [];
}

/** The ends and the handles of an outline's lines and curves, between which it lies. */
function corners(d: string): { x: number; y: number }[] {
  const points = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of d.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = rest.match(/-?\d*\.?\d+/g)?.map(Number) ?? [];
    const step = { H: 1, V: 1, A: 7 }[command] ?? 2;
    for (let i = 0; i + step <= numbers.length; i += step) {
      if (command !== 'V') x = numbers[i + Math.max(0, step - 2)] ?? NaN;
      if (command !== 'H') y = numbers[i + step - 1] ?? NaN;
      points.push({ x, y });
    }
  }
  return points;
}

const reachesIndex = (x: number, y: number): boolean => x < 28 && y < 54;

describe.each(courts)('%s %s', (faces, code) => {
  test('is drawn, on the card and beside its index', () => {
    const points = figure(faces, code).flatMap(({ d }) => corners(d));
    expect(points.length).toBeGreaterThan(20);
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(7);
      expect(x).toBeLessThanOrEqual(93);
      expect(y).toBeGreaterThanOrEqual(6);
      expect(y).toBeLessThan(64 + ((x - 7) * 18) / 86); // above the sash, or under it
      expect(reachesIndex(x, y), `${x} ${y}`).toBe(false);
    }
  });
});

test('no court is taken for another', () => {
  const drawings = courts
    .filter(([faces, code]) => faces !== 'swiss-hslu' && !code.endsWith('T'))
    .map(([faces, code]) => JSON.stringify(figure(faces, code)));
  expect(new Set(drawings).size).toBe(24);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('a card that counts %i has as many signs', (count) => {
  const places = placesOf(count);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
  for (const { x, y } of places) {
    expect(reachesIndex(x - SIZE / 2, y - SIZE / 2)).toBe(false);
    expect(places).toContainEqual({ x: 100 - x, y });
  }
});
