import { expect, test } from 'vitest';

import type { Moment, Replay, Scene } from '../wire.ts';
import { matchesOf } from './files.ts';
import {
  dealStepped,
  END,
  eyesIn,
  hashOf,
  linesAt,
  matchIn,
  placeIn,
  sheetAt,
  stepped,
  tableAt,
  trickEnds,
  trickLying,
  trickStepped,
} from './replay.ts';

/** A deal of two tricks of two cards, after a bid. */
const moments: Moment[] = [
  moment(null, null, null),
  moment(0, 'bid:1', null),
  moment(0, 'SA', null),
  moment(1, 'S7', 0),
  moment(0, 'HA', 0),
  moment(1, 'H7', 1),
];

const replay: Replay = {
  game: 'nobody_knows',
  players: 2,
  preset: 'seed',
  options: {},
  names: ['Ann', null],
  started: null,
  deals: [5, 5, 5],
  deal: 2,
  moments,
  dealt: [],
  sheet: [{ points: [1, 2] }, { points: [3, 4] }, { points: [5, 6] }],
  outcome: { scores: [9, 12], winners: [1], draw: false },
  seat: null,
  may_challenge: false,
};

function moment(seat: number | null, code: string | null, taken: number | null): Moment {
  const last =
    taken === null ? null : { lead: 0, cards: [taken === 0 ? 'SA' : 'HA', 'X'], winner: taken };
  const zone = { kind: 'trick', id: 'trick', lead: 0, cards: [null, null], follow: null, last };
  const scene = { seat: 0, players: 2, deal: 2, zones: [zone], turn: [], legal: [] };
  return { seat, code, legal: [], scene: scene as unknown as Scene, hands: [] };
}

test('a link names a moment', () => {
  expect(placeIn('#12.3')).toEqual({ deal: 12, step: 3 });
  expect(placeIn('#4')).toEqual({ deal: 4, step: 0 });
  for (const behind of [').', '。', 'を見て'])
    // what a messenger takes for the end of the link
    expect(placeIn(`#12.3${behind}`)).toEqual({ deal: 12, step: 3 });
  for (const strange of ['', '#', '#x.1', '#1.2.3', '#1.2seat=1', '#-1.2', '#99999.1'])
    expect(placeIn(strange)).toEqual({ deal: 1, step: 0 });
  expect(hashOf(placeIn('#12.3'))).toBe('#12.3');
  expect(eyesIn('#12.3')).toEqual({ seat: null, hands: false });
  expect(eyesIn('#12.3?seat=x')).toEqual({ seat: null, hands: false });
  for (const [seat, hands] of [
    [1, false],
    [null, true],
    [0, true],
  ] as const) {
    const hash = hashOf({ deal: 12, step: 3 }, seat, hands);
    expect(placeIn(hash)).toEqual({ deal: 12, step: 3 });
    expect(eyesIn(hash)).toEqual({ seat, hands });
  }
  expect(matchIn('abc-2')).toEqual({ table: 'abc', match: 2 });
  expect(matchIn('abc')).toEqual({ table: 'abc', match: null });
});

test('by card, over the ends of the deal', () => {
  expect(stepped({ deal: 2, step: 4 }, 1, replay)).toEqual({ deal: 2, step: 5 });
  expect(stepped({ deal: 2, step: 5 }, 1, replay)).toEqual({ deal: 3, step: 0 });
  expect(stepped({ deal: 2, step: 0 }, -1, replay)).toEqual({ deal: 1, step: END });
  expect(stepped({ deal: 3, step: 5 }, 1, { ...replay, deal: 3 })).toBe(null);
  expect(stepped({ deal: 1, step: 0 }, -1, { ...replay, deal: 1 })).toBe(null);
});

test('by trick, to where it is complete', () => {
  expect(trickEnds(moments)).toEqual([3, 5]);
  expect(trickStepped({ deal: 2, step: 0 }, 1, replay)).toEqual({ deal: 2, step: 3 });
  expect(trickStepped({ deal: 2, step: 3 }, 1, replay)).toEqual({ deal: 2, step: 5 });
  expect(trickStepped({ deal: 2, step: 5 }, 1, replay)).toEqual({ deal: 3, step: 0 });
  expect(trickStepped({ deal: 2, step: 5 }, -1, replay)).toEqual({ deal: 2, step: 3 });
  expect(trickStepped({ deal: 2, step: 2 }, -1, replay)).toEqual({ deal: 2, step: 0 });
  expect(trickStepped({ deal: 2, step: 0 }, -1, replay)).toEqual({ deal: 1, step: END });
});

test('by deal', () => {
  expect(dealStepped({ deal: 2, step: 3 }, 1, replay)).toEqual({ deal: 3, step: 0 });
  expect(dealStepped({ deal: 2, step: 3 }, -1, replay)).toEqual({ deal: 2, step: 0 });
  expect(dealStepped({ deal: 2, step: 0 }, -1, replay)).toEqual({ deal: 1, step: 0 });
});

test('the table and its sheet are those of that moment', () => {
  expect(tableAt(replay, 'x', 2).phase).toBe('playing');
  expect(tableAt(replay, 'x', 5)).toMatchObject({ phase: 'between', outcome: null, seat: 0 });
  const asked = { ...moment(1, 'H7', 1), scene: { ...moments[5]!.scene, turn: [0] } };
  expect(tableAt({ ...replay, moments: [...moments, asked] }, 'x', 6).phase).toBe('playing');
  expect(tableAt({ ...replay, deal: 3 }, 'x', 5)).toMatchObject({
    phase: 'over',
    outcome: replay.outcome,
  });
  expect(sheetAt(replay, 4)).toHaveLength(1);
  expect(sheetAt(replay, 5)).toHaveLength(2);
});

test('through the eyes of another nobody is "you"', () => {
  expect(tableAt(replay, 'x', 2, 0).seat).toBe(0);
  expect(tableAt(replay, 'x', 2, 1).seat).toBeNull();
  expect(tableAt(replay, 'x', 2, null).seat).toBeNull();
});

test('a trick that a card has ended lies there once more, until the next one is begun', () => {
  const trick = (card: string, cards: (string | null)[] = [null, null]) => {
    const { scene } = moments[3]!;
    const zones = scene.zones.map((zone) => (zone.kind === 'trick' ? { ...zone, cards } : zone));
    return trickLying({ ...scene, zones }, card).zones[0];
  };
  expect(trick('SA')).toMatchObject({ cards: ['SA', 'X'], last: null });
  expect(trick('HA')).toMatchObject({ cards: [null, null], last: { winner: 0 } });
  expect(trick('SA', ['HA', null])).toMatchObject({ cards: ['HA', null], last: { winner: 0 } });
});

test('what was said in the trick stands there until it is taken', () => {
  const kinds = (step: number) =>
    linesAt(replay, tableAt(replay, 'x', step), step).map((l) => l.kind);
  expect(kinds(2)).toEqual(['event', 'event']);
  expect(kinds(3)).toEqual(['event', 'event', 'event', 'trick']);
  const drawn = [...moments.slice(0, 2), moment(null, 'H9', null), ...moments.slice(2)]; // by chance
  const lines = linesAt({ ...replay, moments: drawn }, tableAt(replay, 'x', 0), 4);
  expect(lines.map(({ kind }) => kind)).toEqual(['event', 'event', 'event', 'trick']);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(4);
});

test('a file is read line by line, and what is no record is told', async () => {
  const file = (text: string) => new File([text], 'x.jsonl');
  const line = '{"format": "torite-record/1", "deals": []}';
  expect(await matchesOf(file(`${line}\n\n${line}\n`))).toEqual({ lines: [line, line], bad: null });
  expect(await matchesOf(file(`${line}\n\n{"a":`))).toEqual({ lines: [line], bad: 3 }); // cut off: the rest is there
  for (const text of ['', 'hello', '[1]', 'null', '{"a":'])
    expect(await matchesOf(file(text))).toBe('no_record');
  expect(await matchesOf(file(`{\n${line}\n[`))).toMatchObject({ lines: [line], bad: 1 });
  const long = line.replace('/1', 'x'.repeat(1024 * 1024));
  expect(await matchesOf(file(`${line}\n${long}`))).toBe('too_large');
  const huge = { size: 200 * 1024 * 1024, text: () => Promise.reject(new Error('was read')) };
  expect(await matchesOf(huge as unknown as File)).toBe('too_large');
});
