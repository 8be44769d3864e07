"""The slow reference of Mittlere, on positions small enough to be checked by hand."""

import random

import pytest
import ref_mittlere
from acting import act
from jass_deals import dealt, events, legal_now, play, random_deal, sit


def mittlere_chips(cards: list[int], tricks: list[int]) -> list[int]:
    match = sit(ref_mittlere, 3)
    match.tricks = tricks
    match.give_chips(cards)
    return list(match.chips)


@pytest.mark.parametrize(
    ("cards", "tricks", "chips"),
    [
        ([0, 157, 0], [0, 12, 0], [-1, 2, -1]),  # 1
        ([157, 0, 0], [11, 1, 0], [1, 1, -2]),  # 2: a trick without points was lost
        ([120, 37, 0], [9, 3, 0], [1, 1, -2]),  # 2 before 3
        ([100, 57, 0], [9, 2, 1], [-2, 1, 1]),  # 3
        ([157, 0, 0], [10, 1, 1], [-2, 1, 1]),  # 3, before 4
        ([99, 58, 0], [9, 2, 1], [1, -2, 1]),  # 5
        ([60, 37, 60], [4, 4, 4], [-1, 2, -1]),  # 4: tie on top
        ([61, 48, 48], [4, 4, 4], [2, -1, -1]),  # 4: tie below
        ([29, 29, 99], [4, 4, 4], [-1, -1, 2]),
        ([50, 60, 47], [4, 4, 4], [-2, 1, 1]),  # 5
    ],
)
def test_mittlere_chips(cards: list[int], tricks: list[int], chips: list[int]) -> None:  # 2
    assert mittlere_chips(cards, tricks) == chips


def test_three_equal_pay_nothing() -> None:  # 9: only possible with Somnia's 120
    assert mittlere_chips([40, 40, 40], [4, 4, 4]) == [0, 0, 0]


def test_first_discard_is_trump_and_wins() -> None:  # 2, A9
    match = dealt(ref_mittlere, "SA SJ S6", "S7 DK D9", "HJ H9 DA")
    assert act(match, "SA S7 HJ") == [2, 1, 0]
    assert match.actors() == [0]
    assert events(match, None, "trump") == [("H",)]
    assert play(match, "DA SJ DK H9 S6 D9") == {
        "trump": "H",
        "cards": [67, 0, 0],  # SA HJ 31, DA DK SJ 17, H9 14, last 5
        "tricks": [3, 0, 0],
        "chips": [2, -1, -1],
    }


def test_jack_and_nine_taken_before_are_worth_more() -> None:  # A9, A10: the eights nothing
    match = dealt(ref_mittlere, "HJ SA C6", "H9 S7 C7", "H6 S8 H8")
    assert play(match, "HJ H9 H6 SA S7 S8 C6 C7 H8") == {
        "trump": "H",
        "cards": [5, 0, 45],
        "tricks": [1, 0, 2],
        "chips": [1, -2, 1],
    }


NO_TRUMP = ("HA H8 H7", "HK HT H6", "HQ HJ H9")
NO_TRUMP_PLAY = "HA HK HQ H8 HT HJ H9 H7 H6"


def test_no_trump_all_deal() -> None:  # A10, A11: eights count
    assert play(dealt(ref_mittlere, *NO_TRUMP), NO_TRUMP_PLAY) == {
        "trump": None,
        "cards": [25, 0, 18],
        "tricks": [2, 0, 1],
        "chips": [1, -2, 1],
    }


def test_no_trump_deal_is_annulled() -> None:  # A11: it counts as a deal
    match = dealt(ref_mittlere, *NO_TRUMP, no_trump_deal="annul", deals=1)
    assert play(match, NO_TRUMP_PLAY)["chips"] == [0, 0, 0]
    assert match.finished()


def test_there_is_no_discard_while_able_to_follow() -> None:  # A12
    match = dealt(ref_mittlere, "HA", "H6", "C6")
    act(match, "HA")
    assert legal_now(match) == ["H6"]
    match = dealt(ref_mittlere, "HA C8", "H6 SA", "C6 C7")
    act(match, "HA")
    assert legal_now(match) == ["H6"]


def test_the_ban_begins_with_the_fixing_card() -> None:  # A7, in the same trick
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "S7 H9")
    act(match, "S6 HQ")
    assert legal_now(match) == ["H9", "S7"]  # the nine is now above the queen
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "S7 HT")
    act(match, "S6 HQ")
    assert legal_now(match) == ["S7"]
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "C7 HT")
    act(match, "S6 HQ")
    assert legal_now(match) == ["C7", "HT"]  # weak


def test_a_second_discard_changes_nothing() -> None:  # 2
    match = dealt(ref_mittlere, "S6 D6", "HQ H7", "DA C7")
    assert play(match, "S6 HQ DA H7 C7 D6")["trump"] == "H"


def test_somnia_counts_no_last_trick_and_no_eights() -> None:  # A48
    result = play(dealt(ref_mittlere, *NO_TRUMP, values="somnia"), NO_TRUMP_PLAY)
    assert result["cards"] == [12, 0, 18]  # HQ is in the first trick: 10 + 5 + 3; then 10 + 2


def test_twelve_deals_and_shared_ties() -> None:  # A13
    match = sit(ref_mittlere, 3)
    rng = random.Random(5)
    for deal in range(12):
        assert not match.finished()
        assert match.outcome()["winners"] == []
        random_deal(match, rng)
        assert match.rounds_dealt == deal + 1
    match.scores = [3, 3, -6]
    assert match.finished()
    assert match.outcome() == {"scores": [3, 3, -6], "winners": [0, 1], "draw": False}


def test_tie_deal_plays_on() -> None:  # A13
    match = sit(ref_mittlere, 3, deals=1, tie_deal=True)
    random_deal(match, random.Random(5))
    match.scores = [1, 1, -2]
    assert not match.finished()
    random_deal(match, random.Random(6))
    match.scores = [2, 1, -3]
    assert match.finished()
    assert match.outcome()["winners"] == [0]
