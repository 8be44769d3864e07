// Passkeys: the browser makes them and signs with them; what the house asks and gets is JSON on both ways.

import {
  browserKey,
  postPasskey,
  postPasskeyAsk,
  postPasskeyLogin,
  postPasskeyLoginAsk,
  type Reply,
} from '../api.ts';
import { house } from '../house.svelte.ts';
import type { Me, MyPasskey, Problem } from '../wire.ts';

const ADDRESS = /^(\d+\.){3}\d+$|^\[/; // no browser knows passkeys at a bare address
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'FxiOS', 'Chrome', 'CriOS', 'Safari'];
const NAMES: Record<string, string> = {
  Edg: 'Edge',
  OPR: 'Opera',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
};
const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'];

/** What could not be done; null = the reader did not want to, or somebody else has been asked. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem | null };

/** Do house, browser and address know passkeys? */
export function hasPasskeys(): boolean {
  return (
    house.passkeys &&
    !ADDRESS.test(location.hostname) &&
    typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
  );
}

/** Makes one for the reader. */
export async function addPasskey(): Promise<Outcome<MyPasskey[]>> {
  return ceremony(await postPasskeyAsk(), async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
    const made = await navigator.credentials.create({ publicKey });
    return postPasskey(labelOf(navigator.userAgent), (made as PublicKeyCredential).toJSON());
  });
}

/** Makes this browser that of the guest whose passkey the reader chooses. */
export async function comeBack(): Promise<Outcome<Me>> {
  const key = browserKey();
  return ceremony(await postPasskeyLoginAsk(key), async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    );
    const chosen = await navigator.credentials.get({ publicKey });
    return postPasskeyLogin((chosen as PublicKeyCredential).toJSON(), key);
  });
}

/** By what a reader knows the passkeys of several devices: "Chrome, Android". */
export function labelOf(agent: string): string {
  const browser = BROWSERS.find((each) => agent.includes(`${each}/`));
  const device = DEVICES.find((each) => agent.includes(each));
  const words = [browser && (NAMES[browser] ?? browser), device].filter(
    (word) => word !== undefined,
  );
  return words.join(', ') || '?';
}

async function ceremony<T>(
  asked: Reply<{ options: Record<string, unknown> }>,
  answer: (options: Record<string, unknown>) => Promise<Reply<T>>,
): Promise<Outcome<T>> {
  if (!asked.ok) return asked;
  try {
    return await answer(asked.value.options);
  } catch (error) {
    const isThere = error instanceof DOMException && error.name === 'InvalidStateError';
    return { ok: false, problem: isThere ? { code: 'guest/has_passkey', params: {} } : null };
  }
}
