import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Reply } from './api.ts';
import { untilDone } from './until.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const no = (code: string): Reply<never> => ({
  ok: false,
  problem: { code, params: {} },
});
const yes = (done: boolean): Reply<{ done: boolean }> => ({ ok: true, value: { done } });

test('a house that makes those of others first is asked again, and nothing has failed', async () => {
  const answers = [
    no('review/running'),
    no('wire/too_fast'),
    yes(false),
    no('wire/too_fast'),
    yes(true),
  ];
  const load = vi.fn(() => Promise.resolve(answers.shift() ?? no('asked once more')));
  const [known, failed] = [vi.fn(), vi.fn()];
  untilDone(load, known, failed);
  await vi.runAllTimersAsync();
  expect(known.mock.calls).toEqual([[{ done: false }], [{ done: true }]]);
  expect([load.mock.calls.length, failed.mock.calls.length]).toEqual([5, 0]);
});

test('what is refused for good is told, and not asked again', async () => {
  const load = vi.fn(() => Promise.resolve(no('record/private')));
  const failed = vi.fn();
  untilDone(load, vi.fn(), failed);
  await vi.runAllTimersAsync();
  expect([load.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1]);
});

test('who has left asks no more and is told nothing more', async () => {
  const load = vi.fn(() => Promise.resolve(yes(false)));
  const known = vi.fn();
  untilDone(load, known, vi.fn())();
  await vi.runAllTimersAsync();
  expect([load.mock.calls.length, known.mock.calls.length]).toEqual([1, 0]);
  const stop = untilDone(load, known, vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  stop();
  expect([known.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
