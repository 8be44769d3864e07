import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dropToasts, house, toast } from './house.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const told = () => house.toasts.map(({ text }) => text);

test('what is told stands for a while, and once', () => {
  toast('A');
  vi.advanceTimersByTime(3000);
  toast('B');
  toast('A');
  expect(told()).toEqual(['B', 'A']);
  vi.advanceTimersByTime(5999);
  expect(told()).toEqual(['B', 'A']);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual([]);
});

test('what was put away is told once more for as long', () => {
  toast('A');
  dropToasts(({ text }) => text === 'A');
  vi.advanceTimersByTime(3000);
  toast('A');
  vi.advanceTimersByTime(5999);
  expect(told()).toEqual(['A']);
});
