import { expect, test } from 'vitest';

import type { Advice, Scene } from '../wire.ts';
import { bars, fitting } from './hint.ts';

const advice: Advice = {
  type: 'advice',
  seq: 7,
  choices: [
    { code: 'SA', value: 20 },
    { code: 'S2', value: 0 },
    { code: 'S7', value: 10 },
  ],
};
const scene = (...legal: string[]) => ({ legal }) as unknown as Scene;

test('the best choice has the longest bar, the worst one a short one', () => {
  expect(bars(advice.choices)).toEqual([100, 6, 53]);
});

test('choices that are worth the same have the same bar', () => {
  expect(bars([{ code: 'SA', value: -3 }])).toEqual([100]);
});

test('advice is shown for its own decision alone', () => {
  expect(fitting(advice, scene('S2', 'S7', 'SA', 'DK'))).toBe(advice);
  expect(fitting(advice, scene('S2', 'S7'))).toBeNull();
  expect(fitting(advice, scene('S2', 'S7', 'HA'))).toBeNull();
  expect(fitting(advice, null)).toBeNull();
});
