"""The slow reference of Plus-Minus, on positions small enough to be checked by hand."""

from typing import Any

import pytest
import ref_plus_minus


def plus_minus(*deals: list[int], **options: Any) -> ref_plus_minus.Match:
    """After deals with these points."""
    match = ref_plus_minus.Match(len(deals[0]), ref_plus_minus.SEED | options, 0)
    for cards in deals:
        match.chips = [0] * match.players
        match.give_chips(cards)
        match.count_chips()
    match.phase = "over"
    return match


@pytest.mark.parametrize(
    ("cards", "chips"),
    [
        ([80, 50, 27], [1, 0, 1]),  # base
        ([10, 80, 30, 37], [1, 1, 0, 0]),
        ([60, 40, 40, 17], [1, 0, 0, 1]),  # the middle ones tie
        ([100, 50, 7], [0, 0, 1]),  # 100
        ([99, 51, 7], [1, 0, 1]),
        ([110, 20, 20, 7], [0, 0, 0, 1]),
        ([60, 60, 37], [0, 0, 1]),  # all but one
        ([48, 61, 48], [0, 1, 0]),
        ([20, 20, 97, 20], [0, 0, 1, 0]),
        ([50, 50, 7, 50], [0, 0, 1, 0]),
        ([101, 28, 28], [0, 0, 0]),  # A15
        ([157, 0, 0, 0], [0, 0, 0, 0]),  # A15
        ([110, 27, 10, 10], [0, 0, 0, 0]),  # A15b
    ],
)
def test_plus_minus_chips(cards: list[int], chips: list[int]) -> None:  # 4
    match = plus_minus(cards)
    assert match.chips == chips
    assert match.carried == []


def test_untied_scores_with_100() -> None:  # A15
    assert plus_minus([101, 28, 28], plus_minus_100_tie="untied_scores").chips == [1, 0, 0]
    assert plus_minus([0, 0, 157, 0], plus_minus_100_tie="untied_scores").chips == [0, 0, 1, 0]
    assert plus_minus([110, 27, 10, 10], plus_minus_100_tie="untied_scores").chips == [0, 0, 0, 0]


def test_a_pair_tie_carries_a_chip_between_the_others() -> None:  # A16
    match = plus_minus([7, 60, 30, 60])
    assert (match.chips, match.carried) == ([0, 0, 0, 0], [[0, 2, 1]])
    match = plus_minus([10, 60, 10, 77])
    assert (match.chips, match.carried) == ([0, 0, 0, 0], [[1, 3, 1]])


def test_the_lone_extreme_scores() -> None:  # A16
    match = plus_minus([7, 60, 30, 60], plus_minus_pair_tie="lone_extreme")
    assert (match.chips, match.carried) == ([1, 0, 0, 0], [])
    match = plus_minus([10, 60, 10, 77], plus_minus_pair_tie="lone_extreme")
    assert (match.chips, match.carried) == ([0, 0, 0, 1], [])


CARRY_02 = [7, 60, 30, 60]


def test_the_carried_chip_goes_to_the_one_who_gains_alone() -> None:  # 4
    match = plus_minus(CARRY_02, [80, 10, 30, 37])  # 0 and 1 gain
    assert (match.chips, match.carried) == ([2, 1, 0, 0], [])
    assert match.scores == [2, 1, 0, 0]


def test_the_carried_chip_stays_while_neither_gains() -> None:  # 4
    match = plus_minus(CARRY_02, [30, 10, 37, 80])
    assert (match.chips, match.carried) == ([0, 1, 0, 1], [[0, 2, 1]])


def test_the_carried_chip_stays_when_both_gain() -> None:  # A17
    match = plus_minus(CARRY_02, [80, 30, 10, 37])
    assert (match.chips, match.carried) == ([1, 0, 1, 0], [[0, 2, 1]])


def test_carried_chips_stack_by_pair() -> None:  # A17
    match = plus_minus(CARRY_02, [60, 7, 60, 30], CARRY_02)
    assert match.carried == [[0, 2, 2], [1, 3, 1]]
    match = plus_minus(CARRY_02, [60, 7, 60, 30], CARRY_02, [80, 10, 30, 37])
    assert (match.chips, match.carried) == ([3, 2, 0, 0], [])


def test_plus_minus_result_lists_what_is_carried() -> None:
    match = plus_minus(CARRY_02)
    assert match.result()["carried"] == [[0, 2, 1]]


def test_seven_chips_win() -> None:  # 4
    match = plus_minus([80, 50, 27])
    match.scores = [6, 5, 6]
    assert not match.finished()
    match.scores = [7, 5, 6]
    assert match.outcome() == {"scores": [7, 5, 6], "winners": [0], "draw": False}


def test_a_tie_at_seven_plays_on_until_one_leads() -> None:  # A18
    match = plus_minus([80, 50, 27])
    for scores, finished in (([7, 5, 7], False), ([8, 5, 8], False), ([8, 5, 9], True)):
        match.scores = scores
        assert match.finished() is finished
