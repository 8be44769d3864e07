// Plain functions for looking back: where one is in a match, and the table as it was there.

import type { View } from '../api.ts';
import type { Line } from '../reduce.ts';
import { BARE_TABLE } from '../table/bare.ts';
import { trickKey } from '../table/view.ts';
import { recorded } from '../table/words.ts';
import type { Moment, PublicEvent, Replay, Scene, TableView } from '../wire.ts';

/** A moment of a match: a deal from 1, and the number of actions that have been done in it. */
export interface Place {
  deal: number;
  step: number;
}

export const END = Number.MAX_SAFE_INTEGER; // as a step: the last one of the deal

/** What stands on the buttons that go on, as outlines in a box of 20 × 20. */
export const SIGNS = {
  card: 'M6 3l9 7-9 7z',
  trick: 'M2 3l8 7-8 7zM10 3l8 7-8 7z',
  deal: 'M4 3l9 7-9 7zM14 3h3v14h-3z',
};

export type Jump = keyof typeof SIGNS;

/** The moment that a link names, `#12.3`; the beginning where it names none. */
export function placeIn(hash: string): Place {
  const found = /^#(\d{1,4})(?:\.(\d{1,4}))?(?!\w|\.\w)/.exec(hash);
  return { deal: Math.max(1, Number(found?.[1] ?? 1)), step: Number(found?.[2] ?? 0) };
}

/** How a link wants it to be seen, `#12.3?seat=1&hands=true`: from which seat, null = the reader's own, and with open hands? */
export function eyesIn(hash: string): Omit<View, 'deal'> {
  const asked = new URLSearchParams(hash.split('?')[1]);
  const seat = /^\d$/.exec(asked.get('seat') ?? '');
  return { seat: seat && Number(seat[0]), hands: asked.get('hands') === 'true' };
}

export function hashOf({ deal, step }: Place, seat: number | null = null, hands = false): string {
  const asked = [seat === null ? [] : `seat=${seat}`, hands ? 'hands=true' : []].flat().join('&');
  return `#${deal}.${step}${asked && `?${asked}`}`;
}

/** The table and the match of `/m/TABLE-2`; without a number its last match. */
export function matchIn(id: string): { table: string; match: number | null } {
  const found = /^(.*)-(\d{1,6})$/.exec(id);
  return { table: found?.[1] ?? id, match: found ? Number(found[2]) : null };
}

/** The steps after which a trick was complete, and the last one of the deal. */
export function trickEnds(moments: Moment[]): number[] {
  const last = moments.length - 1;
  return moments.flatMap((moment, i) => {
    const before = moments[i - 1];
    const ends = before !== undefined && trickKey(before.scene) !== trickKey(moment.scene);
    return ends || i === last ? [i] : [];
  });
}

/** One place on, or back; from the end of a deal to the next one, null at the ends of the match. */
export function stepped(at: Place, by: 1 | -1, replay: Replay): Place | null {
  const step = at.step + by;
  if (step >= 0 && step < replay.moments.length) return { ...at, step };
  return anotherDeal(at, by, replay, by === 1 ? 0 : END);
}

/** To the end of the trick, or to the end of the one before. */
export function trickStepped(at: Place, by: 1 | -1, replay: Replay): Place | null {
  const ends = [0, ...trickEnds(replay.moments)];
  const step = by === 1 ? ends.find((end) => end > at.step) : ends.findLast((end) => end < at.step);
  return step === undefined ? stepped(at, by, replay) : { ...at, step };
}

/** To the beginning of the next deal, or to that of this one, or of the one before. */
export function dealStepped(at: Place, by: 1 | -1, replay: Replay): Place | null {
  if (by === -1 && at.step > 0) return { ...at, step: 0 };
  return anotherDeal(at, by, replay, 0);
}

function anotherDeal(at: Place, by: 1 | -1, replay: Replay, step: number): Place | null {
  const deal = at.deal + by;
  return deal < 1 || deal > replay.deals.length ? null : { deal, step };
}

/** The scene with the trick lying once more that this card has ended. */
export function trickLying(scene: Scene, card: string): Scene {
  const zones = scene.zones.map((zone) =>
    zone.kind === 'trick' && zone.last?.cards.includes(card) && zone.cards.every((each) => !each)
      ? { ...zone, lead: zone.last.lead, cards: zone.last.cards, last: null }
      : zone,
  );
  return { ...scene, zones };
}

/** The table as it was: nobody is asked for anything but to go on. */
export function tableAt(
  replay: Replay,
  id: string,
  step: number,
  own = replay.moments[step]?.scene.seat ?? null, // the seat of who looks
): TableView {
  const scene = replay.moments[step]?.scene ?? null;
  const isLast = step === replay.moments.length - 1;
  const isBetween = isLast && scene?.turn.length === 0; // else the match is told up to here
  const isOver = isLast && replay.deal === replay.deals.length && replay.outcome !== null;
  return {
    ...BARE_TABLE,
    id,
    game: replay.game,
    phase: isOver ? 'over' : isBetween ? 'between' : 'playing',
    seats: replay.names.map(recorded),
    seat: scene?.seat === own ? own : null, // through other eyes nobody is "you"
    options: replay.options,
    preset: replay.preset,
    scene,
    dealt: replay.dealt,
    outcome: isOver ? replay.outcome : null,
  };
}

/** The results that stood on the score sheet. */
export function sheetAt(replay: Replay, step: number): Record<string, unknown>[] {
  const isLast = step === replay.moments.length - 1;
  return replay.sheet.slice(0, isLast ? replay.deal : replay.deal - 1);
}

/** The log of the deal up to a step, for what was announced in the trick. */
export function linesAt(replay: Replay, table: TableView, step: number): Line[] {
  const lines: Line[] = [];
  for (let i = 1; i <= step; i++) {
    const [before, now] = [replay.moments[i - 1], replay.moments[i]];
    if (before === undefined || now === undefined || now.seat === null) continue;
    const event: PublicEvent = {
      type: 'acted',
      seat: now.seat,
      code: now.code,
      by: 'person',
      chance: [],
    };
    lines.push({ key: 2 * i, kind: 'event', event, table });
    if (trickKey(before.scene) !== trickKey(now.scene))
      lines.push({ key: 2 * i + 1, kind: 'trick', winner: now.seat, table });
  }
  return lines;
}
