// Without a connection the page still opens, from what the browser has kept, and says that the house cannot be reached.
// What the server answers is never kept: only the page itself and the files whose names contain their content.

const KEPT = 'torite'; // the same name in src/install.ts
const MOST = 60; // files; the oldest go

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !/^\/(api|schema|healthz)/.test(pathname))
    event.respondWith(
      fetch(request).catch(async () => (await caches.match('/')) ?? Response.error()),
    );
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

async function asset(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  const all = await kept.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await kept.delete(old);
  return answer;
}
