import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.hoisted(() => {
  vi.stubGlobal('window', { matchMedia: () => ({ addEventListener: () => undefined }) });
});

import { enter, over, readdress, startLayers } from './over.svelte.ts';

type Heard = (event: object) => void;

/** As much of an element as a sheet, or something in it, needs. */
class Part {
  tabIndex = 0;
  style = { translate: '' };
  scrollTop = 0;
  scrollWidth = 100;
  clientWidth = 100;
  heard: Record<string, Heard> = {};
  constructor(
    readonly parentElement: Part | null = null,
    readonly kind = 'div',
  ) {}
  addEventListener = (type: string, listener: Heard) => (this.heard[type] = listener);
  removeEventListener = (type: string) => delete this.heard[type];
  contains = (other: Part) => other === this || other.parentElement === this;
  closest = (where: string) => (where.split(', ').includes(this.kind) ? this : null);
  focus = () => (page.activeElement = this);
}

let page: { body: Part; activeElement: Part; isAsking: boolean };
let heard: Record<string, Heard>;
let entries: unknown[]; // of the browser's history, the last is shown
let closed: string[];
let stops: (() => void)[];
let stop: () => void;

const settled = () => new Promise((done) => setTimeout(done));
const escape = (more: object = {}) => heard.keydown?.({ key: 'Escape', ...more });

async function back(): Promise<void> {
  entries.pop();
  heard.popstate?.({});
  await settled();
}

/** Something lies over the page now; returns how it goes. */
function lay(name: string, node: Part, covers = true): () => void {
  let gone: (() => void) | void;
  const leave = $effect.root(() => {
    const layer = over(
      () => closed.push(name),
      () => covers,
    );
    gone = layer(node as unknown as HTMLElement);
  });
  flushSync();
  const go = () => {
    leave();
    gone?.();
    gone = undefined;
  };
  stops.push(go);
  return go;
}

/** A finger that comes down on `target` and moves so far. */
function swipe(node: Part, target: Part, x: number, y: number, fingers = 1): string {
  const touches = (clientX: number, clientY: number) =>
    Array.from({ length: fingers }, () => ({ clientX, clientY }));
  node.heard.touchstart?.({ touches: touches(0, 0), target });
  node.heard.touchmove?.({ touches: touches(x, y) });
  const { translate } = node.style;
  node.heard.touchend?.({ touches: [] });
  return translate;
}

beforeEach(() => {
  const body = new Part();
  page = { body, activeElement: body, isAsking: false };
  [heard, entries, closed] = [{}, [null], []];
  vi.stubGlobal('Element', Part);
  vi.stubGlobal('HTMLElement', Part);
  vi.stubGlobal('location', { href: '/t/a' });
  vi.stubGlobal('document', {
    body,
    querySelector: () => (page.isAsking ? body : null),
    get activeElement() {
      return page.activeElement;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries.at(-1);
    },
    pushState: (state: unknown) => entries.push(state),
    replaceState: (state: unknown) => entries.splice(-1, 1, state),
    back: () => void Promise.resolve().then(back),
  });
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: Heard) => (heard[type] = listener),
    removeEventListener: (type: string) => delete heard[type],
  });
  stops = [];
  stop = startLayers();
});
afterEach(async () => {
  for (const go of stops.toReversed()) go();
  await settled();
  stop();
  vi.unstubAllGlobals();
});

test.each<[string, number, number, boolean, string]>([
  ['down, far', 10, 61, true, '0px 61px'],
  ['down, not far', 0, 60, false, '0px 60px'],
  ['up', 0, -90, false, '0px 0px'],
  ['aside', -61, 20, true, '-61px 0px'],
  ['aslant', 50, 40, false, '0px 40px'],
])('a finger that goes %s', (_, x, y, goes, translate) => {
  const node = new Part();
  lay('sheet', node);
  expect(swipe(node, new Part(node), x, y)).toBe(translate);
  expect([closed, node.style.translate]).toEqual([goes ? ['sheet'] : [], '']);
});

test('what scrolls that way scrolls first; around the sheet nothing matters', () => {
  const around = new Part();
  const node = new Part(around);
  const inside = new Part(node);
  lay('sheet', node);
  [around.scrollTop, inside.scrollTop] = [9, 9];
  swipe(node, new Part(inside), 0, 90);
  [inside.scrollTop, inside.scrollWidth] = [0, 200];
  swipe(node, new Part(inside), 90, 0);
  expect(closed).toEqual([]);
  swipe(node, new Part(inside), 0, 90);
  expect(closed).toEqual(['sheet']);
});

test('two fingers, one in a field, and one that is taken away swipe nothing', () => {
  const node = new Part();
  lay('sheet', node);
  swipe(node, node, 0, 90, 2);
  for (const kind of ['input', 'select', 'textarea']) swipe(node, new Part(node, kind), 0, 90);
  node.heard.touchstart?.({ touches: [{ clientX: 0, clientY: 0 }], target: node });
  node.heard.touchmove?.({ touches: [{ clientX: 0, clientY: 90 }] });
  node.heard.touchcancel?.({});
  expect(node.style.translate).toBe('');
  node.heard.touchend?.({});
  expect(closed).toEqual([]);
});

test('Esc closes the uppermost, unless a dialog or something else has taken it', () => {
  escape();
  lay('one', new Part());
  const close = lay('two', new Part());
  escape({ defaultPrevented: true });
  escape({ key: 'x' });
  page.isAsking = true;
  escape();
  page.isAsking = false;
  expect(closed).toEqual([]);
  escape();
  close();
  escape();
  expect(closed).toEqual(['two', 'one']);
});

test('Back closes the uppermost that covers, and leaves no entry behind', async () => {
  const one = lay('one', new Part());
  const two = lay('two', new Part());
  lay('beside', new Part(), false);
  await settled();
  expect(entries).toEqual([null, 'over']);
  await back();
  expect(closed).toEqual(['two']);
  two();
  await settled();
  expect(entries).toEqual([null, 'over']); // one covers still
  escape();
  one();
  await settled();
  expect([closed, entries]).toEqual([['two', 'beside'], [null]]);
});

test('what lies beside the table is nothing to go back from', async () => {
  lay('beside', new Part(), false);
  await settled();
  expect(entries).toEqual([null]);
});

test.each([false, true])(
  'the address may change while a sheet lies there (on its way: %s)',
  async (isLate) => {
    const replaced = vi.spyOn(history, 'replaceState').mockImplementation((_, __, to) => {
      location.href = to as string;
    });
    vi.spyOn(history, 'back').mockImplementation(() => {
      if (isLate) readdress('/m/a#2');
      location.href = '/m/a#1'; // of the entry below
      void Promise.resolve().then(back);
    });
    const gone = lay('sheet', new Part());
    await settled();
    if (!isLate) readdress('/m/a#2');
    gone();
    await settled();
    expect(location.href).toBe('/m/a#2');
    expect(replaced).toHaveBeenCalledTimes(2);
    expect(closed).toEqual([]); // it was our own way back
    const stopImmediatePropagation = vi.fn();
    heard.hashchange?.({ stopImmediatePropagation }); // from #2 to #1
    expect(stopImmediatePropagation).toHaveBeenCalled(); // nobody goes there
  },
);

test('the focus goes back to where it came from, if nothing else has it', async () => {
  const [opener, other, node] = [new Part(), new Part(), new Part()];
  opener.focus();
  const close: (() => void)[] = [];
  await enter(() => close.push(lay('sheet', node)));
  expect([page.activeElement, node.tabIndex]).toEqual([node, -1]);
  close[0]?.();
  expect(page.activeElement).toBe(opener);
  const again = lay('sheet', new Part());
  other.focus();
  again();
  expect(page.activeElement).toBe(other);
  await enter(() => undefined); // what opens nothing
  expect(page.activeElement).toBe(other);
});
