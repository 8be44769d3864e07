// Has the browser listen for notices of the house also while none of its pages is open (Web Push; public/sw.js shows them).

import { getNotices, postDevice, postDeviceOff } from './api.ts';
import { house } from './house.svelte.ts';
import { settings } from './settings.svelte.ts';

/** What the house signs its notices with; null = it sends none, undefined = not asked yet. */
export const notices = $state({ key: undefined as string | null | undefined });

/** An iPhone or iPad, which has notices only for what was opened from its home screen. */
export const wantsHomeScreen =
  !('PushManager' in window) && (navigator as { standalone?: boolean }).standalone === false;

let told = ''; // which browser the house has been told of, and whose it is

/** Asks the house whether it sends any, once. */
export async function askForNotices(): Promise<void> {
  if (notices.key !== undefined || !('PushManager' in window || wantsHomeScreen)) return;
  const reply = await getNotices();
  if (reply.ok) notices.key = reply.value.key;
}

/** Listens or does so no more, as the reader wants it; to be called whenever that, the name or the language changes. */
export function followNotices(): void {
  void follow(settings.notify, house.name, settings.lang).catch(() => {
    // no leave, a private window, no way to the browser's push service: pages that are open tell it all the same
  });
}

/** Listens no more for whoever is the reader now: the browser is about to be somebody else's. */
export async function dropNotices(): Promise<void> {
  await follow(false, house.name, settings.lang).catch(() => undefined); // as above
}

async function follow(wanted: boolean, name: string | null, lang: string): Promise<void> {
  if (name === null || !('PushManager' in window) || !('serviceWorker' in navigator)) return;
  if (wanted && Notification.permission !== 'granted') return;
  const workers = navigator.serviceWorker;
  const worker = await (wanted ? workers.ready : workers.getRegistration()); // ready may never come
  let subscription = (await worker?.pushManager.getSubscription()) ?? null;
  if (!wanted || worker === undefined) {
    if (subscription === null) return;
    await postDeviceOff(subscription.endpoint);
    await subscription.unsubscribe();
    told = '';
    return;
  }
  await askForNotices();
  if (!notices.key) return;
  if (subscription !== null && keyOf(subscription) !== notices.key) {
    await subscription.unsubscribe(); // the house has another key now
    subscription = null;
  }
  subscription ??= await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: notices.key,
  });
  const { endpoint, keys } = subscription.toJSON();
  const which = [name, endpoint, lang].join(' ');
  if (told === which || !endpoint || !keys) return;
  const reply = await postDevice({ endpoint, key: keys.p256dh!, secret: keys.auth!, lang });
  if (reply.ok) told = which;
}

function keyOf(subscription: PushSubscription): string | null {
  const key = subscription.options.applicationServerKey;
  if (key === null) return null;
  const signs = btoa(String.fromCharCode(...new Uint8Array(key)));
  return signs.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
