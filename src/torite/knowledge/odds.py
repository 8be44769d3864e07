"""The odds of a visit of the emissary: how likely exactly so many tricks are, if every answer is the best one.

The ruler's cards are taken for independent draws from those unseen, and powers are left out.  Then what counts is which
cards are still in hand and how many tricks are wanted: a table over all subsets of the hand, smallest first.  A row of
it holds all numbers of tricks, and every step works on a whole row.
"""

import numpy as np

from torite.cards.bits import bit, high, low, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Mask, kernel, large_kernel
from torite.cards.rows import ROW, add, copy, highest

LARGEST = 12  # cards of a hand; of a larger one the weakest are left out
ROOM = ((1 << LARGEST) + 1) * ROW  # a row a subset: tricks wanted, 0..LARGEST; the rest of it stays 0
# Rows of the scratch.  LOST + i: after losing with one of the i lowest cards of a suit; WON: winning with another.
# BELOW: share of the leads that each card beats, then that of each suit.
NOTHING, WON, ANYTHING, BELOW, LOST = range(0, 5 * ROW, ROW)
SCRATCH = LOST + 9 * ROW


@kernel
def strongest(hand: Mask, n: int, trump: int) -> Mask:
    """The n best cards of a hand."""
    while popcount(hand) > n:
        weakest, power = low(hand), 99
        rest = hand
        while rest:
            card = low(rest)
            rest &= rest - 1
            worth = (card & 15) + (16 if card >> 4 == trump else 0)
            if worth < power:
                weakest, power = card, worth
        hand ^= bit(weakest)
    return hand


@large_kernel
def fill_odds(hand: Mask, unseen: Mask, trump: int, odds: np.ndarray, scratch: np.ndarray) -> None:
    """odds[(subset + 1) * ROW + w] = probability of exactly w tricks with these cards of the hand.

    Bit i of a subset = the i-th card of the hand, ascending; at most LARGEST cards.  `unseen` must not be empty.

    odds     float32[ROOM]
    scratch  float32[SCRATCH]
    """
    n, total = popcount(hand), popcount(unseen)
    scratch[:] = 0
    rest = hand
    for i in range(n):
        card = low(rest)
        rest &= rest - 1
        scratch[BELOW + i] = popcount(unseen & lane(card >> 4) & (bit(card) - 1)) / total
    for suit in range(4):
        scratch[BELOW + LARGEST + suit] = popcount(unseen & lane(suit)) / total
    odds[: 2 * ROW] = 0  # what is left of a row after another is nothing, also before the first
    odds[ROW] = 1
    for subset in range(1, 1 << n):
        row = np.int64(subset + 1) * ROW
        copy(odds, row, scratch, NOTHING)
        copy(scratch, ANYTHING, scratch, NOTHING)
        void = np.float32(0)
        first = 0
        for suit in range(4):
            size = popcount(hand & lane(suit))
            cards = np.int64(subset) & ((1 << size) - 1) << first
            first += size
            leads = scratch[BELOW + LARGEST + suit]
            if cards:
                _follow(np.int64(subset), cards, leads, suit == trump, odds, scratch)
            else:
                void += leads
        add(odds, row, void, scratch, ANYTHING, scratch, NOTHING)


@kernel
def _follow(subset: Mask, cards: Mask, leads: float, is_trump: bool, odds: np.ndarray, scratch: np.ndarray) -> None:
    """Add what comes of the leads of one suit: its cards lose against those above them and win against those below."""
    row = (subset + 1) * ROW
    lost, rest = LOST, cards
    while rest:
        place = rest & -rest
        rest ^= place
        copy(scratch, lost + ROW, scratch, lost)
        lost += ROW
        highest(scratch, lost, odds, row - place * ROW)
    if not is_trump:
        highest(scratch, ANYTHING, scratch, lost)
    copy(scratch, WON, scratch, NOTHING)
    while cards:
        i = high(cards)
        cards ^= bit(i)
        below = scratch[BELOW + i]
        add(odds, row, np.float32(leads - below), scratch, lost, scratch, WON)
        highest(scratch, WON, odds, row - bit(i) * ROW - 1)  # a trick more
        lost -= ROW
        leads = below
    add(odds, row, np.float32(leads), scratch, WON, scratch, NOTHING)
    if is_trump:
        highest(scratch, ANYTHING, scratch, WON)
