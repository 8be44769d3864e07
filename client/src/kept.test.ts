import { afterEach, expect, test, vi } from 'vitest';

import { keep, kept } from './kept.ts';

afterEach(() => vi.unstubAllGlobals());

test('where nothing may be kept everything begins anew', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  keep('torite.settings', { lang: 'de' });
  expect(kept('torite.settings')).toBeNull();
});

test.each([
  [null, null],
  ['{"lang":', null],
  ['{"lang":"de"}', { lang: 'de' }],
])('what lies there is %s', (text, found) => {
  vi.stubGlobal('localStorage', { getItem: () => text });
  expect(kept('torite.settings')).toEqual(found);
});
