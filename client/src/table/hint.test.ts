import { expect, test } from 'vitest';

import type { Advice, AskInfo, Scene } from '../wire.ts';
import { bars, fitting, isOnTable, marksOf } from './hint.ts';

const advice: Advice = {
  type: 'advice',
  seq: 7,
  choices: [
    { code: 'SA', value: 20 },
    { code: 'S2', value: 0 },
    { code: 'S7', value: 10 },
  ],
};
const scene = (...legal: string[]) => ({ legal, zones: [] }) as unknown as Scene;

test('the best choice has the longest bar, the worst one a short one', () => {
  expect(bars(advice.choices)).toEqual([100, 6, 53]);
});

test('what nobody would choose takes no difference from the rest', () => {
  const values = [0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -500, -1000];
  const lengths = bars(values.map((value) => ({ code: `bid:${value}`, value })));
  expect(lengths.slice(0, 2).map(Math.round)).toEqual([100, 90]);
  expect(lengths.slice(9)).toEqual([6, 6, 6]);
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

test('a mark tells how much less a choice is worth than the best', () => {
  expect([...marksOf(advice)]).toEqual([
    ['SA', { best: true, less: 0, digits: 0, bar: 100 }],
    ['S2', { best: false, less: 20, digits: 0, bar: 6 }],
    ['S7', { best: false, less: 10, digits: 0, bar: 53 }],
  ]);
});

test('a mark has as many digits as the largest difference is worth', () => {
  const digits = (most: number) =>
    marksOf({ ...advice, choices: [0, most].map((value) => ({ code: `${value}`, value })) }).get(
      '0',
    )?.digits;
  expect([130, 12, 6.4, 0.19, 0.003, 0].map(digits)).toEqual([0, 0, 1, 2, 2, 2]);
});

test('a number that arrows make has no card or button to be marked', () => {
  const bid: AskInfo = { prefix: 'bid', widget: 'number', place: 'sheet', most: 9, arrows: true };
  const trump: AskInfo = { ...bid, prefix: 'trump', widget: 'suit', most: null };
  const asks = [bid, trump];
  const of = (code: string): Advice => ({ ...advice, choices: [{ code, value: 1 }] });
  expect(isOnTable(of('bid:3'), asks, scene())).toBe(false);
  expect(isOnTable(of('bid:3'), [{ ...bid, arrows: false }], scene())).toBe(true);
  expect(isOnTable(of('trump:S'), asks, scene())).toBe(true);
  expect(isOnTable(advice, asks, scene())).toBe(true);
});

test('what is done by clicking on a drawing is marked where the drawing has marks', () => {
  const visit: AskInfo = {
    prefix: 'visit',
    widget: 'drawing',
    place: 'bar',
    most: 8,
    arrows: false,
  };
  const drawn = (widget: string): Scene => ({
    ...scene(),
    zones: [{ kind: 'widget', id: widget, widget, place: 'table', data: {} }],
  });
  const hint: Advice = { ...advice, choices: [{ code: 'visit:3', value: 1 }] };
  expect(isOnTable(hint, [visit], drawn('kingdoms'))).toBe(true);
  expect(isOnTable(hint, [visit], drawn('unheard'))).toBe(false);
});
