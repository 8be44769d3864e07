// The hand that the viewer plays from, as it lies before him: in the order that he likes, without what still lies there.

import { settings } from '../../settings.svelte.ts';
import type { FinishedTrick, GameInfo, TableView } from '../../wire.ts';
import { handInPlay, zone } from '../view.ts';
import { arranged, asTheyCame } from './order.ts';

export interface OwnHand {
  readonly seat: number | null; // whose hand that is
  readonly cards: string[];
  readonly longest: number; // hand of this deal: its room stays
}

/** Watches the hand of a table; call it while a component is set up. */
export function ownHand(
  table: () => TableView,
  game: () => GameInfo,
  held: () => FinishedTrick | null,
): OwnHand {
  const scene = $derived(table().scene);
  const played = $derived(scene && handInPlay(scene));
  const hand = $derived(scene && played !== null ? zone(scene, 'hand', played) : undefined);
  const inHand = $derived(hand?.cards.filter((code) => !held()?.cards.includes(code)) ?? []);
  const cards = $derived(settings.hand === 'dealt' ? unsorted(inHand) : sorted(inHand));
  const longest = $derived(longestOf(scene?.deal ?? 0, cards.length));

  function sorted(codes: string[]): string[] {
    return arranged(codes, {
      faces: game().faces,
      suits: game().suits.toReversed(), // as the games sort them
      deck: game().cards,
      trump: (scene && zone(scene, 'trump')?.suit) ?? null,
      alternating: settings.hand === 'alternating',
      ascending: settings.handUp,
    });
  }

  let lying: { deal?: number | undefined; codes: string[] } = { codes: [] };
  function unsorted(codes: string[]): string[] {
    const before = lying.deal === scene?.deal ? lying.codes : [];
    lying = { deal: scene?.deal, codes: asTheyCame(codes, table().dealt, before) };
    return lying.codes;
  }

  let known = { deal: -1, most: 1 };
  function longestOf(deal: number, now: number): number {
    known = { deal, most: Math.max(now, 1, known.deal === deal ? known.most : 0) };
    return known.most;
  }

  return {
    get seat() {
      return played;
    },
    get cards() {
      return cards;
    },
    get longest() {
      return longest;
    },
  };
}
