import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';

import en from '../../src/torite/locale/en.json';
import ja from '../../src/torite/locale/ja.json';
import { actionName, cardName, fill, gameText, refusalText, t } from './i18n.ts';
import { settings } from './settings.svelte.ts';
import type { GameInfo } from './wire.ts';

const english: Record<string, string> = en;
const japanese: Record<string, string> = ja;

const whist: GameInfo = {
  name: 'nobody_knows',
  min_players: 4,
  max_players: 4,
  faces: 'french',
  suits: ['S', 'H', 'D', 'C'],
  options: [],
  presets: {},
  asks: [],
  sheet: { columns: [], total: null },
  concede: false,
  levels: [],
  texts: { en: { 'game.nobody_knows.phase.play': 'play a card' } },
};

beforeEach(() => {
  settings.lang = 'en';
});

describe('the two languages', () => {
  test('have the same keys', () => {
    expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
  });

  test.each(Object.keys(english))('%s has the same parameters and some text in both', (key) => {
    const parameters = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    expect(parameters(japanese[key] ?? '')).toEqual(parameters(english[key] ?? ''));
    expect(japanese[key]).not.toBe('');
    expect(english[key]).not.toBe('');
  });
});

describe('every key that the source mentions', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.(svelte|ts)$/.test(name),
  );
  const keys = files.flatMap((name) => {
    const text = readFileSync(join('src', name), 'utf8');
    return [...text.matchAll(/'((?:ui|event|notice|table)\.[a-z_.]+)'/g)].map(
      (found) => found[1] ?? '',
    );
  });
  test.each([...new Set(keys)].sort())('%s', (key) => {
    expect(english).toHaveProperty([key]);
  });
});

test('parameters are filled in, lists with commas, and unknown braces stay', () => {
  expect(fill('{a} and {b}, {c}', { a: 1, b: ['x', 'y'] })).toBe('1 and x, y, {c}');
});

test('the language switches at once', () => {
  expect(t('ui.cancel')).toBe('Cancel');
  settings.lang = 'ja';
  expect(t('ui.cancel')).toBe('やめる');
});

describe('a game of which the locale files know nothing', () => {
  test('brings its own texts', () => {
    expect(gameText(whist, 'phase.play')).toBe('play a card');
  });

  test('falls back to its English and then to the identifier', () => {
    settings.lang = 'ja';
    expect(gameText(whist, 'phase.play')).toBe('play a card');
    expect(gameText(whist, 'option.wild')).toBe('wild');
    expect(actionName(whist, 'bid:3')).toBe('bid 3');
  });
});

test('refusals name cards and suits', () => {
  const problem = { code: 'move/illegal_action', params: { code: 'take:?', legal: ['HT'] } };
  expect(refusalText(problem, whist)).toContain(cardName(whist, 'HT'));
  expect(refusalText({ code: 'no/such_code', params: {} })).toContain('no/such_code');
});
