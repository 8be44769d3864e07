import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Scene } from '../wire.ts';
import { watchTrump, type Birth } from './birth.svelte.ts';
import { FIXTURES } from './fixtures.ts';

const { scene } = FIXTURES['wizard-taken'].table;
const badge = { id: 'points', shape: 'number', of: null, hidden: false } as const;

const at = (suit: string | null, deal = 1, phase = 'play', value = 0): Scene => ({
  ...scene,
  deal,
  phase,
  badges: [[{ ...badge, value }]],
  zones: [{ kind: 'trump', id: 'trump', suit, card: null }],
});

let now = $state.raw<Scene | null>(null);
let birth: Birth;
let leave: () => void;

function show(...scenes: (Scene | null)[]): void {
  for (const each of scenes) {
    now = each;
    flushSync();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  leave = $effect.root(() => {
    birth = watchTrump(() => now);
  });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test('is told for a while, with what counted before', () => {
  show(null, at(null), at(null, 1, 'play', 1), at('S', 1, 'play', 7));
  expect([birth.suit, birth.was]).toEqual(['S', [[{ ...badge, value: 1 }]]]);
  vi.advanceTimersByTime(5999);
  show(at('S', 1, 'play', 9)); // the next card
  expect(birth.suit).toBe('S');
  vi.advanceTimersByTime(1);
  expect([birth.suit, birth.was]).toEqual([null, null]);
});

test('the next deal has a trump of its own, which is told for as long', () => {
  show(at(null), at('S'));
  vi.advanceTimersByTime(5000);
  show(at(null, 2));
  expect(birth.suit).toBeNull();
  show(at('H', 2));
  vi.advanceTimersByTime(5000);
  expect(birth.suit).toBe('H');
});

test.each([
  ['with the deal', [at(null), at('S', 2)]],
  ['by a bid', [at(null, 1, 'bid'), at('S')]],
  ['where one reads on', [null, at('S')]],
  ['where there was one', [at('H'), at('S')]],
  ['that is none', [at(null), at('none')]],
])('no trump is born %s', (_, scenes) => {
  show(...scenes);
  expect(birth.suit).toBeNull();
});
