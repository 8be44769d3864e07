import { afterEach, expect, test, vi } from 'vitest';

import { settings } from '../settings.svelte.ts';
import type { AskInfo } from '../wire.ts';
import { byChips, chipsHeight, chipsInRow, figureOf, next, typed } from './numbers.ts';

afterEach(() => vi.unstubAllGlobals());

const bid: AskInfo = { prefix: 'bid', widget: 'number', place: 'sheet', most: 20, arrows: false };

test('few numbers have chips, many have not, and a suit never', () => {
  expect(byChips(bid)).toBe(true);
  expect(byChips({ ...bid, most: 157 })).toBe(false);
  expect(byChips({ ...bid, widget: 'suit', most: null })).toBe(false);
});

test('a game may have arrows, and a reader either for all games', () => {
  const manual = { ...bid, arrows: true };
  expect(byChips(manual)).toBe(false);
  settings.numbers = 'chips';
  expect(byChips(manual)).toBe(true);
  expect(byChips({ ...manual, most: 157 })).toBe(false);
  settings.numbers = 'arrows';
  expect(byChips(bid)).toBe(false);
  settings.numbers = 'game';
});

test('chips stand in as few rows as can be touched, and those are even', () => {
  expect(chipsInRow(11, 367)).toBe(11);
  expect(chipsInRow(12, 367)).toBe(6);
  expect(chipsInRow(16, 367)).toBe(8);
  expect(chipsInRow(21, 367)).toBe(11);
  expect(chipsInRow(21, 240)).toBe(7);
  expect(chipsInRow(21, 1264)).toBe(21);
});

test('each row takes the height of a finger', () => {
  expect(chipsHeight(8, 367)).toBe(48);
  expect(chipsHeight(21, 367)).toBe(94);
  expect(chipsHeight(21, 200)).toBe(186);
});

test('a figure makes the number longer while there is such a one', () => {
  expect(typed(null, 1, 12)).toBe(1);
  expect(typed(1, 2, 12)).toBe(12);
  expect(typed(1, 3, 12)).toBe(3);
  expect(typed(0, 7, 12)).toBe(7);
});

test('a figure counts wherever it is typed, but not what is written into a field', () => {
  class Element {
    constructor(private within: string) {}
    closest = (names: string) => (names.includes(this.within) ? this : null);
  }
  vi.stubGlobal('Element', Element);
  const pressed = (key: string, more = {}) => figureOf({ key, ...more } as KeyboardEvent);
  expect([pressed('7'), pressed('0'), pressed('F7'), pressed('x')]).toEqual([7, 0, null, null]);
  expect(pressed('7', { target: new Element('button') })).toBe(7);
  expect(pressed('7', { target: new Element('input') })).toBeNull();
  for (const why of ['defaultPrevented', 'ctrlKey', 'metaKey', 'altKey'])
    expect(pressed('7', { [why]: true })).toBeNull();
});

test('an arrow passes over numbers that there are not', () => {
  const bids = [18, 20, 22, 23];
  expect(next(bids, 18, 1)).toBe(20);
  expect(next(bids, 23, -1)).toBe(22);
  expect(next(bids, 22, -10)).toBe(18);
  expect(next(bids, 20, 10)).toBe(23);
  expect(next([], 5, 1)).toBe(5);
});
