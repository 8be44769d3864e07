import { expect, test } from 'vitest';

import type { Line } from '../reduce.ts';
import type { PublicEvent, TableView } from '../wire.ts';
import { announced } from './said.ts';

const table = {} as TableView;
let key = 0;

function event(event: PublicEvent): Line {
  return { key: (key += 1), kind: 'event', event, table };
}

function acted(seat: number, code: string | null): Line {
  return event({ type: 'acted', seat, code, by: 'person', chance: [] });
}

const dealt = event({ type: 'dealt', deal: 1 });
const taken: Line = { key: 99, kind: 'trick', winner: 0, table };

test('the last word of each seat since the deal', () => {
  const lines = [acted(2, 'bid:9'), dealt, acted(0, 'bid:1'), acted(1, 'pass'), acted(0, 'double')];
  expect(announced(lines, 'french')).toEqual(
    new Map([
      [0, 'double'],
      [1, 'pass'],
    ]),
  );
});

test('cards and what takes one are no announcements, a suit is', () => {
  const lines = [
    dealt,
    acted(0, 'SA'),
    acted(1, 'take:HT'),
    acted(2, 'take:?'),
    acted(3, 'trump:S'),
  ];
  expect(announced(lines, 'french')).toEqual(new Map([[3, 'trump:S']]));
  expect(announced([dealt, acted(0, 'expose:6-6'), acted(1, '0-1')], 'domino').size).toBe(0);
  expect(announced([dealt, acted(0, 'Z1'), acted(1, 'N2'), acted(2, 'R13')], 'wizard').size).toBe(
    0,
  );
});

test('what was said goes with the trick, and what is sealed is not told', () => {
  expect(announced([dealt, acted(0, 'weis:50'), taken], 'french').size).toBe(0);
  expect(announced([dealt, acted(0, null)], 'french').size).toBe(0);
  const back = event({ type: 'taken_back', seat: 0, name: 'Ann', acted: 4 });
  const gap: Line = { key: 98, kind: 'gap' };
  for (const line of [back, gap])
    expect(announced([dealt, acted(0, 'bid:9'), line], 'french').size).toBe(0);
});
