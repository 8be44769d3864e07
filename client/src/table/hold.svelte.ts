// A finished trick stays on the table for a moment before it goes to whoever has it then.

import { untrack } from 'svelte';

import { motionIsReduced, settings } from '../settings.svelte.ts';
import type { FinishedTrick, Scene } from '../wire.ts';
import { sweep } from './flight.svelte.ts';
import { trickKey, zone } from './view.ts';

const LINGER = { calm: 900, quick: 350, none: 0 }; // ms by speed

export interface Hold {
  readonly held: FinishedTrick | null; // the trick that still lies there
  letGo: () => void; // away with it at once
}

/** Watches the tricks of a scene; call it while a component is set up. */
export function holdTricks(
  scene: () => Scene | null,
  root: () => HTMLElement | undefined,
  arrivals: () => number, // a table that is sent whole is shown as it is
): Hold {
  const key = $derived(keyOf(scene()));
  let swept = $state(''); // the last finished trick that no longer lies there
  const last = $derived.by(() => {
    const now = scene();
    return (now && zone(now, 'trick')?.last) ?? null;
  });
  const lies = $derived(key !== swept && last !== null && settings.speed !== 'none');

  const arrived = $derived(arrivals());
  $effect.pre(() => {
    void arrived;
    swept = untrack(() => keyOf(scene()));
  });

  // By key and not by the trick itself, which is a new object with every message of the server.
  $effect(() => {
    if (!lies) return;
    const mark = key;
    const timer = setTimeout(async () => {
      const area = root();
      if (area) await sweep(targets(area, scene()), motionIsReduced());
      if (key === mark) swept = mark; // else another one has come meanwhile
    }, LINGER[settings.speed]);
    return () => clearTimeout(timer);
  });

  return {
    get held() {
      return lies ? last : null;
    },
    letGo: () => (swept = key),
  };
}

function keyOf(scene: Scene | null): string {
  return scene ? trickKey(scene) : '';
}

// The winner takes all the cards; where nobody keeps tricks each goes to the seat before which it lies.
function targets(area: HTMLElement, scene: Scene | null): [Element, Element][] {
  const winner = (scene && zone(scene, 'trick')?.last?.winner) ?? -1;
  const keeps = ((scene && zone(scene, 'taken', winner)?.count) ?? 0) > 0;
  return Array.from(area.querySelectorAll<HTMLElement>('[data-lying]')).flatMap((card) => {
    const to = keeps ? winner : card.dataset.lying;
    const target = area.querySelector(`[data-anchor="seat-${to}"]`);
    return target ? [[card, target] satisfies [Element, Element]] : [];
  });
}
