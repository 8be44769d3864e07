import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { settings } from '../settings.svelte.ts';
import type { Scene, Zone } from '../wire.ts';
import { FIXTURES } from './fixtures.ts';
import { holdTricks, type Hold } from './hold.svelte.ts';

const { scene } = FIXTURES['wizard-taken'].table;

/** The scene after the trick with that card; `counts` are the tricks that the seats keep. */
function after(card: string, counts: number[] = []): Scene {
  const lying = { lead: 1, cards: [card, 'G7', 'Y13', 'G9'], winner: 0 };
  const zones = scene.zones.flatMap((zone): Zone[] => {
    if (zone.kind === 'taken') return [];
    return zone.kind === 'trick' ? [{ ...zone, last: lying }] : [zone];
  });
  const taken = counts.map((count, seat): Zone => ({ kind: 'taken', id: 'taken', seat, count }));
  return { ...scene, zones: [...zones, ...taken] };
}

let now = $state.raw(after('G1'));
let arrivals = $state(1);
let hold: Hold;
let leave: () => void;
let flights: { seat: string; to: string; duration: number }[];
let land: () => void; // what has been swept away has arrived

// An area with one card before each seat.
function area(): HTMLElement {
  const box = (x: number) => ({ getBoundingClientRect: () => ({ x, y: 0, width: 0, height: 0 }) });
  const finished = new Promise<void>((resolve) => (land = resolve));
  const cards = ['0', '1', '2', '3'].map((seat) => ({
    ...box(0),
    dataset: { lying: seat },
    animate: ({ translate }: { translate?: string }, { duration }: { duration: number }) => {
      flights.push({ seat, to: translate ?? 'there', duration });
      return { finished };
    },
  }));
  const anchor = (where: string) => box(100 * Number(/\d/.exec(where)?.[0]));
  return { querySelectorAll: () => cards, querySelector: anchor } as unknown as HTMLElement;
}

function show(next: Scene, arrival = arrivals): void {
  [now, arrivals] = [next, arrival];
  flushSync();
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

const held = (): string | null => hold.held?.cards[0] ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { speed: 'calm', motion: 'full' });
  flights = [];
  [now, arrivals] = [after('G1'), 1];
  leave = $effect.root(() => {
    hold = holdTricks(
      () => now,
      area,
      () => arrivals,
    );
  });
  flushSync();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test('a trick lies there until it has gone to its winner; those before had gone', async () => {
  expect(held()).toBeNull();
  show(after('G2'));
  expect(held()).toBe('G2');
  await pass(899);
  show(after('G2')); // the same once more, with a word of the chat
  await pass(1);
  expect(flights).toHaveLength(4);
  expect(held()).toBe('G2');
  land();
  await pass(0);
  expect(held()).toBeNull();
});

test('who likes it quick waits less, and who likes no pause not at all', async () => {
  settings.speed = 'quick';
  show(after('G2'));
  await pass(350);
  expect(flights.map(({ duration }) => duration)).toEqual([120, 120, 120, 120]);
  settings.speed = 'none';
  show(after('G3'));
  expect(held()).toBeNull();
});

test.each([
  [
    [1, 0, 0, 0],
    ['0px 0px', '0px 0px', '0px 0px', '0px 0px'],
  ],
  [[], ['0px 0px', '100px 0px', '200px 0px', '300px 0px']],
])(
  'the winner has all of it where tricks are kept (%j), else each what it has played',
  async (counts, to) => {
    show(after('G2', counts));
    await pass(900);
    expect(flights.map((flight) => flight.to)).toEqual(to);
  },
);

test('it fades for who wants no motion', async () => {
  settings.motion = 'none';
  show(after('G2'));
  await pass(900);
  expect(flights[1]?.to).toBe('there');
});

test('the next trick lies there for as long, and goes at once for who is in a hurry', async () => {
  show(after('G2'));
  await pass(800);
  show(after('G3'));
  await pass(800);
  expect(held()).toBe('G3');
  expect(flights).toEqual([]);
  hold.letGo();
  expect(held()).toBeNull();
  await pass(1000);
  expect(flights).toEqual([]);
});

test('a table that is sent whole is shown as it is, also while a trick is on its way', async () => {
  show(after('G2'));
  show(after('G3'), 2);
  expect(held()).toBeNull();
  show(after('G4'));
  await pass(900);
  show(after('G5'), 3);
  expect(held()).toBeNull();
  land();
  await pass(0);
  expect(held()).toBeNull();
});
