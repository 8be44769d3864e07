// Where everything lies on the table top, in pixels: a plain function of its size and of what is on it.

import type { Form } from '../cards/faces.ts';
import { towardsSeat, type Point } from './geometry.ts';

export interface Felt {
  width: number;
  height: number;
  players: number;
  viewer: number | null; // seat at the bottom; null = seat 0
  rows: number[]; // lengths of the rows on offer, [] = none
  corners: boolean; // trump or piles lie in the upper corners
  form: Form; // of the cards
  alone?: boolean; // one person against a dummy
  facts?: number; // lines under the trump
}

export interface Layout {
  compact: boolean;
  middle: Point; // of the rim
  half: Point; // half-axes of the rim
  arrows: number[]; // where arrows stand on the rim, as parts of the way round it
  plate: { width: number; height: number }; // name plate of a seat
  seats: Point[]; // middles of the plates, by seat
  cards: Point[]; // middles of the cards of the trick, by seat
  cardWidth: number; // of the trick
  rowsAt: Point; // middle of the rows on offer
  rowCard: number; // width of a card there
}

const COMPACT = 560; // px of width below which everything shrinks
const ROOMY = 760; // px of width below which rows on offer and a round of seats do not fit beside each other
const LEAST = 40; // px of width of a card whose index can still be read
const GAP = 6;
const UNDER_CORNERS: Record<number, number> = { 3: 18, 5: 48 }; // players whose upper plates would lie on them
const FACT = 25; // px of a line under the trump
const SHIFT = 0.55; // of a card: how far two rows are moved against each other
const ROW_GAP = 5; // px between cards of a row
const TITLE = 18; // px of a row's title where it stands above it

/** The layout of a table top. */
export function layOut(felt: Felt): Layout {
  if (felt.alone) return sideBySide(felt);
  if (felt.rows.length > 0 && felt.width < ROOMY) return inStrips(felt);
  return onTheRim(felt, felt.width < COMPACT);
}

// Seats on an ellipse.  Cards of the trick lie before their seats, or beside them where rows fill the middle.
function onTheRim(felt: Felt, compact: boolean): Layout {
  const { width, height, players } = felt;
  const { tall, size } = felt.form;
  const withRows = felt.rows.length > 0;
  const plate = compact ? { width: 96, height: 50 } : { width: 136, height: 56 };
  const under = UNDER_CORNERS[players];
  const lines = (felt.facts ?? 0) * FACT;
  const top = compact ? (felt.corners && under !== undefined ? under + lines : 4) : 8;
  const middle = { x: width / 2, y: top + (height - top) / 2 };
  const y = (height - top - plate.height) / 2 - GAP;
  const x = Math.min((width - plate.width) / 2 - GAP, Math.max(y * (withRows ? 2.9 : 1.9), 240));
  const half = { x, y };
  const crowd = players > 5 ? 0.86 : 1;
  const cardWidth =
    size * (withRows ? 58 : crowd * (compact ? 52 : Math.min(92, Math.max(60, height / 5))));
  const to = Array.from({ length: players }, (_, seat) => towardsSeat(seat, felt.viewer, players));
  // On a narrow table the plates go right to its edge, to leave the middle to the cards.
  const out = (d: Point): number => (compact ? Math.max(-1, Math.min(1, d.x * 1.16)) : d.x);
  const seats = to.map((d) => ({ x: middle.x + out(d) * x, y: middle.y + d.y * y }));
  const free = y - (plate.height + cardWidth * tall) / 2 - GAP; // how far up a card may lie
  const reach = {
    x: Math.min(x * (compact ? 0.36 : 0.5), cardWidth * 1.7),
    y: Math.max(cardWidth * 0.74, Math.min(free, cardWidth * 1.3)),
  };
  const space = {
    width: width - 2 * plate.width - 160,
    height: height - top - 2 * plate.height - 4 * GAP,
    title: 5,
  };
  const rowCard = rowCardWidth(felt.rows, space, 84 * size, tall);
  const clear = rowsWidth(felt.rows, rowCard) / 2 + GAP; // how far from the middle the rows end
  const card = { width: cardWidth, tall };
  const cards = to.map((d, seat) =>
    withRows
      ? beside(seats[seat] ?? middle, d, plate, card, { x: middle.x, half: clear })
      : { x: middle.x + d.x * reach.x, y: middle.y + d.y * reach.y },
  );
  const arrows = Array.from({ length: players }, (_, i) => (i + 0.5) / players);
  return { compact, middle, half, arrows, plate, seats, cards, cardWidth, rowsAt: middle, rowCard };
}

// Beside the plate, clear of the rows in the middle; seats at the sides have their card below.
function beside(
  at: Point,
  to: Point,
  plate: Layout['plate'],
  card: { width: number; tall: number },
  rows: { x: number; half: number },
): Point {
  const { width, tall } = card;
  if (Math.abs(to.y) < 0.5) return { x: at.x, y: at.y + (plate.height + width * tall) / 2 + 4 };
  const side = to.x < -0.3 ? -1 : 1;
  const out = Math.max(
    (plate.width + width) / 2 + 8,
    side * (rows.x - at.x) + rows.half + width / 2,
  );
  return { x: at.x + side * out, y: at.y + (to.y < 0 ? 12 : -12) };
}

// One person and a dummy: two cards beside each other, the dummy's on the left, under each card whose it is.
function sideBySide(felt: Felt): Layout {
  const { width, height } = felt;
  const compact = width < COMPACT;
  const { tall, size } = felt.form;
  const plate = { width: compact ? 86 : 112, height: 46 };
  const room = height - plate.height - 3 * GAP - 8;
  const cardWidth = Math.min((compact ? 56 : 92) * size, room / tall);
  const apart = Math.max(cardWidth, plate.width) / 2 + GAP;
  const across = compact ? 0.455 : 0.5; // two piles on the right need more room than trump on the left
  const middle = {
    x: width * across,
    y: 10 + (cardWidth * tall) / 2 + (room - cardWidth * tall) / 2,
  };
  const under = middle.y + (cardWidth * tall + plate.height) / 2 + GAP;
  const at = (y: number): Point[] => [1, -1].map((side) => ({ x: middle.x + side * apart, y }));
  return {
    compact,
    middle,
    half: { x: 0, y: 0 },
    arrows: [],
    plate,
    seats: at(under),
    cards: at(middle.y),
    cardWidth,
    rowsAt: middle,
    rowCard: LEAST,
  };
}

// A narrow table with rows on offer: the others side by side along the top, in the order in which they sit.
function inStrips(felt: Felt): Layout {
  const { width, height, players } = felt;
  const { tall, size } = felt.form;
  const cardWidth = 42 * size;
  const others = players - 1;
  const plate = { width: Math.min(others < 2 ? 104 : 140, width / others - 4), height: 50 };
  const viewer = felt.viewer ?? 0;
  const under = GAP + plate.height + cardWidth * tall + 4; // where the strip of the others ends
  const bottom = height - plate.height / 2 - GAP;
  const place = (seat: number): Point => {
    const k = (seat - viewer + players) % players;
    if (k === 0) return { x: width / 2, y: bottom };
    return { x: ((k - 0.5) / others) * width, y: GAP + plate.height / 2 };
  };
  const seats = Array.from({ length: players }, (_, seat) => place(seat));
  const cards = seats.map((at, seat) =>
    seat === viewer
      ? { x: at.x - (plate.width + cardWidth) / 2 - GAP, y: at.y - 10 }
      : { x: at.x, y: at.y + (plate.height + cardWidth * tall) / 2 + 2 },
  );
  const end = height - plate.height - 2 * GAP;
  const middle = { x: width / 2, y: (under + end) / 2 };
  const half = { x: width / 2 - 14, y: (end - under) / 2 };
  const rowCard = rowCardWidth(
    felt.rows,
    { width: width - 48, height: end - under, title: TITLE },
    60 * size,
    tall,
  );
  return {
    compact: true,
    middle,
    half,
    arrows: [0.25, 0.75],
    plate,
    seats,
    cards,
    cardWidth,
    rowsAt: middle,
    rowCard,
  };
}

function rowsWidth(rows: number[], card: number): number {
  return (Math.max(0, ...rows) + SHIFT) * (card + ROW_GAP);
}

// The widest card with which all rows fit; long rows may break into several lines instead of vanishing.
function rowCardWidth(
  rows: number[],
  space: { width: number; height: number; title: number },
  most: number,
  tall: number,
): number {
  const longest = Math.max(1, ...rows);
  const byWidth = space.width / (longest + SHIFT) - ROW_GAP;
  const byHeight = (space.height / Math.max(1, rows.length) - space.title) / tall;
  return Math.max(LEAST, Math.floor(Math.min(most, byWidth, byHeight)));
}
