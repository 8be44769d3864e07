import { expect, test, vi } from 'vitest';

import { house } from '../house.svelte.ts';
import { partAll, parting } from './parting.svelte.ts';

test('the first that finds no connection ends it, and says so once', async () => {
  const lines = [
    () => Promise.resolve(new Response('{"code": "table/gone", "params": {}}', { status: 410 })),
    () => Promise.reject(new TypeError('no line')),
  ];
  const ask = vi.fn(() => lines.shift()?.());
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('window', globalThis);
  const matches = ['a', 'b', 'c'].map((table) => ({ table, number: 1 }));
  const all = partAll('bingo', matches);
  expect(parting).toMatchObject({ game: 'bingo', done: 0, all: 3 });
  await all;
  expect(parting).toMatchObject({ game: null, done: 1 });
  expect(ask).toHaveBeenCalledTimes(2);
  expect(house.toasts.map(({ text }) => text)).toEqual(['The server cannot be reached.']);
});
