// The Swiss-German signs, and the families of faces that they make: which sign stands for which French suit
// differs (rules A1), so that there are two.

import type { Family, Suit } from './faces.ts';

type Letter = 'S' | 'H' | 'D' | 'C';

function holes(points: [number, number][], radius: number): string {
  const hole = ([x, y]: [number, number]) =>
    `M${x} ${y - radius}L${x + radius} ${y}L${x} ${y + radius}L${x - radius} ${y}Z`;
  return points.map(hole).join('');
}

// A cup with its stem, and the nut with a light on it.
const ACORN: Suit = {
  shape:
    'M45 2H55V13C74 14 89 25 89 41C89 45 86 47 82 47H18C14 47 11 45 11 41C11 25 26 14 45 13Z' +
    holes(
      [33, 50, 67, 25, 41.5, 58.5, 75].map((x, i) => [x, i < 3 ? 26 : 37]),
      4.5,
    ) +
    'M20 53H80C81 72 70 87 55 92L50 99L45 92C30 87 19 72 20 53Z' +
    'M29 60C30 71 35 79 42 83C38 76 36 68 36 60Z',
  colour: 'var(--suit-green)',
  costume: 'acorn',
};

// A jingle bell: ring, two bands, and the keyhole through which it sounds.
const BELL: Suit = {
  shape:
    'M50 1A8 8 0 1 1 50 17A8 8 0 1 1 50 1ZM50 5A4 4 0 1 0 50 13A4 4 0 1 0 50 5Z' +
    'M50 17A41 40.500 0 1 1 50 98A41 40.500 0 1 1 50 17Z' +
    'M11 49C30 56 70 56 89 49L89.500 53C70 60 30 60 10.500 53ZM11 60C30 67 70 67 89 60L88.500 64C70 71 30 71 11.500 64Z' +
    'M50 75A5 5 0 0 1 52.500 84.300L54 95H46L47.500 84.300A5 5 0 0 1 50 75Z',
  colour: 'var(--suit-yellow)',
  costume: 'bell',
};

// A shield, parted down the middle.
const SHIELD: Suit = {
  shape:
    'M10 9C24 16 38 14 50 4C62 14 76 16 90 9C97 47 88 81 50 98C12 81 3 47 10 9Z' +
    'M50 19C59 26 69 28 79 25.500C82 51 75 72 50 85.500Z',
  colour: 'var(--suit-blue)',
  costume: 'shield',
};

// A rose with five petals and a round heart.
const ROSE: Suit = { shape: rose(), colour: 'var(--suit-red)', costume: 'rose' };

function rose(): string {
  const at = (turn: number, radius: number): string => {
    const angle = 2 * Math.PI * turn;
    const x = 50 + radius * Math.sin(angle);
    return `${x.toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`;
  };
  const fifths = [0, 1, 2, 3, 4];
  const petals = fifths.map((i) => `A18.500 18.500 0 1 1 ${at((i + 0.5) / 5, 28)}`).join('');
  const folds = fifths
    .map(
      (i) =>
        `M${at(i / 5, 22)}L${at((i + 0.13) / 5, 38)}Q${at(i / 5, 43)} ${at((i - 0.13) / 5, 38)}Z`,
    )
    .join('');
  const heart =
    'M50 32.500A17.500 17.500 0 1 0 50 67.500A17.500 17.500 0 1 0 50 32.500ZM50 37A13 13 0 1 1 50 63A13 13 0 1 1 50 37Z';
  return `M${at(-0.1, 28)}${petals}Z${folds}${heart}${holes([[50, 50]], 5)}`;
}

function family(suits: Record<Letter, Suit>): Family {
  const index = { Q: 'O', J: 'U', T: '10' };
  const ranks = { courts: 'KQJ', above: 'KQ', banner: 'T', twin: 'A' };
  return { suits, ...ranks, index, specials: '', panel: false };
}

/** The Swiss families by name: `swiss-` and the value of the table's option `suit_names`. */
export const SWISS: Record<string, Family> = {
  'swiss-egg': family({ S: ACORN, H: BELL, D: SHIELD, C: ROSE }),
  'swiss-hslu': family({ S: SHIELD, H: ROSE, D: BELL, C: ACORN }),
};
