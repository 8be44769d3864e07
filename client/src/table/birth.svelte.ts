// A trump that is born in the middle of a deal: for a while the table says so, and shows what counted before.

import type { Badge, Scene } from '../wire.ts';
import { zone } from './view.ts';

const MS = 6000;

export interface Birth {
  readonly suit: string | null; // letter of the suit that has just become trump
  readonly was: Badge[][] | null; // every seat's figures just before
}

/** Watches the scene for a trump that was not decided when the deal began.  Call it while a component is set up. */
export function watchTrump(current: () => Scene | null): Birth {
  let birth = $state.raw<{ suit: string; was: Badge[][] } | null>(null);
  let before: Scene | null = null;

  $effect.pre(() => {
    const scene = current();
    const suit = born(before, scene);
    if (suit !== null && before !== null) birth = { suit, was: before.badges };
    else if (before?.deal !== scene?.deal) birth = null;
    before = scene;
  });
  $effect(() => {
    if (birth === null) return;
    const timer = setTimeout(() => (birth = null), MS);
    return () => clearTimeout(timer);
  });

  return {
    get suit() {
      return birth?.suit ?? null;
    },
    get was() {
      return birth?.was ?? null;
    },
  };
}

/** The suit that a card on the table has made trump between two scenes. */
export function born(before: Scene | null, scene: Scene | null): string | null {
  if (before === null || scene === null || before.deal !== scene.deal) return null;
  if (before.phase !== 'play' || zone(before, 'trump')?.suit !== null) return null;
  const suit = zone(scene, 'trump')?.suit ?? null;
  return suit === 'none' ? null : suit;
}
