// A card that a finger pulls up off the hand: it follows, and goes where it is let go far enough up.

import { motionIsReduced } from '../../settings.svelte.ts';

const SLIP = 16; // px upwards that are still a tap
const FAR = 48; // px upwards from which the card goes
const GONE = 700; // ms after which a card that has been let go lies in the hand again, if it has not left

interface Pulled {
  code: string;
  x: number;
  y: number;
  goes: boolean; // if it is let go now
}

export interface Pull {
  readonly pulled: Pulled | null;
  /** Whether this click is the end of a pull. */
  isOver: (event: MouseEvent) => boolean;
  on: (event: PointerEvent, code: string) => void; // of any kind
  drop: () => void; // another finger, or the next one, or the phone has been turned
}

/** Watches a finger on the cards; `play` says whether the card leaves the hand.  Where the page would have to scroll the browser takes the finger away. */
export function pullCards(play: (code: string) => boolean): Pull {
  let start: PointerEvent | null = null;
  let pulled = $state.raw<Pulled | null>(null);
  let ended = -Infinity; // when a finger was last lifted off a card that it had pulled
  let timer: number | undefined;

  $effect(() => () => window.clearTimeout(timer));

  function lieDown(): void {
    window.clearTimeout(timer);
    start = pulled = null;
  }

  function begin(event: PointerEvent): void {
    // A second finger zooms, and on a magnified page one moves what is seen.
    const isFree = event.isPrimary && (window.visualViewport?.scale ?? 1) < 1.05;
    if (event.pointerType === 'mouse' || !isFree) return;
    start = event;
    // A finger keeps to its card by itself, a pen does not.
    if (event.currentTarget instanceof Element)
      event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent, code: string): void {
    if (start?.pointerId !== event.pointerId) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (pulled === null && y > -SLIP) return;
    pulled = { code, x, y: Math.min(0, y), goes: y <= -FAR };
  }

  function end(event: PointerEvent, code: string): void {
    if (start?.pointerId !== event.pointerId || pulled === null) return lieDown();
    ended = event.timeStamp;
    start = null;
    if (!pulled.goes || !play(code)) return lieDown();
    timer = window.setTimeout(lieDown, GONE);
  }

  return {
    get pulled() {
      return pulled && motionIsReduced() ? { ...pulled, x: 0, y: 0 } : pulled;
    },
    isOver: ({ detail, timeStamp }) => detail > 0 && timeStamp - ended < 100,
    on(event, code) {
      if (event.type === 'pointerdown') begin(event);
      else if (event.type === 'pointermove') move(event, code);
      else if (event.type === 'pointerup') end(event, code);
      else lieDown();
    },
    drop: lieDown,
  };
}
