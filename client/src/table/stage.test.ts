import { expect, test } from 'vitest';

import { formOf } from '../cards/faces.ts';
import { PARTS, stageOf } from './stage.ts';

const card = (width: number, height: number, part?: number): number =>
  stageOf({ width, height }, formOf('french'), part).card;

test('the cards grow with the stage', () => {
  expect(card(375, 620)).toBeLessThan(card(1280, 750));
  expect(card(1280, 750)).toBeLessThan(card(1920, 1030));
  for (const [width, height] of [
    [2560, 1390],
    [3840, 2110],
  ] as const)
    expect(card(width, height) / height).toBeCloseTo(card(1280, 750) / 750);
});

test('whoever likes has smaller ones, at every size, but never too small to touch', () => {
  for (const [width, height] of [
    [1280, 750],
    [1920, 1200],
    [375, 765],
  ] as const) {
    expect(card(width, height, PARTS.medium)).toBeLessThan(card(width, height));
    expect(card(width, height, PARTS.small)).toBeLessThan(card(width, height, PARTS.medium));
  }
  expect(card(375, 620, PARTS.small)).toBeGreaterThanOrEqual(52);
});

test('on a low screen rows on offer need height that the hand leaves them', () => {
  const [plain, rows] = [false, true].map(
    (rows) => stageOf({ width: 812, height: 328 }, formOf('french'), 1, rows).card,
  );
  expect(rows).toBeLessThan(plain ?? 0);
});

test('a small phone keeps no place for what is not asked', () => {
  const short = (width: number, height: number): boolean =>
    stageOf({ width, height }, formOf('french')).short;
  expect([short(360, 593), short(360, 537), short(375, 620)]).toEqual([true, true, false]);
  expect([short(640, 313), short(1280, 500)]).toEqual([false, false]);
});
