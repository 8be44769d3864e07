// What somebody would play with whoever waits.

import { tableFor } from '../options/choices.ts';
import type { GameInfo, Wish } from '../wire.ts';

export const WAITS = [15, 60, 300] as const; // seconds until bots take the seats that are free

/** The games that are played with others. */
export function shared(games: GameInfo[]): GameInfo[] {
  return games.filter((game) => game.max_players > 1);
}

/** The numbers of players that there is a choice of. */
export function choices(games: GameInfo[]): number[] {
  const all = games.flatMap(({ tables }) => (tables.length > 1 ? tables : []));
  return [...new Set(all)].filter((n) => n > 1).toSorted((one, other) => one - other);
}

/** With how many each game is played: as many as wanted, where it allows that. */
export function wishOf(
  games: GameInfo[],
  players: number,
  wait: number | null,
  level: string,
): Wish {
  const numbers = games.map((game) => [game.name, tableFor(game, Math.max(2, players))]);
  return { games: Object.fromEntries(numbers) as Wish['games'], wait, level };
}
