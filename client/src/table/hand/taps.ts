// A double tap means one card: its second half falls on what has come to lie there.

const SOON = 350; // ms between the two halves
const NEAR = 20; // px between them: who taps elsewhere means another card

export type Tap = Pick<
  PointerEvent,
  'detail' | 'pointerType' | 'timeStamp' | 'clientX' | 'clientY'
>;

/** Watches taps; the answer tells whether this one, on the card `code`, means that card. */
export function watchTaps(): (tap: Tap, code: string, hand: string[]) => boolean {
  let last = { code: '', at: 0, x: 0, y: 0 };

  return ({ detail, pointerType, timeStamp: at, clientX: x, clientY: y }, code, hand) => {
    const isNear = at - last.at < SOON && Math.hypot(x - last.x, y - last.y) < NEAR;
    // Not every browser counts taps.
    const isSecond = detail > 1 || (detail > 0 && pointerType !== 'mouse' && isNear);
    if (isSecond && !hand.includes(last.code)) return false;
    last = { code, at, x, y };
    return true;
  };
}
