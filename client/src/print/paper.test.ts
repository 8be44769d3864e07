import { expect, test } from 'vitest';

import { gridOn, sheetsOf } from './paper.ts';

test('nine cards of their true size lie on a sheet, twelve dominoes', () => {
  for (const paper of ['a4', 'letter'] as const) {
    expect(gridOn(paper, 1.4)).toEqual({ columns: 3, rows: 3, width: 63 });
    expect(gridOn(paper, 1.96)).toEqual({ columns: 4, rows: 3, width: 45 });
  }
});

test('every card lies on one sheet', () => {
  const cards = Array.from({ length: 20 }, (_, i) => i);
  expect(sheetsOf(cards, 9).map((sheet) => sheet.length)).toEqual([9, 9, 2]);
  expect(sheetsOf(cards, 9).flat()).toEqual(cards);
  expect(sheetsOf([], 9)).toEqual([]);
});
