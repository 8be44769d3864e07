// Where things lie on the table: seats on an ellipse, cards in a fan.

export interface Point {
  x: number;
  y: number;
}

/**
 * Direction from the middle of the table to a seat; y grows downwards.  The viewer (or seat 0) sits at the
 * bottom, the next seat clockwise to the left of it, as people sit round a table.
 */
export function towardsSeat(seat: number, viewer: number | null, players: number): Point {
  return towards((seat - (viewer ?? 0)) / players);
}

/** Direction at a part of the way round the table, clockwise from the bottom. */
export function towards(turn: number): Point {
  const angle = Math.PI * (0.5 + 2 * turn);
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** The angle in degrees in which one looks when going clockwise round an ellipse of these half-axes. */
export function heading(turn: number, rx: number, ry: number): number {
  const at = towards(turn);
  return (Math.atan2(at.x * ry, -at.y * rx) * 180) / Math.PI;
}

export interface Fanned {
  angle: number; // degrees
  drop: number; // how much lower than the middle card, in heights of a card
}

/** How the card at place `i` of `n` lies in a fan. */
export function fan(i: number, n: number): Fanned {
  if (n < 2) return { angle: 0, drop: 0 };
  const spread = Math.min(26, 3.2 * (n - 1));
  const part = i / (n - 1) - 0.5;
  return { angle: spread * part, drop: 0.0042 * spread * (part * 2) ** 2 };
}

/** Cards in rows of at most `most`, as even as can be, the longer rows last: [12, 9] -> [6, 6]. */
export function rowsOf<T>(cards: T[], most: number): T[][] {
  const rows = Math.max(1, Math.ceil(cards.length / most));
  const size = Math.ceil(cards.length / rows);
  const first = cards.length - size * (rows - 1);
  return Array.from({ length: rows }, (_, i) =>
    i === 0 ? cards.slice(0, first) : cards.slice(first + (i - 1) * size, first + i * size),
  );
}
