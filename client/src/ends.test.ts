import { afterEach, expect, test, vi } from 'vitest';

import { keepTold, toldEnds } from './ends.ts';

afterEach(() => vi.unstubAllGlobals());

test('the last ends that were told are kept, each once', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, what: string) => storage.set(key, what),
  });
  expect(toldEnds()).toEqual([]);
  keepTold(['a-1', 'b-1']);
  keepTold(['b-1', 'b-2']);
  expect(toldEnds()).toEqual(['a-1', 'b-1', 'b-2']);
  keepTold(Array.from({ length: 50 }, (_, i) => `c-${i}`));
  expect(toldEnds()).toHaveLength(40);
  expect(toldEnds().at(-1)).toBe('c-49');
  storage.set('torite.ends', '7');
  expect(toldEnds()).toEqual([]);
});
