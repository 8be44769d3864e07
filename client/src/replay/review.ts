// Plain functions for a review: where its mistakes are, and its figures in words.

import { actionName, fill, find, t, withMinus } from '../i18n.ts';
import { settings } from '../settings.svelte.ts';
import type { Divided, GameInfo, Judged, Review } from '../wire.ts';
import type { Place } from './replay.ts';

/** The mistakes in the order of the match. */
export function mistakesOf(review: Review | null): Judged[] {
  return review?.judged.filter((each) => each.mistake) ?? [];
}

/** The next mistake from a moment, or the one before; null where there is none. */
export function mistakeFrom(review: Review | null, at: Place, by: 1 | -1): Place | null {
  const mistakes = mistakesOf(review);
  const found =
    by === 1
      ? mistakes.find((each) => compare(each, at) > 0)
      : mistakes.findLast((each) => compare(each, at) < 0);
  return found === undefined ? null : { deal: found.deal, step: found.step };
}

/** The mistake that has just been made at this moment. */
export function mistakeAt(review: Review | null, at: Place): Judged | undefined {
  return mistakesOf(review).find((each) => compare(each, at) === 0);
}

/** What a mistake has led to, where the worlds say so clearly, the largest difference first; nameOf: of a seat. */
export function sequelTexts(
  game: GameInfo,
  { best, sequels }: Judged,
  nameOf: (seat: number) => string,
): string[] {
  const share = (value: number) =>
    value.toLocaleString(settings.lang, { style: 'percent', maximumFractionDigits: 0 });
  return sequels
    .filter(({ clear }) => clear)
    .toSorted((one, other) => other.played - other.best - (one.played - one.best))
    .map(({ kind, seat, played, best: other }) => {
      const told = { played: share(played), best: actionName(game, best), share: share(other) };
      if (kind !== 'given') return t(`ui.review.${kind}`, told);
      if (seat === null) return t('ui.review.lost', told);
      return t('ui.review.given', { ...told, name: nameOf(seat) });
    });
}

/** Which words tell a loss: a mean with its error; what the bots reckon; exact, where every card could be known. */
export function told({
  error,
  worlds,
}: {
  error: number;
  worlds: number;
}): '' | '.exact' | '.reckoned' {
  if (worlds === 1) return '.exact';
  return error > 0 ? '' : '.reckoned';
}

/** Those that were mistakes in a few worlds and are none in many: nobody has to look for where a dot has gone. */
export function clearedOf(shown: Judged[], review: Review | null): Judged[] {
  const fine = review?.judged.filter(({ mistake }) => !mistake) ?? [];
  return shown.filter((each) => fine.some((other) => compare(each, other) === 0));
}

function compare(one: Place, other: Place): number {
  return one.deal - other.deal || one.step - other.step;
}

/** An amount in the unit of the review: "12.4 points". */
export function amount(review: Pick<Review, 'unit'>, value: number): string {
  return fill(find(`unit.${review.unit}`) ?? '{n}', { n: figure(value) });
}

/** What a seat had over so many deals: all, and how much of it the average, the cards and the play were. */
export interface Sum {
  result: number;
  average: number;
  cards: number;
  error: number; // of the cards, and so of the play
  play: number;
}

/** One deal's figures of a seat. */
export function shareOf(share: Divided, seat: number): Sum {
  const [result, cards, error, play] = [share.result, share.cards, share.error, share.play].map(
    (figures) => figures[seat] ?? 0,
  ) as [number, number, number, number];
  return { result, average: share.average, cards, error, play };
}

/** The figures of several deals together; errors add like the sides of a right angle. */
export function sumOf(shares: Sum[]): Sum {
  const sum = { result: 0, average: 0, cards: 0, error: 0, play: 0 };
  for (const each of shares) {
    sum.result += each.result;
    sum.average += each.average;
    sum.cards += each.cards;
    sum.play += each.play;
    sum.error = Math.hypot(sum.error, each.error);
  }
  return sum;
}

/** A number with its sign, and a decimal only where the number is small. */
export function signed(value: number): string {
  const digits = Math.abs(value) >= 10 ? 0 : 1;
  const how = { maximumFractionDigits: digits, signDisplay: 'exceptZero' } as const;
  return withMinus(value.toLocaleString(settings.lang, how));
}

/** How far off a number may be, in the digits of the number. */
export function margin(error: number): string {
  return signed(error).replace('+', '');
}

/** A number with as many digits as it is worth; below zero by chance is nothing.
 *  beside: a figure has as many digits as the one beside which it stands. */
export function figure(value: number, beside = value): string {
  const digits = beside >= 10 ? 0 : beside >= 1 ? 1 : 2;
  return Math.max(0, value).toLocaleString(settings.lang, { maximumFractionDigits: digits });
}
