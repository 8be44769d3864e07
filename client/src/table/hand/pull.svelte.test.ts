import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { settings } from '../../settings.svelte.ts';
import { pullCards, type Pull } from './pull.svelte.ts';

let pull: Pull;
let goes: boolean; // does the card leave the hand?
let played: string[];
let leave: () => void;

/** What a finger on the card does, from where it came down at 100, 200. */
function finger(type: string, up = 0, more: object = {}): void {
  const where = { clientX: 105, clientY: 200 - up, timeStamp: 1000, currentTarget: null };
  const event = { type: `pointer${type}`, pointerId: 1, isPrimary: true, pointerType: 'touch' };
  if (type === 'down') where.clientX = 100;
  pull.on({ ...event, ...where, ...more } as unknown as PointerEvent, 'SA');
}

function pullUp(...ups: number[]): void {
  finger('down');
  for (const up of ups) finger('move', up);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('window', { visualViewport: { scale: 1 }, setTimeout, clearTimeout });
  [goes, played] = [true, []];
  settings.motion = 'full';
  leave = $effect.root(() => {
    pull = pullCards((code) => {
      played.push(code);
      return goes;
    });
  });
  flushSync();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a card follows the finger once that is no tap, never down, and goes from far up', () => {
  pullUp(15);
  expect(pull.pulled).toBeNull();
  finger('move', 17);
  expect(pull.pulled).toEqual({ code: 'SA', x: 5, y: -17, goes: false });
  finger('move', 47);
  expect(pull.pulled?.goes).toBe(false);
  finger('move', 48);
  expect(pull.pulled?.goes).toBe(true);
  finger('move', -10);
  expect(pull.pulled).toEqual({ code: 'SA', x: 5, y: 0, goes: false });
  finger('up');
  expect([played, pull.pulled]).toEqual([[], null]);
});

test('a card that was let go far up is played once, and lies in the hand again if it has not left', () => {
  pullUp(60);
  finger('up', 60);
  finger('up', 60);
  expect(played).toEqual(['SA']);
  pullUp(60);
  finger('up', 60);
  vi.advanceTimersByTime(699);
  expect(pull.pulled).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(pull.pulled).toBeNull();
  goes = false;
  pullUp(60);
  finger('up', 60);
  expect([played.length, pull.pulled]).toEqual([3, null]);
});

test.each([
  ['of a mouse', { pointerType: 'mouse' }],
  ['of a second finger', { isPrimary: false }],
])('nothing is pulled by what is %s', (_, what) => {
  finger('down', 0, what);
  finger('move', 60, what);
  finger('up', 60, what);
  expect([played, pull.pulled]).toEqual([[], null]);
});

test('nothing is pulled on a magnified page, by another finger, or when the browser takes it away', () => {
  pullUp(60);
  finger('move', 0, { pointerId: 2 });
  expect(pull.pulled?.goes).toBe(true);
  finger('cancel');
  finger('move', 60);
  finger('up', 60);
  vi.stubGlobal('window', { visualViewport: { scale: 2 }, setTimeout, clearTimeout });
  pullUp(60);
  finger('up', 60);
  expect([played, pull.pulled]).toEqual([[], null]);
});

test('the click at the end of a pull is none; that of a key, a tap or later is', () => {
  const click = (detail: number, timeStamp: number) =>
    pull.isOver({ detail, timeStamp } as MouseEvent);
  pullUp();
  finger('up');
  expect(click(1, 1001)).toBe(false);
  pullUp(30);
  finger('up', 30);
  expect([click(1, 1001), click(0, 1001), click(1, 1200)]).toEqual([true, false, false]);
});

test('whoever wants no motion sees none, and pulls all the same', () => {
  settings.motion = 'none';
  pullUp(60);
  expect(pull.pulled).toEqual({ code: 'SA', x: 0, y: 0, goes: true });
});
