// Plain functions for a review: where its mistakes are, and its figures in words.

import { fill, find } from '../i18n.ts';
import { settings } from '../settings.svelte.ts';
import type { Judged, Review } from '../wire.ts';
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

function compare(one: Place, other: Place): number {
  return one.deal - other.deal || one.step - other.step;
}

/** An amount in the unit of the review: "12.4 points". */
export function amount(review: Review, value: number): string {
  return fill(find(`unit.${review.unit}`) ?? '{n}', { n: figure(value) });
}

/** A number with as many digits as it is worth; below zero by chance is nothing.
 *  beside: a figure has as many digits as the one beside which it stands. */
export function figure(value: number, beside = value): string {
  const digits = beside >= 10 ? 0 : beside >= 1 ? 1 : 2;
  return Math.max(0, value).toLocaleString(settings.lang, { maximumFractionDigits: digits });
}
