import { expect, test } from 'vitest';

import { FIXTURES, WIZARD } from './fixtures.ts';
import type { Badge, Reason, Scene, TableView } from '../wire.ts';
import {
  badgeText,
  buttonActions,
  goesOtherwise,
  handAction,
  handInPlay,
  inColumns,
  isAsked,
  isPartner,
  laidAhead,
  openAsks,
  panelOrder,
  rowAction,
  saidInAll,
  seatState,
  sheetCell,
  sheetIsCalled,
  shownTrick,
  stillTo,
  trickKey,
  whyNot,
  zone,
} from './view.ts';

type Name = keyof typeof FIXTURES;

function table(name: Name) {
  const found = FIXTURES[name];
  return { ...found, scene: found.table.scene };
}

test('the leader stands leftmost, the others follow in the order of play', () => {
  expect(panelOrder(4, 2, 1)).toEqual([2, 3, 0, 1]);
  expect(panelOrder(4, 2, -1)).toEqual([2, 1, 0, 3]);
  expect(panelOrder(5, null, -1)).toEqual([0, 1, 2, 3, 4]);
});

test.each<[Badge['shape'], number | null, number | null, boolean, string]>([
  ['score', 90, 80, false, '90 (80)'],
  ['score', -10, null, false, '−10 (-)'],
  ['score', -10, -20, false, '−10 (−20)'],
  ['score', 90, null, true, '90 (?)'],
  ['fraction', 0, 1, false, '0/1'],
  ['fraction', 0, null, false, '0/–'],
  ['fraction', 0, null, true, '0/?'],
  ['number', 3, null, false, '3'],
  ['number', null, null, false, '–'],
])('a %s of %s and %s (hidden: %s) reads %s', (shape, value, of, hidden, text) => {
  expect(badgeText({ id: 'x', shape, value, of, hidden })).toBe(text);
});

test('a card that was sent lies in the trick, anything else waits for its answer', () => {
  const { table: before, scene } = table('wizard-trick');
  const { scene: after } = laidAhead(before, ['G12']);
  expect(after && shownTrick(after, null)?.cards[0]).toBe('G12');
  expect(after && zone(after, 'hand', 0)?.cards).not.toContain('G12');
  expect([after?.turn, after?.legal]).toEqual([[], []]);
  const discard = { ...before, scene: { ...scene, legal: ['discard:G12'] } };
  expect(laidAhead(discard, ['discard:G12'])).toBe(discard);
  for (const sent of [[], ['R13'], ['confirm']]) expect(laidAhead(before, sent)).toBe(before);
  const zones = scene.zones.map((each) =>
    each.kind === 'trick' ? { ...each, cards: each.cards.with(0, 'R1') } : each,
  );
  const lies = { ...before, scene: { ...scene, zones } };
  expect(laidAhead(lies, ['G12'])).toBe(lies);
});

test('a card of the hand has the action that plays it', () => {
  const { scene } = table('wizard-trick');
  expect(handAction(scene, 'G12')).toBe('G12');
  expect(handAction(scene, 'R13')).toBeNull();
  const discard: Scene = { ...scene, legal: ['discard:R13'] };
  expect(handAction(discard, 'R13')).toBe('discard:R13');
  expect(goesOtherwise(discard, 'R13')).toBe(true);
  const signal: Scene = { ...scene, legal: ['G12', 'signal:G12', 'signal:R13'] };
  expect(['G12', 'R13'].map((code) => handAction(signal, code))).toEqual(['G12', null]);
  expect(buttonActions(signal, [])).toEqual(['signal:G12', 'signal:R13']);
  expect(['G12', 'R13'].some((code) => goesOtherwise(scene, code))).toBe(false);
});

test('a bid that is called like a card in hand is a bid, and asked for by a button', () => {
  const { scene } = table('wizard-trick');
  const bidding: Scene = { ...scene, legal: ['bid:G11', 'bid:G12', 'bid:G13', 'pass'] };
  expect(handAction(bidding, 'G12')).toBeNull();
  expect(buttonActions(bidding, [])).toEqual(bidding.legal);
  const discard: Scene = { ...scene, legal: ['discard:G12', 'discard:none'] };
  expect(handAction(discard, 'G12')).toBe('discard:G12');
});

test('the viewer plays from the own hand, or from another where only that can be', () => {
  const { scene } = table('wizard-trick');
  const open: Scene = {
    ...scene,
    zones: [
      ...scene.zones.filter(({ kind }) => kind !== 'hand'),
      { kind: 'hand', id: 'dummy', seat: 2, cards: ['B1'], open: true },
      { kind: 'hand', id: 'hand', seat: 0, cards: ['G12', '?'], open: false },
    ] as Scene['zones'],
  };
  const played = (legal: string[]) => handInPlay({ ...open, legal });
  expect([['B1'], ['B1', 'G12'], [], ['take:?']].map(played)).toEqual([2, 0, 0, 0]);
  expect(handInPlay({ ...open, seat: null, legal: [] })).toBeNull();
});

test('a card in a row has the action that takes it, and is no card of the hand', () => {
  const { scene } = table('rwd-first');
  const row = zone(scene, 'row');
  expect(row && rowAction(scene, row, '?')).toBe('take:?');
  expect(row && rowAction(scene, row, 'C4')).toBeNull();
  expect(handAction(scene, 'HJ')).toBeNull();
});

test('asks collect their legal values; what is left becomes buttons', () => {
  const { scene } = table('wizard-bid');
  expect(openAsks(scene, WIZARD.asks)).toEqual([
    { ask: WIZARD.asks[0], values: ['0', '1', '2', '3', '5', '6', '7'] },
  ]);
  expect(buttonActions(scene, WIZARD.asks)).toEqual([]);
  expect(buttonActions(table('rwd-first').scene, [])).toEqual([]);
  expect(buttonActions(table('unheard').scene, [])).toEqual(['pass', 'double:3']);
});

test('the state of a seat: to act, OK said, neither', () => {
  const sealed = table('wizard-sealed').table;
  expect([0, 1, 2, 3].map((seat) => seatState(sealed, seat))).toEqual([
    'turn',
    'idle',
    'turn',
    'idle',
  ]);
  const between = table('wizard-between').table;
  expect([0, 1].map((seat) => seatState(between, seat))).toEqual(['idle', 'confirmed']);
});

test('who is asked: whose turn it is, and after a deal who has not said OK', () => {
  const sealed = table('wizard-sealed').table;
  expect([0, 1, null].map((seat) => isAsked({ ...sealed, seat }))).toEqual([true, false, false]);
  const between = table('wizard-between').table;
  expect([0, 1].map((seat) => isAsked({ ...between, seat }))).toEqual([true, false]);
});

test('while a trick still lies there the figures are those before it', () => {
  const [before, scene] = [table('wizard-trick').scene, table('wizard-taken').scene];
  const taken = (of: Scene, seat: number) => zone(of, 'taken', seat);
  const still = stillTo(before, scene);
  expect(still.badges).toBe(before.badges);
  for (const seat of [0, 1, 2, 3]) expect(taken(still, seat)).toEqual(taken(before, seat));
  expect(zone(still, 'trick')).toBe(zone(scene, 'trick'));
  const lies = (turn: number[]) =>
    zone(stillTo(before, { ...table('rwd-first').scene, turn }), 'row')?.cards.some(Boolean);
  expect([lies([0]), lies([])]).toEqual([true, false]);
});

test('the score sheet comes by itself to ask and to tell a result', () => {
  const called = (name: Name, beside = true) =>
    sheetIsCalled(table(name).table, table(name).game.asks, beside);
  expect(called('wizard-bid')).toBe(true);
  expect(called('wizard-bid-wait')).toBe(true);
  expect(called('wizard-between')).toBe(true);
  expect(called('wizard-trick')).toBe(false);
  expect(called('wizard-popup')).toBe(false);
  expect(called('wizard-bid', false)).toBe(false); // over the table: the strip before the hand asks
  expect(called('wizard-between', false)).toBe(true);
  const over: TableView = { ...table('wizard-between').table, phase: 'over' };
  expect([true, false].map((beside) => sheetIsCalled(over, [], beside))).toEqual([true, false]);
});

test.each<[Name, string, Reason]>([
  ['wizard-trick', 'R13', { key: 'follow', params: { suit: 'G' } }],
  ['wizard-trick-3', 'R13', { key: 'turn', params: {} }],
  ['wizard-bid', 'R13', { key: 'phase', params: { phase: 'bid' } }],
  ['wizard-watch', 'R13', { key: 'watch', params: {} }],
])('%s: why %s cannot be played', (name, code, why) => {
  expect(whyNot(table(name).scene, code)).toEqual(why);
});

test('a finished trick is shown in place of the running one, with no suit to follow', () => {
  const { scene } = table('wizard-taken');
  const last = zone(scene, 'trick')?.last ?? null;
  expect(shownTrick(scene, last)).toMatchObject({ lead: 1, winner: 0, follow: null });
  expect(shownTrick(scene, null)).toMatchObject({ lead: 0, winner: null });
  expect(trickKey(scene)).not.toBe(trickKey(table('wizard-trick').scene));
});

test('what all have announced, of how many tricks', () => {
  const { scene, game } = table('wizard-trick');
  const exact = { ...game, sheet: { ...game.sheet, exact: ['bids', 'tricks'] } };
  expect(saidInAll(scene, exact)).toEqual({ said: 3, tricks: 9 });
  expect(saidInAll(scene, game)).toEqual({ said: 3, tricks: null }); // points are counted in many ways
  expect(saidInAll(scene, { ...exact, asks: [] })).toBe(null);
  const sealed = scene.badges.map((badges) => badges.map((badge) => ({ ...badge, hidden: true })));
  expect(saidInAll({ ...scene, badges: sealed }, exact)).toBe(null);
});

test('a partner has the seat beyond the next one, where lists are by side', () => {
  const { game } = table('wizard-trick');
  const pairs = { ...game, sheet: { ...game.sheet, sides: 2 } };
  const partners = (of: typeof game, seat: number | null) =>
    [0, 1, 2, 3].filter((each) => isPartner(of, seat, each));
  expect(partners(pairs, 1)).toEqual([3]);
  expect(partners(pairs, null)).toEqual([]); // who watches has none
  expect(partners(game, 1)).toEqual([]);
});

test('a cell of the score sheet', () => {
  const result = { bids: [1, 0], points: [30, -10], scores: [50, null] };
  expect(sheetCell(result, ['bids', 'points', 'missing'], 'scores', 0)).toEqual({
    figures: ['1', '30', '–'],
    total: '50',
  });
  expect(sheetCell(result, ['bids'], null, 1)).toEqual({ figures: ['0'], total: null });
  expect(sheetCell(result, ['bids'], 'points', 3)).toEqual({ figures: ['0'], total: '−10' }); // by side
  const alone = { ...result, declarer: 1, goal: 24 };
  const figures = [0, 1].map(
    (seat) => sheetCell(alone, ['goal', 'bids'], null, seat, 'declarer').figures,
  );
  expect(figures).toEqual([
    ['–', '1'],
    ['24', '0'],
  ]);
});

test('figures of the running deal stand as the legend has them', () => {
  const badge = (id: string, shape: Badge['shape']): Badge => ({
    id,
    shape,
    value: 1,
    of: null,
    hidden: false,
  });
  const rwd = [badge('wins', 'number'), badge('chips', 'chips'), badge('tricks', 'number')];
  expect(inColumns(rwd, ['chips', 'tricks', 'points']).map((found) => found?.id ?? null)).toEqual([
    'chips',
    'tricks',
    null,
  ]);
  expect(inColumns([badge('bid', 'fraction')], ['bids', 'tricks'])).toEqual([]);
  expect(inColumns([badge('announced', 'fraction')], ['announced', 'cards'])).toEqual([]);
});
