// Where the reader is, as a reactive value over the history API.

import { isOurs, pageAt, pathOf, type Page } from './router.ts';

const here = $state({ page: pageAt(location.pathname) });

/** The page that is shown. */
export function page(): Page {
  return here.page;
}

/** What the page of a table is told on the way. */
export interface Luggage {
  startsAtOnce: boolean; // the match begins as soon as one has arrived
  level: string | null; // of the bots that are wanted there
  seat?: number | null; // where one sits down at once, or on another seat that is free; null = one looks on
}

/** Goes to a page; the back button comes back. `hash`: of the address, where the page has places. */
export function go(to: Page, luggage: Luggage | null = null, hash = ''): void {
  history.pushState(luggage, '', pathOf(to) + hash);
  arrive();
  window.scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true }); // where a screen reader goes on
}

/** What was given to this page on the way; it is given once. */
export function unpack(): Luggage | null {
  const luggage = history.state as Luggage | null;
  history.replaceState(null, '');
  return luggage;
}

/** Follows our own links and the back button; returns how to stop. */
export function startRouter(): () => void {
  document.addEventListener('click', follow);
  window.addEventListener('popstate', arrive);
  return () => {
    document.removeEventListener('click', follow);
    window.removeEventListener('popstate', arrive);
  };
}

function arrive(): void {
  here.page = pageAt(location.pathname);
}

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || !isOurs(event, link)) return;
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  go(pageAt(link.pathname), null, link.hash);
}
