// Strokes on a slate, in groups of five: four upright and the fifth across them.

export interface Stroke {
  x: number;
  kind: 'plus' | 'fifth' | 'minus' | 'both';
}

const UPRIGHT = 5; // px between strokes
const ROUND = 11; // px that a potato takes

/**
 * Where the marks of so many pluses and minuses stand: first those that cancel, then the rest.  None where they are
 * wider than `room`: a part of them would tell another number.
 */
export function strokeMarks(
  plus: number,
  minus: number,
  room: number,
): { marks: Stroke[]; width: number } {
  const both = Math.min(plus, minus);
  const kinds: Stroke['kind'][] = [
    ...Array.from({ length: both }, () => 'both' as const),
    ...Array.from({ length: plus - both }, (_, i) => (i % 5 === 4 ? ('fifth' as const) : 'plus')),
    ...Array.from({ length: minus - both }, () => 'minus' as const),
  ];
  let end = 0;
  const marks = kinds.map((kind) => {
    const wide = kind === 'both' || kind === 'minus';
    const x = end + (wide ? ROUND / 2 : UPRIGHT / 2);
    end += wide ? ROUND : UPRIGHT;
    return { x, kind };
  });
  return end <= room ? { marks, width: end } : { marks: [], width: 0 };
}

/** The pluses and the minuses in a column of figures, each added up. */
export function addUp(figures: number[]): { plus: number; minus: number } {
  const sum = (sign: 1 | -1) => figures.reduce((all, each) => all + Math.max(0, sign * each), 0);
  return { plus: sum(1), minus: sum(-1) };
}
