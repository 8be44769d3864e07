import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { tellElsewhere } from './elsewhere.ts';
import { settings } from './settings.svelte.ts';

const made = vi.fn();
const showNotification = vi.fn();

/** A browser, with the page behind another window. */
function browser(permission: string, onlyByWorker = false): void {
  class Notice {
    static permission = permission;
    constructor(title: string) {
      if (onlyByWorker) throw new TypeError('Illegal constructor');
      made(title);
    }
  }
  vi.stubGlobal('Notification', Notice);
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('location', { pathname: '/t/a' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ showNotification }) } });
}

beforeEach(() => {
  settings.notify = true;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('who looks elsewhere is told, if that is wanted and allowed', () => {
  browser('granted');
  tellElsewhere('Whist');
  expect(made.mock.calls).toEqual([['Your turn']]);
  vi.stubGlobal('document', { hidden: false });
  tellElsewhere('Whist');
  browser('denied');
  tellElsewhere('Whist');
  settings.notify = false;
  browser('granted');
  tellElsewhere('Whist');
  expect(made).toHaveBeenCalledOnce();
  expect(showNotification).not.toHaveBeenCalled();
});

test('where only a worker may tell it does, and a touch leads back', async () => {
  browser('granted', true);
  tellElsewhere('Whist');
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalled());
  const shown = { body: 'Whist', data: { path: '/t/a' } };
  expect(showNotification.mock.calls).toMatchObject([['Your turn', shown]]);
});
