import { expect, test } from 'vitest';

import type { AskInfo, Scene } from '../wire.ts';
import { announcement, asked, unasked } from './announce.ts';

const ASKS: AskInfo[] = [
  { prefix: 'weis', widget: 'announce', place: 'bar', most: null, arrows: false },
  { prefix: 'lead', widget: 'announce', place: 'bar', most: null, arrows: false },
];

function scene(legal: string[], lying: string | null = null): Scene {
  const cards = ['S7', lying]; // the viewer has the second seat
  const trick = { kind: 'trick', id: 'trick', lead: 0, cards, follow: null, last: null };
  return { seat: 1, legal, zones: [trick] } as unknown as Scene;
}

test('the last says most, and goes by itself if that is wanted', () => {
  const free = announcement(scene(['weis:20', 'weis:50', 'weis:none']), ASKS);
  expect(free).toEqual({ most: 'weis:50', silence: 'weis:none', withCard: true });
  expect(unasked(free, true)).toBe('weis:50');
  expect(unasked(free, false)).toBeNull();
});

test('silence comes with a card, or by a button once the card lies there', () => {
  const legal = ['weis:20', 'weis:none'];
  expect(asked(legal, announcement(scene(legal), ASKS))).toEqual(['weis:20']);
  expect(asked(legal, announcement(scene(legal, 'SA'), ASKS))).toEqual(legal);
});

test('nothing to say is not said before the card, unless all is said by itself', () => {
  const free = announcement(scene(['weis:none']), ASKS);
  expect(unasked(free, true)).toBe('weis:none');
  expect(unasked(free, false)).toBeNull();
});

test('the only thing there is to do is done in any case', () => {
  expect(unasked(announcement(scene(['lead']), ASKS), false)).toBe('lead');
});

test('where something else may be done it is asked', () => {
  expect(announcement(scene(['lead', 'power:J-C']), ASKS)).toBeNull();
  expect(announcement(scene([]), ASKS)).toBeNull();
});
