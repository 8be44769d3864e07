// Texts about one's own tables and matches.

import { type End, endOf } from '../ends.ts';
import { botName, nameOn, t, withMinus } from '../i18n.ts';
import { settings } from '../settings.svelte.ts';
import type { Home, MatchSummary, MyTable } from '../wire.ts';

const DAY = 86_400; // s
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago this was, in words, or will be; `now` and `then` in seconds. */
function away(then: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(settings.lang, { numeric: 'auto' });
  const gap = Math.abs(now - then);
  if (gap >= DAY) return words.format(daysTo(then, now), 'day');
  const [unit, length] = STEPS.find(([, seconds]) => gap >= seconds) ?? ['second', Infinity];
  return words.format(Math.sign(then - now) * Math.floor(gap / length), unit);
}

/** Days as the calendar has them: what was 30 hours ago need not have been yesterday.  One at least, also of 25 hours. */
function daysTo(then: number, now: number): number {
  const midnight = (time: number): number => new Date(time * 1000).setHours(0, 0, 0, 0) / 1000;
  return Math.round((midnight(then) - midnight(now)) / DAY) || Math.sign(then - now);
}

/** How long ago this was, in words; `now` and `then` in seconds. */
export const ago = (then: number, now: number): string => away(Math.min(then, now), now);

/** Since when something is waited for; where the reader is to move by correspondence, until when. */
export function sinceWhen(mine: MyTable, now: number): string {
  const until = (mine.table.since ?? -DAY) + DAY;
  return isDue(mine) && until > now
    ? t('ui.home.due', { time: away(until, now) })
    : ago(mine.since, now);
}

/** Has the reader left the seat to a bot?  It may be had back. */
export const hasLeft = ({ table, seat }: MyTable): boolean => table.seats[seat]?.kind === 'bot';

/** Does a bot play for the reader until he comes back? */
const isPlayedFor = ({ table, seat }: MyTable): boolean => {
  const who = table.seats[seat];
  return table.phase !== 'over' && who?.kind === 'person' && who.stand_in;
};

/** Is the table waiting for the reader? */
export const isTurn = (mine: MyTable): boolean =>
  mine.table.turn.includes(mine.seat) && !hasLeft(mine);

/** Is the reader wanted there, to move or to have the seat back? */
export const isWanted = (mine: MyTable): boolean => isTurn(mine) || isPlayedFor(mine);

/** Is it waiting for the reader by correspondence, where a bot moves after a day? */
export const isDue = (mine: MyTable): boolean => isTurn(mine) && mine.table.clock === 'daily';

/** First what is due, longest waiting first; then where else he is wanted; last what he has left; newest first. */
export function inOrder(tables: MyTable[]): MyTable[] {
  const place = (mine: MyTable): number =>
    isDue(mine) ? 0 : isWanted(mine) ? 1 : hasLeft(mine) ? 3 : 2;
  return tables.toSorted(
    (one, other) => place(one) - place(other) || (isDue(one) ? one.since - other.since : 0),
  );
}

/** What is waited for at a table. */
export function waitsFor(mine: MyTable): string {
  const { table } = mine;
  if (hasLeft(mine)) return t('ui.home.left');
  if (['lobby', 'over'].includes(table.phase) && isTurn(mine)) return t('push.asked'); // to a proposal
  if (table.phase === 'lobby')
    return t(table.seats.some(({ kind }) => kind === 'open') ? 'ui.phase.lobby' : 'ui.phase.full');
  if (isTurn(mine)) return t('ui.your_turn');
  if (isPlayedFor(mine)) return t('ui.home.stand_in');
  const names = table.seats.flatMap((who, i) =>
    table.turn.includes(i) ? (nameOn(who) ?? []) : [],
  );
  return names.length > 0 ? t('ui.home.turn', { names }) : t(`ui.phase.${table.phase}`);
}

/** The way to look back at a match, or where it was a challenge, to compare: an address and what it is called. */
export function lookBack(match: MatchSummary): [href: string, name: string] {
  return match.challenge !== null
    ? [`/c/${match.challenge}`, t('ui.challenge.compare')]
    : [`/m/${match.table}-${match.number}`, t('ui.result.replay')];
}

/** What ended while the reader was away, but for what has been told before. */
export function missed({ finished }: Home, told: End[]): MatchSummary[] {
  return finished.filter(
    ({ missed, seat, table, number }) =>
      missed.includes(seat) && !told.includes(endOf(table, number)),
  );
}

/** The others, each with the points. */
export function others({ names, levels, seat, points }: MatchSummary): string[] {
  const shown = names.map((name, i) => (levels[i] && name ? botName(name) : name));
  return shown.flatMap((name, i) =>
    i === seat ? [] : [`${name ?? t('ui.somebody')}\u00a0${withMinus(String(points[i]))}`],
  );
}

/** The address at which it goes on with the same people: of a table that waits for nobody, beside its last match. */
export function goesOn(match: MatchSummary, { running, finished }: Home): string | null {
  const isLast = finished.find(({ table }) => table === match.table) === match;
  const waits = running.some(({ table }) => table.id === match.table);
  return match.challenge === null && isLast && !waits ? `/t/${match.table}` : null;
}

/** Who else sits at a table; open seats are nobody. */
export function companyOf({ table, seat }: MyTable): string[] {
  return table.seats.flatMap((who, i) =>
    i === seat || who.kind === 'open' ? [] : [nameOn(who) ?? t('ui.seat', { n: i + 1 })],
  );
}

/** Where the reader came, of how many; partners take one place together, and alone one has won or lost. */
export function placeText({ places, seat, sides }: MatchSummary): string {
  if (places.length === 1) return t(places[0] === 1 ? 'ui.home.won' : 'ui.home.lost');
  const sideOf = (each: number): number => sides[each] ?? each;
  const own = places[seat] ?? 0;
  const ahead = places.flatMap((place, each) => (place < own ? [sideOf(each)] : []));
  return t('ui.home.place', {
    place: 1 + new Set(ahead).size,
    players: new Set(places.map((_, each) => sideOf(each))).size,
  });
}
