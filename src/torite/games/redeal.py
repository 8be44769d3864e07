"""The commonest `determinize`: the unseen cards shared out among hands of known size that have shown voids."""

import numpy as np

from torite.cards.assign import assign
from torite.cards.bits import bit, popcount
from torite.cards.deck import lane
from torite.cards.kernel import Mask, Rng, kernel


@kernel
def redeal(hands: np.ndarray, held: np.ndarray, void: np.ndarray, cards: Mask, rng: Rng) -> bool:
    """Fill up every hand at random from `cards`, each possible way about equally likely.

    hands   int64[n]: what is in a hand already stays there
    held    int8[n], number of cards that each hand must have
    void    int8[n]: bit s = the hand gets no card of suit s
    cards   all cards that nobody has seen played; what fits into no hand is the stock
    Returns False, with `hands` as it was, if there is no such way.
    """
    return redeal_but(np.int64(0), hands, held, void, cards, rng)


@kernel
def redeal_but(exempt: Mask, hands: np.ndarray, held: np.ndarray, void: np.ndarray, cards: Mask, rng: Rng) -> bool:
    """The same where some cards belong to no suit that must be followed: a void forbids none that is `exempt`."""
    free = cards
    for hand in hands:
        free &= ~hand
    admits = np.empty(64, np.int64)
    drawn = np.empty(64, np.int8)
    place = 0
    for p in range(len(hands)):
        barred = np.int64(0)
        for suit in range(4):
            if void[p] >> suit & 1:
                barred |= lane(suit) & ~exempt
        if popcount(hands[p]) > held[p]:
            return False
        for _ in range(held[p] - popcount(hands[p])):
            admits[place] = free & ~barred
            place += 1
    if not assign(admits, place, free, drawn, rng):
        return False
    place = 0
    for p in range(len(hands)):
        for _ in range(held[p] - popcount(hands[p])):
            hands[p] |= bit(drawn[place])
            place += 1
    return True
