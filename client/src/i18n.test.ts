import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import en from '../../src/torite/locale/en.json';
import ja from '../../src/torite/locale/ja.json';
import { dressed } from './cards/dress.ts';
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
  picture: [],
  options: [],
  presets: {},
  asks: [],
  sheet: { columns: [], total: null, strokes: null },
  packet: 1,
  concede: false,
  levels: [],
  texts: { en: { 'game.nobody_knows.phase.play': 'play a card' } },
};

beforeEach(() => {
  settings.lang = 'en';
});

describe('a game in Swiss cards', () => {
  const options = (suit_names: string) => ({ suit_names, values: 'jass' });
  const named = (code: string, names: string) => cardName(dressed(whist, options(names)), code);

  afterEach(() => {
    settings.deck = 'french';
  });

  test('calls suits and ranks as the table has them, and only if the reader wants it', () => {
    expect(named('HQ', 'egg')).toBe('hearts Q');
    settings.deck = 'swiss';
    expect(named('HQ', 'egg')).toBe('bells Ober');
    expect(named('HQ', 'hslu')).toBe('flowers Ober');
    expect(named('CT', 'egg')).toBe('flowers Banner');
    expect(named('S6', 'hslu')).toBe('shields 6');
    settings.lang = 'ja';
    expect(named('SJ', 'egg')).toBe('どんぐりのウンター');
  });

  test('names suits where a text has French signs', () => {
    const schieber = { ...whist, name: 'coiffeur' };
    expect(gameText(schieber, 'value.joker1:C')).toBe('Joker 1: ♣');
    settings.deck = 'swiss';
    expect(gameText(dressed(schieber, options('hslu')), 'value.joker1:C')).toBe('Joker 1: acorns');
  });

  test('leaves a game alone that has no Swiss suits', () => {
    settings.deck = 'swiss';
    expect(dressed(whist, {}).faces).toBe('french');
    expect(dressed(whist, { suit_names: 'egg', values: 'somnia' }).faces).toBe('somnia');
    expect(named('D9', 'egg')).toBe('shields 9');
    expect(cardName(dressed(whist, { values: 'somnia' }), 'D9')).toBe('diamonds 5/11');
  });
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
