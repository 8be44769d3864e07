"""Drawing a hand of which the evaluation was announced: A = 3, K = 2, Q = 1, and 1 a card of its longest suit.

The announced figure is knowledge (wysiwyg.py), so a bot's world must fit it.  All hands that do are equally likely:
plain draws, of which about one in ten fits, then exact counting.  Both are even, so their mixture is.
Works for any deck of `suit << 4 | rank` with the ranks 23456789TJQKA.
"""

import numpy as np

from torite.cards.bits import popcount
from torite.cards.deck import EVERY_LANE, lane
from torite.cards.kernel import Mask, Rng, kernel
from torite.cards.subsets import CHOOSE, below_wide, random_subset

QUEEN = 10  # rank; king and ace follow
HONOURS = EVERY_LANE * (0b111 << QUEEN)
ONES = EVERY_LANE * (0b101 << QUEEN)  # queens and aces: bit 0 of an honour's worth is set
TWOS = EVERY_LANE * (0b110 << QUEEN)  # kings and aces: bit 1 is
WORTH = np.array([0, 1, 2, 3, 3, 4, 5, 6])  # of a suit's honours: 1 = queen, 2 = king, 4 = ace
MOST_CARDS, MOST_WORTH = 13, 24  # of a hand

PLAIN_DRAWS = 600  # each costs less than a thousandth of the counting; few views are not done within them


@kernel
def worth(cards: Mask) -> int:
    """What the honours among `cards` count."""
    return popcount(cards & ONES) + 2 * popcount(cards & TWOS)


@kernel
def evaluation(hand: Mask) -> int:
    """What a hand counts."""
    longest = 0
    for suit in range(4):
        longest = max(longest, popcount(hand & lane(suit)))
    return worth(hand) + longest


@kernel
def random_rest(known: Mask, pool: Mask, n: int, announced: int, rng: Rng) -> Mask:
    """n cards of `pool` that make a hand with `known` count what was announced, each choice equally likely.

    No cards if there is none.
    """
    for _ in range(PLAIN_DRAWS):
        cards = random_subset(pool, n, rng)
        if evaluation(known | cards) == announced:
            return cards
    return _counted(known, pool, n, announced, rng)


@kernel
def _counted(known: Mask, pool: Mask, n: int, announced: int, rng: Rng) -> Mask:
    """The same by counting: first the length of the longest suit, each as likely as it has hands, then suit by suit."""
    shorter = np.empty((5, MOST_CARDS + 1, MOST_WORTH + 1), np.int64)
    table = np.empty((5, MOST_CARDS + 1, MOST_WORTH + 1), np.int64)
    hands = np.zeros(MOST_CARDS + 1, np.int64)  # by length
    points = announced - worth(known)  # honours still to come and the length
    least = max(0, points - worth(pool), (n + popcount(known) + 3) // 4)
    most = min(MOST_CARDS, points)
    for length in range(least - 1, most + 1):
        if length >= 0:
            _count_hands(known, pool, n, length, points - least, table)
            if length >= least:
                hands[length] += table[0, n, points - length]
            if length < most and points - length - 1 >= 0:
                hands[length + 1] -= table[0, n, points - length - 1]
    pick = below_wide(rng, hands.sum())
    for length in range(least, most + 1):
        if pick < hands[length]:
            _count_hands(known, pool, n, length, points - length, table)
            _count_hands(known, pool, n, length - 1, points - length, shorter)
            return _suit_by_suit(known, pool, n, length, points - length, table, shorter, rng)
        pick -= hands[length]
    return np.int64(0)


@kernel
def _count_hands(known: Mask, pool: Mask, n: int, length: int, most: int, table: np.ndarray) -> None:
    """table[s, c, p]: ways to take c cards whose honours count p from the suits s .. 3, none beyond this length."""
    table[:, : n + 1, : most + 1] = 0
    table[4, 0, 0] = 1
    for suit in range(3, -1, -1):
        room = length - popcount(known & lane(suit))
        small = popcount(pool & lane(suit) & ~HONOURS)
        tops = (pool >> (16 * suit + QUEEN)) & 0b111
        for top in range(8):
            if top & ~tops:
                continue
            first, value = popcount(np.int64(top)), WORTH[top]
            for more in range(min(room - first, small, n - first) + 1):
                ways, taken = CHOOSE[small, more], first + more
                for cards in range(n - taken + 1):
                    for p in range(most - value + 1):
                        table[suit, cards + taken, p + value] += ways * table[suit + 1, cards, p]


@kernel
def _suit_by_suit(
    known: Mask, pool: Mask, n: int, length: int, points: int, table: np.ndarray, shorter: np.ndarray, rng: Rng
) -> Mask:
    """Cards of a hand whose longest suit has exactly this length; `shorter` counts those of which none has."""
    cards = np.int64(0)
    reached = False
    pick = below_wide(rng, table[0, n, points] - shorter[0, n, points])
    for suit in range(4):
        own = known & lane(suit)
        room = length - popcount(own)
        top, more, pick = _share(pool & lane(suit), suit, n, points, room, reached, table, shorter, pick)
        cards |= top | random_subset(pool & lane(suit) & ~HONOURS, more, rng)
        n -= popcount(top) + more
        points -= worth(top)
        reached = reached or popcount(top) + more == room
    return cards


@kernel
def _share(
    pool: Mask,
    suit: int,
    n: int,
    points: int,
    room: int,
    reached: bool,
    table: np.ndarray,
    shorter: np.ndarray,
    pick: int,
) -> tuple[Mask, int, int]:
    """The pick-th way to take from one suit's `pool`, with n cards and their points to go.

    Returns its honours, the number of its other cards, and the pick among the ways of the suits after it.
    """
    small = popcount(pool & ~HONOURS)
    tops = (pool >> (16 * suit + QUEEN)) & 0b111
    for top in range(8):
        first, value = popcount(np.int64(top)), WORTH[top]
        if top & ~tops or value > points:
            continue
        for more in range(min(room - first, small, n - first) + 1):
            left = n - first - more
            rest = table[suit + 1, left, points - value]
            if not reached and first + more < room:
                rest -= shorter[suit + 1, left, points - value]
            if pick < CHOOSE[small, more] * rest:
                return np.int64(top) << np.int64(16 * suit + QUEEN), more, pick % rest
            pick -= CHOOSE[small, more] * rest
    return np.int64(0), 0, pick
