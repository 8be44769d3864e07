// Announcements that cost nothing: they are made without a question, or, by the reader's choice, when asked for.

import type { AskInfo, Scene } from '../wire.ts';
import { zone } from './view.ts';

export interface Announcement {
  most: string; // the code that says all there is to say; the silent one if there is nothing
  silence: string | null; // the code that says nothing, where one may keep silent
  withCard: boolean; // a card of the viewer follows: to play it is to have said nothing
}

/** What may be announced, where nothing else is asked; null where there is something to choose. */
export function announcement(scene: Scene, asks: AskInfo[]): Announcement | null {
  const prefixes = asks.filter(({ widget }) => widget === 'announce').map(({ prefix }) => prefix);
  const isFree = (code: string): boolean => prefixes.includes(code.split(':', 1)[0] ?? '');
  if (scene.seat === null || scene.legal.length === 0 || !scene.legal.every(isFree)) return null;
  const silence = scene.legal.find((code) => code.endsWith(':none')) ?? null;
  const most = scene.legal.filter((code) => code !== silence).at(-1) ?? silence;
  const lies = zone(scene, 'trick')?.cards[scene.seat] ?? null;
  return most === null ? null : { most, silence, withCard: lies === null };
}

/** The code that goes without a question; `freely`: the reader wants everything announced. */
export function unasked(free: Announcement | null, freely: boolean): string | null {
  if (free === null) return null;
  return freely || free.silence === null ? free.most : null;
}

/** The codes that are asked.  Silence before a card is no button: whoever had nothing to say looks just the same. */
export function asked(legal: string[], free: Announcement | null): string[] {
  return legal.filter((code) => !(free?.withCard && code === free.silence));
}
