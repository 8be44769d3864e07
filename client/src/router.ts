// The pages of the client and their addresses.

export type Page =
  | { name: 'lobby' }
  | { name: 'table'; id: string }
  | { name: 'rules'; game: string }
  | { name: 'learn'; game: string }
  | { name: 'print'; game: string }
  | { name: 'home' }
  | { name: 'ratings'; game: string | null } // null = the first one
  | { name: 'day'; game: string | null } // null = the first one
  | { name: 'exercises'; game: string | null } // null = the first one
  | { name: 'challenge'; id: string }
  | { name: 'take' } // a link from the reader's other device; what is secret stands behind the #
  | { name: 'replay'; id: string | null } // null = of a file that the reader has
  | { name: 'missing'; path: string };

/** The page at a path. */
export function pageAt(path: string): Page {
  const parts = path.split('/').filter(Boolean).map(decoded);
  const [first, second] = parts;
  if (first === undefined) return { name: 'lobby' };
  if (parts.length === 1 && first === 'me') return { name: 'home' };
  if (parts.length === 1 && first === 'ratings') return { name: 'ratings', game: null };
  if (parts.length === 1 && first === 'day') return { name: 'day', game: null };
  if (parts.length === 1 && first === 'exercises') return { name: 'exercises', game: null };
  if (parts.length === 1 && first === 'take') return { name: 'take' };
  if (parts.length === 1 && first === 'm') return { name: 'replay', id: null };
  if (parts.length === 2 && second !== undefined) {
    if (first === 't') return { name: 'table', id: idIn(second) };
    if (first === 'm') return { name: 'replay', id: idIn(second) };
    if (first === 'rules') return { name: 'rules', game: second };
    if (first === 'ratings') return { name: 'ratings', game: second };
    if (first === 'day') return { name: 'day', game: second };
    if (first === 'exercises') return { name: 'exercises', game: second };
    if (first === 'c') return { name: 'challenge', id: idIn(second) };
    if (first === 'learn') return { name: 'learn', game: second };
    if (first === 'print') return { name: 'print', game: second };
  }
  return { name: 'missing', path };
}

/** The path of a page. */
export function pathOf(page: Page): string {
  switch (page.name) {
    case 'lobby':
      return '/';
    case 'table':
      return `/t/${encodeURIComponent(page.id)}`;
    case 'rules':
      return `/rules/${encodeURIComponent(page.game)}`;
    case 'learn':
      return `/learn/${encodeURIComponent(page.game)}`;
    case 'print':
      return `/print/${encodeURIComponent(page.game)}`;
    case 'take':
      return '/take';
    case 'home':
      return '/me';
    case 'ratings':
      return page.game === null ? '/ratings' : `/ratings/${encodeURIComponent(page.game)}`;
    case 'day':
      return page.game === null ? '/day' : `/day/${encodeURIComponent(page.game)}`;
    case 'exercises':
      return page.game === null ? '/exercises' : `/exercises/${encodeURIComponent(page.game)}`;
    case 'challenge':
      return `/c/${encodeURIComponent(page.id)}`;
    case 'replay':
      return page.id === null ? '/m' : `/m/${encodeURIComponent(page.id)}`;
    case 'missing':
      return page.path;
  }
}

/** What somebody has said, in parts: every other one is the address of a table, a match or a challenge somewhere. */
export function aroundAddresses(text: string): string[] {
  return text.split(/(https?:\/\/[^\s/]+\/[tmc]\/[\w-]+)/);
}

/** An id or token as it begins: messengers take for a part of a link what stands right behind it, as in `…/t/a7kqで遊ぼう`. */
export function idIn(part: string): string {
  return /^[\w-]+/.exec(part)?.[0] ?? part;
}

/** Whether a click should be followed inside the page: plain, on one of our own links. */
export function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const isPage = link.origin === location.origin && !link.pathname.startsWith('/api/');
  return isPlain && isPage && link.target === '' && !link.hasAttribute('download');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % in a hand-typed address
  }
}
