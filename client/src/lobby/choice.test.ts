import { afterEach, expect, test, vi } from 'vitest';

import { BARE_GAME } from '../table/bare.ts';
import type { GameInfo } from '../wire.ts';
import { beginGently, keepChoice, recallChoice } from './choice.ts';

const game: GameInfo = {
  ...BARE_GAME,
  name: 'g',
  min_players: 2,
  max_players: 4,
  tables: [2, 4],
  options: [
    { name: 'n', kind: 'int', default: 3, values: [1, 2, 3], excludes: [], digits: 0 },
    { name: 'm', kind: 'numbers', default: '1 1', values: ['1 1'], excludes: [], digits: 2 },
  ],
  presets: { seed: {}, other: { n: 1 } },
  levels: ['gentle', 'steady', 'strong'],
};
const USUAL = { seats: 4, preset: 'seed', values: { n: 3, m: '1 1' }, level: 'steady' };
const CHOSEN = { seats: 2, preset: 'other', values: { n: 2, m: '1 3' }, level: 'strong' };

function store(first: Record<string, string> = {}): void {
  const items = new Map(Object.entries(first));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
}

afterEach(() => void vi.unstubAllGlobals());

test('what was chosen for a game stands there the next time, and for no other', () => {
  store();
  expect(recallChoice(game)).toEqual(USUAL);
  keepChoice('g', CHOSEN);
  expect(recallChoice(game)).toEqual(CHOSEN);
  expect(recallChoice({ ...game, name: 'h' })).toEqual(USUAL);
  keepChoice('h', USUAL);
  expect(recallChoice(game)).toEqual(CHOSEN);
});

test('who comes from the lesson begins against gentle bots, unless others were chosen', () => {
  store();
  beginGently(game);
  expect(recallChoice(game)).toEqual({ ...USUAL, level: 'gentle' });
  keepChoice('g', CHOSEN);
  beginGently(game);
  expect(recallChoice(game)).toEqual(CHOSEN);
});

test('what the game no longer has is as usual', () => {
  store();
  keepChoice('g', { ...CHOSEN, seats: 3, level: 'giant', values: { n: 9, m: '1 3' } });
  expect(recallChoice(game)).toEqual({ ...USUAL, preset: 'other', values: { n: 1, m: '1 1' } });
  keepChoice('g', { ...CHOSEN, values: { ...CHOSEN.values, gone: true } });
  expect(recallChoice(game)).toEqual(CHOSEN);
  keepChoice('g', { ...CHOSEN, values: { n: 2 } }); // m has come since
  expect(recallChoice(game)).toEqual({ ...CHOSEN, values: { n: 2, m: '1 1' } });
  keepChoice('g', { ...CHOSEN, preset: 'gone' });
  expect(recallChoice(game)).toEqual({ ...CHOSEN, preset: 'seed', values: USUAL.values });
});

test.each(['', 'null', '[', '{"g":3}', '{"g":{"values":null}}'])(
  'nothing useful is kept: %s',
  (text) => {
    store({ 'torite.choices': text });
    expect(recallChoice(game)).toEqual(USUAL);
  },
);
