import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';

import { newNonce, sealHolds } from './dealing.ts';

const salt = 'cd'.repeat(16);
const secret = 'ab'.repeat(32);
const commitment = createHash('sha256')
  .update(Buffer.from(salt + secret, 'hex'))
  .digest('hex');

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});

test('a nonce is hex, of an even length, and new each time', () => {
  expect(newNonce()).toMatch(/^([0-9a-f]{2}){4,32}$/);
  expect(newNonce()).not.toBe(newNonce());
});

test('a seal is held against what it sealed', async () => {
  expect(await sealHolds({ commitment, salt, secret, nonces: [], next: null })).toBe(true);
  expect(
    await sealHolds({ commitment, salt, secret: 'ac'.repeat(32), nonces: [], next: null }),
  ).toBe(false);
});

test('before the match is over nothing can be told', async () => {
  expect(
    await sealHolds({ commitment, salt: null, secret: null, nonces: null, next: null }),
  ).toBeNull();
});
