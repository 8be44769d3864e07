import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { stayAwake } from './awake.ts';

class Lock extends EventTarget {
  async release(): Promise<void> {
    this.dispatchEvent(new Event('release'));
  }
}

let page: EventTarget & { visibilityState: string };
let held: number; // locks
let mayHold: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  [held, mayHold] = [0, true];
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function request(): Promise<Lock> {
  if (!mayHold) throw new Error('the battery is low');
  const lock = new Lock();
  held++;
  lock.addEventListener('release', () => held--);
  return lock;
}

async function after(minutes: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  return held;
}

test('the screen stays on while the reader does something now and then', async () => {
  const stop = stayAwake();
  expect(await after(0)).toBe(1);
  expect(await after(2)).toBe(1);
  page.dispatchEvent(new Event('pointerdown'));
  expect(await after(2)).toBe(1);
  expect(await after(2)).toBe(0);
  page.dispatchEvent(new Event('keydown'));
  expect(await after(0)).toBe(1);
  stop();
  expect(await after(0)).toBe(0);
});

test('once it is over nothing holds the screen', async () => {
  stayAwake()();
  expect(await after(0)).toBe(0);
  page.dispatchEvent(new Event('pointerdown'));
  expect(await after(0)).toBe(0);
});

test('a page that is hidden asks again when it comes back', async () => {
  const stop = stayAwake();
  await after(0);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await after(4)).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await after(0)).toBe(1);
  stop();
});

test('a browser that refuses is asked at the next touch', async () => {
  mayHold = false;
  const stop = stayAwake();
  expect(await after(0)).toBe(0);
  mayHold = true;
  page.dispatchEvent(new Event('pointerdown'));
  expect(await after(0)).toBe(1);
  stop();
});

test('a browser that cannot is left alone', () => {
  vi.stubGlobal('navigator', {});
  stayAwake()();
});
