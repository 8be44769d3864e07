// What is told to who looks at another window.

import { t } from './i18n.ts';
import { settings } from './settings.svelte.ts';

/** Tells who looks at another window that it is their turn, if they want that and the browser allows it. */
export function tellElsewhere(game: string): void {
  if (!settings.notify || !document.hidden) return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notice = new Notification(t('ui.your_turn'), {
    body: game,
    tag: 'torite',
    icon: '/icon.png',
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Asks the browser for leave to notify; whether it gives it. */
export async function mayNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
