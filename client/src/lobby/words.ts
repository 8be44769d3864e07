// What the front page says of a game.

import { t } from '../i18n.ts';
import type { GameInfo } from '../wire.ts';

/** For how many players it is. */
export function playersText({ min_players: min, max_players: max }: GameInfo): string {
  return min === max ? t('ui.players', { n: min }) : t('ui.players.range', { min, max });
}
