// The reader's part in fair dealing.

const NONCE_BYTES = 16;

/** A fresh contribution to the shuffle, in hex. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
