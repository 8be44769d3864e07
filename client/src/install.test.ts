import { afterEach, expect, test, vi } from 'vitest';

import { keepPage } from './install.ts';

afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const addAll = vi.fn<(paths: string[]) => void>();
const put = vi.fn();

async function keptWith(page: Response): Promise<void> {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('navigator', { serviceWorker: { register: () => null } });
  vi.stubGlobal('caches', { open: () => ({ addAll, put }) });
  vi.stubGlobal('location', { origin: 'https://a.house' });
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ name: 'https://a.house/assets/old.js' }],
  });
  vi.stubGlobal('fetch', () => Promise.resolve(page));
  await keepPage();
}

test('with a page that is newer than the one that stands, what it begins with is kept', async () => {
  const page = new Response('<script src="/assets/new.js"></script>');
  await keptWith(page);
  expect(addAll).toHaveBeenCalledWith(['/icon.svg', '/assets/old.js', '/assets/new.js']);
  expect(put).toHaveBeenCalledWith('/', page);
});

test('what a house says that is not well is not kept as its page', async () => {
  await keptWith(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(put).not.toHaveBeenCalled();
});

test('the page of a hotel is not kept as that of the house', async () => {
  await keptWith(new Response('<h1>Welcome to our Wi-Fi</h1>'));
  expect(put).not.toHaveBeenCalled();
});
