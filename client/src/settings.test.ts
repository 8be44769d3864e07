import { expect, test, vi } from 'vitest';

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
