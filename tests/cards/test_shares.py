"""Cards shared out among three hands: counted and drawn as by trying all ways."""

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.cards.shares import count_shares, share

Task = tuple[list[int], int, int, int]  # what each of the three may have, all cards, cards of the first and second


def task(rng: random.Random) -> Task:
    """Up to eight cards; every hand lacks some."""
    n = rng.randrange(0, 9)
    places = rng.sample(range(63), n)
    cards = sum(1 << c for c in places)
    admits = [cards & ~sum(1 << c for c in places if rng.random() < rng.choice([0, 0.3, 0.6])) for _ in range(3)]
    a = rng.randrange(n + 1)
    return admits, cards, a, rng.randrange(n - a + 1)


def possible(admits: list[int], cards: int, a: int, b: int) -> set[tuple[int, int]]:
    """What the first and the second hand can get."""
    members = [1 << c for c in range(63) if cards >> c & 1]
    found = set()
    for owners in itertools.product(range(3), repeat=len(members)):
        hands = [sum(card for card, owner in zip(members, owners, strict=True) if owner == p) for p in range(3)]
        fits = all(hand & ~admit == 0 for hand, admit in zip(hands, admits, strict=True))
        if fits and hands[0].bit_count() == a and hands[1].bit_count() == b:
            found.add((hands[0], hands[1]))
    return found


def masks(admits: list[int], cards: int) -> tuple[Any, Any, Any, Any]:
    return np.int64(cards), np.int64(admits[0]), np.int64(admits[1]), np.int64(admits[2])


@pytest.mark.parametrize("seed", range(60 if JIT else 12))
def test_counts_every_way(seed: int) -> None:
    admits, cards, a, b = task(random.Random(seed))
    assert count_shares(*masks(admits, cards), a, b) == len(possible(admits, cards, a, b))


@pytest.mark.parametrize("seed", range(40 if JIT else 6))
def test_every_way_is_equally_likely(seed: int) -> None:
    rng, chance = random.Random(seed), new_rng(b"shares", seed)
    ways: set[tuple[int, int]] = set()
    while not 1 < len(ways) < 150:
        admits, cards, a, b = task(rng)
        ways = possible(admits, cards, a, b)
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range((200 if JIT else 10) * len(ways)):
        one, other = share(*masks(admits, cards), a, b, chance)
        counts[int(one), int(other)] += 1
    assert set(counts) <= ways
    expected = counts.total() / len(ways)
    chi = sum((counts[way] - expected) ** 2 / expected for way in ways)
    assert chi < len(ways) - 1 + 5 * (2 * len(ways)) ** 0.5 + 5


def test_a_whole_deal_is_counted_exactly() -> None:
    cards = (1 << 27) - 1
    everything = masks([cards] * 3, cards)
    assert count_shares(*everything, 9, 9) == 227_873_431_500  # 27! / 9!^3
