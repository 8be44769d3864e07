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
    // A mouse is believed; of taps browsers count also those that take half a second.  Not every one tells which it was.
    const isCounted = detail > 1 && pointerType !== 'touch' && pointerType !== 'pen';
    const isSecond = isCounted || (detail > 0 && pointerType !== 'mouse' && isNear);
    if (isSecond && !hand.includes(last.code)) return false;
    last = { code, at, x, y };
    return true;
  };
}

const AGAIN = 700; // ms in which OK may be touched once more: the answer comes from far, and then cards are dealt
const WIDE = 40; // px: the button is broad

/** Watches all taps of a table; the answer tells whether this one is OK once more, where something else lies by now. */
export function watchOk(): (tap: Tap, isOk: boolean) => boolean {
  let last = { at: -Infinity, x: 0, y: 0 };

  return ({ detail, pointerType, timeStamp: at, clientX: x, clientY: y }, isOk) => {
    const isNear = at - last.at < AGAIN && Math.hypot(x - last.x, y - last.y) < WIDE;
    if (isOk) last = { at, x, y };
    return isNear && !isOk && detail > (pointerType === 'mouse' ? 1 : 0); // a mouse is believed
  };
}
