// What lies over the page: the uppermost goes by Esc, by a swipe down or aside and, where it covers what was there, by
// the browser's Back.

import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { MediaQuery } from 'svelte/reactivity';

interface Layer {
  node: HTMLElement;
  close: () => void;
  covers: boolean; // and stands in the browser's history
}

/** Whether there is room for sheets beside the table. */
export const roomy = new MediaQuery('(min-width: 1100px) and (min-height: 560px)');

const FAR = 60; // px that a finger moves before a sheet goes
const MARK = 'over'; // the state of the entry in the history that Back takes away

const { navigation } = window as { navigation?: Navigation }; // not every browser has it
const layers: Layer[] = [];
let leaving: string | null = null; // the address that stays when we are on our way back by ourselves
let hushed = false; // that the entry below had another address is not told
let settles = false;
let before = -1; // place in the history of the entry from which the one that is shown was come to

/** Follows Esc and the browser's Back; returns how to stop. */
export function startLayers(): () => void {
  window.addEventListener('keydown', escape);
  window.addEventListener('popstate', wentBack);
  window.addEventListener('hashchange', hush); // before any page follows it
  navigation?.addEventListener('currententrychange', comeFrom);
  settle(); // a page that was loaded anew has nothing over it yet
  return () => {
    window.removeEventListener('keydown', escape);
    window.removeEventListener('popstate', wentBack);
    window.removeEventListener('hashchange', hush);
    navigation?.removeEventListener('currententrychange', comeFrom);
  };
}

/** For the element that lies over the page.  When it goes, the focus goes back to where it came from. */
export function over(close: () => void, covers: () => boolean): Attachment<HTMLElement> {
  return (node) => {
    const opener = document.activeElement;
    const layer: Layer = { node, close, covers: false };
    node.tabIndex = -1; // may have the focus
    layers.push(layer);
    $effect(() => {
      layer.covers = covers();
      settle();
    });
    const unwatch = watchSwipes(node, close);
    return () => {
      unwatch();
      layers.splice(layers.indexOf(layer), 1);
      settle();
      const lost =
        document.activeElement === document.body || node.contains(document.activeElement);
      if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  };
}

/** For a dialog that is there all the time: while it is open, Back closes it and does not leave the page. */
export const overDialog: Attachment<HTMLDialogElement> = (dialog) => {
  const close = (): void => dialog.close();
  const layer: Layer = { node: dialog, close, covers: true };
  const follow = (): void => {
    const at = layers.indexOf(layer);
    if (dialog.open === at >= 0) return;
    if (dialog.open) layers.push(layer);
    else layers.splice(at, 1);
    settle();
  };
  const watcher = new MutationObserver(follow);
  watcher.observe(dialog, { attributeFilter: ['open'] });
  const unwatch = watchSwipes(dialog, close);
  return () => {
    watcher.disconnect();
    unwatch();
    dialog.close();
    follow();
  };
};

/** What this opens has the focus, so that it is told to who sees nothing. */
export async function enter(open: () => void): Promise<void> {
  const before = layers.map(({ node }) => node);
  open();
  await tick();
  const node = layers.at(-1)?.node;
  if (node !== undefined && !before.includes(node)) node.focus({ preventScroll: true });
}

function escape(event: KeyboardEvent): void {
  const isDialogs = document.querySelector('dialog[open]') !== null; // it goes by itself
  if (event.key === 'Escape' && !event.defaultPrevented && !isDialogs) layers.at(-1)?.close();
}

function isMarked(): boolean {
  return history.state === MARK;
}

/** One entry of the history for all that covers the page, while something does; once everything has come and gone. */
function settle(): void {
  if (settles) return;
  settles = true;
  queueMicrotask(() => {
    settles = false;
    const covered = layers.some(({ covers }) => covers);
    if (leaving !== null || covered === isMarked()) return;
    if (covered) return history.pushState(MARK, '');
    leaving = location.href;
    history.back();
  });
}

/** Where the page is from now on, also when what lies over it has gone. */
export function readdress(to: string): void {
  history.replaceState(history.state, '', to);
  if (leaving !== null) leaving = location.href;
}

function comeFrom({ from }: NavigationCurrentEntryChangeEvent): void {
  before = from.index;
}

/** Whether Forward has led to the entry of something that is gone, and leads on; a browser may not know. */
function goesOn(): boolean {
  const index = navigation?.currentEntry?.index ?? -1;
  return before < index && index < (navigation?.entries().length ?? 0) - 1;
}

function wentBack(): void {
  if (leaving === null && isMarked() && layers.length === 0 && goesOn()) return history.forward();
  if (leaving === null && !isMarked()) layers.findLast(({ covers }) => covers)?.close();
  if (leaving !== null && leaving !== location.href) {
    hushed = true;
    history.replaceState(history.state, '', leaving);
  }
  leaving = null;
  settle();
}

function hush(event: HashChangeEvent): void {
  if (hushed) event.stopImmediatePropagation();
  hushed = false;
}

/** A finger takes the sheet along, and away if it goes far; what scrolls that way scrolls first. */
function watchSwipes(node: HTMLElement, close: () => void): () => void {
  let from: { x: number; y: number; down: boolean; aside: boolean } | null = null;
  let way = { x: 0, y: 0 };

  function start({ touches, target }: TouchEvent): void {
    const [touch] = touches;
    const isField = target instanceof Element && target.closest('input, select, textarea') !== null;
    if (touch === undefined || touches.length > 1 || isField) return rest();
    const inside = pathTo(node, target);
    if (inside.some((each) => each !== node && each.localName === 'dialog')) return rest(); // that one is swiped
    const down = inside.every((each) => each.scrollTop <= 0);
    const aside = inside.every((each) => each.scrollWidth <= each.clientWidth + 1);
    from = { x: touch.clientX, y: touch.clientY, down, aside };
  }

  function move({ touches }: TouchEvent): void {
    const [touch] = touches;
    if (from === null || touch === undefined) return;
    const x = touch.clientX - from.x;
    const y = touch.clientY - from.y;
    const isAside = Math.abs(x) > 2 * Math.abs(y);
    way = { x: from.aside && isAside ? x : 0, y: from.down && !isAside ? Math.max(0, y) : 0 };
    node.style.translate = `${way.x}px ${way.y}px`;
  }

  function rest(): void {
    from = null;
    way = { x: 0, y: 0 };
    node.style.translate = '';
  }

  function end(): void {
    const far = Math.max(Math.abs(way.x), way.y) > FAR;
    rest();
    if (far) close();
  }

  const listeners = { touchstart: start, touchmove: move, touchend: end, touchcancel: rest };
  for (const [type, listener] of Object.entries(listeners))
    node.addEventListener(type, listener as EventListener, { passive: true });
  return () => {
    for (const [type, listener] of Object.entries(listeners))
      node.removeEventListener(type, listener as EventListener);
  };
}

/** The element that is touched and all around it, up to the sheet. */
function pathTo(node: HTMLElement, target: EventTarget | null): Element[] {
  const path: Element[] = [];
  for (let each = target instanceof Element ? target : null; each; each = each.parentElement) {
    path.push(each);
    if (each === node) break;
  }
  return path;
}
