"""The odds of a visit of the emissary: how likely exactly so many tricks are, if every answer is the best one.

The ruler's cards are taken for independent draws from those unseen, and powers are left out.  Then what counts is which
cards are still in hand and how many tricks are wanted: a table over all subsets of the hand, smallest first.
"""

import numpy as np

from torite.cards.bits import bit, high, low, nth, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Mask, kernel, large_kernel

LARGEST = 12  # cards of a hand; of a larger one the weakest are left out
WANTED = 9  # tricks wanted, 0..8
ROOM = (1 << LARGEST) * WANTED


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
def fill_odds(hand: Mask, unseen: Mask, trump: int, wanted: int, odds: np.ndarray) -> None:
    """odds[subset * WANTED + w] = probability of exactly w tricks with these cards of the hand.

    Bit i of a subset = the i-th card of the hand, ascending; at most LARGEST cards.  Only those w are filled in that
    can be left of `wanted` when the other cards are gone.  `unseen` must not be empty.
    """
    n = popcount(hand)
    total = popcount(unseen)
    odds[0] = 1.0
    for w in range(1, wanted + 1):
        odds[w] = 0.0
    for subset in range(1, 1 << n):
        size = popcount(np.int64(subset))
        for w in range(max(0, wanted - n + size), wanted + 1):
            chance = _chance(np.int64(subset), w, hand, unseen, trump, odds) if w <= size else 0.0
            odds[subset * WANTED + w] = chance / total


@kernel
def _chance(subset: Mask, w: int, hand: Mask, unseen: Mask, trump: int, odds: np.ndarray) -> float:
    """Sum over all leads of the odds after the best answer."""
    trumps = subset & _part(hand, trump)
    anything = max(_best(subset & ~trumps, w, subset, odds), _best(trumps, w - 1, subset, odds))
    result = 0.0
    for suit in range(4):
        leads = unseen & lane(suit)
        below = subset & _part(hand, suit)
        if not below:
            result += popcount(leads) * anything
            continue
        above = np.int64(0)
        while leads:  # from the highest down, in groups that beat the same cards
            card = nth(hand, high(below)) if below else suit << 4
            group = leads & ~(bit(card) - 1)
            leads ^= group
            if group:
                result += popcount(group) * max(_best(above, w - 1, subset, odds), _best(below, w, subset, odds))
            if below:
                above |= bit(high(below))
                below ^= bit(high(below))
    return result


@kernel
def _part(hand: Mask, suit: int) -> Mask:
    """Places of the cards of a suit."""
    first = popcount(hand & (bit(16 * suit) - 1))
    return (bit(popcount(hand & lane(suit))) - 1) << np.int64(first)


@kernel
def _best(cards: Mask, w: int, subset: Mask, odds: np.ndarray) -> float:
    """The best odds after one of the cards is gone; 0 if there is none, or too many tricks have been won."""
    best = 0.0
    while cards and w >= 0:
        place = cards & -cards
        cards ^= place
        best = max(best, odds[(subset ^ place) * WANTED + w])
    return best
