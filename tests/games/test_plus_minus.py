"""Plus-Minus, rule by rule (shared/rules/jass.md 4)."""

from typing import Any

import pytest
from jass_tables import seated

from torite.games import GAMES
from torite.games.jass import plus_minus
from torite.games.zones import NONE


def counted(cards: list[int], carried: Any = (), **options: Any) -> tuple[list[int], list[list[int]]]:
    """Chips of a deal that ended so, and what is carried after it."""
    n = len(cards)
    s = seated("plus-minus", {}, n, options).state
    s.cards[:n] = cards
    for a, b, chips in carried:
        s.carried[a, b] = chips
    plus_minus.count(s)
    plus_minus.collect(s)
    return s.chips[:n].tolist(), plus_minus.carried(s)


@pytest.mark.parametrize(
    ("cards", "chips"),
    [
        ([80, 57, 20], [1, 0, 1]),
        ([100, 37, 20], [0, 0, 1]),
        ([99, 38, 20], [1, 0, 1]),
        ([60, 60, 37], [0, 0, 1]),  # all but one tied
        ([57, 50, 50], [1, 0, 0]),
        ([101, 28, 28], [0, 0, 0]),  # A15
        ([60, 50, 30, 17], [1, 0, 0, 1]),
        ([60, 40, 40, 17], [1, 0, 0, 1]),
        ([48, 48, 48, 13], [0, 0, 0, 1]),
        ([110, 27, 10, 10], [0, 0, 0, 0]),  # A15b
        ([157, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_chips(cards: list[int], chips: list[int]) -> None:
    assert counted(cards) == (chips, [])


def test_a_hundred_and_a_tie_may_score_the_untied() -> None:
    assert counted([101, 28, 28], plus_minus_100_tie="untied_scores")[0] == [1, 0, 0]
    assert counted([18, 18, 103, 18], plus_minus_100_tie="untied_scores")[0] == [0, 0, 1, 0]


def test_a_tied_pair_carries_a_chip_over() -> None:
    assert counted([60, 60, 30, 7]) == ([0, 0, 0, 0], [[2, 3, 1]])
    assert counted([20, 70, 20, 47]) == ([0, 0, 0, 0], [[1, 3, 1]])
    assert counted([60, 60, 30, 7], [(2, 3, 1)]) == ([0, 0, 0, 0], [[2, 3, 2]])  # they add up


def test_a_tied_pair_may_leave_the_lone_extreme_its_chip() -> None:
    assert counted([60, 60, 30, 7], plus_minus_pair_tie="lone_extreme") == ([0, 0, 0, 1], [])
    assert counted([20, 70, 20, 47], plus_minus_pair_tie="lone_extreme") == ([0, 1, 0, 0], [])


def test_carried_chips_go_to_whoever_gains_alone() -> None:
    assert counted([60, 50, 30, 17], [(0, 1, 2), (2, 3, 1)]) == ([3, 0, 0, 2], [])
    assert counted([60, 50, 30, 17], [(0, 3, 1), (1, 2, 1)]) == ([1, 0, 0, 1], [[0, 3, 1], [1, 2, 1]])


def test_pairs_tied_on_both_sides_score_nothing() -> None:
    assert counted([50, 50, 10, 10], values="somnia") == ([0, 0, 0, 0], [])
    assert counted([40, 40, 40], values="somnia") == ([0, 0, 0], [])


@pytest.mark.parametrize(
    ("cards", "options", "why", "who"),
    [
        ([20, 57, 80], {}, "extremes", "20"),  # the highest first
        ([100, 37, 20], {}, "limit", "0"),
        ([101, 28, 28], {}, "limit", "0"),
        ([101, 28, 28], {"plus_minus_100_tie": "untied_scores"}, "alone", "0"),
        ([60, 60, 37], {}, "alone", "2"),
        ([60, 60, 30, 7], {}, "carry", "23"),
        ([20, 70, 20, 47], {}, "carry", "13"),
        ([20, 70, 20, 47], {"plus_minus_pair_tie": "lone_extreme"}, "alone", "1"),
        ([50, 50, 10, 10], {"values": "somnia"}, "tied", ""),
    ],
)
def test_why_is_told(cards: list[int], options: dict[str, Any], why: str, who: str) -> None:
    n = len(cards)
    s = seated("plus-minus", {}, n, options).state
    s.cards[:n] = cards
    plus_minus.count(s)
    plus_minus.collect(s)
    for seat, chips in enumerate(s.chips[:n].tolist()):
        meaning = plus_minus.meaning(s, seat)
        assert (meaning.key, meaning.params["who"], meaning.params["gain"]) == (why, who, chips)


def test_carried_chips_are_told() -> None:
    s = seated("plus-minus", {}, 4).state
    s.cards[:4] = [60, 50, 30, 17]
    s.carried[0, 1] = 1
    plus_minus.count(s)
    plus_minus.collect(s)
    assert plus_minus.meaning(s, 3).key == "carried" and plus_minus.meaning(s, 3).params["who"] == "0"


def test_a_deal_without_trump_is_told() -> None:
    s = seated("plus-minus", {}, 3, {"no_trump_deal": "annul"}).state
    s.trump = NONE
    assert plus_minus.meaning(s, 0).key == "annulled"


def test_seven_chips_win_for_one_alone() -> None:
    game = GAMES["plus-minus"]
    s = seated("plus-minus", {}, 3).state
    for scores, over in (((6, 6, 5), False), ((7, 6, 5), True), ((7, 7, 5), False), ((8, 7, 5), True)):
        s.scores[:3] = scores
        assert bool(game.finished(s)) == over
