// Where the signs of a number card lie, as on real cards: two columns and one between them.

export interface Place {
  x: number; // middle of the sign, on a card of 100 × 140
  y: number;
}

export const SIZE = 18; // width of a sign
const LEFT = 38;
const MIDDLE = 50;
const TOP = 24;

// Heights in the outer columns and in the one between them, as parts of the way from the top row to the bottom one.
const ROWS: Record<number, [outer: number[], middle: number[]]> = {
  1: [[], [0.5]],
  2: [[], [0, 1]],
  3: [[], [0, 0.5, 1]],
  4: [[0, 1], []],
  5: [[0, 1], [0.5]],
  6: [[0, 0.5, 1], []],
  7: [[0, 0.5, 1], [0.25]],
  8: [[0, 0.5, 1], [0.25, 0.75]],
  9: [[0, 1 / 3, 2 / 3, 1], [0.5]],
  10: [[0, 1 / 3, 2 / 3, 1], [1 / 6, 5 / 6]],
}; // prettier-ignore

/** The places of this many signs, of those on the left and of those between and on the right. */
export function placesOf(count: number): Place[] {
  const [outer, middle] = ROWS[count] ?? [[], []];
  const at = (x: number) => (part: number) => ({ x, y: TOP + part * (140 - 2 * TOP) });
  return [...outer.map(at(LEFT)), ...middle.map(at(MIDDLE)), ...outer.map(at(100 - LEFT))];
}
