// The reader's part in fair dealing.  What is sealed, and how, stands in src/torite/table/fairness.py.

import type { Fairness } from '../wire.ts';

const NONCE_BYTES = 16;

/** A fresh contribution to the shuffle, in hex. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return hex(bytes);
}

/** Whether the seal is that of salt and secret; null if that cannot be told (yet, or in this browser). */
export async function sealHolds({ commitment, salt, secret }: Fairness): Promise<boolean | null> {
  if (salt === null || secret === null || !isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', fromHex(salt + secret));
  return hex(new Uint8Array(digest)) === commitment;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
