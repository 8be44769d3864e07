// How the table is set up in the room there is, and how large a card of the hand is: the same in every phase.

import type { Form } from '../cards/faces.ts';
import type { Size } from './layout.ts';

/** What the hand and the controls take, in px: below, what of that is idle as nothing is asked, and at the right. */
export interface Dock {
  height: number;
  idle: number;
  aside: number;
}

export interface Stage {
  // wide: the score sheet lies beside the felt; tall: over it; low: what is asked stands at the right of the felt
  kind: 'wide' | 'tall' | 'low';
  card: number; // px of width
  short: boolean; // a tall one has so little height that no place is kept for what is not asked
}

const LOW = 480; // px of height below which what is asked stands beside the felt
const WIDE = 900; // px of width from which the score sheet does
export const SHORT = 600; // px of height below which no place is kept for what is not asked
const LEAST = 52; // px of width of a card
const MOST = 320;

/** Sizes of cards among which a reader chooses, as parts of the largest that fits. */
export const PARTS = { large: 1, medium: 0.84, small: 0.7 };

/**
 * The set-up for a stage of this size and cards of this form, at this part of the size for which there is room.
 * A low one whose game has rows on offer needs height for these.
 */
export function stageOf({ width, height }: Size, form: Form, part = 1, rows = false): Stage {
  if (height < LOW && width > 1.2 * height) {
    const most = (rows ? 0.165 : 0.195) * height;
    return { kind: 'low', card: form.size * clamp(part * most), short: false };
  }
  const card = form.size * clamp(part * Math.min(0.145 * height, 0.2 * width, MOST));
  const kind = width >= WIDE ? 'wide' : 'tall';
  return { kind, card, short: kind === 'tall' && height < SHORT };
}

function clamp(card: number): number {
  return Math.round(Math.max(LEAST, Math.min(MOST, card)));
}
