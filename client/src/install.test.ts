import { afterEach, expect, test, vi } from 'vitest';

import { keepPage } from './install.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('with a page that is newer than the one that stands, what it begins with is kept', async () => {
  const addAll = vi.fn<(paths: string[]) => void>();
  const put = vi.fn();
  vi.stubEnv('DEV', false);
  vi.stubGlobal('navigator', { serviceWorker: { register: () => null } });
  vi.stubGlobal('caches', { open: () => ({ addAll, put }) });
  vi.stubGlobal('location', { origin: 'https://a.house' });
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ name: 'https://a.house/assets/old.js' }],
  });
  const page = new Response('<script src="/assets/new.js"></script>');
  vi.stubGlobal('fetch', () => Promise.resolve(page));
  await keepPage();
  expect(addAll).toHaveBeenCalledWith(['/icon.svg', '/assets/old.js', '/assets/new.js']);
  expect(put).toHaveBeenCalledWith('/', page);
});
