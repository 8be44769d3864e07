import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { settings } from '../settings.svelte.ts';
import { startKeys } from './keys.ts';

vi.mock('./over.svelte.ts', () => ({ enter: (open: () => void) => open() }));

/** As much of an element as a key needs. */
class Part {
  tabIndex = -1;
  dataset: { legal?: string } = {};
  isConnected = true;
  isDisabled = false;
  isShown = true;
  constructor(
    readonly name: string,
    readonly kind = 'div',
  ) {}
  matches = (where: string) => (where === ':disabled' ? this.isDisabled : this.isOf(where));
  closest = (where: string) => (this.isOf(where) ? this : null);
  getClientRects = () => (this.isShown ? [1] : []);
  focus = () => done.push(`focus ${this.name}`);
  click = () => done.push(this.name);
  private isOf = (where: string) => where.split(/, |:/).includes(this.kind);
}

const body = new Part('body', 'body');
let done: string[];
let there: Record<string, Part[]>; // by how the selector that finds them begins
let stop: () => void;
let heard: (event: object) => void;

/** Whether the key was taken, and what it did. */
function press(key: string, target = body, more: object = {}): [boolean, ...string[]] {
  const preventDefault = vi.fn();
  done = [];
  heard({ key, target, preventDefault, ...more });
  return [preventDefault.mock.calls.length > 0, ...done];
}

const found = (where: string) =>
  Object.entries(there).flatMap(([begin, parts]) => (where.startsWith(begin) ? parts : []));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Element', Part);
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: typeof heard) => (heard = listener),
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('document', {
    body,
    activeElement: new Part('hand'),
    querySelector: (where: string) => found(where)[0] ?? null,
    querySelectorAll: found,
  });
  settings.keys = true;
  there = {
    '.asked': [new Part('first'), new Part('second')],
    '[aria-keyshortcuts="c"]': [new Part('chat')],
    '[aria-keyshortcuts="?"]': [new Part('keys')],
    '[aria-keyshortcuts="Enter"]': [new Part('OK')],
  };
  stop = startKeys();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a figure chooses what is asked, a letter what names it; anything else is left alone', () => {
  expect(press('2')).toEqual([true, 'second']);
  expect(press('C')).toEqual([true, 'chat']);
  expect(press('Enter')).toEqual([true, 'OK']);
  for (const key of ['3', '0', 'x', 'Tab', 'F5']) expect(press(key)).toEqual([false]);
});

test('what cannot be pressed is not counted', () => {
  for (const what of [{ isDisabled: true }, { isShown: false }]) {
    there['.asked'] = [Object.assign(new Part('first'), what), new Part('second')];
    expect(press('1')).toEqual([true, 'second']);
  }
});

test('beside a number figures are its own, and letters choose', () => {
  there['[role=spinbutton]'] = [new Part('number', '[role=spinbutton]')];
  there['[data-action]'] = [new Part('pass')];
  expect(press('1')).toEqual([false]);
  expect(press('Q')).toEqual([true, 'pass']);
});

test('keys of the browser, of a field, of a dialog and of a button are theirs', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
    expect(press('c', body, { [held]: true })).toEqual([false]);
  for (const kind of ['input', 'select', 'dialog'])
    expect(press('c', new Part('field', kind))).toEqual([false]);
  expect(press('Enter', new Part('button', 'button'))).toEqual([false]);
  there['dialog[open]'] = [new Part('dialog')];
  expect(press('c')).toEqual([false]);
});

test('whoever has switched them off has the list of keys alone', () => {
  settings.keys = false;
  expect([press('c'), press('?')]).toEqual([[false], [true, 'keys']]);
});

test('the rest of a word plays nothing when the field is gone', () => {
  const field = new Part('chat', 'textarea');
  press('h', field);
  expect(press('1')).toEqual([true, 'first']); // it is there still
  press('h', field);
  field.isConnected = false;
  for (let n = 0; n < 3; n += 1) {
    vi.advanceTimersByTime(900);
    expect([press('1'), press('Enter'), press('F5')]).toEqual([[true], [true], [false]]);
  }
  vi.advanceTimersByTime(1000);
  expect(press('1')).toEqual([true, 'first']);
  field.isConnected = true;
  press('h', field);
  press('Escape', field);
  field.isConnected = false;
  expect(press('1')).toEqual([true, 'first']); // it was left on purpose
});

test('arrows lead to what may be played, and among cards on offer', () => {
  const hand = ['SA', 'SK'].map((name) => new Part(name));
  const offered = ['H6', 'H7'].map((name) => new Part(name));
  [there['[data-testid=hand]'], hand[0]!.tabIndex, hand[1]!.dataset.legal] = [hand, 0, 'true'];
  expect(press('ArrowRight')).toEqual([true, 'focus SK']);
  expect(press('ArrowDown')).toEqual([true, 'focus SA']);
  expect(press('ArrowUp')).toEqual([false]);
  there['[data-testid^=row-]'] = offered;
  expect(press('ArrowUp')).toEqual([true, 'focus H6']);
  expect(press('ArrowRight', offered[0])).toEqual([true, 'focus H7']);
  expect(press('ArrowLeft', offered[1])).toEqual([true, 'focus H6']);
  expect(press('ArrowLeft', offered[0])).toEqual([false]);
  expect(press('ArrowLeft', new Part('number', '[role=spinbutton]'))).toEqual([false]);
});
