import { afterEach, expect, test, vi } from 'vitest';

import {
  browserKey,
  getGames,
  getMe,
  getQueues,
  getReplay,
  getTables,
  getTakesPasskeys,
  houseTime,
  postKnock,
  postTable,
} from './api.ts';
import type { NewTable } from './wire.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const openTable = () => postTable({ game: 'rwd' } as NewTable);

test.each([
  getMe,
  getGames,
  getTakesPasskeys,
  getTables,
  getQueues,
  openTable,
  () => postKnock('a'),
])('what a page or a first game needs is not waited for without end', async (get) => {
  const end = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
  const silence = (_: string, { signal }: RequestInit) =>
    new Promise((_, fail) => signal?.addEventListener('abort', fail));
  vi.stubGlobal('fetch', silence);
  const reply = get();
  end.abort();
  expect(await reply).toEqual({
    ok: false,
    problem: { code: 'server/unreachable', params: {} },
  });
});

test('what is asked for is told in full, the first seat as well', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError()));
  vi.stubGlobal('fetch', fetch);
  await getReplay('a/b', null, { deal: 2, seat: 0, hands: false });
  await getReplay('a', 3, { deal: 1, seat: null, hands: true });
  expect(fetch.mock.calls.map(([path]: unknown[]) => path)).toEqual([
    '/api/tables/a%2Fb/replay?deal=2&seat=0&hands=false',
    '/api/tables/a/replay?match=3&deal=1&hands=true',
  ]);
});

test('the secret of a browser stays the same', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const key = browserKey();
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(browserKey()).toBe(key);
});

test('what time it is the house says: the clock here may be wrong by years', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2031, 0, 1));
  const headers = { date: 'Sun, 29 Nov 2026 22:00:00 GMT' };
  vi.stubGlobal('fetch', async () => Response.json({ name: null }, { headers }));
  await getMe();
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2031, 0, 1, 0, 1)); // a minute later
  expect(houseTime() * 1000).toBe(Date.UTC(2026, 10, 29, 22, 1));
});

test('the page of a hotel, which answers in place of the house, has done nothing', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to our Wi-Fi</h1>', { headers }));
  expect(await postKnock('a')).toEqual({
    ok: false,
    problem: { code: 'server/unreachable', params: {} },
  });
});
