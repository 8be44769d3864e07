// What the front page says of a game.

import { t } from '../i18n.ts';
import type { GameInfo } from '../wire.ts';

/** For how many players it is. */
export function playersText({ min_players: min, max_players: max, tables }: GameInfo): string {
  if (min === max) return t('ui.players', { n: min });
  if (tables.length > max - min) return t('ui.players.range', { min, max });
  return t('ui.players.among', { some: tables.slice(0, -1), last: max });
}
