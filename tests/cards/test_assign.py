"""Random assignments: all possible ones, about equally often, and none that is not possible."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from torite.cards.assign import assign
from torite.cards.kernel import JIT
from torite.cards.rng import new_rng

DRAWS = 400 if JIT else 20  # of every possible assignment


def possible(admits: list[int], cards: int) -> set[tuple[int, ...]]:
    """Every assignment, by trying all orders."""
    members = [c for c in range(63) if cards >> c & 1]
    return {
        order
        for order in itertools.permutations(members)
        if all(admits[place] >> card & 1 for place, card in enumerate(order))
    }


def drawn(admits: list[int], cards: int, times: int, seed: int = 1) -> Counter[tuple[int, ...]]:
    rng, out = new_rng(b"assign", seed), np.zeros(64, np.int8)
    sets = np.array(admits, np.int64)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        assert assign(sets, len(admits), np.int64(cards), out, rng)
        counts[tuple(out[: len(admits)].tolist())] += 1
    return counts


def too_uneven(counts: Counter[tuple[int, ...]], n: int) -> bool:
    """Is chi-squared more than five standard deviations above its mean?"""
    expected = counts.total() / n
    chi = sum((c - expected) ** 2 / expected for c in counts.values()) + expected * (n - len(counts))
    return bool(chi > (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 5)


def test_three_voids_have_two_assignments_without_a_swap() -> None:
    admits = [0b110, 0b101, 0b011]
    counts = drawn(admits, 0b111, 20 * DRAWS)
    assert set(counts) == {(1, 2, 0), (2, 0, 1)} and not too_uneven(counts, 2)


@pytest.mark.parametrize("seed", range(40 if JIT else 6))
def test_all_assignments_are_about_equally_likely(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randrange(2, 6)
    cards = sum(1 << c for c in rng.sample(range(63), n))
    everything = [c for c in range(63) if cards >> c & 1]
    truth = rng.sample(everything, n)
    density = rng.choice([0.2, 0.4, 0.6])
    admits = [1 << t | sum(1 << c for c in everything if rng.random() < density) for t in truth]
    worlds = possible(admits, cards)
    counts = drawn(admits, cards, DRAWS * len(worlds), seed)
    assert set(counts) <= worlds and not too_uneven(counts, len(worlds))


def test_cards_may_be_left_over() -> None:
    """Two places of four cards, of which the second admits two: every way is as likely, and the places are apart."""
    admits = [0b1111, 0b0011]
    counts = drawn(admits, 0b1111, 6 * DRAWS)
    assert set(counts) == {(a, b) for b in (0, 1) for a in range(4) if a != b} and not too_uneven(counts, 6)


def test_says_when_nothing_is_possible() -> None:
    rng, out = new_rng(b"assign"), np.zeros(64, np.int8)
    assert not assign(np.array([0b01, 0b01], np.int64), 2, np.int64(0b11), out, rng)
    assert not assign(np.array([0b11, 0b11, 0b11], np.int64), 3, np.int64(0b11), out, rng)
    assert not assign(np.array([0b011, 0b011, 0b011, 0b111], np.int64), 4, np.int64(0b1111), out, rng)


def test_a_chain_of_places_makes_room() -> None:
    """Place i admits the cards i and i + 1, the last one only its own: there is one assignment."""
    n = 20
    admits = [0b11 << i for i in range(n - 1)] + [1 << (n - 1)]
    assert set(drawn(admits, (1 << n) - 1, 20)) == {tuple(range(n))}


def test_the_stock_takes_what_hands_may_not_hold() -> None:
    """52 places, ten of which admit only thirteen cards: each of those is as likely there."""
    low = (1 << 13) - 1
    admits = [low] * 10 + [(1 << 52) - 1] * 42
    counts: Counter[int] = Counter()
    for order, times in drawn(admits, (1 << 52) - 1, 3000 if JIT else 60).items():
        assert max(order[:10]) < 13
        counts.update(dict.fromkeys(order[:10], times))
    assert len(counts) == 13 and max(counts.values()) < 1.3 * min(counts.values()) + 30
