import { afterEach, expect, test, vi } from 'vitest';

import { getGames, getMe, getTakesPasskeys } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([getMe, getGames, getTakesPasskeys])(
  'what every page needs is not waited for without end',
  async (get) => {
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
  },
);
