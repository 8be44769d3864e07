// The cards that stand for a game.
import type { GameInfo } from '../wire.ts';

/** Those that it names; else the best of its deck, of each suit another rank, after one that has no suit. */
export function fanOf(game: Pick<GameInfo, 'picture' | 'cards' | 'suits'>): string[] {
  if (game.picture.length > 0) return game.picture;
  const best = game.cards.toReversed();
  const suits = game.suits.map((suit, i) => {
    const own = best.filter((code) => code.startsWith(suit));
    return own[i % own.length];
  });
  const special = best.find((code) => !game.suits.includes(code.charAt(0)));
  return [special, ...suits].filter((code) => code !== undefined);
}
