// What is told to who looks at another window.

import { t } from './i18n.ts';
import { settings } from './settings.svelte.ts';

/** Tells who looks at another window that it is their turn, if they want that and the browser allows it. */
export function tellElsewhere(game: string): void {
  if (!settings.notify || !document.hidden) return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const title = t('ui.your_turn');
  const path = location.pathname;
  const shown = { body: game, tag: path, data: { path }, icon: '/icon.png' }; // as public/sw.js shows what is sent
  try {
    const notice = new Notification(title, shown);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    void tellByWorker(title, shown);
  }
}

/** Chrome on Android has no other way; a touch leads back here (public/sw.js). */
async function tellByWorker(title: string, shown: NotificationOptions): Promise<void> {
  await (await navigator.serviceWorker.ready).showNotification(title, shown);
}

/** Asks the browser for leave to notify; whether it gives it. */
export async function mayNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
