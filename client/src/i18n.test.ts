import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import en from '../../src/torite/locale/en.json';
import { dressed } from './cards/dress.ts';
import {
  actionName,
  actionNames,
  cardName,
  dateFormat,
  fill,
  find,
  findAtTable,
  gameText,
  labelled,
  loadTexts,
  namedGame,
  optionName,
  reasonText,
  recordText,
  refusalText,
  saidName,
  sentences,
  speak,
  suitName,
  t,
} from './i18n.ts';
import { LANGUAGES, settings, spoken } from './settings.svelte.ts';
import { BARE_GAME } from './table/bare.ts';
import type { GameInfo } from './wire.ts';

const english: Record<string, string> = en;

const whist: GameInfo = {
  ...BARE_GAME,
  name: 'nobody_knows',
  faces: 'french',
  suits: ['S', 'H', 'D', 'C'],
  texts: { en: { 'game.nobody_knows.phase.play': 'play a card' } },
};
const wizard: GameInfo = { ...whist, name: 'wizard', faces: 'wizard', suits: ['R', 'Y', 'G', 'B'] };

beforeAll(async () => {
  await Promise.all(LANGUAGES.map(loadTexts));
});

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
    expect(named('HQ', 'egg')).toBe('queen of hearts');
    settings.deck = 'swiss';
    expect(named('HQ', 'egg')).toBe('Ober of bells');
    expect(named('HQ', 'hslu')).toBe('Ober of roses');
    expect(named('CT', 'egg')).toBe('Banner of roses');
    expect(named('S6', 'hslu')).toBe('6 of shields');
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
    expect(named('D9', 'egg')).toBe('9 of shields');
    expect(cardName(dressed(whist, { values: 'somnia' }), 'D9')).toBe('5/11 of diamonds');
  });

  test('calls an option the same in whatever cards', () => {
    const mittlere = { ...whist, name: 'mittlere' };
    expect(optionName(dressed(mittlere, { values: 'somnia' }), 'values')).toBe('Card values');
  });
});

test('words of Japanese stay whole, and signs have their breadth', async () => {
  await speak('ja');
  expect(t('notice.deal', { deal: 3 })).toBe('第\u20603ディール');
  expect(fill('ビッド{bid}、獲得{tricks}で', { bid: 1, tricks: 5 })).toBe('ビッド1、獲得\u20605で');
  expect(fill('後半{n}トリックで', { n: 1 })).toBe('後半\u20601トリックで');
  expect(t('ui.card.tile', { larger: 5, smaller: 3 })).toBe('5-\u20603の牌');
  expect(labelled('切り札', '赤')).toBe('切り札：赤');
  settings.lang = 'en';
});

describe('the languages', () => {
  const files = readdirSync('../src/torite/locale').filter((name) => name.endsWith('.json'));

  test('are those that have texts', () => {
    expect(files.sort()).toEqual(LANGUAGES.map((lang) => `${lang}.json`).sort());
  });

  test.each(LANGUAGES)('%s has every text', async (lang) => {
    await speak(lang);
    const written = texts(lang);
    const missing = Object.keys(english).filter((key) => find(key) !== (written[key] ?? ''));
    expect(missing).toEqual([]);
  });

  test.each(LANGUAGES)('%s lists what else could be done as buttons call it', async (lang) => {
    await speak(lang);
    expect(t('ui.replay.instead', { actions: 'Mit Königreich 2 tauschen' })).toMatch(/[:：] ?Mit/);
  });

  test('a text that is missing is shown in English', async () => {
    await speak('de');
    expect(find('ui.cancel')).toBe('Abbrechen');
    expect(find('ui.no_such_text')).toBe(null);
    settings.lang = 'xx' as 'de';
    expect(t('ui.cancel')).toBe('Cancel');
  });

  test.each([
    ['de-CH', 'de'],
    ['DE', 'de'],
    ['ja', 'ja'],
    ['den-CA', undefined],
    ['fr', undefined],
  ])('%s is read as %s', (tag, lang) => {
    expect(spoken(tag)).toBe(lang);
  });

  /** What stands in the files: the language's own, and each game's under its name. */
  function texts(lang: string): Record<string, string> {
    const found = read<Record<string, string>>(`${lang}.json`);
    for (const file of readdirSync('../src/torite/locale/games')) {
      const words = read<Record<string, Record<string, string>>>(`games/${file}`)[lang] ?? {};
      for (const [key, text] of Object.entries(words))
        found[`game.${file.replace('.json', '')}.${key}`] = text;
    }
    return found;
  }

  function read<T>(file: string): T {
    return JSON.parse(readFileSync(`../src/torite/locale/${file}`, 'utf8')) as T;
  }
});

test('the client goes without the texts of the terminal, but for records', () => {
  expect(
    Object.keys(english).filter((key) => key.startsWith('cli.') && !key.startsWith('cli.record.')),
  ).toEqual([]);
});

test('Jass players have names of their own for French cards', async () => {
  const option = { name: 'suit_names', kind: 'choice' as const, default: 'egg' };
  const jass = { ...whist, options: [{ ...option, values: ['egg'], excludes: [], digits: 0 }] };
  await speak('de');
  expect(suitName(jass, 'S')).toBe('Schaufel');
  expect(cardName(jass, 'SJ')).toBe('Schaufel Bauer');
  expect(cardName(whist, 'SJ')).toBe('Pik Bube');
  expect(suitName(whist, 'S')).toBe('Pik');
});

test('a game from outside has names for suits of its own', async () => {
  await speak('en');
  const texts = { en: { 'game.stars.suit.M': 'moons', 'game.stars.why.moon': '{suit} first' } };
  const stars: GameInfo = { ...whist, name: 'stars', faces: 'stars', suits: ['S', 'M'], texts };
  expect(suitName(stars, 'M')).toBe('moons');
  expect(reasonText(stars, { key: 'moon', params: { suit: 'M' } })).toBe('moons first');
  expect(suitName(stars, 'S')).toBe('S');
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

test('a bad record is told with the place where it is bad', () => {
  const bad = (params: object) => recordText({ code: 'record/bad', params: { ...params } });
  const at = { reason: 'cards_twice', about: { codes: ['SA', 'HA'] }, deal: 3 };
  expect(bad(at)).toBe('deal 3: dealt more than once: SA, HA');
  expect(bad({ ...at, action: 7 })).toBe('deal 3, action 7: dealt more than once: SA, HA');
  expect(bad({ reason: 'of_tomorrow' })).toBe('This is not a record that can be shown.');
});

test('parameters are filled in, lists with commas, and unknown braces stay', () => {
  expect(fill('{a} (± {b})', { a: -1, b: 2 })).toBe('−1 (±\u00a02)');
  expect(fill('{a}: {b}', { a: ['x', 'y'], b: -12 })).toBe('x, y:\u00a0−12');
  expect(fill('{a}: {b} {c}', { a: 'x', b: 2, c: 'y' })).toBe('x: 2 y');
  expect(fill('{a} and {b}, {c}', { a: 1, b: ['x', 'y'] })).toBe('1 and x, y, {c}');
  settings.lang = 'ja';
  expect(fill('{b}', { b: ['x', 'y'] })).toBe('x、y');
});

test('a word agrees with its number', () => {
  expect(t('ui.players', { n: 1 })).toBe('1 player');
  expect(t('ui.players', { n: 4 })).toBe('4 players');
  expect(fill('{n:one|many}', { n: 0 })).toBe('many');
  expect(fill('{n:one|many}', {})).toBe('{n:one|many}');
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

  test('is called by its name where all games are at hand', () => {
    const named = { ...whist, texts: { en: { 'game.nobody_knows.name': 'Whist of Nobody' } } };
    expect(namedGame('nobody_knows')).toBe('nobody_knows');
    expect(namedGame('nobody_knows', [named])).toBe('Whist of Nobody');
    expect(namedGame('wizard', [named])).toBe('Wizard');
  });
});

test('an option may bring words of its own', () => {
  const option = { name: 'lives', kind: 'numbers' as const, default: 0 };
  const options = [{ ...option, values: [0, 3], excludes: [], digits: 1 }];
  const mittlere = { ...whist, name: 'mittlere', options };
  expect(findAtTable(mittlere, 'result.chips', { lives: 3 })).toBe('Lives');
  expect(findAtTable(mittlere, 'result.chips', { lives: 0 })).toBe('Chips');
  expect(findAtTable(mittlere, 'result.cards', { lives: 3 })).toBe('Card points');
});

test('what Stöck add to the points taken stands in no column, and the words over it say so', () => {
  const option = { name: 'stoeck_pm20', kind: 'bool' as const, default: false };
  const options = [{ ...option, values: [false, true], excludes: [], digits: 1 }];
  const differenzler = { ...whist, name: 'differenzler', options };
  const told = (on: boolean) => findAtTable(differenzler, 'result.cards', { stoeck_pm20: on });
  expect(told(true)).toContain('Stöck');
  expect(told(false)).not.toContain('Stöck');
});

test('what a seat has said is told of it, or of you', () => {
  expect(saidName(wizard, 'bid:0')).toBe('bids 0');
  expect(saidName(wizard, 'bid:0', true)).toBe('bid 0');
  settings.lang = 'de';
  expect(actionName(wizard, 'bid:0')).toBe('0 ansagen');
  expect(saidName(wizard, 'bid:0')).toBe('sagt 0 an');
  expect(saidName(wizard, 'bid:0', true)).toBe('sagst 0 an');
  expect(saidName({ ...whist, name: 'rwd' }, 'take:?')).toBe('nimmt die verdeckte Karte');
  expect(saidName({ ...whist, name: 'schieber' }, 'push')).toBe('schiebt');
  expect(saidName(whist, 'bid:3')).toBe('bid 3'); // nothing is known of it
});

test('who can do something is told by its card', () => {
  const emissary = { ...whist, name: 'emissary' };
  expect(saidName(emissary, 'select:J-S')).toBe('selects jack of spades');
  expect(saidName(emissary, 'power:Q-D', true)).toBe('use queen of diamonds');
});

test('a number is a figure, unless it is a card or asked for as a suit', () => {
  const tiles = { ...whist, faces: 'domino', suits: [...'0123456'], cards: ['2-2', '2-1'] };
  const bingo = { ...tiles, name: 'bingo' };
  expect(saidName(bingo, 'doubles:2')).toBe('declares 2 doubles');
  expect(saidName(bingo, 'doubles:2', true)).toBe('declare 2 doubles');
  expect(saidName(bingo, 'expose:2-2')).toBe('exposes two two');
  expect(actionName(tiles, 'bid:2')).toBe('bid 2');
  expect(actionName({ ...tiles, cards: ['2'] }, 'take:2')).toBe('take twos');
  const asks = [
    { prefix: 'trump', widget: 'suit', place: 'bar', most: null, arrows: false } as const,
  ];
  expect(actionName({ ...tiles, asks: [...asks] }, 'trump:2')).toBe('trump twos');
});

test('figures among several actions are told by their ends', () => {
  const bids = ['pass', ...[0, 1, 2, 4, 6, 7].map((bid) => `bid:${bid}`)];
  expect(actionNames(wizard, bids)).toEqual(['pass', 'bid 0 to 2, 4, 6, 7']);
  expect(actionNames({ ...whist, name: 'rwd' }, ['SA', 'take:?', 'S7'])).toEqual([
    'ace of spades',
    'take the face-down card',
    '7 of spades',
  ]);
});

test('a rule is told in the words of the game, else in those of all games', () => {
  const reason = { key: 'follow', params: { suit: 'R' } };
  expect(reasonText(wizard, reason)).toContain('Jester');
  expect(reasonText(whist, { key: 'follow', params: { suit: 'H' } })).toContain('hearts');
  const refused = {
    code: 'move/illegal_action',
    params: { code: 'B3', legal: ['R4'], why: reason },
  };
  expect(refusalText(refused, wizard)).toBe(reasonText(wizard, reason));
});

test('refusals name cards and suits', () => {
  const problem = { code: 'move/illegal_action', params: { code: 'take:?', legal: ['HT'] } };
  expect(refusalText(problem, whist)).toContain(cardName(whist, 'HT'));
  expect(refusalText({ code: 'no/such_code', params: {} })).toContain('no/such_code');
});

test.each([
  ['en', ['en-GB', 'de-CH'], '5 Mar 2026'],
  ['en', ['de-CH', 'en-US'], 'Mar 5, 2026'],
  ['de', ['en-GB', 'de-CH', 'de-DE'], '5. März 2026'],
  ['en', ['en-GB@posix'], '5 Mar 2026'],
  ['en', ['ja'], 'Mar 5, 2026'],
] as const)('a date in %s where the browser speaks %j', (lang, languages, written) => {
  vi.stubGlobal('navigator', { languages });
  settings.lang = lang;
  const day = dateFormat({
    day: 'numeric',
    month: lang === 'de' ? 'long' : 'short',
    year: 'numeric',
  });
  expect(day.format(new Date(2026, 2, 5))).toBe(written);
  vi.unstubAllGlobals();
});

test('a space parts sentences, but not where their full stop has one', () => {
  expect(sentences('One.', null, '', 'Two.')).toBe('One. Two.');
  expect(sentences('終わりです。', 'あなたの番です。')).toBe('終わりです。あなたの番です。');
});
