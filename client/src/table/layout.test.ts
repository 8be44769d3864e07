import { describe, expect, test } from 'vitest';

import { formOf } from '../cards/faces.ts';
import { fan, heading, rowsOf, towardsSeat, type Point } from './geometry.ts';
import { layOut, plateWidth, type Felt, type Layout } from './layout.ts';

const round = (x: number): number => Math.round(x * 100) / 100 + 0;

test('the viewer sits at the bottom, the next seat clockwise on the left', () => {
  const places = [0, 1, 2, 3].map((seat) => towardsSeat(seat, 0, 4));
  expect(places.map(({ x, y }) => [round(x), round(y)])).toEqual([
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 0],
  ]);
  expect(round(towardsSeat(2, 2, 5).y)).toBe(1);
  expect(round(towardsSeat(0, null, 5).y)).toBe(1);
});

test('clockwise one goes left at the bottom and right at the top', () => {
  expect(Math.abs(round(heading(0, 300, 100)))).toBe(180);
  expect(round(heading(0.5, 300, 100))).toBe(0);
  expect(round(heading(0.25, 300, 100))).toBe(-90);
});

test('a fan is even on both sides', () => {
  expect(fan(0, 7).angle).toBe(-fan(6, 7).angle);
  expect(fan(3, 7)).toEqual({ angle: 0, drop: 0 });
  expect(fan(0, 1)).toEqual({ angle: 0, drop: 0 });
});

test('a long hand is broken into even rows', () => {
  const cards = Array.from({ length: 13 }, (_, i) => i);
  expect(rowsOf(cards, 11).map((row) => row.length)).toEqual([6, 7]);
  expect(rowsOf(cards, 30)).toEqual([cards]);
  expect(rowsOf([], 11)).toEqual([[]]);
});

test('alone on a narrow felt, plates that are tall because they are slim become wide again', () => {
  const felt = { width: 352, height: 143, players: 1, viewer: 0, alone: true, rows: [], card: 60 };
  const corners: Felt['corners'] = [
    { width: 69, height: 79 },
    { width: 98, height: 75 },
  ];
  const form = formOf('french');
  const laid = [54, 82].map((tall) => layOut({ ...felt, corners, form, plates: [tall, 24] }));
  expect(laid.map(({ plate }) => plate)).toEqual([laid[0]?.plate, laid[0]?.plate]);
  expect(laid[0]?.plate).toBeGreaterThan(110);
});

test('alone on a large felt the cards lie in its middle, and stay when the plates grow or the hand goes', () => {
  const felt = { width: 1500, players: 1, viewer: 0, alone: true, rows: [], card: 150 };
  const corners: Felt['corners'] = [
    { width: 150, height: 80 },
    { width: 60, height: 90 },
  ];
  const form = formOf('french');
  const top = (height: number, tall: number, spare = 0): number => {
    const laid = layOut({ ...felt, height, spare, corners, form, plates: [tall, 24] });
    return (laid.cards[0]?.y ?? 0) - (laid.cardWidth * form.tall) / 2;
  };
  const above = top(700, 54);
  expect(Math.abs(above - (700 - above - 150 * form.tall - 54))).toBeLessThan(20);
  expect([top(700, 24), top(900, 54, 200)]).toEqual([above, above]);
  expect([top(250, 24), top(250, 80)].map(Math.round)).toEqual([12, 12]); // no room
});

const SIZES = [
  [343, 280],
  [359, 420],
  [620, 300],
  [940, 330],
  [1010, 430],
  [1400, 520],
  [2080, 950],
] as const;

test('on a large screen plates grow as the letters on them do', () => {
  const plate = (width: number): number =>
    plateWidth({ width, height: width / 2, players: 4, rows: [] });
  expect([plate(1250), plate(2100)].map(Math.round)).toEqual([190, 294]);
});

test.each([430, 352])('on a table too low for both, no plate lies on the stock: %i px', (width) => {
  const corners: Felt['corners'] = [
    { width: 0, height: 0 },
    { width: 44, height: 60 },
  ];
  const form = formOf('french');
  const felt: Felt = {
    width,
    height: 120,
    players: 2,
    viewer: 0,
    rows: [],
    form,
    card: 70,
    plates: [50, 54],
    corners,
  };
  const { seats, plate } = layOut(felt);
  expect(Math.max(...seats.map(({ x }) => x)) + plate / 2).toBeLessThan(width - 44);
  expect(Math.abs((seats[0]?.x ?? 0) - (seats[1]?.x ?? 0))).toBeGreaterThanOrEqual(plate);
});

test('on a low table no card of a trick lies on trump or stock', () => {
  const corners: Felt['corners'] = [
    { width: 44, height: 44 },
    { width: 48, height: 70 },
  ];
  const size = { width: 359, height: 170, players: 4, viewer: 0, rows: [], card: 60, small: true };
  const form = formOf('wizard');
  const { cards, cardWidth } = layOut({ ...size, form, plates: [24, 60, 60, 60], corners });
  const xs = cards.map(({ x }) => x);
  expect(Math.min(...xs) - cardWidth / 2).toBeGreaterThan(44);
  expect(Math.max(...xs) + cardWidth / 2).toBeLessThan(359 - 48);
  xs.slice(1).forEach((x, i) => expect(x - (xs[i] ?? 0)).toBeGreaterThanOrEqual(cardWidth));
});

test('a row on offer knows whether it finds no room below the trick', () => {
  const nothing = { width: 0, height: 0 };
  const felt = { players: 5, viewer: 0, rows: [5], form: formOf('french'), card: 60 };
  const laid = [165, 260, 320].map((height) =>
    layOut({
      ...felt,
      width: 452,
      height,
      small: true,
      plates: [70, 70, 70, 70, 70],
      corners: [nothing, nothing],
    }),
  );
  expect(laid.map(({ crowded }) => crowded)).toEqual([true, true, false]);
});

test('after a deal a row on a low table lies clear of the sheet at its foot', () => {
  const corner = { width: 0, height: 0 };
  const felt: Felt = {
    width: 552,
    height: 312,
    players: 4,
    viewer: 0,
    rows: [13],
    form: formOf('french'),
    card: 60,
    small: true,
    spare: 120,
    plates: [52, 52, 52, 52],
    corners: [corner, corner],
    bare: true,
  };
  const { rowsAt, rowCard } = layOut(felt);
  expect(rowsAt.y - (rowCard * felt.form.tall) / 2).toBeGreaterThan(58);
  expect(rowsAt.y + (rowCard * felt.form.tall) / 2).toBeLessThan(312 / 2);
});

test('two rows for which a small phone has no height lie on none of the own things', () => {
  const felt = { width: 310, height: 330, players: 5, viewer: 0, rows: [5, 5], card: 64 };
  const plates = [40, 84, 68, 68, 68];
  const corners: Felt['corners'] = [
    { width: 0, height: 0 },
    { width: 44, height: 60 },
  ];
  const form = formOf('french');
  const { rowsAt, rowCard, seats, cards, cardWidth } = layOut({ ...felt, plates, corners, form });
  const foot = rowsAt.y + rowCard * form.tall + 3;
  expect(foot).toBeLessThan((seats[0]?.y ?? 0) - 20);
  expect(foot).toBeLessThan((cards[0]?.y ?? 0) - (cardWidth / 2) * form.tall);
  expect(foot).toBeLessThan(330 - 60);
});

test.each([310, 350])(
  'at %i px the own card lies between trump and own plate, this before the stock',
  (width) => {
    const felt = { width, height: 290, players: 2, viewer: 0, rows: [1], plates: [40, 54] };
    const corners: Felt['corners'] = [
      { width: 40, height: 58 },
      { width: 44, height: 60 },
    ];
    const lay = layOut({ ...felt, corners, card: 64, form: formOf('french') });
    const [card = lay.middle, plate = lay.middle] = [lay.cards[0], lay.seats[0]];
    expect(card.x - lay.cardWidth / 2).toBeGreaterThan(40 + 6);
    expect(card.x + lay.cardWidth / 2).toBeLessThan(plate.x - lay.own / 2);
    expect(plate.x + lay.own / 2).toBeLessThanOrEqual(width - 44 - 12);
  },
);

test('on an upright tablet rows on offer are as large as on a smaller one', () => {
  const none = { width: 0, height: 0 };
  const felt = { players: 5, viewer: 0, rows: [5, 5], form: formOf('french'), card: 164 };
  const laid = (width: number, height: number, spare = 0, taken = true): Layout =>
    layOut({
      ...felt,
      width,
      height,
      spare,
      taken,
      plates: [46, 46, 46, 46, 46],
      corners: [none, none],
    });
  expect(laid(804, 750).rowCard).toBeGreaterThanOrEqual(laid(752, 630).rowCard);
  expect(laid(1300, 1100, 300).arrows).toHaveLength(5); // a round, as while a hand lies there
  expect(laid(804, 750, 0, false).arrows).toHaveLength(5); // as before cards passed on lay there
});

test('nobody changes his place for the room that a played hand leaves', () => {
  const size = { width: 560, players: 4, viewer: 0, rows: [], card: 73, plates: [40, 40, 40, 40] };
  const none = { width: 0, height: 0 };
  const seats = (height: number, spare: number): Point[] =>
    layOut({ ...size, height, spare, form: formOf('wizard'), corners: [none, none] }).seats;
  expect(seats(300, 100)).toEqual(seats(200, 0));
  expect(seats(300, 0)).not.toEqual(seats(200, 0));
});

test.each([320, 360])('five cards lie on no plate of a flat felt of a phone of %i px', (phone) => {
  const corners: Felt['corners'] = [
    { width: 69, height: 112 },
    { width: 40, height: 62 },
  ];
  const tall = [38, 20, 38, 20, 20];
  const form = formOf('wizard');
  const felt = { width: phone - 10, height: 206, players: 5, viewer: 0, rows: [], small: true };
  const lay = layOut({ ...felt, card: 75, form, corners, plates: tall });
  lay.cards.forEach((card) => {
    lay.seats.forEach((seat, i) => {
      const beside = Math.abs(card.x - seat.x) >= (lay.cardWidth + lay.plate) / 2;
      const apart = Math.abs(card.y - seat.y) >= (lay.cardWidth * form.tall + (tall[i] ?? 0)) / 2;
      expect(beside || apart).toBe(true);
    });
  });
});

test('five cards lie before their seats where a close heap has room, not in a row', () => {
  const corners: Felt['corners'] = [
    { width: 0, height: 0 },
    { width: 40, height: 56 },
  ];
  const felt = { width: 312, height: 333, players: 5, viewer: 0, rows: [], card: 64 };
  const plates = [71, 71, 55, 71, 55];
  const { cards } = layOut({ ...felt, corners, plates, form: formOf('french') });
  const [own = 0, left = 0, ahead = 0, across = 0, right = 0] = cards.map(({ y }) => y);
  expect(Math.max(ahead, across)).toBeLessThan(Math.min(left, right));
  expect(own).toBeGreaterThan(Math.max(left, right));
});

test('six plates with slips on them lie apart on a phone', () => {
  const plates = [24, 60, 60, 60, 60, 60];
  const corners: Felt['corners'] = [
    { width: 46, height: 78 },
    { width: 46, height: 56 },
  ];
  const size = { width: 367, height: 250, players: 6, viewer: 0, rows: [], card: 75, small: true };
  const { seats, plate } = layOut({ ...size, form: formOf('wizard'), plates, corners });
  seats.forEach((a, i) =>
    seats.slice(i + 1).forEach((b, k) => {
      const tall = ((plates[i] ?? 0) + (plates[i + 1 + k] ?? 0)) / 2;
      expect(Math.abs(a.x - b.x) >= plate || Math.abs(a.y - b.y) >= tall).toBe(true);
    }),
  );
});

describe.each(SIZES)('a felt of %i × %i', (width, height) => {
  const felts = [2, 3, 4, 5, 6].flatMap((players) =>
    [[], [players, players]].map((rows): Felt => ({
      width,
      height,
      players,
      viewer: 1,
      rows,
      corners: [
        { width: 90, height: 60 },
        { width: 44, height: 70 },
      ],
      form: formOf('french'),
      card: Math.round(Math.min(120, 0.2 * width)),
      plates: Array.from({ length: players }, () => 52),
    })),
  );

  test.each(felts)('$players players, rows $rows: all seats and cards are on the table', (felt) => {
    const lay = layOut(felt);
    const halves = [lay.plate / 2, lay.cardWidth / 2];
    [lay.seats, lay.cards].forEach((points, kind) => {
      const half = halves[kind] ?? 0;
      for (const { x, y } of points) {
        expect(x - half).toBeGreaterThanOrEqual(-1);
        expect(x + half).toBeLessThanOrEqual(width + 1);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
    });
  });

  test.each(felts)(
    '$players players, rows $rows: no two cards of a trick lie on each other',
    (felt) => {
      const { cards, cardWidth } = layOut(felt);
      cards.forEach((a, i) =>
        cards.slice(i + 1).forEach((b) => {
          const apart = Math.max(
            Math.abs(a.x - b.x) / cardWidth,
            Math.abs(a.y - b.y) / cardWidth / 1.4,
          );
          expect(apart).toBeGreaterThan(0.4); // the index of each can be read
        }),
      );
    },
  );

  test.each(felts.filter(({ rows }) => rows.length > 0 && width >= 900))(
    '$players players: no card of the trick lies on the rows on offer, nor do they on a plate',
    (felt) => {
      const { cards, cardWidth, plate, seats, rowsAt, rowCard } = layOut(felt);
      const half = {
        x: ((Math.max(...felt.rows) + 0.5) * (rowCard + 5)) / 2, // two rows, moved against each other
        y: (felt.rows.length * (rowCard * 1.4 + 5)) / 2,
      };
      const gap = ({ x, y }: Point, width: number, height: number): number =>
        Math.max(
          Math.abs(x - rowsAt.x) - half.x - width / 2,
          Math.abs(y - rowsAt.y) - half.y - height / 2,
        );
      for (const at of cards) expect(gap(at, cardWidth, cardWidth * 1.4)).toBeGreaterThanOrEqual(0);
      for (const at of seats) expect(gap(at, plate, 52)).toBeGreaterThanOrEqual(0);
    },
  );
});
