import { expect, test } from 'vitest';

import { strokeMarks } from './strokes.ts';

const kinds = (plus: number, minus: number): string[] =>
  strokeMarks(plus, minus, 55).marks.map(({ kind }) => kind);

test('strokes come in fives, and what cancels comes first', () => {
  expect(kinds(6, 0)).toEqual(['plus', 'plus', 'plus', 'plus', 'fifth', 'plus']);
  expect(kinds(1, 2)).toEqual(['both', 'minus']);
});

test('all are drawn or none', () => {
  expect(kinds(0, 5)).toHaveLength(5);
  expect(kinds(0, 6)).toEqual([]);
  expect(kinds(7, 0)).toHaveLength(7);
});
