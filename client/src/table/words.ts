// Texts about the people and cards at this table.

import { fill, findGameText, gameText, suitName, t } from '../i18n.ts';
import { settings } from '../settings.svelte.ts';
import type { GameInfo, TableView } from '../wire.ts';
import type { Why } from './view.ts';

/** Who sits here; an open seat is called by its number.  After the seats comes the game's dummy, who has none. */
export function seatName(table: TableView, seat: number, game?: GameInfo): string {
  if (game && seat >= table.seats.length) return gameText(game, 'dummy');
  return table.seats[seat]?.name ?? t('table.seat', { number: seat + 1 });
}

/** The names of several seats, as a list in the reader's language. */
export function names(table: TableView, seats: number[]): string {
  const all = seats.map((seat) => seatName(table, seat));
  return new Intl.ListFormat(settings.lang, { type: 'conjunction' }).format(all);
}

/** What is asked, and of whom, in one sentence. */
export function turnText(table: TableView, game: GameInfo): string {
  const { scene, confirmed } = table;
  if (table.phase === 'over') return t('table.over');
  if (!scene) return '';
  if (table.phase === 'between') {
    const open = table.seats.map((_, seat) => seat).filter((seat) => !confirmed.includes(seat));
    if (table.seat === null) return t('table.between_watch', { names: names(table, open) });
    if (open.includes(table.seat)) return t('table.between');
    return t('table.between_wait', { names: names(table, open) });
  }
  if (scene.seat !== null && scene.turn.includes(scene.seat))
    return gameText(game, `phase.${scene.phase}`);
  const acting = names(table, scene.turn);
  return gameText(game, `waiting.${scene.phase}`, { name: acting, names: acting });
}

/** Why a card cannot be played now, in words. */
export function whyText(table: TableView, game: GameInfo, why: Why): string {
  if (why.key === 'table.why_follow') return t(why.key, { suit: suitName(game, why.suit) });
  if (why.key === 'table.why_phase')
    return t(why.key, { phase: gameText(game, `phase.${table.scene?.phase}`) });
  return t(why.key);
}

/** Why a number may not be chosen: as the game explains it in `why.PREFIX`, else in general. */
export function whyNumber(game: GameInfo, prefix: string, value: number): string {
  const text = findGameText(game, `why.${prefix}`);
  return text === null ? t('table.why_number', { value }) : fill(text, { value });
}

/** Who takes a trick. */
export function takesText(table: TableView, winner: number, game: GameInfo): string {
  if (winner === table.seat) return t('table.takes_you');
  return t('table.takes', { name: seatName(table, winner, game) });
}

/** Who has won the match. */
export function outcomeText(table: TableView): string {
  const { outcome, seat } = table;
  if (!outcome) return '';
  if (outcome.draw) return t('table.draw');
  if (outcome.winners.length === 0) return t(seat === null ? 'table.lost' : 'table.lost_you');
  if (outcome.winners.length > 1)
    return t('table.won_many', { names: names(table, outcome.winners) });
  if (outcome.winners[0] === seat) return t('table.won_you');
  return t('table.won', { names: names(table, outcome.winners) });
}
