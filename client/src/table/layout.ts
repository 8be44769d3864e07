// Where everything lies on the table top, in pixels: a plain function of its size and of what is on it.

import type { Form } from '../cards/faces.ts';
import { towardsSeat, type Point } from './geometry.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Felt extends Size {
  players: number; // places: a dummy has one, too
  viewer: number | null; // seat at the bottom; null = seat 0
  rows: number[]; // lengths of the rows on offer, [] = none
  taken?: boolean; // cards are taken from one of them; else they only lie there
  offers?: boolean; // rows lie there at times
  form: Form; // of the cards
  card: number; // width of a card of the hand; none on the table is larger
  plates: number[]; // heights of the name plates, by place
  popup?: Size; // a question at the top
  bare?: boolean; // no cards of a trick lie there
  corners: [Size, Size]; // trump and piles in the upper corners; nothing there is 0 x 0
  alone?: boolean; // one person against a dummy
  small?: boolean; // the plates bear names and tricks alone
  spare?: number; // of its height, which does not count for how the seats stand
}

export interface Layout {
  middle: Point; // of the rim
  half: Point; // half-axes of the rim; 0 = no rim is drawn
  arrows: number[]; // where arrows stand on the rim, as parts of the way round it
  plate: number; // width of a name plate
  own: number; // the same of the plate at the bottom
  seats: Point[]; // middles of the plates, by place
  cards: Point[]; // middles of the cards of the trick, by place
  cardWidth: number; // of the trick
  rowsAt: Point; // middle of the rows on offer
  rowCard: number; // width of a card there
  rowsWide: number; // how wide they may lie
  abreast: boolean; // the rows on offer lie beside each other
  crowded: boolean; // without titles, and if need be over the lower part of the trick, for want of height
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const ROOMY = { width: 760, height: 380 }; // px from which rows on offer lie amid a round of seats
const BROAD = 1.2; // of its height, at least so much width must such a felt have: the seats at its sides take of it
const LOW = 285; // px of height below which the seats stand side by side
const LOWER = 200; // the same where the plates are small
const SIX = 256; // the same of more than five: below trump or pile there must be room for two of them
export const NARROW = 480; // px of width up to which no plate fits beside the two cards of one who is alone
const LEAST = 40; // px of width of a card whose index can still be read
const GAP = 6;
const WIDE = 170; // px of a plate on which all figures stand in a line or two
const SLIM = 110; // px of a plate that makes way for trump and pile
const FULL = 54; // px of height of a plate that is as wide as it may be
const BESIDE = 64; // px beside the plate at the bottom: on one side its card, on the other the stock
const SHIFT = 0.55; // of a card: how far two rows are moved against each other
const ROW_GAP = 5; // px between cards of a row
export const LONG = 6; // cards of a row above which its title stands above it
const TITLE = 18; // px of a row's title where it stands above it
// How far from each other the cards of a trick may lie: apart while they need not be much smaller than in the hand.
const HEAPS: [number, number[]][] = [
  [0.72, [1.2, 1, 0.85]],
  [0, [1, 0.85, 0.7, 0.58, 0.48]],
];
const HEIGHTS = [1.45, 0.6, 0.3]; // of the smallest heap for its width, where plates leave it no room as it is
const FAN = [0.56, 0.44, 0.32]; // or how far apart its cards lie in a row, from left to right as their seats
const INDEX = { x: 0.26, y: 0.4 }; // part of a card, from its upper left corner, that tells what it is

/** The layout of a table top. */
export function layOut(felt: Felt): Layout {
  if (felt.alone) return sideBySide(felt);
  if (isLow(felt)) return inColumns(felt);
  return areStrips(felt) ? inStrips(felt) : onTheRim(felt);
}

/** Whether rows on offer have the whole width of such a table top, since nobody sits at its sides. */
export function isSlim({ width, height, rows, taken, spare = 0 }: Shape): boolean {
  const least = taken ? Math.max(ROOMY.width, BROAD * (height - spare)) : ROOMY.width;
  return rows.length > 0 && width < least;
}

function areStrips(felt: Shape): boolean {
  return isSlim(felt) || (felt.rows.length > 0 && felt.height < ROOMY.height);
}

/** Whether trump and piles lie at the bottom of such a table top: along the top sit the others. */
export function isTopTaken(felt: Shape): boolean {
  return !felt.alone && (isLow(felt) || areStrips(felt));
}

type Shape = Pick<
  Felt,
  'width' | 'height' | 'players' | 'rows' | 'taken' | 'offers' | 'small' | 'alone' | 'spare'
>;

function isLow({ width, height, players, offers, small, spare = 0 }: Shape): boolean {
  // Above each other, two would leave a row between them no height.
  if (offers && players === 2 && width >= ROOMY.width && height - spare < ROOMY.height) return true;
  if (!small) return height - spare < LOW;
  return height - spare < (players > 5 ? SIX : LOWER);
}

/** How wide a name plate is on such a table top. */
export function plateWidth(felt: Shape): number {
  const { width, players } = felt;
  if (isLow(felt)) return Math.min(150, width / players - 4);
  if (isSlim(felt)) return Math.min(players < 3 ? 140 : 150, width / (players - 1) - 4);
  return width < 560
    ? Math.min(116, width * 0.29)
    : Math.min(Math.max(190, width * 0.14), Math.max(136, width * 0.16));
}

// Seats on an ellipse.  Cards of the trick lie before their seats, or beside them where rows fill the middle.
function onTheRim(felt: Felt): Layout {
  const { width, height, players, rows } = felt;
  const plate = plateWidth(felt);
  const to = Array.from({ length: players }, (_, seat) => towardsSeat(seat, felt.viewer, players));
  const tallest = Math.max(...felt.plates, 0);
  const middle = { x: width / 2, y: height / 2 };
  const y = (height - tallest) / 2 - GAP;
  const x = Math.min((width - plate) / 2 - GAP, Math.max(y * (rows.length > 0 ? 2.9 : 1.9), 240));
  const far = (dx: number): number =>
    width < 560 ? Math.sign(dx) * Math.min(1, Math.abs(dx) * 1.16) : dx;
  const seats = to.map((d, seat) => {
    const tall = felt.plates[seat] ?? 0;
    const at = { x: middle.x + far(d.x) * x, y: middle.y + d.y * ((height - tall) / 2 - GAP) };
    return clearOfCorners(felt, at, { width: plate, height: tall });
  });
  const lay: Layout = {
    ...bare(middle, plate),
    half: { x, y },
    arrows: Array.from({ length: players }, (_, i) => (i + 0.5) / players),
    seats: apart(felt, seats, plate),
  };
  return rows.length > 0 ? aroundRows(felt, lay, to) : inTheMiddle(felt, lay, to);
}

// Of plates that would lie on each other the lower one makes way.
function apart({ plates, height }: Felt, seats: Point[], width: number): Point[] {
  const boxes = seats.map((at, seat) => boxOf(at, { width, height: plates[seat] ?? 0 }));
  const downwards = boxes.toSorted((a, b) => a.y0 - b.y0);
  downwards.forEach((box, n) => {
    const tall = box.y1 - box.y0;
    for (const upper of downwards.slice(0, n))
      if (meet(box, upper, 0)) box.y0 = Math.min(upper.y1 + 2, height - GAP - tall);
    box.y1 = box.y0 + tall;
  });
  return boxes.map(({ x0, y0, x1, y1 }) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }));
}

// A plate that lies on trump or pile goes down, or inwards, whichever is nearer.
function clearOfCorners(felt: Felt, at: Point, plate: Size): Point {
  const { popup = { width: 0, height: 0 } } = felt;
  const under = popup.height + 10 + GAP + plate.height / 2;
  const start =
    popup.height > 0 && Math.abs(at.x - felt.width / 2) < (popup.width + plate.width) / 2 + GAP
      ? { x: at.x, y: Math.max(at.y, under) }
      : at;
  return felt.corners.reduce((now, corner, i) => {
    if (corner.width === 0 || !meet(boxOf(now, plate), cornerBox(felt, i), GAP)) return now;
    const down = corner.height + 2 * GAP + GAP + plate.height / 2;
    const inwards = corner.width + 3 * GAP + plate.width / 2;
    const x = i === 0 ? inwards : felt.width - inwards;
    const isNear = Math.abs(x - now.x) < down - now.y && Math.abs(x - felt.width / 2) < plate.width;
    return isNear ? { x, y: now.y } : { x: now.x, y: down };
  }, start);
}

// The largest cards, and the widest heap of them, that lie on no plate and hide no index.
function inTheMiddle(felt: Felt, lay: Layout, to: Point[]): Layout {
  const { tall } = felt.form;
  const plates = lay.seats.map((at, i) =>
    boxOf(at, { width: lay.plate, height: felt.plates[i] ?? 0 }),
  );
  const corners = felt.corners.flatMap((corner, i) =>
    corner.width > 0 ? [cornerBox(felt, i)] : [],
  );
  const taken = [...plates, ...corners];
  const amid = plates.filter((box) => Math.abs((box.x0 + box.x1) / 2 - felt.width / 2) < lay.plate);
  const heads = amid.map((box) => box.y1).filter((y) => y < felt.height / 2);
  const feet = amid.map((box) => box.y0).filter((y) => y > felt.height / 2);
  const top = Math.max(0, ...heads);
  const bottom = Math.min(felt.height, ...feet);
  const middle = { x: felt.width / 2, y: (top + bottom) / 2 };
  for (const [width, way, spread] of heaps(felt.card, to)) {
    const cards = way.map((d) => ({
      x: middle.x + d.x * spread * 1.12 * width,
      y: middle.y + d.y * spread * 0.62 * width * tall,
    }));
    if (fit(felt, cards, width, taken)) return { ...lay, middle, cards, cardWidth: width };
  }
  const cards = to.map((d) => ({
    x: middle.x + d.x * 0.5 * LEAST,
    y: middle.y + d.y * 0.4 * LEAST * tall,
  }));
  return { ...lay, middle, cards };
}

/** The heaps that are tried, the best first: width of a card, ways to the cards, how far apart they lie. */
function* heaps(card: number, to: Point[]): Generator<[number, Point[], number]> {
  // Two cards may as well lie beside each other.
  const ways = to.length === 2 ? [to, to.map((d) => ({ x: 0.6 * d.y, y: 0.1 * d.y }))] : [to];
  for (const [least, spreads] of HEAPS)
    for (let width = card; width >= Math.max(LEAST, least * card); width -= 3)
      for (const way of ways) for (const spread of spreads) yield [width, way, spread];
  for (const part of HEIGHTS) {
    const way = to.map(({ x, y }) => ({ x, y: part * y }));
    for (const [, spreads] of HEAPS) for (const spread of spreads) yield [LEAST, way, spread];
  }
  const inOrder = to.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const row = to.map((d) => ({ x: inOrder.indexOf(d) - (to.length - 1) / 2, y: 0 }));
  for (const spread of FAN) yield [LEAST, row, spread];
}

function fit(felt: Felt, cards: Point[], width: number, taken: Box[]): boolean {
  const size = { width, height: width * felt.form.tall };
  const boxes = cards.map((at) => boxOf(at, size));
  const free = boxes.every(
    (box) =>
      box.x0 >= GAP &&
      box.x1 <= felt.width - GAP &&
      box.y0 >= GAP &&
      box.y1 <= felt.height - GAP &&
      !taken.some((other) => meet(box, other, 5)),
  );
  return free && boxes.every((box, i) => !boxes.some((other, k) => i !== k && hides(other, box)));
}

/** Whether of two cards this one covers the other: the right one does, in a column the lower one. */
export function liesAbove(one: Point, other: Point, width: number): boolean {
  if (Math.abs(one.x - other.x) > INDEX.x * width) return one.x > other.x;
  return one.y > other.y || (one.y === other.y && one.x > other.x);
}

/** Whether one card lies on another so that its index is not seen. */
function hides(upper: Box, lower: Box): boolean {
  const index = {
    ...lower,
    x1: lower.x0 + INDEX.x * (lower.x1 - lower.x0),
    y1: lower.y0 + INDEX.y * (lower.y1 - lower.y0),
  };
  const corner = ({ x0, y0 }: Box): Point => ({ x: x0, y: y0 });
  return liesAbove(corner(upper), corner(lower), lower.x1 - lower.x0) && meet(upper, index, 2);
}

// Rows on offer in the middle, the cards of the trick beside the plates.
function aroundRows(felt: Felt, lay: Layout, to: Point[]): Layout {
  const { width, height, form, rows, plates } = felt;
  const tallest = Math.max(...plates, 0);
  const cardWidth = Math.min(felt.card, Math.max(64, 0.09 * height) * form.size);
  const beside = lay.seats.filter((_, i) => Math.abs(to[i]?.y ?? 1) < 0.6);
  const aside = beside.map((at) => 2 * Math.abs(at.x - lay.middle.x) - lay.plate - 4 * GAP);
  const space = {
    width: Math.min(width - 2 * lay.plate - 160, ...aside),
    height: height - 2 * tallest - 6 * GAP,
    title: Math.max(...rows) > LONG ? TITLE + 5 : 5,
  };
  const most = Math.min(felt.card, Math.max(110, 0.16 * height) * form.size);
  const widest = rowsWidth(rows, rowCardWidth(rows, space, most, form.tall)) / 2 + GAP;
  const amid = lay.seats
    .map((at, i) => boxOf(at, { width: lay.plate, height: plates[i] ?? 0 }))
    .filter(({ x0, x1 }) => x0 < lay.middle.x + widest && x1 > lay.middle.x - widest);
  const top = Math.max(0, ...amid.map(({ y1 }) => (y1 < lay.middle.y ? y1 + GAP : 0)));
  const foot = Math.min(height, ...amid.map(({ y0 }) => (y0 > lay.middle.y ? y0 - GAP : height)));
  space.height = Math.min(space.height, foot - top);
  const rowCard = rowCardWidth(rows, space, most, form.tall);
  const rowsTall = Math.min(foot - top, rows.length * (rowCard * form.tall + 3 + space.title));
  const rowsAt = {
    x: lay.middle.x,
    y: Math.min(Math.max(lay.middle.y, top + rowsTall / 2), foot - rowsTall / 2),
  };
  const clear = rowsWidth(rows, rowCard) / 2 + GAP; // how far from the middle the rows end
  const cards = to.map((d, i) => {
    const at = lay.seats[i] ?? lay.middle;
    const tall = plates[i] ?? 0;
    if (Math.abs(d.y) < 0.55) return { x: at.x, y: at.y + (tall + cardWidth * form.tall) / 2 + 4 };
    const side = d.x < -0.3 ? -1 : 1;
    const near = Math.max(0, (cardWidth * form.tall - tall) / 2); // both end at the same height
    const y = at.y + (d.y < 0 ? near : -near);
    const high = (rows.length * (rowCard * form.tall + ROW_GAP) + cardWidth * form.tall) / 2 + GAP;
    const beyond = side * (lay.middle.x - at.x) + clear + cardWidth / 2;
    const out = Math.abs(y - rowsAt.y) < high ? beyond : 0; // above or below the rows it may stay near
    return { x: at.x + side * Math.max((lay.plate + cardWidth) / 2 + 8, out), y };
  });
  return { ...lay, cards, cardWidth, rowsAt, rowCard, rowsWide: space.width + ROW_GAP };
}

// One person and a dummy: two cards beside each other, the dummy's on the left, under each card whose it is; on a low
// table beside it.
function sideBySide(felt: Felt): Layout {
  const { width, height, corners } = felt;
  const { tall } = felt.form;
  const [left, right] = corners.map((corner) => (corner.width > 0 ? corner.width + 3 * GAP : GAP));
  const room = width - (left ?? 0) - (right ?? 0);
  const plateTall = Math.max(...felt.plates, 24);
  // Slim plates are tall: where they would be slim, they must not keep themselves so.
  const full = width <= NARROW ? Math.min(plateTall, FULL) : plateTall;
  const low = height < full + LEAST * tall + 5 * GAP;
  const high = height - (low ? 2 : 4) * GAP - (low ? 0 : plateTall);
  const cardWidth = Math.max(LEAST, Math.min(felt.card, high / tall, room / 2 + GAP));
  const middle = { x: (left ?? 0) + room / 2, y: 2 * GAP + (cardWidth * tall) / 2 };
  // Below the cards nothing lies beside the plates.
  const plate = Math.min(
    136,
    low ? room / 2 - GAP : Math.min(middle.x, width - middle.x) - 2 * GAP,
  );
  const apart = (low ? cardWidth : Math.max(cardWidth, Math.min(plate, room / 2 - GAP))) / 2 + GAP;
  // What room there is lies above and below, however much of it the plates take.
  const over = height - (felt.spare ?? 0) - cardWidth * tall - Math.max(FULL, plateTall) - 5 * GAP;
  if (low) middle.y = height / 2;
  else middle.y += Math.max(0, over / 2);
  const seats = [1, -1].map((side) =>
    low
      ? { x: middle.x + side * (apart + cardWidth / 2 + plate / 2 + GAP), y: middle.y }
      : {
          x: middle.x + side * Math.max(apart, plate / 2 + GAP),
          y: middle.y + (cardWidth * tall + plateTall) / 2 + GAP,
        },
  );
  return {
    ...bare(middle, plate),
    seats,
    cards: [1, -1].map((side) => ({ x: middle.x + side * apart, y: middle.y })),
    cardWidth,
  };
}

// A low table: everybody side by side, the viewer first, each with the card beneath; rows on offer below.
function inColumns(felt: Felt): Layout {
  const { width, height, players, rows, form } = felt;
  const top = GAP + Math.max(...felt.plates, 0) + 3;
  const most = rows.reduce((sum, row) => sum + row + 0.3, 0);
  const foot =
    rows.length > 0 || players < 3 ? 0 : Math.max(...felt.corners.map((corner) => corner.height));
  const over = height - top - 2 * GAP - foot; // height for cards and rows
  // Between two players there may be room for a row.
  const between = width / 2 - 2 * LEAST - 3 * GAP;
  const amid = players === 2 && rows.length === 1 && (rows[0] ?? 0) * (LEAST + ROW_GAP) <= between;
  // Else they lie between trump and pile.
  const [left = 0, right = 0] = felt.corners.map((corner) =>
    amid || corner.width === 0 ? 0 : corner.width + 3 * GAP,
  );
  const open = width - left - right;
  const line = rows.length > 0 ? Math.min(felt.card, (open - 12) / most - ROW_GAP) : 0;
  const share = rows.length > 0 && !amid ? (over - TITLE - 4) / (2 * form.tall) : over / form.tall;
  const cardWidth = Math.max(LEAST, Math.min(felt.card, width / players - 8, share));
  const room = (over - (amid || felt.bare ? 0 : cardWidth * form.tall) - TITLE - 4) / form.tall;
  const least = rows.length > 0 ? Math.min(LEAST, line) : LEAST; // a row too long for this keeps to its line
  const inLine = amid ? Math.min(cardWidth, between / (rows[0] ?? 1) - ROW_GAP) : line;
  const rowCard = Math.max(least, Math.min(line, room, inLine));
  const rowsTall = rowCard * form.tall + TITLE;
  // Where trump or pile would lie under a plate, the columns keep between them, if there is room.
  const taken = felt.corners.map((corner) =>
    foot === 0 && rows.length === 0 && corner.width > 0 && top + corner.height + 2 * GAP > height
      ? corner.width + 3 * GAP
      : 0,
  );
  const free = (width - taken.reduce((sum, part) => sum + part)) / players;
  const widest = plateWidth(felt);
  const [from, each] = free < Math.min(SLIM, widest) ? [0, width / players] : [taken[0] ?? 0, free];
  const plate = Math.min(widest, each);
  const column = (seat: number): number =>
    from + (((seat - (felt.viewer ?? 0) + players) % players) + 0.5) * each;
  const all = Array.from({ length: players }, (_, seat) => seat);
  const y = top + (cardWidth * form.tall) / 2;
  // A card that would lie on trump or pile lies further in, as far as its neighbour lets it.
  const [inLeft = 0, inRight = 0] = felt.corners.map((corner) =>
    corner.width > 0 && y + (cardWidth * form.tall) / 2 + 3 * GAP > height - corner.height
      ? corner.width + 3 * GAP + cardWidth / 2
      : 0,
  );
  const spare = Math.max(0, each - cardWidth - 2);
  const within = (x: number): number => {
    if (x - each < from) return Math.max(x, Math.min(inLeft, x + spare));
    if (x + each > from + players * each) return Math.min(x, Math.max(width - inRight, x - spare));
    return x;
  };
  // Two stand on either side of a question, or below it.
  const { popup = { width: 0, height: 0 } } = felt;
  const clear = players === 2 && popup.height > 0 ? (popup.width + plate) / 2 + GAP : 0;
  const isBeside = clear + plate / 2 <= width / 2;
  const aside = (x: number): number =>
    x < width / 2 ? Math.min(x, width / 2 - clear) : Math.max(x, width / 2 + clear);
  const head = isBeside ? GAP : popup.height + 10 + GAP;
  return {
    ...bare({ x: width / 2, y }, plate),
    seats: all.map((seat) => ({
      x: isBeside ? aside(column(seat)) : column(seat),
      y: head + (felt.plates[seat] ?? 0) / 2,
    })),
    cards: all.map((seat) => ({ x: within(column(seat)), y })),
    cardWidth,
    // After a deal the sheet lies over the foot.
    rowsAt: { x: left + open / 2, y: felt.bare ? top + rowsTall / 2 : height - GAP - rowsTall / 2 },
    rowCard,
    rowsWide: amid ? between : open - 8,
    abreast: true,
    crowded:
      rows.length > 0 && !amid && !felt.bare && rowsTall + cardWidth * form.tall > over + GAP,
  };
}

// A narrow table with rows on offer: the others side by side along the top, in the order in which they sit.
function inStrips(felt: Felt): Layout {
  const { width, height, players, form } = felt;
  const others = players - 1;
  const plate = plateWidth(felt);
  const viewer = felt.viewer ?? 0;
  const head = GAP + Math.max(0, ...felt.plates.filter((_, seat) => seat !== viewer));
  const own = felt.plates[viewer] ?? 0;
  const cardWidth = Math.min(felt.card, Math.max(LEAST + 2, height * 0.13), width / others - 6);
  const lying = felt.bare ? 0 : cardWidth * form.tall;
  const under = head + lying + 8; // where the strip of the others ends
  const end = height - Math.max(own, lying) - 2 * GAP;
  // The own plate is wide, for it stands alone and has least height; on its left the own card lies, beyond it the trump.
  const [left = 0, right = 0] = felt.corners.map((corner) =>
    corner.width > 0 ? corner.width + 2 * GAP : 0,
  );
  const from = left + (left > 0 ? cardWidth + 2 * GAP : 0);
  const ownWide = Math.min(
    Math.max(plate, Math.min(WIDE, width - 2 * BESIDE)),
    left > 0 ? width - from - right : width,
  );
  const seats = Array.from({ length: players }, (_, seat) => {
    const k = (seat - viewer + players) % players;
    if (k === 0) return { x: Math.max(width / 2, from + ownWide / 2), y: height - own / 2 - GAP };
    return { x: ((k - 0.5) / others) * width, y: GAP + (felt.plates[seat] ?? 0) / 2 };
  });
  const cards = seats.map((at, seat) =>
    seat === viewer
      ? {
          x: at.x - (ownWide + cardWidth) / 2 - GAP,
          y: height - GAP - (cardWidth * form.tall) / 2,
        }
      : { x: at.x, y: head + 4 + (cardWidth * form.tall) / 2 },
  );
  const middle = { x: width / 2, y: (under + end) / 2 };
  const space = { width: width - 16, height: end - under, title: TITLE + 3 };
  const { rows } = felt;
  // Where there is no height for titles the rows lie without them, if need be on the feet of the trick above them.
  const crowded = rowsHeight(rows, space, LEAST, form.tall) > space.height;
  if (crowded) space.title = 1;
  const rowCard = rowCardWidth(rows, space, felt.card, form.tall);
  const foot = end - rowsHeight(rows, space, rowCard, form.tall) / 2;
  return {
    ...bare(middle, plate),
    own: ownWide,
    rowsAt: { x: middle.x, y: Math.min(middle.y, foot) },
    crowded,
    half: { x: width / 2 - 14, y: (end - under) / 2 },
    arrows: [0.25, 0.75],
    seats,
    cards,
    cardWidth,
    rowCard,
    rowsWide: width - 8,
  };
}

function bare(middle: Point, plate: number): Layout {
  return {
    middle,
    half: { x: 0, y: 0 },
    arrows: [],
    plate,
    own: plate,
    seats: [],
    cards: [],
    cardWidth: LEAST,
    rowsAt: middle,
    rowCard: LEAST,
    rowsWide: 0,
    abreast: false,
    crowded: false,
  };
}

function rowsWidth(rows: number[], card: number): number {
  return (Math.max(0, ...rows) + SHIFT) * (card + ROW_GAP);
}

// The widest card with which all rows fit; long rows may break into several lines instead of vanishing.
function rowCardWidth(
  rows: number[],
  space: Size & { title: number },
  most: number,
  tall: number,
): number {
  for (let card = Math.floor(most); card > LEAST; card--) {
    const isWhole = rows.length === 1 || linesOf(rows, space.width, card) === 1;
    if (isWhole && rowsHeight(rows, space, card, tall) <= space.height) return card;
  }
  return LEAST;
}

function linesOf(rows: number[], width: number, card: number): number {
  const longest = Math.max(1, ...rows) + (rows.length > 1 ? SHIFT : 0);
  const inLine = Math.max(1, (width + ROW_GAP) / (card + ROW_GAP));
  return longest <= inLine ? 1 : Math.ceil(longest / Math.floor(inLine));
}

function rowsHeight(
  rows: number[],
  { width, title }: { width: number; title: number },
  card: number,
  tall: number,
): number {
  return rows.length * (linesOf(rows, width, card) * (card * tall + 3) + title);
}

/** The box of this size round a point. */
export function boxOf(at: Point, { width, height }: Size): Box {
  return {
    x0: at.x - width / 2,
    y0: at.y - height / 2,
    x1: at.x + width / 2,
    y1: at.y + height / 2,
  };
}

function cornerBox(felt: Felt, i: number): Box {
  const { width, height } = felt.corners[i] ?? { width: 0, height: 0 };
  const x0 = i === 0 ? 0 : felt.width - width - 2 * GAP;
  return { x0, y0: 0, x1: x0 + width + 2 * GAP, y1: height + 2 * GAP };
}

/** Whether two boxes overlap, or come nearer than this. */
export function meet(a: Box, b: Box, gap: number): boolean {
  return a.x0 < b.x1 + gap && b.x0 < a.x1 + gap && a.y0 < b.y1 + gap && b.y0 < a.y1 + gap;
}
