// Texts about the people and cards at this table.

import {
  cardName,
  fill,
  find,
  findGameText,
  gameText,
  isolated,
  nameOn,
  reasonText,
  sentences,
  t,
  withMinus,
} from '../i18n.ts';
import { settings } from '../settings.svelte.ts';
import { BARE_SEAT } from './bare.ts';
import { callName } from './names.ts';
import type { GameInfo, Meaning, Scene, SeatView, TableView } from '../wire.ts';

const HOUR = 3600; // seconds

/** Who sits here; an open seat is called by its number.  After the seats comes the game's dummy, who has none. */
export function seatName(table: Pick<TableView, 'seats'>, seat: number, game?: GameInfo): string {
  if (game && seat >= table.seats.length) return gameText(game, 'dummy');
  const who = table.seats[seat];
  return (who && nameOn(who)) ?? t('table.seat', { number: seat + 1 });
}

/** Whom a record names: it does not say who is a bot, but those of the house have names of their own. */
export function recorded(name: string | null): SeatView {
  const kind = name !== null && find(`ui.bot.${name}`) !== null ? 'bot' : 'person';
  return { ...BARE_SEAT, kind, name };
}

/** The table with those who have played the match that lies there: who has sat down since only looks on at it. */
export function asPlayed(table: TableView): TableView {
  if (table.seats.every(({ played }) => played === null)) return table;
  const own = table.seat === null ? undefined : table.seats[table.seat];
  const seats = table.seats.map((seat) => (seat.played === null ? seat : recorded(seat.played)));
  return { ...table, seats, seat: (own?.played ?? null) === null ? table.seat : null };
}

/** What lies open of a hand: what the game calls it where it is shown for that, such as a Weis. */
export function openHandText(
  table: Pick<TableView, 'seats'>,
  game: GameInfo,
  seat: number,
): string {
  const [what, name] = [findGameText(game, 'zone.hand.open'), seatName(table, seat)];
  return what === null
    ? t('table.hand_of_open', { name })
    : t('table.hand_of_shown', { what, name });
}

/** The names of several seats, as a list in the reader's language. */
export function names(table: Pick<TableView, 'seats'>, seats: number[]): string {
  return list(seats.map((seat) => seatName(table, seat)));
}

/** The same for short: what people call each other. */
export function calls(table: TableView, seats: number[]): string {
  return list(seats.map((seat) => callOf(table, seat)));
}

/** Who has won how many of the matches here, most first; null where there was but one, or nobody has won any. */
export function tallyText(table: TableView): string | null {
  const won = table.won.flatMap((n, seat) => (n > 0 ? [{ n, seat }] : []));
  if (table.played < 2 || won.length === 0) return null;
  const told = won.toSorted((one, other) => other.n - one.n);
  const names = list(told.map(({ n, seat }) => `${callOf(table, seat)}\u00a0${n}`));
  return t('ui.tally', { n: table.played, names });
}

/** What somebody is called for short, unless others at the table are called so, too. */
export function callOf(table: Pick<TableView, 'seats'>, seat: number, game?: GameInfo): string {
  const short = table.seats.map((_, each) => callName(seatName(table, each)));
  const own = short[seat];
  return own === undefined || short.filter((each) => each === own).length > 1
    ? seatName(table, seat, game)
    : own;
}

function list(words: string[]): string {
  const list = new Intl.ListFormat(settings.lang, { type: 'conjunction' });
  return list.format(words.map(isolated));
}

/** What is asked, and of whom, in one sentence; of what is past only whose turn it was. */
export function turnText(table: TableView, game: GameInfo, past = false): string {
  const { scene, confirmed } = table;
  if (table.phase === 'over') return sentences(meantText(table, game), overText(table));
  if (!scene) return '';
  if (table.phase === 'between') {
    const ended = sentences(meantText(table, game), dealWonText(table, game));
    const open = unsaid(table);
    if (table.seat === null) {
      const waits = confirmed.length > 0 && open.length > 0; // else nobody has said OK, or what is seen is long over
      const rest = waits ? t('table.between_watch', { names: calls(table, open) }) : '';
      return (
        sentences(dealWonText(table, game), rest) || t('event.deal_ended', { scores: '' }).trim()
      );
    }
    if (!waitsForOthers(table)) return ended || t('table.between');
    return t('table.between_wait', { names: calls(table, open) });
  }
  if (!past && table.seat !== null && scene.turn.includes(table.seat))
    return gameText(game, `phase.${scene.phase}`);
  const acting = calls(table, scene.turn);
  return gameText(game, `waiting.${scene.phase}`, { name: acting, names: acting });
}

/**
 * That a bot moves for the reader, who was out of time; or that nobody is here of those who are waited for, and after
 * how many seconds a bot moves.  '' = it is not so.
 */
export function absenceText(table: TableView, grace: number | null): string {
  const { scene, confirmed, seats, phase } = table;
  if (phase !== 'over' && table.seat !== null && seats[table.seat]?.stand_in)
    return t('table.out_of_time');
  if (grace === null || !scene) return '';
  const awaited =
    phase === 'playing'
      ? scene.turn
      : phase === 'between' && table.seat !== null && confirmed.includes(table.seat)
        ? unsaid(table)
        : [];
  const isGone = awaited.every((seat) => seats[seat]?.away && !seats[seat].stand_in);
  return awaited.length > 0 && isGone ? t('table.waits_away', { seconds: Math.round(grace) }) : '';
}

/** Are all who are to act now bots? */
export function waitsForBots({ phase, scene, seats }: TableView): boolean {
  const turn = phase === 'playing' ? (scene?.turn ?? []) : [];
  return turn.length > 0 && turn.every((seat) => seats[seat]?.kind === 'bot');
}

/** Has the reader said OK after a deal, and others have not? */
export function waitsForOthers(table: TableView): boolean {
  const open = unsaid(table);
  return table.phase === 'between' && open.length > 0 && !open.some((seat) => seat === table.seat);
}

/** The persons who have not said OK: bots are never waited for, nor is who has one standing in. */
function unsaid({ seats, confirmed }: TableView): number[] {
  return seats.flatMap(({ kind, stand_in }, seat) =>
    kind === 'person' && !stand_in && !confirmed.includes(seat) ? [seat] : [],
  );
}

/** What the finished deal meant for the viewer, none for who only watches, and the text that says it, as it is written. */
function meaningOf(table: TableView, game: GameInfo): [Meaning | undefined, string | null] {
  const meaning = table.seat === null ? undefined : table.scene?.meant[table.seat];
  const key = `meant.${meaning?.key}`;
  return [meaning, findGameText(game, key) ?? find(key)];
}

/** The same in words; '' where no text says it. */
export function meantText(table: TableView, game: GameInfo): string {
  const [meaning, found] = meaningOf(table, game);
  if (meaning === undefined || found === null) return '';
  const { who, cards, gain, ...params } = meaning.params;
  if (typeof who === 'string')
    params.who = list([...who].map((seat) => nameOrYou(table, Number(seat))));
  if (typeof cards === 'string')
    params.cards = list(cards.split(' ').map((code) => cardName(game, code)));
  if (typeof gain === 'number') params.gain = signed(gain);
  const text = fill(found, params);
  return /[.!。]$/.test(text) ? text : t('table.sentence', { text });
}

/** Who has won the finished deal; '' where that would name everybody or nobody, or again whom the meaning is said to name. */
function dealWonText(table: TableView, game: GameInfo): string {
  const meant = table.scene?.meant ?? [];
  const winners = meant.flatMap(({ won }, seat) => (won === true ? [seat] : []));
  if (meant.length < 2 || winners.length === 0 || winners.length === meant.length) return '';
  if (winners.length > 1) {
    const [meaning, found] = meaningOf(table, game);
    const named = found?.includes('{who}') === true ? meaning?.params.who : null;
    if (typeof named === 'string' && [...named].toSorted().join('') === winners.join('')) return '';
    const called = ownFirst(table.seat, winners).map((seat) => nameOrYou(table, seat));
    const isOwn = winners.some((seat) => seat === table.seat);
    return t(isOwn ? 'table.deal_won_with_you' : 'table.deal_won_many', { names: list(called) });
  }
  if (winners[0] === table.seat) return t('table.deal_won_you');
  return t('table.deal_won', { names: calls(table, winners) });
}

function ownFirst(own: number | null, seats: number[]): number[] {
  return seats.toSorted((a, b) => Number(b === own) - Number(a === own));
}

/** What somebody is called for short, or that it is the reader. */
export function nameOrYou(table: TableView, seat: number): string {
  return seat === table.seat ? t('table.you') : callOf(table, seat);
}

function signed(gain: number): string {
  const figure = new Intl.NumberFormat(settings.lang, { signDisplay: 'exceptZero' }).format(gain);
  return withMinus(figure);
}

/** Why a number may not be chosen: as the game explains it, else in general. */
export function whyNumber(game: GameInfo, scene: Scene, prefix: string, value: number): string {
  const reason = scene.why[`${prefix}:${value}`];
  return reason ? reasonText(game, reason) : t('table.why_number', { value });
}

/** Who takes a trick. */
export function takesText(table: TableView, winner: number, game: GameInfo): string {
  if (winner === table.seat) return t('table.takes_you');
  return t('table.takes', { name: seatName(table, winner, game) });
}

type Ended = Pick<TableView, 'seats' | 'seat' | 'outcome'> & Partial<Pick<TableView, 'challenge'>>;

/** One deal of several seats was played, as others have played it: compared is a seat with itself, and nobody wins. */
export const isCompared = ({ seats, challenge }: Pick<Ended, 'seats' | 'challenge'>): boolean =>
  Boolean(challenge) && seats.length > 1;

const overText = (table: Ended): string => t(isCompared(table) ? 'table.deal_over' : 'table.over');

/** Who has won the match, and for whom of them a bot did. */
export function outcomeText(table: Ended): string {
  const won = wonText(table);
  const winners = isCompared(table) || table.outcome?.draw ? [] : (table.outcome?.winners ?? []);
  const played = winners.filter((each) => table.seats[each]?.stand_in);
  if (played.length === 0) return won;
  return t('table.won_stand_in', { outcome: won, names: names(table, played) });
}

function wonText(table: Ended): string {
  const { outcome, seat } = table;
  if (!outcome) return '';
  if (isCompared(table)) return overText(table);
  if (outcome.draw) return t('table.draw');
  const { length } = outcome.scores;
  if (outcome.winners.length === 0)
    return t(seat === null || length > 1 ? 'table.lost' : 'table.lost_you');
  if (length > 1 && outcome.winners.length === length) return t('table.won_all');
  if (outcome.winners.length > 1) {
    const isOwn = outcome.winners.some((each) => each === seat);
    const named = ownFirst(seat, outcome.winners).map((each) =>
      each === seat ? t('table.you') : seatName(table, each),
    );
    return t(isOwn ? 'table.won_with_you' : 'table.won_many', { names: list(named) });
  }
  if (outcome.winners[0] === seat) return t('table.won_you');
  return t('table.won', { names: names(table, outcome.winners) });
}

/** Seconds as minutes and seconds, rounded up: "0:07". */
export function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole > HOUR) {
    const hours = { style: 'unit', unit: 'hour', maximumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(settings.lang, hours).format(Math.floor(whole / HOUR));
  }
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
