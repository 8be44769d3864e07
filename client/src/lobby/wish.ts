// What somebody would play with whoever waits.

import type { GameInfo, Wish } from '../wire.ts';

export const WAITS = [15, 60, 300] as const; // seconds until bots take the seats that are free

/** The games that are played with others. */
export function shared(games: GameInfo[]): GameInfo[] {
  return games.filter((game) => game.max_players > 1);
}

/** The numbers of players that there is a choice of. */
export function choices(games: GameInfo[]): number[] {
  const all = games
    .filter((game) => game.min_players < game.max_players)
    .flatMap((game) =>
      Array.from(
        { length: game.max_players - game.min_players + 1 },
        (_, i) => game.min_players + i,
      ),
    );
  return [...new Set(all)].filter((n) => n > 1).toSorted((one, other) => one - other);
}

/** With how many each game is played: as many as wanted, where it allows that. */
export function wishOf(
  games: GameInfo[],
  players: number,
  wait: number | null,
  level: string,
): Wish {
  const numbers = games.map((game) => [
    game.name,
    Math.max(2, game.min_players, Math.min(game.max_players, players)),
  ]);
  return { games: Object.fromEntries(numbers) as Wish['games'], wait, level };
}
