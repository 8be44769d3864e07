"""Cards shared out among three hands, each possible way equally likely, by exact counting.

A card may come into some of the three hands only.  Let the first hand get x of the cards that it and the second alone
may have, and y of those that it and the third alone may have: the rest are free choices, a product of binomial
coefficients.  There are at most some hundred pairs x, y.  For more hands see assign.py.
"""

from torite.cards.bits import popcount
from torite.cards.kernel import Mask, Rng, kernel
from torite.cards.subsets import CHOOSE, below_wide, random_subset


@kernel
def _ways(x: int, y: int, a: int, b: int, ab: int, ac: int, bc: int, abc: int) -> int:
    """Ways in which the first hand gets x of ab and y of ac; a and b are what the two hands still get."""
    rest, second = a - x - y, b - (ab - x)
    left = bc + abc - rest
    if rest < 0 or rest > abc or second < 0 or second > left:
        return 0
    return CHOOSE[ab, x] * CHOOSE[ac, y] * CHOOSE[abc, rest] * CHOOSE[left, second]


@kernel
def count_shares(cards: Mask, first: Mask, second: Mask, third: Mask, a: int, b: int) -> int:
    """In how many ways can the `cards` be shared out?  The arguments are those of `share`."""
    a -= popcount(cards & first & ~second & ~third)
    b -= popcount(cards & ~first & second & ~third)
    if a < 0 or b < 0 or cards & ~(first | second | third):
        return 0
    ab, ac = popcount(cards & first & second & ~third), popcount(cards & first & ~second & third)
    bc, abc = popcount(cards & ~first & second & third), popcount(cards & first & second & third)
    return _all_ways(a, b, ab, ac, bc, abc)


@kernel
def _all_ways(a: int, b: int, ab: int, ac: int, bc: int, abc: int) -> int:
    total = 0
    for x in range(min(ab, a) + 1):
        for y in range(min(ac, a - x) + 1):
            total += _ways(x, y, a, b, ab, ac, bc, abc)
    return total


@kernel
def share(cards: Mask, first: Mask, second: Mask, third: Mask, a: int, b: int, rng: Rng) -> tuple[Mask, Mask]:
    """Share the `cards` out: a of them for the first hand, b for the second, the others for the third.

    first, second, third   cards that each hand may have
    a, b                   at most subsets.LARGEST
    Returns what the first and the second hand get.  Not checked: `count_shares` must not be 0.
    """
    own, other = cards & first & ~second & ~third, cards & ~first & second & ~third
    ab, ac = cards & first & second & ~third, cards & first & ~second & third
    bc, abc = cards & ~first & second & third, cards & first & second & third
    a -= popcount(own)
    b -= popcount(other)
    x = y = 0
    if ab | ac:
        x, y = _pick(a, b, popcount(ab), popcount(ac), popcount(bc), popcount(abc), rng)
    shared, free = random_subset(ab, x, rng), random_subset(abc, a - x - y, rng)
    left = bc | (abc ^ free)
    second_gets = other | (ab ^ shared) | random_subset(left, b - (popcount(ab) - x), rng)
    return own | shared | random_subset(ac, y, rng) | free, second_gets


@kernel
def _pick(a: int, b: int, ab: int, ac: int, bc: int, abc: int, rng: Rng) -> tuple[int, int]:
    """x and y, each pair as often as it has ways."""
    pick = below_wide(rng, _all_ways(a, b, ab, ac, bc, abc))
    for x in range(min(ab, a) + 1):
        for y in range(min(ac, a - x) + 1):
            ways = _ways(x, y, a, b, ab, ac, bc, abc)
            if pick < ways:
                return x, y
            pick -= ways
    return 0, 0
