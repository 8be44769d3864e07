import { readFileSync } from 'node:fs';

import { expect, test, vi } from 'vitest';

const hotel = () => new Response('<h1>Welcome to our Wi-Fi</h1>', said('text/html'));
const file = () => new Response('let a', said('text/javascript'));
const said = (type: string) => ({ headers: { 'content-type': type } });

/** What a page gets that asks for one of its files, which lies in the browser and comes by the line like this. */
async function given(found: Response | undefined, answer: Response): Promise<string> {
  const listeners: Record<string, (event: object) => void> = {};
  const page = {
    location: { origin: 'https://a.house' },
    addEventListener: (type: string, call: () => void) => (listeners[type] = call),
  };
  const kept = { match: async () => found, put, keys: async () => [] };
  const worker = new Function('self', 'caches', 'fetch', readFileSync('public/sw.js', 'utf8'));
  worker(page, { open: async () => kept }, async () => answer);
  let got: Promise<Response> | undefined;
  listeners.fetch?.({
    request: { method: 'GET', mode: 'cors', url: 'https://a.house/assets/a.js' },
    respondWith: (what: Promise<Response>) => (got = what),
  });
  return (await got)?.text() ?? '';
}

const put = vi.fn();

test('what a hotel shows in place of a file is not kept, and no longer given if it was', async () => {
  await given(undefined, hotel());
  expect(put).not.toHaveBeenCalled();
  expect(await given(hotel(), file())).toBe('let a');
  expect(put).toHaveBeenCalledOnce();
});
