import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  complain,
  dropToasts,
  ensureName,
  house,
  lookAgain,
  takeName,
  toast,
} from './house.svelte.ts';

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

const answers = (...bodies: [number, object][]) =>
  vi.stubGlobal('fetch', () => {
    const [status, body] = bodies.shift() ?? [500, {}];
    return Promise.resolve(Response.json(body, { status }));
  });

test('a name that the browser does not keep is none, whatever it says of cookies', async () => {
  vi.stubGlobal('navigator', { cookieEnabled: true });
  answers([200, { name: 'Ann' }], [200, { name: null }]);
  expect(await takeName('Ann')).toBe(false);
  expect([house.name, told()]).toEqual([null, [expect.stringContaining('keeps no cookies')]]);
  answers([200, { name: 'Ann' }], [200, { name: 'Ann' }]);
  expect(await takeName('Ann')).toBe(true);
});

test('who has been logged out elsewhere is told so, and has no name any more', () => {
  const stranger = { code: 'name/needed', params: {} };
  house.name = 'Ann';
  complain(stranger);
  expect([house.name, told()]).toEqual([null, ['You are logged out here.']]);
  complain(stranger);
  expect(told()).toContain('Choose a name first.');
});

test('a name that was taken in another tab is the name here, and is not written over', async () => {
  house.name = null;
  answers([200, { name: 'Ann' }], [200, { name: 'Quiet Heron' }], [200, { name: 'Quiet Heron' }]);
  expect(await ensureName()).toBe(true);
  expect(house.name).toBe('Ann');
});

test('who comes back to a tab is who the browser is by now', async () => {
  house.name = 'Ann';
  answers([200, { name: 'Ben' }]);
  await lookAgain();
  expect([house.name, told()]).toEqual(['Ben', []]);
  answers(); // nothing is known where the house does not answer
  await lookAgain();
  expect(house.name).toBe('Ben');
  answers([200, { name: null }]);
  await lookAgain();
  expect([house.name, told()]).toEqual([null, ['You are logged out here.']]);
});
