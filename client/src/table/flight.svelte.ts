// Cards that move: every element with `data-fly` is remembered before the table changes and travels from there
// to its new place (FLIP).  What was not there before comes from one of the places in `data-from`.

import { motionIsReduced, settings } from '../settings.svelte.ts';

type Places = Map<string, DOMRect>;

const MS = { calm: 230, quick: 120, none: 0 }; // by speed
const STAGGER = 16; // between the cards of a new hand
const PACKET = 90; // between packets of several cards that are dealt at a time
const EASE = 'cubic-bezier(0.25, 0.7, 0.25, 1)';

/** A flight under way. */
interface Flight {
  animation: Animation;
  frames: Keyframe[];
  to: DOMRect;
  end: number; // ms from its start
}

const running = new WeakMap<Element, Flight>();

/** Watches a picture: the places before it changes, and lets cards travel after it has.  Call it while a component is set up. */
export function letFly(
  root: () => HTMLElement | undefined,
  picture: () => unknown, // what it is drawn from
  arrivals: () => number, // a table that is sent whole is simply there
  packet: () => number, // cards that are dealt at a time
): { readonly isUnderWay: boolean } {
  let isUnderWay = $state(false);
  let before: Places = new Map();
  let arrived = 0;
  $effect.pre(() => {
    void picture();
    const area = root();
    before = area && arrived === arrivals() ? places(area) : new Map();
    arrived = arrivals();
  });
  $effect(() => {
    void picture();
    const area = root();
    const all = area ? settle(area, before, motionIsReduced(), packet()) : 0;
    isUnderWay = all > 0;
    const timer = setTimeout(() => (isUnderWay = false), all);
    return () => clearTimeout(timer);
  });
  return {
    get isUnderWay() {
      return isUnderWay;
    },
  };
}

function name(element: Element): string {
  return element.getAttribute('data-fly') ?? element.getAttribute('data-anchor') ?? '';
}

/** Where everything that can fly, or from where one can fly, is now. */
function places(root: Element): Places {
  const found = root.querySelectorAll('[data-fly], [data-anchor]');
  return new Map(Array.from(found, (element) => [name(element), element.getBoundingClientRect()]));
}

/**
 * Lets everything travel from where it was to where it is, new cards in packets.  `still`: it fades instead.  What is on
 * its way there already goes on.  Returns in how many ms all have arrived.
 */
function settle(root: Element, before: Places, still: boolean, packet = 1): number {
  if (before.size === 0 || settings.speed === 'none') return 0; // the first picture is simply there
  const flying = Array.from(root.querySelectorAll('[data-fly]'));
  const underWay = new Map(flying.flatMap((element) => halted(element)));
  const now = places(root);
  let fresh = 0;
  let all = 0;
  for (const element of flying) {
    const to = now.get(name(element));
    const flight = underWay.get(element);
    if (flight && to && near(flight.to, to)) {
      all = Math.max(all, goOn(element, flight, still));
      continue;
    }
    const known = before.get(name(element));
    const from = known ?? origin(element, before, now);
    if (!from || !to || near(from, to)) continue;
    const delay = known ? 0 : (packet > 1 ? PACKET : STAGGER) * Math.floor(fresh++ / packet);
    const frames = still ? fade() : travel(from, to, known !== undefined);
    const animation = element.animate(frames, timing(delay, still));
    const end = delay + MS[settings.speed];
    running.set(element, { animation, frames, to, end });
    if (!still) all = Math.max(all, end);
  }
  return all;
}

type Halted = Flight & { at: number; timing: EffectTiming };

/** Takes the flight away, so that it can be seen where the element lies; nothing if none is under way. */
function halted(element: Element): [Element, Halted][] {
  const flight = running.get(element);
  if (flight?.animation.playState !== 'running') return [];
  const at = Number(flight.animation.currentTime ?? 0);
  const times = flight.animation.effect?.getTiming() ?? {};
  flight.animation.cancel();
  return [[element, { ...flight, at, timing: times }]];
}

/** Lets it fly on; how many ms are left. */
function goOn(
  element: Element,
  { at, frames, to, end, timing: times }: Halted,
  still: boolean,
): number {
  const animation = element.animate(frames, {
    ...times,
    fill: 'backwards',
  } as KeyframeAnimationOptions);
  animation.currentTime = at;
  running.set(element, { animation, frames, to, end });
  return still ? 0 : Math.max(0, end - at);
}

/** Carries elements into others (cards to a packet); resolves when they have arrived. */
export async function sweep(pairs: [Element, Element][], still: boolean): Promise<void> {
  const flights = pairs.map(([element, target]) => {
    const from = element.getBoundingClientRect();
    const to = target.getBoundingClientRect();
    const x = to.x + to.width / 2 - from.x - from.width / 8;
    const y = to.y + to.height / 2 - from.y - from.height / 8;
    const end = still ? { opacity: 0 } : { translate: `${x}px ${y}px`, scale: 0.25, opacity: 0.4 };
    return element.animate(end, {
      duration: MS[settings.speed],
      easing: EASE,
      fill: 'forwards',
    });
  });
  await Promise.allSettled(flights.map((flight) => flight.finished));
}

function origin(element: Element, before: Places, now: Places): DOMRect | undefined {
  const names = element.getAttribute('data-from')?.split(' ') ?? [];
  const found = names.find((key) => before.has(key) || now.has(key));
  return found === undefined ? undefined : (before.get(found) ?? now.get(found));
}

function near(a: DOMRect, b: DOMRect): boolean {
  return Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.width - b.width) < 1;
}

// What comes from a seat or a pile has its own size from the start: their middles meet.
function travel(from: DOMRect, to: DOMRect, sized: boolean): Keyframe[] {
  const scale = sized && to.width > 0 && from.width > 0 ? from.width / to.width : 1;
  const x = sized ? from.x - to.x : from.x + from.width / 2 - to.x - to.width / 2;
  const y = sized ? from.y - to.y : from.y + from.height / 2 - to.y - to.height / 2;
  return [
    { translate: `${x}px ${y}px`, scale, zIndex: 20 },
    { translate: '0 0', scale: 1, zIndex: 20 },
  ];
}

function fade(): Keyframe[] {
  return [{ opacity: 0 }, { opacity: 1 }];
}

function timing(delay: number, still: boolean): KeyframeAnimationOptions {
  return {
    duration: MS[settings.speed],
    delay: still ? 0 : delay,
    easing: still ? 'linear' : EASE,
    fill: 'backwards',
  };
}
