// The own hand in the order that its holder likes.  It comes sorted by the game: trump first, high cards first.

import { FACE_DOWN, readCard, suitColour } from '../../cards/faces.ts';

export interface Order {
  faces: string;
  suits: string[]; // of the game
  deck: string[]; // all its cards, suit by suit as the game has them
  trump: string | null;
  alternating: boolean; // red and black suits in turn
  ascending: boolean; // low cards first
}

/**
 * The cards of a hand.  Where suits alternate they do so among all suits of the game, so that nothing moves when one
 * has run out.  Cards without a suit stay in front or at the end.  Where the game's suits are not the printed ones, its
 * own order stays; so it does where it has not sorted by trump and printed suits: then other cards are trumps, too.
 */
export function arranged(cards: string[], order: Order): string[] {
  const { faces, suits, trump, ascending } = order;
  const suitOf = (code: string): string | null => readCard(faces, code).suit;
  const printed = order.deck.map(suitOf);
  const runs = printed.filter((suit, i) => suit !== null && suit !== printed[i - 1]);
  if (new Set(runs).size < runs.length) return cards;
  const came = cards.map(suitOf).filter((suit) => suit !== null);
  const held = [...new Set(came)];
  const places = came.map((suit) => (suit === trump ? -1 : suits.indexOf(suit)));
  if (places.some((place, i) => i > 0 && place < places[i - 1]!)) return cards;
  const inOrder = order.alternating ? inTurn(order) : held;
  const first = cards.findIndex((code) => suitOf(code) !== null);
  const placed = cards.map((code, i) => {
    const suit = suitOf(code);
    const place = suit === null ? (i < first ? -1 : suits.length) : inOrder.indexOf(suit);
    return { code, place, i: ascending && suit !== null ? -i : i };
  });
  return placed.sort((a, b) => a.place - b.place || a.i - b.i).map(({ code }) => code);
}

/** Trump first, then always the first suit of another colour, if there is one. */
function inTurn({ suits, faces, trump }: Order): string[] {
  const order = suits.filter((suit) => suit === trump);
  const left = suits.filter((suit) => suit !== trump);
  const colour = (suit: string): string => suitColour(faces, suit, false);
  while (left.length > 0) {
    const before = order.at(-1);
    const other = left.findIndex((suit) => before === undefined || colour(suit) !== colour(before));
    order.push(...left.splice(Math.max(0, other), 1));
  }
  return order;
}

/** The cards in the order in which they came: those of the deal, those that lay there before, those that are new. */
export function asTheyCame(cards: string[], dealt: string[], before: string[]): string[] {
  if (cards.includes(FACE_DOWN)) return cards; // nobody knows which is which
  return [...new Set([...dealt, ...before, ...cards])].filter((code) => cards.includes(code));
}
