"""The slow reference of Molotov, on positions small enough to be checked by hand."""

import pytest
import ref_molotov
from jass_deals import sit


def molotov_chips(cards: list[int]) -> list[int]:
    match = sit(ref_molotov, 4)
    match.phase = "over"
    match.give_chips(cards)
    assert match.phase == "over"
    return list(match.chips)


@pytest.mark.parametrize(
    ("cards", "chips"),
    [
        ([0, 157, 0, 0], [-1, 3, -1, -1]),  # 1
        ([156, 1, 0, 0], [-3, 1, 1, 1]),  # 2, before 3
        ([100, 19, 19, 19], [-3, 1, 1, 1]),  # 2, before 4
        ([60, 60, 30, 7], [0, 0, -1, 1]),  # 3: top
        ([7, 60, 30, 60], [1, 0, -1, 0]),
        ([80, 57, 10, 10], [1, -1, 0, 0]),  # 3: bottom
        ([99, 50, 8, 0], [1, -1, -1, 1]),  # 5
        ([60, 40, 40, 17], [1, -1, -1, 1]),  # 5: second and third tie
        ([17, 40, 60, 40], [1, -1, 1, -1]),  # A14
    ],
)
def test_molotov_chips(cards: list[int], chips: list[int]) -> None:  # 3
    assert molotov_chips(cards) == chips


def test_no_clause_for_no_trick() -> None:  # 3
    match = sit(ref_molotov, 4)
    match.tricks = [5, 3, 1, 0]
    match.phase = "over"
    match.give_chips([80, 50, 27, 0])
    assert match.chips == [1, -1, -1, 1]


def drawing(cards: list[int]) -> ref_molotov.Match:
    match = ref_molotov.Match(4, ref_molotov.SEED, 0)
    match.phase = "over"
    match.give_chips(cards)
    assert match.actors() == [-1]
    return match


def test_three_equal_draw_and_the_highest_pays() -> None:  # 3, rule 4
    match = drawing([50, 50, 7, 50])
    for code in ("cut:0:H9", "cut:1:SK", "cut:3:S7"):
        match.play(-1, code)
    assert match.phase == "over"
    assert match.chips == [0, -1, 1, 0]
    match = drawing([20, 20, 20, 97])
    for code in ("cut:0:H9", "cut:1:SK", "cut:2:SA"):
        match.play(-1, code)
    assert match.chips == [0, 0, -1, 1]
    assert match.scores == [0, 0, -1, 1]


def test_equal_cards_draw_again() -> None:  # 3, rule 4, A19
    match = drawing([50, 50, 7, 50])
    for code in ("cut:0:HK", "cut:1:SK", "cut:3:S7"):
        match.play(-1, code)
    assert {code[:6] for code in match.legal(-1)} == {"cut:0:", "cut:1:"}
    for code in ("cut:0:HQ", "cut:1:SJ"):
        match.play(-1, code)
    assert match.chips == [-1, 0, 1, 0]


def test_no_card_is_drawn_twice_in_a_round() -> None:  # A19
    match = drawing([50, 50, 7, 50])
    assert len(match.legal(-1)) == 3 * 36
    match.play(-1, "cut:0:HK")
    assert len(match.legal(-1)) == 2 * 35
    for code in ("cut:1:HK", "cut:0:H9", "cut:2:H9", "cut:1:H5"):
        with pytest.raises(ValueError, match="may not"):
            match.play(-1, code)
    assert match.legal(0) == []
