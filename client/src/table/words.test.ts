import { expect, test } from 'vitest';

import type { TableView } from '../wire.ts';
import { FIXTURES } from './fixtures.ts';
import { speak } from '../i18n.ts';
import {
  absenceText,
  asPlayed,
  callOf,
  meantText,
  outcomeText,
  recorded,
  seatName,
  tallyText,
  timeText,
  turnText,
  waitsForBots,
  waitsForOthers,
} from './words.ts';

const { table: view, game } = FIXTURES['wizard-trick'];
const MOVES = '(away: after 30 s a bot moves)';

function table(turn: number[], change: Partial<TableView>, away: number[], standIn: number[] = []) {
  const seats = view.seats.map((seat, i) => ({
    ...seat,
    away: away.includes(i),
    stand_in: standIn.includes(i),
  }));
  return { ...view, ...change, seats, scene: { ...view.scene, turn } };
}

test('who has won how many, from the second match on', () => {
  const told = (played: number, ...won: number[]) =>
    tallyText(table([], { played, won }, []))?.replaceAll(/[\u2068\u2069]/g, '');
  const [one, two] = [1, 2].map((seat) => callOf(view, seat));
  expect(told(3, 0, 1, 2)).toBe(`Wins in 3 matches at this table: ${two}\u00a02 and ${one}\u00a01`);
  expect([told(1, 0, 1, 0), told(2, 0, 0, 0), told(3)]).toEqual([undefined, undefined, undefined]);
});

test('bots alone are waited for', () => {
  expect([[1], [1, 3], [1, 2], []].map((turn) => waitsForBots(table(turn, {}, [])))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(waitsForBots(table([1], { phase: 'over' }, []))).toBe(false);
});

test.each<[string, TableView, number | null, string]>([
  ['the one who is asked is away', table([1], {}, [1]), 30, MOVES],
  ['somebody else is', table([1], {}, [2]), 30, ''],
  ['one of two who are asked is here', table([1, 2], {}, [1]), 30, ''],
  ['a bot plays already', table([1], {}, [1], [1]), 30, ''],
  ['nobody hurries', table([1], {}, [1]), null, ''],
  ['it has OK to say', table([], { phase: 'between', confirmed: [0, 3] }, [2]), 30, MOVES],
  ['so has the reader', table([], { phase: 'between', confirmed: [2, 3] }, [1]), 30, ''],
  ['it is over', table([], { phase: 'over' }, [1]), 30, ''],
])('who is away is told with what follows: %s', (_, seen, grace, told) => {
  expect(absenceText({ ...seen, seat: 0 }, grace)).toBe(told);
});

test('who has sat down after the match has not played it', () => {
  const seen = table([], { phase: 'over', seat: 1 }, []);
  const seats = seen.seats.map((seat, i) => ({ ...seat, played: i === 1 ? 'Zoe' : null }));
  const played = asPlayed({ ...seen, seats });
  expect(played.seats[1]?.name).toBe('Zoe');
  expect(played.seat).toBeNull();
  expect(asPlayed({ ...seen, seats, seat: 0 }).seat).toBe(0);
});

test('who has said OK waits for other persons alone', () => {
  const others = (confirmed: number[], standIn: number[]) =>
    waitsForOthers({ ...table([], { phase: 'between', confirmed }, [], standIn), seat: 0 });
  expect(others([0], [])).toBe(true);
  expect(others([], [])).toBe(false);
  expect(others([0], [1, 2, 3])).toBe(false); // what has been told stands, and is not told anew
});

test('what a deal meant is told with names, and a real minus', () => {
  const seen = table([], {}, []);
  const meant = { key: 'middle', params: { who: '01', gain: -1 }, good: false, won: null };
  const told = meantText({ ...seen, seat: 0, scene: { ...seen.scene, meant: [meant] } }, game);
  expect(told).toMatch(/^The middle pays: You and \S+\. For you:\u00a0−1\.$/);
});

test.each([
  ['named by what it meant', 'middle', '20', false],
  ['others than it names', 'middle', '1', true],
  ['in a meaning that has no text', 'nobody_knows', '20', true],
  ['in one whose text does not name them', 'tied', '20', true],
])('the winners of a deal are %s: said once', (_, key, who, isSaid) => {
  const seen = table([], { phase: 'between', seat: 0 }, []);
  const meant = [true, false, true].map((won) => {
    return { key, params: { who, gain: 1 }, good: won, won };
  });
  const told = turnText({ ...seen, scene: { ...seen.scene, meant } }, game);
  expect(told.includes('win the deal')).toBe(isSaid);
});

test('cards in what a deal meant are told by name', () => {
  const texts = { en: { 'game.nobody_knows.meant.unused': 'Not used: {cards}' } };
  const french = { name: 'nobody_knows', faces: 'french', suits: ['S', 'H', 'D', 'C'], words: {} };
  const meant = [{ key: 'unused', params: { cards: 'HJ SJ' }, good: false, won: false }];
  const ended = { ...view, seat: 0, scene: { ...view.scene, meant } };
  expect(meantText(ended, { ...game, ...french, texts })).toBe(
    'Not used: jack of hearts and jack of spades.',
  );
});

test('the last deal is explained, too', () => {
  const seen = table([], { phase: 'over', seat: 0 }, []);
  expect(turnText(seen, game)).toBe('The match is over.');
  const bid = { key: 'bid', params: { bid: 2, tricks: 1, gain: -10 }, good: false, won: false };
  const meant = { ...seen, scene: { ...seen.scene, meant: [bid] } };
  expect(turnText(meant, game)).toBe('You said 2 and took 1:\u00a0−10. The match is over.');
  const untold = { ...seen, scene: { ...seen.scene, meant: [{ ...bid, key: 'nobody_knows' }] } };
  expect(turnText(untold, game)).toBe('The match is over.');
});

test('bots are called in the language of the reader, persons as they call themselves', async () => {
  await speak('ja');
  const stand_in = { ...recorded('Aki'), stand_in: true };
  const seats = [
    recorded('Haru'),
    recorded('Ann'),
    { ...recorded('Haru'), kind: 'person' as const },
    stand_in,
  ];
  expect(seats.map((_, seat) => seatName({ seats }, seat))).toEqual(['ハル', 'Ann', 'Haru', 'Aki']);
  await speak('en');
});

test.each<[string, number | null, string]>([
  ['the reader is one of them', 2, 'You and {0} win the match!'],
  ['the reader is none of them', 1, '{0} and {2} win the match'],
  ['the reader watches', null, '{0} and {2} win the match'],
])('those who have won together, and %s', (_, seat, told) => {
  const seen = {
    ...table([], {}, []),
    seat,
    outcome: { scores: [4, 2, 4], winners: [0, 2], draw: false },
  };
  const text = told.replace(/\{(\d)\}/g, (_, each: string) => seatName(seen, Number(each)));
  expect(outcomeText(seen)).toBe(text);
});

test.each<[number[], string]>([
  [[0, 1, 2], 'Everybody wins the match!'],
  [[], 'The match is lost'],
])('where all play together %j have won', (winners, told) => {
  const outcome = { scores: [4, 4, 4], winners, draw: false };
  expect(outcomeText({ ...table([], {}, []), seat: 1, outcome })).toBe(told);
});

test('nobody is said to have won alone for whom a bot has played to the end', () => {
  const plain = table([], {}, []);
  const seats = plain.seats.map((who, i) => ({ ...who, stand_in: i === 0 }));
  const outcome = { scores: [4, 2, 2], winners: [0], draw: false };
  const name = seatName(plain, 0);
  const told = `${name} wins the match (a bot played for ${name} at the end)`;
  expect(outcomeText({ seats, seat: 1, outcome })).toBe(told);
  expect(outcomeText({ seats, seat: 1, outcome: { ...outcome, draw: true } })).toBe(
    'The match is a draw',
  );
  const others = { ...outcome, winners: [1] };
  expect(outcomeText({ seats, seat: 1, outcome: others })).toBe('You win the match!');
});

test('a challenge among several is a deal, which nobody wins as a match', () => {
  const outcome = { scores: [], winners: [1], draw: false };
  const seen = { ...table([], {}, []), seat: 1, outcome, challenge: 'c' };
  expect(outcomeText(seen)).toBe('The deal is over.');
  expect(outcomeText({ ...seen, challenge: null })).toBe('You win the match!');
});

test('who shares what they are called for short is told by the whole name', () => {
  const birds = ['Mika Ott', 'Anna Meier', 'Anna Huber', 'Brave Otter'];
  const plain = table([1, 3], { phase: 'playing', seat: 0 }, []);
  const seen = {
    ...plain,
    seats: plain.seats.map((seat, i) => ({ ...seat, name: birds[i] ?? null })),
  };
  expect(turnText(seen, game)).toBe('Waiting for Anna Meier and Otter to play a card');
});

test('no bot is named among those who have still to say OK', () => {
  const seen = table([], { phase: 'between', seat: 0, confirmed: [0] }, []);
  expect(seen.seats.map(({ kind }) => kind)).toEqual(['person', 'bot', 'person', 'bot']);
  expect(turnText(seen, game)).toMatch(/^You said OK\. Waiting for Ms \S+$/);
});

test('whose time was up is told so until the match is over', () => {
  const late = table([1], { phase: 'playing', seat: 0 }, [], [0]);
  expect(absenceText(late, 30)).toMatch(/time was up/);
  expect(absenceText({ ...late, phase: 'over' }, 30)).toBe('');
});

test('of a moment that is past nobody is asked', () => {
  const there = table([0], { phase: 'playing', seat: 0 }, []);
  expect(turnText(there, game)).toBe('Play a card');
  expect(turnText(there, game, true)).toMatch(/^Waiting for \S+ to play a card$/);
});

test('time is told in minutes and seconds, much of it in hours', () => {
  expect([6.2, 60, 3599.1].map(timeText)).toEqual(['0:07', '1:00', '60:00']);
  expect([3601, 86_400].map(timeText)).toEqual(['1 hr', '24 hr']);
});
