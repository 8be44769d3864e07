// The page as an app: what it consists of is kept in the browser, so that it opens without a connection (public/sw.js).

const KEPT = 'torite'; // the same name in public/sw.js

/** Keeps the page and what it has loaded so far; call it once the page stands. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const kept = await caches.open(KEPT);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const files = loaded.filter(({ origin, pathname }) => isFile(origin, pathname));
    // It may be newer than what stands here, if that was kept: what it begins with is kept with it.
    const page = await fetch('/');
    if (!page.ok) return;
    const named = (await page.clone().text()).match(/\/assets\/[^"]+/g) ?? [];
    if (named.length === 0) return; // not ours: a hotel's, which wants to be agreed to first
    const paths = files.map(({ pathname }) => pathname);
    await kept.addAll([...new Set(['/icon.svg', ...paths, ...named])]);
    await kept.put('/', page);
  } catch {
    // a private window, no room, no connection: the page is as good without
  }
}

function isFile(origin: string, pathname: string): boolean {
  return origin === location.origin && pathname.startsWith('/assets/');
}
