// How a number is asked: of few each has a chip of its own, which one touches; of many there are arrows and a slider.

import { settings } from '../settings.svelte.ts';
import type { AskInfo } from '../wire.ts';

const FEW = 30; // the largest number up to which there are chips
const CHIP = 44; // px of width that a chip has, and of height
const NARROW = 31; // px of width that it keeps where there are many
const GAP = 2; // px between chips

/** Whether this is asked by chips: as the game's source has it, or as the reader wants it. */
export function byChips({ widget, most, arrows }: AskInfo): boolean {
  const isFew = widget === 'number' && most !== null && most <= FEW;
  return isFew && (settings.numbers === 'game' ? !arrows : settings.numbers === 'chips');
}

/** How many of so many chips stand side by side in this width, in as few rows as can be and those even. */
export function chipsInRow(count: number, width: number): number {
  const fit = Math.max(1, Math.floor((width + GAP) / (NARROW + GAP)));
  return Math.ceil(count / Math.ceil(count / fit));
}

/** Height in px that so many chips take. */
export function chipsHeight(count: number, width: number): number {
  return Math.ceil(count / chipsInRow(count, width)) * (CHIP + GAP) + GAP;
}

/** The nearest of these numbers that is at least so far on, up or down; where there is none, the last one that way. */
export function next(numbers: number[], value: number, by: number): number {
  const rising = [...numbers].sort((a, b) => a - b);
  const found =
    by > 0
      ? (rising.find((each) => each >= value + by) ?? rising.at(-1))
      : (rising.findLast((each) => each <= value + by) ?? rising[0]);
  return found ?? value;
}

/** The number after one more figure; where it would become too large, a new one begins.  null = none was typed yet. */
export function typed(before: number | null, figure: number, most: number): number {
  const longer = 10 * (before ?? 0) + figure;
  return longer <= most ? longer : figure;
}

/** The figure that is typed, wherever the focus is: unless it is written into a field, or is no figure. */
export function figureOf(event: KeyboardEvent): number | null {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (target instanceof Element && target.closest('input, textarea, select, dialog[open]'))
    return null;
  return /^[0-9]$/.test(event.key) ? Number(event.key) : null;
}
