import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('what another version of the house has kept takes nothing else with it', async () => {
  const kept = { lang: 'ja', sound: true, theme: 'sepia', wallpaper: 'cats' };
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });
  const { settings } = await import('./settings.svelte.ts');
  expect(settings).toMatchObject({ lang: 'ja', sound: true, theme: 'auto' });
  expect(settings).not.toHaveProperty('wallpaper');
});

test.each(['"rubbish"', 'null', '{', '[1]'])('%s is nothing', async (text) => {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => text });
  const { settings } = await import('./settings.svelte.ts');
  expect(settings).toMatchObject({ theme: 'auto', speed: 'calm' });
});

test.each([
  [['fr', 'de-CH', 'ja'], 'de'],
  [['JA'], 'ja'],
  [['fr'], 'en'],
])('of %j the first language that the house speaks is read: %s', async (languages, lang) => {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const { settings } = await import('./settings.svelte.ts');
  expect(settings.lang).toBe(lang);
});
