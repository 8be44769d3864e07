import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { settings } from '../../settings.svelte.ts';
import type { Scene } from '../../wire.ts';
import { FIXTURES } from '../fixtures.ts';
import { touchCards, type Moment, type Touch } from './touch.svelte.ts';

const { scene } = FIXTURES['wizard-trick'].table;
const CARDS = ['G12', 'G2', 'Z1', 'N3']; // all but R13, R4 and B9, which must not be played now
const waiting: Scene = { ...scene, turn: [1], legal: [], why: {} };

const OWN: Moment = {
  scene,
  arrivals: 1,
  cards: [...CARDS, 'R13'],
  together: 1,
  free: null,
  word: null,
  isHeld: false,
  isAsked: true,
  isPlaying: true,
};
const LYING: Partial<Moment> = { scene: waiting, isHeld: true, isAsked: false }; // a trick
const GONE: Partial<Moment> = { isHeld: false };
const TURN: Partial<Moment> = { scene, isAsked: true, isHeld: false };
const WEIS = { most: 'weis:A', silence: 'weis:none', withCard: true };
const ASKED: Partial<Moment> = { scene: { ...scene, legal: ['weis:none', 'weis:A'] }, free: WEIS };

let now = $state.raw(OWN);
let touch: Touch;
let done: string[];
let leave: () => void;

function become(what: Partial<Moment>): void {
  now = { ...now, ...what };
  flushSync();
}

/** What a touch leads to. */
function after(code: string, isMeant = false): string[] {
  done = [];
  touch.play(code, isMeant);
  flushSync();
  return done;
}

beforeEach(() => {
  [now, done] = [OWN, []];
  leave = $effect.root(() => {
    touch = touchCards(() => now, {
      act: (code) => done.push(code),
      choose: (codes) => done.push(codes.join('+')),
      letGo: () => done.push('let go'),
      tell: (text) => done.push(text === '' ? 'hush' : text),
      why: ({ key }) => done.push(`why ${key}`),
    });
  });
  flushSync();
});
afterEach(() => {
  leave();
  settings.twice = false;
});

test('a card goes, or it is told why not and the trick over that is gone', () => {
  expect(after('G12')).toEqual(['hush', 'let go', 'G12']);
  expect(after('R13')).toEqual(['let go', 'why follow']);
  become({ scene: waiting });
  expect(after('G12')).toEqual(['let go', 'why turn']);
  become({ scene: null });
  expect(after('G12')).toEqual([]);
});

test('a card that is touched while a trick lies is kept and goes in its turn', () => {
  become(LYING);
  expect(after('G12')).toEqual([]);
  expect(touch.kept).toBe('G12');
  become(GONE);
  expect([touch.kept, done]).toEqual(['G12', []]);
  become(TURN);
  expect([touch.kept, done]).toEqual([undefined, ['hush', 'let go', 'G12']]);
});

test('another touch lets the trick go; then one takes the card back, or keeps another', () => {
  become(LYING);
  after('G12');
  expect(after('G12')).toEqual(['let go']);
  expect(touch.kept).toBe('G12');
  become(GONE);
  after('G2');
  expect(touch.kept).toBe('G2');
  after('G2');
  expect(touch.kept).toBeUndefined();
  become(TURN);
  expect(done).toEqual(['let go']); // of nothing any more
});

test('whoever pulls a card up means it, also once more', () => {
  settings.twice = true;
  become(LYING);
  after('G12', true);
  become(GONE);
  after('G12', true);
  expect(touch.kept).toBe('G12');
  become(TURN);
  expect(done).toContain('G12');
});

test.each([
  ['the first lifts it', [], [], []],
  ['the second came while it lay', ['G12'], [], ['G12']],
  ['the second came later', [], ['G12'], ['G12']],
  ['the third takes it back', [], ['G12', 'G12'], []],
])('whoever touches twice: %s', (_, lying, later, goes) => {
  settings.twice = true;
  become(LYING);
  ['G12', ...lying].forEach((code) => after(code));
  become(GONE);
  later.forEach((code) => after(code));
  done = [];
  become(TURN);
  expect(done.filter((each) => each === 'G12')).toEqual(goes);
});

test.each<[string, Partial<Moment>]>([
  ['the table is sent whole', { arrivals: 2 }],
  ['the cards are others', { scene: { ...scene, deal: 8 } }],
  ['the deal is over', { isPlaying: false }],
  ['it has left the hand', { cards: ['G2'] }],
  ['it would be laid away', { scene: { ...scene, legal: ['discard:G12'] } }],
])('a kept card does not go where %s', (_, what) => {
  become(LYING);
  after('G12');
  become(what);
  expect(touch.kept).toBeUndefined();
  become(TURN);
  expect(done).toEqual([]);
});

test('whoever touches twice has lifted a card, until nothing is asked any more', () => {
  settings.twice = true;
  expect(touch.raised).toEqual(['']);
  expect(after('G12')).toEqual([]);
  expect(touch.raised).toEqual(['G12']);
  after('G2');
  expect(after('G2')).toContain('G2');
  expect(touch.raised).toEqual(['']);
  after('G12');
  become({ isAsked: false });
  become({ isAsked: true });
  expect(touch.raised).toEqual(['']);
  expect(after('G12', true)).toContain('G12');
});

test.each([false, true])('a card keeps silent, and goes then (twice: %s)', (twice) => {
  settings.twice = twice;
  become(ASKED);
  if (twice) expect(after('G12')).toEqual([]);
  expect(after('G12')).toEqual(['hush', 'let go', 'weis:none']);
  become({ isHeld: true }); // whatever comes in between
  expect(done).toHaveLength(3);
  become({ scene, free: null });
  expect(done.slice(3)).toEqual(['hush', 'let go', 'G12']);
  become({ isHeld: false });
  expect(done).toHaveLength(6); // once
});

test('a card that may not be played leaves the question; after another deal nothing goes', () => {
  become({
    ...ASKED,
    scene: { ...scene, legal: ['weis:none', 'weis:A'], why: { R13: scene.why.R13 } } as Scene,
  });
  expect(after('R13')).toEqual(['let go', 'why follow']);
  expect(after('G12')).toContain('weis:none');
  done = [];
  become({ scene, free: null, arrivals: 2 });
  expect(done).toEqual([]);
});

test('with a word that is said unasked a card waits for its own turn', () => {
  become({ ...ASKED, word: 'weis:A' });
  expect(after('G12')).not.toContain('weis:none');
});

test('cards that go together are marked, at most so many, and sent at once', () => {
  become({ together: 2 });
  expect(touch.raised).toEqual([]);
  expect(after('G12')).toEqual(['hush']);
  touch.sendMarked();
  expect(done).toEqual(['hush']);
  after('G2');
  expect(after('Z1').at(-1)).toContain('2');
  expect(touch.marked).toEqual(['G12', 'G2']);
  after('G12');
  after('Z1');
  done = [];
  touch.sendMarked();
  expect(done).toEqual(['G2+Z1']);
  become({ cards: ['Z1', 'N3'] });
  expect([touch.marked, touch.raised]).toEqual([['Z1'], ['Z1']]);
  become({ cards: CARDS, together: 1 });
  become({ together: 3 });
  expect(touch.marked).toEqual([]);
  ['G12', 'G2', 'Z1'].forEach((code) => after(code));
  become({ together: 2 });
  expect(touch.marked).toEqual(['G12', 'G2']);
});
