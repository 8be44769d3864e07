// Seats in words.

import { levelName, t } from '../i18n.ts';
import type { SeatView, TableView } from '../wire.ts';

/** Who or what has this seat, and whether the person is there. */
export function seatWords(seat: SeatView): string {
  if (seat.kind === 'open') return t('ui.seat.open');
  if (seat.kind === 'bot') return t('ui.seat.bot', { level: levelName(seat.level ?? '') });
  if (seat.stand_in) return t(seat.away ? 'ui.seat.stand_in' : 'ui.seat.late');
  return seat.away ? t('ui.seat.away') : t('ui.seat.here');
}

/** May who watches ask for a seat where a bot plays?  Somebody sits there who can say yes, and nothing else is asked. */
export function mayAsk(table: TableView): boolean {
  const { seat, seats, locked, challenge, pending } = table;
  const isOpen = seat === null && !locked && challenge === null && pending === null;
  const isAnswered = seats.some(({ kind }) => kind === 'person');
  const isFree = seats.some((each) => each.may_be_asked_for && (each.kind === 'bot' || each.away));
  return isOpen && isAnswered && isFree;
}

/** How who watches comes to play in the next match, if at all. */
export function waysIn({ seats, locked }: Pick<TableView, 'seats' | 'locked'>): string {
  if (locked) return t('ui.lock.shut');
  if (seats.some(({ kind }) => kind === 'open')) return t('ui.lounge.sit_first');
  return t(seats.some(({ kind }) => kind === 'bot') ? 'ui.lounge.full_bots' : 'ui.lounge.full');
}
