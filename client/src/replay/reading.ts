// Plain functions for a match that is told as it was written down: no rule of its game is known here.

import { actionName, cardName, fill, findGameText, gameText, saidName, t } from '../i18n.ts';
import { BARE_GAME } from '../table/bare.ts';
import { recorded, seatName } from '../table/words.ts';
import type { Deed, GameInfo, Problem, Reading, TableView, ToldDeal } from '../wire.ts';
import { END, type Place } from './replay.ts';

/** The people of the match, as far as texts about them need a table. */
export type Company = Pick<TableView, 'seats' | 'seat' | 'outcome'>;

const OF_SEATS = new Set(['declarer', 'winners', 'declared', 'left']); // figures of a result that are seats
const FRENCH = /^[SHDC]([AKQJT]|[2-9])'*$/;
const TILE = /^[0-6]-[0-6]$/;

/** Whether a match that cannot be played again can be read all the same. */
export function canBeRead({ code }: Problem): boolean {
  return code === 'table/other_rules' || code === 'game/unknown' || code === 'record/bad';
}

/** Whether it could be read, but not by who looks. */
export function isShut({ code }: Problem): boolean {
  return ['table/word_needed', 'record/private', 'challenge/untried'].includes(code);
}

/** Why it is told like this, for whom it concerns. */
export function whyRead(problem: Problem, reading: Reading, reason: string): string {
  const isGone = problem.code === 'game/unknown' || problem.params.reason === 'game';
  if (isGone) return t('ui.reading.no_game', { name: reading.game });
  if (problem.code === 'record/bad') return t('ui.reading.disagrees', { reason });
  return t('ui.reading.changed');
}

export function companyOf({ names, outcome }: Reading): Company {
  const seats = names.map(recorded);
  return { seats, seat: null, outcome };
}

/** All cards that the deal names as such. */
export function cardsOf({ deck, hands, stock, turned }: ToldDeal): Set<string> {
  return new Set([...deck, ...hands.flat(), ...stock, ...(turned === null ? [] : [turned])]);
}

/** A game that the house does not have: its cards are drawn where they look like cards that are known. */
export function strangerOf(reading: Reading): GameInfo {
  const cards = reading.deals.flatMap((deal) => [...cardsOf(deal)]);
  const faces = cards.every((code) => FRENCH.test(code))
    ? 'french'
    : cards.every((code) => TILE.test(code))
      ? 'domino'
      : 'unknown';
  return {
    ...BARE_GAME,
    name: reading.game,
    min_players: reading.players,
    max_players: reading.players,
    tables: [reading.players],
    faces,
    suits: faces === 'french' ? [...'SHDC'] : [],
  };
}

/** Who has done it: chance has no seat. */
export function doerName(company: Company, { seat }: Deed): string {
  return seat < 0 ? t('ui.reading.chance') : seatName(company, seat);
}

/** An announcement in the words that the game has for it now, else as it was written. */
export function deedText(game: GameInfo, code: string): string {
  const prefix = code.split(':', 1)[0] ?? code;
  const isKnown = [`said.${code}`, `said.${prefix}`, `action.${code}`, `action.${prefix}`].some(
    (part) => findGameText(game, part) !== null,
  );
  if (isKnown) return saidName(game, code);
  return game.cards.includes(code) ? actionName(game, code) : code;
}

/** What came out, figure by figure: by seat, or one for all. */
export function resultRows(
  game: GameInfo,
  company: Company,
  result: Record<string, unknown>,
): { label: string; figures: string[] }[] {
  return Object.entries(result).map(([key, value]) => {
    const label = gameText(game, `result.${key}`);
    if (OF_SEATS.has(key)) return { label, figures: [seatsText(company, value)] };
    const isBySeat = Array.isArray(value) && value.length === company.seats.length;
    return { label, figures: (isBySeat ? value : [value]).map((each) => valueText(game, each)) };
  });
}

function seatsText(company: Company, value: unknown): string {
  const seats = (Array.isArray(value) ? value : [value]).filter((seat) => typeof seat === 'number');
  return seats.length === 0
    ? '–'
    : fill('{seats}', { seats: seats.map((p) => seatName(company, p)) });
}

/** A figure or a code of a result, or of what else was written down with a deal. */
export function valueText(game: GameInfo, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(game, each)).join(' · ') || '–';
  if (typeof value === 'string')
    return findGameText(game, `value.${value}`) ?? cardName(game, value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return fill('{value}', { value });
}

/** One deed on, or back; from the end of a deal to the next one, null at the ends of the match. */
export function readOn({ deal, step }: Place, by: 1 | -1, deals: ToldDeal[]): Place | null {
  const i = deals.findIndex(({ number }) => number === deal);
  const length = deals[i]?.deeds.length ?? 0;
  const to = Math.min(step, length) + by;
  if (to >= 0 && to <= length) return { deal, step: to };
  const next = deals[i + by];
  return next === undefined ? null : { deal: next.number, step: by === 1 ? 0 : END };
}

/** To the beginning of the next deal, or to that of this one, or of the one before. */
export function dealOn({ deal, step }: Place, by: 1 | -1, deals: ToldDeal[]): Place | null {
  if (by === -1 && step > 0) return { deal, step: 0 };
  const next = deals[deals.findIndex(({ number }) => number === deal) + by];
  return next === undefined ? null : { deal: next.number, step: 0 };
}
