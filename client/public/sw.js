// Without a connection, or with one that answers nothing, the page still opens, from what the browser has kept, and
// says that the house cannot be reached.
// What the server answers is never kept: only the page itself and the files whose names contain their content.

const KEPT = 'torite'; // the same name in src/install.ts
const MOST = 60; // files; the oldest go
const PATIENCE = 3000; // ms that a page is waited for, as in a train that has left the last mast behind
const AWAY = [502, 503, 504]; // what a proxy answers for a house that does not

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !/^\/(api|docs|schema|healthz|readyz)/.test(pathname))
    event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

// What the house tells while none of its pages is open: whose turn it is (src/notices.svelte.ts).
self.addEventListener('push', (event) => {
  const { title, body, path, lang } = event.data.json();
  const shown = { body, lang, tag: path, renotify: true, data: { path }, icon: '/icon.png' };
  event.waitUntil(self.registration.showNotification(title, shown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.path, self.location.origin).href));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)));

async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url.split(/[?#]/)[0] === address);
  return page ? page.focus() : self.clients.openWindow(address);
}

async function subscribeAgain({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  if (!newSubscription && !options) return; // the next page that is opened does it
  const { endpoint, keys } = (
    newSubscription ?? (await self.registration.pushManager.subscribe(options))
  ).toJSON();
  const lang = self.navigator.language.slice(0, 2);
  const body = JSON.stringify({ endpoint, key: keys.p256dh, secret: keys.auth, lang });
  const headers = { 'content-type': 'application/json' };
  await fetch('/api/me/notices', { method: 'POST', headers, body });
}

async function page(request) {
  const asked = fetch(request).catch(() => Response.error());
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  const answer = await Promise.race([asked, late]);
  const isAway = !answer || answer.type === 'error' || AWAY.includes(answer.status);
  return (isAway && (await caches.match('/'))) || asked;
}

// A page in a file's place is a hotel's, which wants to be agreed to first: kept, it would be there for ever.
const isFile = (answer) => answer?.ok && !answer.headers.get('content-type')?.includes('html');

async function asset(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (isFile(found)) return found;
  const answer = await fetch(request);
  if (isFile(answer)) await kept.put(request, answer.clone());
  const all = await kept.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await kept.delete(old);
  return answer;
}
