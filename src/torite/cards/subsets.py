"""Random subsets of cards, by exact counting where they have to fulfil something."""

from typing import Any

import numpy as np

from torite.cards.bits import bit, nth, popcount
from torite.cards.kernel import Mask, Rng, kernel
from torite.cards.rng import below

MOST, LARGEST = 52, 13  # cards to choose from, and to choose
CHOOSE = np.zeros((MOST + 1, LARGEST + 1), np.int64)  # CHOOSE[n, k]: subsets of k among n
CHOOSE[:, 0] = 1
for _n in range(1, MOST + 1):
    CHOOSE[_n, 1:] = CHOOSE[_n - 1, 1:] + CHOOSE[_n - 1, :-1]


@kernel
def below_wide(rng: Rng, n: Any) -> Any:
    """A random whole number below n, which may lie beyond 2**31; 0 for n = 0."""
    word = (np.int64(below(rng, 1 << 31)) << np.int64(31)) | np.int64(below(rng, 1 << 31))
    return word % n if n > 0 else np.int64(0)


@kernel
def random_subset(cards: Mask, n: int, rng: Rng) -> Mask:
    """n of the `cards`, each choice equally likely; all if there are fewer."""
    left, many = cards, popcount(cards)
    for i in range(min(n, many)):
        left ^= bit(nth(left, below(rng, many - i)))
    return cards ^ left


@kernel
def random_subset_with(cards: Mask, wanted: Mask, least: int, n: int, rng: Rng) -> Mask:
    """n of the `cards` with at least `least` of the `wanted` ones, each choice equally likely.

    None if there is no such choice.
    """
    good, rest = cards & wanted, cards & ~wanted
    if least <= 0:
        return random_subset(cards, n, rng)
    total = np.int64(0)
    for k in range(least, min(n, popcount(good)) + 1):
        total += CHOOSE[popcount(good), k] * CHOOSE[popcount(rest), n - k]
    if total == 0:
        return np.int64(0)
    pick = below_wide(rng, total)
    k = least
    while pick >= CHOOSE[popcount(good), k] * CHOOSE[popcount(rest), n - k]:
        pick -= CHOOSE[popcount(good), k] * CHOOSE[popcount(rest), n - k]
        k += 1
    return random_subset(good, k, rng) | random_subset(rest, n - k, rng)
