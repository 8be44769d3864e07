"""The slow reference of Differenzler, on positions small enough to be checked by hand."""

import random
from typing import Any

import pytest
import ref_differenzler
from acting import act
from jass_deals import dealt, events, legal_now, play, random_deal, sit
from ref_jass import DECK

# Spades are trump.  Seat 2 (forehand), seat 1, seat 0 (dealer, last card SQ).
DIFF = ("HA H6 C7", "HK S6 C8", "HT SK SQ")
# HA takes HK, HT (25).  H6: S6 trumps, SK above it (4).  SQ takes C7 and C8 (3 + 5).
DIFF_PLAY = "HA HK HT H6 S6 SK SQ C7 C8"


def differenzler(announced: str = "25 0 12", play_: str = DIFF_PLAY, **options: Any) -> ref_differenzler.Match:
    match: ref_differenzler.Match = dealt(ref_differenzler, *DIFF, **options)
    act(match, " ".join(f"announce:{points}" for points in announced.split()))
    act(match, play_)
    return match


def test_the_dealers_last_card_is_trump() -> None:  # 8
    match = sit(ref_differenzler, 4, 2)
    match.deal(DECK)
    assert match.trump == "C"
    assert "C6" in match.hands[2]
    for seat in (*range(4), None):
        assert events(match, seat, "turned") == [("C6",)]


def test_announcements_from_forehand_on() -> None:  # 8, A46
    match = dealt(ref_differenzler, *DIFF)
    assert legal_now(match) == sorted(f"announce:{points}" for points in range(158))
    assert act(match, "announce:157 announce:0 announce:3") == [2, 1, 0]
    assert events(match, None, "announce") == [(2, 157), (1, 0), (0, 3)]
    assert match.actors() == [2]
    assert match.first() == 2


def test_hidden_announcements() -> None:  # A46
    match = dealt(ref_differenzler, *DIFF, announce="hidden")
    assert match.actors() == [0, 1, 2]
    match.play(1, "announce:5")
    assert match.actors() == [0, 2]
    assert events(match, 1, "announce") == [(1, 5)]
    assert events(match, 0, "announce") == events(match, None, "announce") == [(1, "hidden")]
    match.play(0, "announce:6")
    match.play(2, "announce:7")
    assert events(match, None, "announcements") == [(6, 5, 7)]
    assert match.actors() == [2]
    assert match.first() == 2


def test_penalties_are_differences() -> None:  # 8
    match = differenzler("20 0 32")
    assert match.result() == {
        "announced": [32, 0, 20],
        "cards": [12, 0, 25],
        "penalties": [20, 0, 5],
        "scores": [20, 0, 5],
    }


def test_the_weak_ban_holds_in_differenzler() -> None:  # 8
    match = dealt(ref_differenzler, "H6 C6 C7", "SK S8 C8", "S6 D7 SQ")
    act(match, "announce:0 announce:0 announce:0 H6 SK")
    assert legal_now(match) == ["D7", "S6", "SQ"]


def test_exact_takes_ten_off() -> None:  # A47
    assert differenzler(exact_bonus=10).penalties == [-10, 0, -10]
    assert differenzler("25 1 13", exact_bonus=10).penalties == [1, 1, -10]


def test_exact_nought_needs_a_trick() -> None:  # A47
    match = dealt(ref_differenzler, "H7", "H6", "S6", exact_bonus=10)
    result = play(match, "announce:0 announce:0 announce:5 H7 H6 S6")
    assert result["penalties"] == [-10, 0, 0]  # only the last trick, with its five
    match = dealt(ref_differenzler, "H7 HA", "H6 HK", "C6 S6", exact_bonus=10)
    result = play(match, "announce:0 announce:0 announce:20 H7 H6 C6 HA HK S6")
    assert result["penalties"] == [-10, 0, -10]  # seat 2 has taken a trick without points


def test_stoeck_plus_or_minus_20() -> None:  # A47, A8
    match = differenzler("25 0 32", "HA HK HT H6 S6 SK SQ", stoeck_pm20=True)
    assert match.actors() == [0]
    assert legal_now(match) == ["stoeck:+20", "stoeck:-20", "stoeck:none"]
    for choice, penalty in (("+20", 0), ("-20", 40), ("none", 20)):
        match = differenzler("25 0 32", f"HA HK HT H6 S6 SK SQ stoeck:{choice} C7 C8", stoeck_pm20=True)
        assert match.result()["cards"] == [12, 0, 25]
        assert match.penalties == [penalty, 0, 0]


def test_stoeck_is_asked_before_the_end_of_the_trick() -> None:  # A47: both cards, one holder, the last to play
    match = dealt(ref_differenzler, "H6 C7", "S6 C8", "SK SQ", stoeck_pm20=True)
    assert act(match, "announce:0 announce:0 announce:0 H6 S6 SK SQ stoeck:none C7 C8") == [
        2,
        1,
        0,
        2,
        1,
        0,
        0,
        0,
        2,
        1,
    ]
    match = dealt(ref_differenzler, "C7 SA", "S6 SJ", "SK SQ", stoeck_pm20=True)
    assert act(match, "announce:0 announce:0 announce:0 SA S6 SK C7 SJ SQ stoeck:none")[-2:] == [0, 0]
    assert match.phase == "over"


def test_no_stoeck_for_two_holders() -> None:  # 1.3
    match = dealt(ref_differenzler, "H6 SK", "S6 C8", "SA SQ", stoeck_pm20=True)
    act(match, "announce:0 announce:0 announce:0 SK S6 SQ")
    assert match.phase == "card"


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (4, 1), (3, 4)])
def test_deals_are_a_multiple_of_the_players(players: int, rounds: int) -> None:  # A45
    match = sit(ref_differenzler, players, rounds_per_player=rounds)
    rng = random.Random(3)
    for _ in range(players * rounds):
        assert not match.finished()
        random_deal(match, rng)
    match.scores = [5, 3, 4, 9][:players]
    assert match.finished()
    assert match.outcome()["winners"] == [1]


def test_a_tie_of_the_first_plays_one_more_deal() -> None:  # A45
    match = sit(ref_differenzler, 3)
    rng = random.Random(3)
    for _ in range(3):
        random_deal(match, rng)
    match.scores = [5, 5, 6]
    assert not match.finished()
    assert match.outcome()["winners"] == []
    match.scores = [5, 6, 6]
    assert match.outcome()["winners"] == [0]
