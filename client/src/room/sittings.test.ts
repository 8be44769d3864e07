import { expect, test } from 'vitest';

import type { Line } from '../reduce.ts';
import { sittings } from './sittings.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

test('where talk begins anew its time is told, once it is an hour ago', () => {
  const said = (key: number, time: number | null): Line => ({
    key,
    kind: 'said',
    said: { type: 'said', seat: 0, name: 'Ann', text: 'Until tomorrow!', time },
  });
  const dayLater = 24 * HOUR;
  const lines: Line[] = [
    said(1, null), // from before times were kept
    said(2, 0),
    { key: 3, kind: 'gap' },
    said(4, 59 * MINUTE),
    said(5, dayLater),
    said(6, dayLater + MINUTE),
  ];
  const toldAt = (now: number): number[] => [...sittings(lines, now).keys()];
  expect(toldAt(dayLater + 2 * MINUTE)).toEqual([2]);
  expect(toldAt(dayLater + HOUR)).toEqual([2, 5]);
  expect(sittings(lines, dayLater + HOUR).get(5)).toBe(dayLater);
});
