// The cards in which a reader sees a game: those of the game, unless the table or the reader has chosen others.

import { settings } from '../settings.svelte.ts';
import type { GameInfo, OptionValue } from '../wire.ts';

/**
 * The game in the cards that this reader sees at a table with these options.  Whoever has chosen Swiss cards gets
 * them where a table says by `suit_names` which Swiss suit is which; `values` may name an edition with faces of its own.
 */
export function dressed(
  game: GameInfo,
  options: Record<string, OptionValue>,
  deck = settings.deck,
): GameInfo {
  const { suit_names: names, values } = options;
  if (values === 'somnia') return { ...game, faces: 'somnia' };
  if (deck === 'swiss' && names !== undefined) return { ...game, faces: `swiss-${names}` };
  return game;
}
