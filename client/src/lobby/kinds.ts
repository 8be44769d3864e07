// What the games on the front page can be sifted by: how many play, and with what.

import type { GameInfo } from '../wire.ts';

export const KINDS = ['jass', 'cards', 'dominoes'] as const;
export type Kind = (typeof KINDS)[number];

/** What a game is played with: Jass cards are those that may be seen as Swiss ones. */
export function kindOf(game: GameInfo): Kind {
  if (game.faces === 'domino') return 'dominoes';
  return game.options.some((option) => option.name === 'suit_names') ? 'jass' : 'cards';
}

/** The games that so many can play, of this kind; null = any. */
export function sifted(games: GameInfo[], players: number | null, kind: Kind | null): GameInfo[] {
  return games.filter(
    (game) =>
      (players === null || game.tables.includes(players)) &&
      (kind === null || kindOf(game) === kind),
  );
}

/** The numbers of players that there are games for. */
export function playerCounts(games: GameInfo[]): number[] {
  const most = Math.max(0, ...games.map((game) => game.max_players));
  const all = Array.from({ length: most }, (_, i) => i + 1);
  return all.filter((players) => sifted(games, players, null).length > 0);
}
