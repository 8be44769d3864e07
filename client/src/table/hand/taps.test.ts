import { beforeEach, expect, test } from 'vitest';

import { watchOk, watchTaps } from './taps.ts';

let means: ReturnType<typeof watchTaps>;

/** A finger taps a card of these; does it mean that card? */
function tap(code: string, hand: string, at: number, x: number, more: object = {}): boolean {
  const finger = { detail: 1, pointerType: 'touch', timeStamp: at, clientX: x, clientY: 600 };
  return means({ ...finger, ...more }, code, hand.split(' '));
}

beforeEach(() => {
  means = watchTaps();
  expect(tap('SA', 'SA SK SQ', 1000, 200)).toBe(true);
});

test('the second half of a double tap does not play what has come to lie there', () => {
  expect(tap('SK', 'SK SQ', 1200, 205)).toBe(false);
  expect(tap('SK', 'SK SQ', 1400, 205)).toBe(true); // a tap of its own
});

test('a browser that counts two taps half a second apart is not believed', () => {
  expect(tap('SK', 'SK SQ', 1450, 205, { detail: 2 })).toBe(true);
});

test.each(['mouse', undefined])('a mouse that counts clicks is: %s', (pointerType) => {
  expect(tap('SK', 'SK SQ', 1450, 200, { detail: 2, pointerType })).toBe(false); // older browsers tell none
});

test('a quick tap on another card means that one', () => {
  expect(tap('SQ', 'SK SQ', 1200, 260)).toBe(true);
});

test('a card that still lies there may be tapped twice', () => {
  expect(tap('SA', 'SA SK SQ', 1200, 200, { detail: 2 })).toBe(true);
});

test('neither a mouse nor a key taps', () => {
  expect(tap('SK', 'SK SQ', 1200, 200, { pointerType: 'mouse' })).toBe(true);
  expect(tap('SQ', 'SQ', 1210, 200, { detail: 0 })).toBe(true);
});

test('OK once more does not answer what has been dealt to its place meanwhile', () => {
  const isOkAgain = watchOk();
  const at = (timeStamp: number, clientX: number, detail = 1) => ({
    detail,
    pointerType: 'touch',
    timeStamp,
    clientX,
    clientY: 600,
  });
  expect(isOkAgain(at(900, 200), false)).toBe(false); // a card before
  expect(isOkAgain(at(1000, 200), true)).toBe(false);
  expect(isOkAgain(at(1600, 215), false)).toBe(true);
  expect(isOkAgain(at(1600, 90), false)).toBe(false); // a card elsewhere
  expect(isOkAgain(at(1600, 200, 0), false)).toBe(false); // a key
  expect(isOkAgain({ ...at(1600, 200), pointerType: 'mouse' }, false)).toBe(false); // which is believed
  expect(isOkAgain({ ...at(1600, 200, 2), pointerType: 'mouse' }, false)).toBe(true);
  expect(isOkAgain(at(1800, 200), false)).toBe(false);
});
