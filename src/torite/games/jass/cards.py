"""The 36 Jass cards: who is stronger, what counts how much.  Tables come from the rules (shared/rules/jass.md 1.1).

Plain suits rank A K Q J T 9 8 7 6, the trump suit J 9 A K Q T 8 7 6; where the deal goes upwards (Undenufe) six is
highest.  A 11, K 4, Q 3, J 2, T 10; trump jack 20, trump nine 14; without trump every eight 8; last trick 5.
"""

import numpy as np

from torite.cards.bits import bit, low
from torite.cards.deck import ranked_deck
from torite.cards.kernel import Card, Mask, Suit, kernel

SEATS = 4
RANKS = "6789TJQKA"
DECK = ranked_deck(RANKS)
FULL = len(DECK.cards)
ALL_CARDS = np.int64(sum(1 << int(card) for card in DECK.cards))
SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(len(RANKS))

TRUMP_ORDER = np.array(["678TQKA9J".index(rank) for rank in RANKS], np.int64)
# Ranks of the trump suit below each rank, as bits of one lane.
BELOW = np.array([sum(1 << r for r, o in enumerate(TRUMP_ORDER) if o < order) for order in TRUMP_ORDER], np.int64)

# Rows of POINTS: 0..3 = that suit is trump, then:
NO_TRUMP, SWAPPED = 4, 5  # Undenufe may exchange the points of six and ace (A2)
SOMNIA = 6  # the same rows again (without SWAPPED) with the values of the Somnia edition (9)
ROWS = SOMNIA + NO_TRUMP + 1
LAST_TRICK = np.array([5] * SOMNIA + [0] * (ROWS - SOMNIA), np.int64)
TOTAL = np.array([157] * SOMNIA + [151] * NO_TRUMP + [120], np.int64)


def _row(trump: int, plain: dict[int, int], jack: int, nine: int, eights: int) -> list[int]:
    """Points of the cards 0..63 under this trump."""
    row = [0] * 64
    for card in map(int, DECK.cards):
        row[card] = plain.get(card & 15, 0)
        if card >> 4 == trump:
            row[card] = {JACK: jack, NINE: nine}.get(card & 15, row[card])
        elif trump == NO_TRUMP and card & 15 == EIGHT:
            row[card] = eights
    return row


def _points() -> np.ndarray:
    jass = {ACE: 11, KING: 4, QUEEN: 3, JACK: 2, TEN: 10}
    swapped = {SIX: 11, KING: 4, QUEEN: 3, JACK: 2, TEN: 10}
    somnia = {ACE: 10, KING: 5, QUEEN: 3, JACK: 2, TEN: 10}
    rows = [_row(trump, jass, 20, 14, 8) for trump in range(NO_TRUMP + 1)]
    rows.append(_row(NO_TRUMP, swapped, 20, 14, 8))
    return np.array(rows + [_row(trump, somnia, 20, 13, 0) for trump in range(NO_TRUMP + 1)], np.int64)


POINTS = _points()


@kernel
def points_of(cards: Mask, row: int) -> int:
    """What the cards count in this row of POINTS."""
    points = 0
    while cards:
        points += POINTS[row, low(cards)]
        cards &= cards - 1
    return points


@kernel
def power(card: Card, trump: Suit, led: Suit, upwards: int) -> int:
    """Strength of a card in its trick, 0 = it cannot win."""
    rank, suit = card & 15, card >> 4
    if suit == trump:
        return 16 + TRUMP_ORDER[rank]
    if suit != led:
        return 0
    return 1 + (ACE - rank if upwards else rank)


@kernel
def royals(trump: Suit) -> Mask:
    """King and queen of trumps: the Stöck."""
    return bit(trump << 4 | KING) | bit(trump << 4 | QUEEN)
