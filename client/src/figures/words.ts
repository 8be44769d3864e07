// Figures in words.

import { fill, find, levelName, t, withMinus } from '../i18n.ts';
import { margin, signed } from '../replay/review.ts';
import { settings } from '../settings.svelte.ts';
import type { GameFigures, Luck, Point, Rating, Tally } from '../wire.ts';

/** A line of a table: whose it is, or against whom. */
export type Row = [who: string, tally: Tally];

const KINDS = ['people', 'mixed', 'nobody'] as const;

/** A figure to a tenth, a small one to a hundredth. */
export function round(value: number): string {
  return shown(value, Math.abs(value) < 1 ? 2 : 1);
}

/** "27.3 ± 4.0", both to a tenth. */
export function ratingText({ value, within }: Rating): string {
  return `${tenth(value)} ± ${tenth(within)}`;
}

/** "Rating 27.3 ± 4.0 from 12 matches". */
export function ratingLine({ value, within, matches }: Rating): string {
  return t('ui.figures.rating', { value: tenth(value), within: tenth(within), n: matches });
}

/** The last of some points: "last 0.42 points ± 0.10". */
export function lastOf(points: Point[], unit: string | null): string {
  const { value, within } = points.at(-1) ?? { value: 0, within: 0 };
  const worded = unit === null ? tenth(value) : inUnit(round(value), unit);
  return t('ui.figures.last', {
    value: worded,
    within: unit === null ? tenth(within) : round(within),
  });
}

/** "On average your cards brought you +3 points (± 7) a match, the play −1 point (± 4): 12 matches." */
export function luckText({ cards, play }: Luck, matches: number, unit: string): string {
  return t('ui.figures.luck', {
    cards: inUnit(signed(cards.value), unit),
    cards_within: margin(cards.within),
    play: inUnit(signed(play.value), unit),
    play_within: margin(play.within),
    n: matches,
  });
}

/** Who the others were. */
export function againstText({ against }: Tally): string {
  const kind = KINDS.find((each) => each === against);
  if (kind !== undefined) return t(`ui.figures.${kind}`);
  return t('ui.ratings.bots', { level: levelName(against) });
}

/** The reader's matches, by who the others were. */
export function byKind(tallies: Tally[]): Row[] {
  return tallies.map((tally) => [againstText(tally), tally]);
}

/** With whom the reader plays again and again, and how each of them has done; the reader stands above them. */
export function together({ tallies, company }: GameFigures): Row[] {
  const own = company.length > 0 ? tallies.filter(({ against }) => against === 'people') : [];
  return [
    ...own.map((tally): Row => [t('ui.seat.you'), tally]),
    ...company.map(({ name, tally }): Row => [name, tally]),
  ];
}

/** How often each place; alone, how often won and how often lost. */
export function placesText({ against, places }: Tally): string {
  const [won = 0, lost = 0] = places;
  return (against === 'nobody' ? [won, lost] : places).join('\u00a0· ');
}

/** The share of the bids that were met. */
export function metText({ met, bids }: Tally): string {
  if (bids === 0) return '–';
  return (met / bids).toLocaleString(settings.lang, { style: 'percent' });
}

function tenth(value: number): string {
  return shown(value, 1);
}

function shown(value: number, digits: number): string {
  const how = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return withMinus(value.toLocaleString(settings.lang, how));
}

function inUnit(figure: string, unit: string): string {
  return fill(find(`unit.${unit}`) ?? '{n}', { n: figure });
}
