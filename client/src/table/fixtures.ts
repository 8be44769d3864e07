// Tables to test with: each is what a viewer gets from the server at one moment.

import type { Badge, GameInfo, Scene, SeatView, TableView, Zone } from '../wire.ts';
import { BARE_GAME, BARE_SEAT, BARE_SHEET, BARE_TABLE } from './bare.ts';

interface Fixture {
  game: GameInfo;
  table: TableView & { scene: Scene };
}

function gameInfo(name: string, faces: string, suits: string[], rest: Partial<GameInfo>): GameInfo {
  const sheet = { ...BARE_SHEET, columns: ['points'] };
  const own = {
    name,
    faces,
    suits,
    min_players: 3,
    max_players: 6,
    tables: [3, 4, 5, 6],
    sheet,
    packet: 1,
  };
  return { ...BARE_GAME, ...own, ...rest };
}

export const WIZARD = gameInfo('wizard', 'wizard', [...'RYGB'], {
  asks: [
    { prefix: 'bid', widget: 'number', place: 'sheet', most: 20, arrows: true },
    { prefix: 'trump', widget: 'suit', place: 'popup', most: null, arrows: false },
  ],
  sheet: { ...BARE_SHEET, columns: ['bids', 'tricks', 'points'], total: 'scores' },
});
const RWD = gameInfo('rwd', 'french', [...'CDHS'], {
  sheet: { ...BARE_SHEET, columns: ['chips', 'tricks', 'points'] },
});
// A game from a file, with faces that the client has never seen.
const UNKNOWN = gameInfo('unheard', 'runes', ['A', 'B'], {
  texts: { en: { 'game.unheard.phase.play': 'Play a rune', 'game.unheard.action.pass': 'Pass' } },
});

const NAMES = ['Mika', 'Jonas', 'Ms Featherstonehaugh', '花子', 'Otto', 'Ayşe'];

function seats(players: number): SeatView[] {
  return NAMES.slice(0, players).map((name, i) => ({
    ...BARE_SEAT,
    kind: i % 2 === 1 ? 'bot' : 'person',
    name,
    level: i % 2 === 1 ? 'gentle' : null,
    away: i === 2 && players === 5,
    stand_in: i === 2 && players === 5,
  }));
}

function table(game: GameInfo, scene: Scene, rest: Partial<TableView> = {}): Fixture['table'] {
  const own = { id: 'fixture', game: game.name, seats: seats(scene.players), seat: scene.seat };
  return { ...BARE_TABLE, ...own, phase: 'playing', hints: true, ...rest, scene };
}

const some = (count: number): string[] => Array.from({ length: count }, () => '?');

function hands(
  players: number,
  own: string[],
  others: number[],
  viewer: number | null = 0,
): Zone[] {
  return Array.from({ length: players }, (_, seat) => ({
    kind: 'hand',
    id: 'hand',
    open: false,
    seat,
    cards: seat === viewer ? own : some(others[seat] ?? own.length),
  }));
}

function taken(counts: number[]): Zone[] {
  return counts.map((count, seat) => ({ kind: 'taken', id: 'taken', seat, count }));
}

type Bid = [score: number, projected: number | null, won: number, bid: number | null];

function bids(all: Bid[], sealed: number[] = []): Badge[][] {
  return all.map(([score, projected, won, bid], seat) => {
    const hidden = sealed.includes(seat);
    return [
      { id: 'score', shape: 'score', value: score, of: projected, hidden },
      { id: 'bid', shape: 'fraction', value: won, of: bid, hidden },
    ];
  });
}

function scene(players: number, rest: Partial<Scene>): Scene {
  const still = {
    deals: null,
    dealer: null,
    turn: [],
    zones: [],
    badges: [],
    legal: [],
    why: {},
    notes: {},
    together: 1,
    meant: [],
  };
  return { seat: 0, players, deal: 1, phase: 'play', direction: 1, ...still, ...rest };
}

const FIVE = ['R13', 'R4', 'B9', 'G12', 'G2', 'Z1', 'N3'];
const TRUMP: Zone = { kind: 'trump', id: 'trump', suit: 'R', card: 'R7' };
const STOCK: Zone = { kind: 'pile', id: 'stock', count: 31 };

function wizardTrick(
  players: number,
  cards: (string | null)[],
  lead: number,
  follow: string | null,
): Zone {
  const last = {
    lead: 1,
    cards: ['Y3', 'Y11', 'N1', 'R2', 'Y5', 'Y1'].slice(0, players),
    winner: 3 % players,
  };
  return { kind: 'trick', id: 'trick', lead, cards, follow, last };
}

const none = (players: number): null[] => Array.from({ length: players }, () => null);

const fourBids: Bid[] = [
  [90, 80, 0, 1],
  [120, 110, 0, 1],
  [-10, 10, 0, 0],
  [60, 90, 1, 1],
];

function wizard(players: number, rest: Partial<Scene>, more: Partial<TableView> = {}): Fixture {
  const zones = [
    ...hands(players, FIVE, []),
    wizardTrick(players, none(players), 1, null),
    TRUMP,
    STOCK,
    ...taken(none(players).map(() => 0)),
  ];
  const figures = bids(none(players).map((_, seat) => fourBids[seat] ?? [30, 20, 0, 2]));
  const full = scene(players, {
    deal: 7,
    deals: 60 / players,
    dealer: 0,
    zones,
    badges: figures,
    ...rest,
  });
  return { game: WIZARD, table: table(WIZARD, full, more) };
}

function midTrick(players: number, lying: (string | null)[], rest: Partial<Scene> = {}): Fixture {
  return wizard(players, {
    turn: [0],
    legal: ['G12', 'G2', 'Z1', 'N3'],
    why: Object.fromEntries(
      FIVE.filter((code) => !/^[GZN]/.test(code)).map((code) => [
        code,
        { key: 'follow', params: { suit: 'G' } },
      ]),
    ),
    zones: [
      ...hands(
        players,
        FIVE,
        none(players).map((_, seat) => (lying[seat] ? 6 : 7)),
      ),
      wizardTrick(players, lying, 1, 'G'),
      TRUMP,
      STOCK,
      ...taken([0, 1, 0, 1, 0, 0].slice(0, players)),
    ],
    ...rest,
  });
}

const OPEN: Bid = [90, null, 0, null];

function rwd(players: number, rest: Partial<Scene>, chips: number[], tricks: number[]): Fixture {
  const badges: Badge[][] = chips.map((count, seat) => [
    { id: 'wins', shape: 'number', value: seat === 1 ? 1 : 0, of: null, hidden: false },
    { id: 'chips', shape: 'chips', value: count, of: null, hidden: false },
    { id: 'tricks', shape: 'number', value: tricks[seat] ?? 0, of: null, hidden: false },
  ]);
  const full = scene(players, { deal: 2, badges, ...rest });
  return { game: RWD, table: table(RWD, full) };
}

function draft(
  players: number,
  row: (string | null)[],
  next: string[],
  lying: (string | null)[],
): Zone[] {
  const own = ['SQ', 'S4', 'HK', 'H9', 'H2', 'DA', 'C7'];
  const last = { lead: 2, cards: ['H9', '?', 'DK', 'D5', 'C9'].slice(0, players), winner: 2 };
  return [
    ...hands(players, own, []),
    { kind: 'row', id: 'row', cards: row, action: 'take' },
    { kind: 'row', id: 'next_row', cards: next, action: null },
    { kind: 'trick', id: 'trick', lead: 2, cards: lying, follow: null, last },
    { kind: 'pile', id: 'stock', count: 16 },
    ...taken(none(players).map(() => 0)),
    { kind: 'memory', id: 'memory', seat: 1, cards: ['SA', 'HT', 'D6'] },
    { kind: 'memory', id: 'memory', seat: 2, cards: ['S2', 'CJ'] },
    { kind: 'memory', id: 'memory', seat: 3, cards: [] },
  ];
}

export const FIXTURES = {
  'wizard-bid': wizard(4, {
    phase: 'bid',
    turn: [0],
    legal: [0, 1, 2, 3, 5, 6, 7].map((bid) => `bid:${bid}`),
    why: { 'bid:4': { key: 'not_equal', params: { value: 4 } } },
    badges: bids([OPEN, [120, 110, 0, 1], [-10, 10, 0, 0], [60, 30, 0, 3]]),
  }),
  'wizard-bid-wait': wizard(5, {
    phase: 'bid',
    turn: [2],
    badges: bids([OPEN, [120, 110, 0, 1], OPEN, OPEN, OPEN]),
  }),
  'wizard-sealed': wizard(
    4,
    {
      phase: 'bid',
      turn: [0, 2],
      legal: [0, 1, 2, 3, 4, 5, 6, 7].map((bid) => `bid:${bid}`),
      badges: bids([OPEN, OPEN, OPEN, OPEN], [1, 3]),
    },
    { options: { hiddentip: true, quick_ok: true } },
  ),
  'wizard-trick': midTrick(4, [null, 'G7', 'Y13', 'G9']),
  'wizard-taken': wizard(4, {
    turn: [0],
    legal: ['R13', 'R4', 'B9', 'G2', 'Z1', 'N3'],
    zones: [
      ...hands(4, ['R13', 'R4', 'B9', 'G2', 'Z1', 'N3'], []),
      {
        kind: 'trick',
        id: 'trick',
        lead: 0,
        cards: none(4),
        follow: null,
        last: { lead: 1, cards: ['G12', 'G7', 'Y13', 'G9'], winner: 0 },
      },
      TRUMP,
      STOCK,
      ...taken([1, 1, 0, 1]),
    ],
  }),
  'wizard-trick-3': midTrick(3, [null, 'G7', null], { turn: [2], legal: [] }),
  'wizard-popup': wizard(4, {
    phase: 'trump',
    turn: [0],
    legal: ['trump:R', 'trump:Y', 'trump:G', 'trump:B'],
    zones: [
      ...hands(4, FIVE, []),
      wizardTrick(4, none(4), 1, null),
      { kind: 'trump', id: 'trump', suit: null, card: 'Z2' },
      STOCK,
      ...taken([0, 0, 0, 0]),
    ],
    badges: bids([OPEN, OPEN, OPEN, OPEN]),
  }),
  'wizard-between': wizard(4, { phase: 'over', deal: 6 }, { phase: 'between', confirmed: [1, 3] }),
  'wizard-watch': midTrick(5, ['G5', 'G7', null, null, null], { seat: null, turn: [2], legal: [] }),
  'rwd-first': rwd(
    4,
    {
      phase: 'take',
      direction: -1,
      turn: [0],
      legal: ['take:HJ', 'take:?'],
      zones: draft(4, ['HJ', null, null, '?'], ['C4', 'SK', 'D8', '?'], [null, 'SA', 'D3', null]),
    },
    [2, 0, 3, 1],
    [0, 0, 0, 0],
  ),
  unheard: {
    game: UNKNOWN,
    table: table(
      UNKNOWN,
      scene(2, {
        turn: [0],
        legal: ['A6', 'pass', 'double:3'],
        zones: [
          { kind: 'fact', id: 'goal', value: 11, seat: false },
          { kind: 'fact', id: 'contract', value: 'misère', seat: false },
          {
            kind: 'widget',
            id: 'slate',
            widget: 'chalk',
            place: 'table',
            data: { strokes: [3, 1], note: 'high' },
          },
          ...hands(2, ['A6', 'A12', '6-4'], [3, 3]),
          { kind: 'trick', id: 'trick', lead: 1, cards: [null, 'B9'], follow: null, last: null },
        ],
        badges: [[], []],
      }),
    ),
  },
} satisfies Record<string, Fixture>;
