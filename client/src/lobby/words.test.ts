import { expect, test } from 'vitest';

import { speak } from '../i18n.ts';
import { BARE_GAME } from '../table/bare.ts';
import { playersText } from './words.ts';

test('for how many players a game is', async () => {
  const told = (...tables: number[]) =>
    playersText({
      ...BARE_GAME,
      min_players: tables[0] ?? 0,
      max_players: tables.at(-1) ?? 0,
      tables,
    });
  await speak('en');
  expect([told(1), told(4), told(3, 4, 5), told(2, 4), told(2, 4, 6)]).toEqual([
    '1 player',
    '4 players',
    '3–5 players',
    '2 or 4 players',
    '2, 4 or 6 players',
  ]);
  await speak('ja');
  expect(told(2, 4, 6)).toBe('2、4人か6人');
});
