import { beforeEach, expect, test } from 'vitest';

import type { Laid, Line } from '../reduce.ts';
import { settings } from '../settings.svelte.ts';
import { BARE_GAME, BARE_SHEET } from '../table/bare.ts';
import type { GameInfo, PublicEvent, Scene, TableView } from '../wire.ts';
import { isNews, seenWith, told } from './told.ts';

const game: GameInfo = {
  ...BARE_GAME,
  name: 'nobody_knows',
  faces: 'french',
  suits: ['S', 'H', 'D', 'C'],
  sheet: { ...BARE_SHEET, columns: ['points', 'scores'], total: 'scores' },
  texts: {
    en: {
      'game.nobody_knows.option.wild': 'Wild cards',
      'game.nobody_knows.action.bid': 'bids {value}',
    },
  },
};

const table = {
  seats: [{ name: 'Ann' }, { name: 'Ben' }],
  outcome: null,
} as unknown as TableView;

const event = (happened: PublicEvent, dummy?: Laid): Line => ({
  key: 1,
  kind: 'event',
  event: happened,
  table,
  ...(dummy && { dummy }),
});
const notice = (text: string, params: Record<string, unknown>): Line => ({
  key: 1,
  kind: 'notice',
  text,
  params,
});

beforeEach(() => {
  settings.lang = 'en';
});

test.each<[PublicEvent['type'], number, string, boolean]>([
  ['left', 1, 'playing', true],
  ['left', 1, 'lobby', false],
  ['left', 0, 'playing', false],
  ['returned', 1, 'playing', true],
  ['confirmed', 1, 'between', false],
  ['invited', 1, 'over', true],
])(
  'who plays here now, and where, is told at once: %s of %i while %s',
  (type, seat, phase, wanted) => {
    const happened = { type, seat, name: 'Ben' } as PublicEvent;
    const line = { ...event(happened), table: { ...table, phase } as TableView } as Line;
    expect(isNews(line, 0)).toBe(wanted);
  },
);

test('a no puts an end to a proposal, and whose time is up comes back: only one is news', () => {
  const news = (happened: object) =>
    isNews(event({ seat: 1, name: 'Ben', ...happened } as PublicEvent), 0);
  expect([true, false].map((yes) => news({ type: 'answered', yes }))).toEqual([false, true]);
  expect([true, false].map((late) => news({ type: 'stood_in', late }))).toEqual([false, true]);
});

test.each<[string, number | null, RegExp]>([
  ['lobby', 1, /^Ann sits down/],
  ['playing', 0, /^Ann plays on/],
  ['playing', 1, /^Welcome/],
  ['playing', null, /^Ann plays on/],
])('who sits down while %s is told to who has seat %s', (phase, seat, text) => {
  const joined = event({ type: 'joined', seat: 1, name: 'Ann' } as PublicEvent);
  const line = { ...joined, table: { ...table, phase, seat } } as Line;
  expect(told(line, game)).toMatch(text);
  expect(isNews(line, seat)).toBe(phase === 'playing');
});

test('of what only a newer house knows nothing is said', () => {
  expect(told(event({ type: 'of_tomorrow' } as unknown as PublicEvent), game)).toBeNull();
});

test('whoever comes back is told at once that a bot has played', () => {
  expect(isNews(notice('relieved', {}), 0)).toBe(true);
  expect(isNews(notice('info', {}), 0)).toBe(false);
  expect(told(notice('relieved', {}), game)).toBe('While you were away a bot had your seat.');
});

test('an action is told by its seat, a sealed one without what it was', () => {
  const acted = { type: 'acted' as const, seat: 1, by: 'person' as const, chance: [] };
  expect(told(event({ ...acted, code: 'HT' }), game)).toBe('Ben: 10 of hearts');
  expect(told(event({ ...acted, code: 'bid:2' }), game)).toBe('Ben: bids 2');
  expect(told(event({ ...acted, code: null }), game)).toBe('Ben has decided.');
  const chance = [
    { seat: 0, code: 'HT' },
    { seat: null, code: 'bid:2' },
  ];
  expect(told(event({ ...acted, code: 'HT', chance }), game)).toBe(
    'Ben: 10 of hearts · Ann: 10 of hearts · bids 2',
  );
});

test('what the reader has done is told as such', () => {
  const acted = { type: 'acted' as const, seat: 1, by: 'person' as const, chance: [] };
  const mine = { ...table, seat: 1 };
  const line = { ...event({ ...acted, code: 'bid:0' }), table: mine } as Line;
  expect(told(line, { ...game, name: 'wizard' })).toBe('You: bid 0');
  expect(told({ key: 1, kind: 'trick', winner: 1, table: mine }, game)).toBe('You take the trick.');
});

test('a card of the dummy is told by its name, not by that of who let it play', () => {
  const acted = { type: 'acted' as const, seat: 1, by: 'person' as const, chance: [] };
  const line = (code: string): Line => event({ ...acted, code }, { place: 2, code: 'H7' });
  const texts = { en: { 'game.nobody_knows.dummy': 'The ruler' } };
  const known = { ...game, cards: ['HT', 'H7'], texts };
  expect(told(line('lead'), known)).toBe('The ruler: 7 of hearts');
  expect(told(line('HT'), known)).toBe('Ben: 10 of hearts · The ruler: 7 of hearts');
});

test('what a trick has shown of a hand is told with it', () => {
  const hands = [
    { kind: 'hand', seat: 0, cards: ['SA', 'SK'], open: false },
    { kind: 'hand', seat: 1, cards: ['HJ', 'SJ', '?'], open: true },
  ];
  const scene = { seat: 0, zones: hands } as unknown as TableView['scene'];
  const line: Line = { key: 1, kind: 'trick', winner: 0, table: { ...table, scene } };
  expect(told(line, game)).toBe('Ann takes the trick.');
  expect(told(line, { ...game, name: 'schieber' })).toBe(
    'Ann takes the trick. · The Weis of Ben: jack of hearts, jack of spades',
  );
});

test('the end of a deal tells the running totals', () => {
  const result = { points: [1, 2], scores: [30, -10] };
  const ended = event({ type: 'deal_ended', result });
  expect(told(ended, game)).toContain('Ann 30, Ben −10');
  const seats = ['Ann', 'Ben', 'Cat', 'Dan'].map((name) => ({ name })) as TableView['seats'];
  const partners = { ...ended, table: { ...table, seats } } as Line;
  expect(told(partners, game)).toContain('Ann and Cat 30, Ben and Dan −10');
});

test.each<[string, string[], string, string]>([
  ['by all', ['person', 'person'], 'playing', 'The match was ended by agreement. Ann 30, Ben −10'],
  ['by one among bots', ['person', 'bot'], 'playing', 'Ann has given up the match.'],
  ['that is over', ['person', 'person'], 'over', 'Back to seats and options.'],
])('a match that is given up: %s', (_, kinds, phase, text) => {
  const seats = table.seats.map((seat, i) => ({ ...seat, kind: kinds[i], stand_in: false }));
  const before = { ...table, phase, seats } as TableView;
  const standing = { points: [1, 2], scores: [30, -10] };
  const line: Line = { key: 1, kind: 'reset', name: 'Ann', table: before, standing };
  expect(told(line, game)).toBe(text);
  expect(isNews(line, 0)).toBe(text.includes('agreement'));
});

test('a name that is read from the right turns no line round', () => {
  const seats = [{ name: 'מיכאל 🃏' }, { name: 'Ben' }] as TableView['seats'];
  const ended = event({ type: 'deal_ended', result: { scores: [30, -10] } });
  const text = told({ ...ended, table: { ...table, seats } } as Line, game);
  expect(text).toContain('\u2068מיכאל 🃏\u2069 30');
  expect(text).toContain('Ben −10');
});

test.each([
  ['playing', 'Ben leaves the seat; a bot plays on.'],
  ['over', 'Ben leaves the seat.'],
])('who leaves while %s', (phase, text) => {
  const left = event({ type: 'left', seat: 1, name: 'Ben' });
  expect(told({ ...left, table: { ...table, phase } } as Line, game)).toBe(text);
});

test('options that are proposed together stand in one line', () => {
  const what = {
    what: 'option',
    name: 'wild',
    value: true,
    more: { goal: 9 },
    seat: null,
  } as const;
  const text = told(event({ type: 'proposed', seat: 0, name: 'Ann', what }), game);
  expect(text).toContain('goal:\u00a09, Wild cards: on');
});

test('who changes places is told by name', () => {
  expect(told(event({ type: 'swapped', seat: 0, other: 1 }), game)).toBe(
    'Ben and Ann change places.',
  );
});

test('a contribution to the shuffle is not worth a line', () => {
  expect(told(event({ type: 'nonce_given', seat: 0 }), game)).toBeNull();
});

test('the explanation of an option says its name, how to type it, and what it excludes', () => {
  const text = told(
    notice('option_help', {
      option: 'wild',
      allowed: [false, true],
      excludes: ['calm'],
      digits: 0,
    }),
    game,
  );
  expect(text).toMatch(/Wild cards.*\n\/option wild – off, on.*calm/);
});

test('commands are parted by spaces', () => {
  expect(told(notice('help', { commands: ['/join', '/preset'] }), game)).toContain(
    ' /join /preset.',
  );
});

test('a notice without a text shows its key', () => {
  expect(told(notice('never_written', {}), game)).toContain('never_written');
});

test('what is seen on the table alone goes with what happens: a new trump, new cards in the hand', () => {
  const at = (deal: number, cards: string[], suit: string | null): TableView => {
    const zones = [
      { kind: 'hand', seat: 0, cards },
      { kind: 'trump', suit },
      { kind: 'trick', cards: [null, 'C9'] },
    ];
    return {
      ...table,
      seat: 0,
      scene: { deal, seat: 0, phase: 'play', zones } as unknown as Scene,
    };
  };
  const seen = (happened: PublicEvent, before: TableView, after: TableView): string | null =>
    seenWith({ key: 2, kind: 'event', event: happened, table: after }, before, game);
  const acted = (code: string): PublicEvent => ({
    type: 'acted',
    seat: 1,
    code,
    by: 'person',
    chance: [],
  });
  const over = at(1, ['S6'], 'S');
  const dealt = { type: 'dealt', deal: 2 } as PublicEvent;
  expect(seen(dealt, over, at(2, ['D6', 'D7'], 'H'))).toBe('Trump: hearts');
  expect(seen(dealt, over, at(2, ['D6', 'D7'], 'none'))).toBe('no trump');
  expect(seen(dealt, over, at(2, ['D6', 'D7'], null))).toBe(null);
  expect(seen(acted('draw'), over, at(1, ['?', 'D9', 'S6', 'H9', 'C9'], 'S'))).toBe(
    'New in your hand: 9 of diamonds, 9 of hearts',
  );
  expect(seen(acted('C9'), at(1, ['S6'], null), at(1, [], 'H'))).toMatch(/^hearts are trumps now/);
  expect(seen(acted('bid:hearts'), at(1, [], 'S'), at(1, [], 'H'))).toBe(null); // has been said
});
