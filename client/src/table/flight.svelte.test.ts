import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { settings } from '../settings.svelte.ts';
import { letFly } from './flight.svelte.ts';

// What lies on the table, in the order in which it is drawn: where, how wide, and from where it comes if it is new.
type Picture = Record<string, { x: number; width?: number; from?: string }>;
interface Flight {
  card: string;
  from: unknown; // its first frame
  after: number; // ms
  at: number; // ms of it that have passed when it begins
}

let picture: Picture;
let next: Picture; // to be drawn
let changes = $state(0);
let arrivals = $state(1);
let packet = 1;
let fly: ReturnType<typeof letFly>;
let leave: () => void;
let flights: Flight[];
let elements: Map<string, Element>;

function element(name: string): Element {
  const attributes = (what: string) => {
    if (what === 'data-from') return picture[name]?.from ?? null;
    return (what === 'data-anchor') === name.startsWith('seat') ? name : null;
  };
  let current: { playState: string } | undefined;
  const animate = ([from]: Keyframe[], { delay }: KeyframeAnimationOptions) => {
    const flight: Flight = { card: name, from: from?.translate ?? from, after: delay ?? 0, at: 0 };
    const start = Date.now();
    flights.push(flight);
    const animation = {
      playState: 'running',
      effect: { getTiming: () => ({ delay }) },
      cancel: () => (animation.playState = 'idle'),
      get currentTime() {
        return Date.now() - start + flight.at;
      },
      set currentTime(at: number) {
        flight.at = at;
        ends(230 + flight.after - at);
      },
    };
    const ends = (ms: number) => setTimeout(() => (animation.playState = 'finished'), ms);
    ends(230 + flight.after);
    return (current = animation);
  };
  const getBoundingClientRect = () => {
    const { x = 0, width = 10 } = picture[name] ?? {};
    return { x: current?.playState === 'running' ? x - 7 : x, y: 0, width, height: width };
  };
  return { getAttribute: attributes, animate, getBoundingClientRect } as unknown as Element;
}

const area = {
  querySelectorAll: (wanted: string) => {
    const names = Object.keys(picture);
    const found = wanted.includes('anchor')
      ? names
      : names.filter((name) => !name.startsWith('seat'));
    return found.map((name) => {
      elements.set(name, elements.get(name) ?? element(name));
      return elements.get(name);
    });
  },
} as unknown as HTMLElement;

function show(to: Picture, arrival = arrivals): void {
  [flights, next, arrivals] = [[], to, arrival];
  changes += 1;
  flushSync();
}

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { speed: 'calm', motion: 'full' });
  elements = new Map();
  [picture, next, flights, packet, arrivals] = [{}, {}, [], 1, 1];
  leave = $effect.root(() => {
    fly = letFly(
      () => area,
      () => changes,
      () => arrivals,
      () => packet,
    );
    $effect.pre(() => {
      void changes;
      picture = next; // drawn once the old places are known, and before the cards set out
    });
  });
  flushSync();
  show({ seat: { x: 500 }, A: { x: 0 }, B: { x: 20 } });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const hand = { seat: { x: 500 }, A: { x: 0 }, B: { x: 20 } };
const flown = () => flights.map(({ card, from }) => [card, from]);

test('the first picture is there; then what lies elsewhere travels from where it was', () => {
  expect(flights).toEqual([]);
  show({ ...hand, A: { x: 100 } });
  expect(flown()).toEqual([['A', '-100px 0px']]);
  expect(fly.isUnderWay).toBe(true);
  pass(229);
  expect(fly.isUnderWay).toBe(true);
  pass(1);
  expect(fly.isUnderWay).toBe(false);
  show({ ...hand, A: { x: 100.5 } });
  expect([flown(), fly.isUnderWay]).toEqual([[], false]);
  show({ ...hand, A: { x: 100.5, width: 20 } }); // it has only grown
  expect(flown()).toEqual([['A', '0px 0px']]);
});

test('what is new comes from its place, one after the other or in packets', () => {
  const dealt = (...names: string[]) =>
    Object.fromEntries(names.map((name, i) => [name, { x: 20 * i, from: 'stock seat' }]));
  show({ ...hand, ...dealt('C', 'D', 'E') });
  expect(flown()).toEqual([
    ['C', '500px 0px'],
    ['D', '480px 0px'],
    ['E', '460px 0px'],
  ]);
  expect(flights.map(({ after }) => after)).toEqual([0, 16, 32]);
  pass(261);
  expect(fly.isUnderWay).toBe(true);
  pass(1);
  expect(fly.isUnderWay).toBe(false);
  packet = 2;
  show({ ...hand, ...dealt('C', 'D', 'E', 'F', 'G', 'H') });
  expect(flights.map(({ after }) => after)).toEqual([0, 0, 90]);
  show({ ...hand, X: { x: 0, from: 'nowhere' } });
  expect(flights).toEqual([]);
});

test('a card that has left its pile comes from where that was', () => {
  show({ A: hand.A, B: hand.B, C: { x: 40, from: 'seat' } });
  expect(flown()).toEqual([['C', '460px 0px']]);
});

test('what is on its way goes on there, unless it is to lie elsewhere now', () => {
  show({ ...hand, A: { x: 100 }, B: { x: 200 } });
  expect(flights.map(({ after }) => after)).toEqual([0, 0]); // at once
  pass(100);
  show({ ...hand, A: { x: 100 }, B: { x: 250 } });
  expect(flights).toMatchObject([
    { card: 'A', from: '-100px 0px', at: 100 },
    { card: 'B', from: '-57px 0px', at: 0 }, // from where it was on its way
  ]);
  pass(50);
  show({ ...hand, A: { x: 100 }, B: { x: 250 } });
  expect(flights.map(({ at }) => at)).toEqual([150, 50]);
  pass(179);
  expect(fly.isUnderWay).toBe(true); // B
  pass(1);
  show({ ...hand, A: { x: 100 }, B: { x: 250 } });
  expect([flights, fly.isUnderWay]).toEqual([[], false]);
  show({ ...hand, B: { x: 250 } });
  pass(200);
  show({ ...hand, B: { x: 250 } });
  pass(29);
  expect(fly.isUnderWay).toBe(true);
  pass(1);
  expect(fly.isUnderWay).toBe(false);
});

test('what is sent whole, or told without a pause, is simply there', () => {
  show({ ...hand, A: { x: 100 }, C: { x: 40, from: 'seat' } }, 2);
  expect([flights, fly.isUnderWay]).toEqual([[], false]);
  settings.speed = 'none';
  show(hand);
  expect(flights).toEqual([]);
});

test('for who wants no motion it fades, and is waited for by nobody', () => {
  settings.motion = 'none';
  show({ ...hand, A: { x: 100 } });
  expect(flown()).toEqual([['A', { opacity: 0 }]]);
  expect(fly.isUnderWay).toBe(false);
  pass(100);
  show({
    ...hand,
    A: { x: 100 },
    ...Object.fromEntries(['C', 'D'].map((name) => [name, { x: 40, from: 'seat' }])),
  });
  expect(flights.map(({ after }) => after)).toEqual([0, 0, 0]);
  expect(fly.isUnderWay).toBe(false);
});
