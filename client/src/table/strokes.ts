// Strokes on a slate, in groups of five: four upright and the fifth across them.

export interface Stroke {
  x: number;
  kind: 'plus' | 'fifth' | 'minus' | 'both';
}

const UPRIGHT = 5; // px between strokes
const ROUND = 11; // px that a potato takes

/** Where the marks of so many pluses and minuses stand: first those that cancel, then the rest; at most `most`. */
export function strokeMarks(
  plus: number,
  minus: number,
  most: number,
): { marks: Stroke[]; width: number } {
  const both = Math.min(plus, minus);
  const kinds: Stroke['kind'][] = [
    ...Array.from({ length: both }, () => 'both' as const),
    ...Array.from({ length: plus - both }, (_, i) => (i % 5 === 4 ? ('fifth' as const) : 'plus')),
    ...Array.from({ length: minus - both }, () => 'minus' as const),
  ];
  let end = 0;
  const marks = kinds.slice(0, most).map((kind) => {
    const wide = kind === 'both' || kind === 'minus';
    const x = end + (wide ? ROUND / 2 : UPRIGHT / 2);
    end += wide ? ROUND : UPRIGHT;
    return { x, kind };
  });
  return { marks, width: end };
}

/** The pluses and the minuses in a column of figures, each added up. */
export function addUp(figures: number[]): { plus: number; minus: number } {
  const sum = (sign: 1 | -1) => figures.reduce((all, each) => all + Math.max(0, sign * each), 0);
  return { plus: sum(1), minus: sum(-1) };
}
