import { afterEach, expect, test, vi } from 'vitest';

import { isOwn, outward } from './reach.ts';

afterEach(() => vi.unstubAllGlobals());

function house(address: string | null): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ address })));
}

test.each(['localhost', 'cards.localhost', '127.0.0.1', '127.1', '[::1]', '0.0.0.0', '[::]'])(
  '%s means the own machine',
  (host) => expect(isOwn(host)).toBe(true),
);

test.each(['cards.example', 'localhost.example', '192.168.1.5', '[fe80::1]', '10.127.0.1'])(
  '%s is the same for everybody',
  (host) => expect(isOwn(host)).toBe(false),
);

test('a link from the own machine leads to where the house is', async () => {
  house('http://192.168.1.5:8000');
  const found = await outward('http://127.0.0.1:8000/take#secret');
  expect(found).toEqual({ link: 'http://192.168.1.5:8000/take#secret', reaches: true });
});

test('a house that others cannot reach says so', async () => {
  house(null);
  const link = 'http://localhost:8000/t/abc';
  expect(await outward(link)).toEqual({ link, reaches: false });
});

test('a house without an answer changes nothing', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')));
  const link = 'http://localhost:8000/t/abc';
  expect(await outward(link)).toEqual({ link, reaches: false });
});

test('a link that everybody can follow asks for nothing', async () => {
  const link = 'https://cards.example/t/abc';
  expect(await outward(link)).toEqual({ link, reaches: true });
});
