"""Mittlere and the trump that the first discard makes, rule by rule (shared/rules/jass.md 2)."""

import random
from typing import Any

import pytest
from jass_tables import act, says, seated

from torite.cards.bits import members
from torite.games import GAMES
from torite.games.jass import mittlere
from torite.games.jass.cards import DECK
from torite.games.position import Position

GAME = GAMES["mittlere"]

HANDS = {  # seat 0 deals, seat 2 leads
    2: "HA HK HQ C8 C7 C6 D6 D7 D8 DT S9 SJ",
    1: "H6 SA SK CA CK CQ CJ CT C9 D9 DJ DQ",
}


def counted(cards: list[int], tricks: list[int], **options: Any) -> list[int]:
    """Chips of a deal that ended so."""
    s = seated("mittlere", {}, 3, options).state
    s.cards[:3], s.tricks[:3], s.trick_no = cards, tricks, sum(tricks)
    mittlere.count(s)
    chips: list[int] = s.chips[:3].tolist()
    return chips


@pytest.mark.parametrize(
    ("cards", "tricks", "chips"),
    [
        ([157, 0, 0], [12, 0, 0], [2, -1, -1]),  # all tricks
        ([157, 0, 0], [11, 1, 0], [1, 1, -2]),  # one trick without points: no longer all, and somebody has none
        ([120, 37, 0], [6, 5, 1], [-2, 1, 1]),  # 100 or more
        ([100, 37, 20], [6, 5, 1], [-2, 1, 1]),
        ([99, 37, 21], [6, 5, 1], [1, -2, 1]),  # the middle one
        ([105, 52, 0], [6, 6, 0], [1, 1, -2]),  # no trick comes before 100
        ([57, 50, 50], [4, 4, 4], [2, -1, -1]),  # two tied
        ([60, 37, 60], [4, 4, 4], [-1, 2, -1]),
        ([20, 80, 57], [4, 4, 4], [1, 1, -2]),
    ],
)
def test_chips(cards: list[int], tricks: list[int], chips: list[int]) -> None:
    assert counted(cards, tricks) == chips


@pytest.mark.parametrize(
    ("cards", "tricks", "lives"),
    [
        ([151, 0, 0], [12, 0, 0], [3, 2, 2]),  # all tricks: the others lose one
        ([110, 41, 0], [7, 5, 0], [3, 3, 2]),  # no trick comes before the cap
        ([100, 31, 20], [6, 5, 1], [2, 3, 3]),
        ([99, 31, 21], [6, 5, 1], [3, 2, 3]),  # the middle one
        ([60, 31, 60], [4, 4, 4], [2, 3, 2]),  # two tied
        ([91, 30, 30], [4, 4, 4], [3, 2, 2]),
        ([40, 40, 40], [4, 4, 4], [2, 2, 2]),  # three tied
    ],
)
def test_lives(cards: list[int], tricks: list[int], lives: list[int]) -> None:
    s = seated("mittlere", {}, 3, GAME.preset("somnia")).state
    s.cards[:3], s.tricks[:3], s.trick_no = cards, tricks, sum(tricks)
    mittlere.count(s)
    assert s.scores[:3].tolist() == lives


@pytest.mark.parametrize(
    ("cards", "tricks", "chips", "lives"),
    [
        ([151, 0, 0], [12, 0, 0], ("all", "0"), ("lives_all", "0")),
        ([110, 41, 0], [7, 5, 0], ("none", "2"), ("lives_none", "2")),
        ([100, 31, 20], [6, 5, 1], ("limit", "0"), ("lives_limit", "0")),
        ([99, 31, 21], [6, 5, 1], ("middle", "1"), ("lives_middle", "1")),
        ([60, 31, 60], [4, 4, 4], ("third", "1"), ("lives_tied", "02")),
        ([40, 40, 40], [4, 4, 4], ("tied", ""), ("lives_tied", "012")),
    ],
)
def test_why_is_told(cards: list[int], tricks: list[int], chips: tuple[str, str], lives: tuple[str, str]) -> None:
    for options, told in (({"values": "somnia"}, chips), (GAME.preset("somnia"), lives)):
        s = seated("mittlere", {}, 3, options).state
        s.cards[:3], s.tricks[:3], s.trick_no = cards, tricks, sum(tricks)
        mittlere.count(s)
        meaning = mittlere.meaning(s, 0)
        assert (meaning.key, meaning.params["who"]) == told


def test_the_cap_of_lives_may_be_86() -> None:
    s = seated("mittlere", {}, 3, {"lives": 3, "somnia_cap3": 86}).state
    s.cards[:3], s.tricks[:3], s.trick_no = [86, 45, 20], [4, 4, 4], 12
    mittlere.count(s)
    assert s.chips[:3].tolist() == [-1, 0, 0]


def test_a_match_for_lives() -> None:
    p = Position(GAME, 3, seed=4, preset="somnia")
    rng, deals = random.Random(4), 0
    while not p.finished():
        p.deal()
        deals += 1
        assert min(p.state.scores[:3]) > 0 and p.scene(0).deals is None
        while not p.deal_over():
            p.play(rng.choice(p.legal()))
        result = p.deal_result()
        assert sum(result["cards"]) == (120 if result["trump"] is None else 151)
        assert set(result["chips"]) <= {0, -1} and min(result["chips"]) == -1
    outcome = p.result()
    assert min(outcome.scores) == 0 and deals >= 3
    assert outcome.winners == [seat for seat, lives in enumerate(outcome.scores) if lives == max(outcome.scores)]
    shown = {badge.id: badge.value for badge in p.scene(0).badges[0]}
    assert shown["lives"] == outcome.scores[0] and "chips" not in shown


def test_somnia_is_dealt_and_played_to_the_left() -> None:
    p = Position(GAME, 3, preset="somnia", first=0)
    p.deal(list(DECK.names.values()))
    assert (p.state.dealer, p.turn, p.scene(0).direction) == (0, 1, 1)
    assert GAME.places(p.state)[:12] == [1, 1, 1, 2, 2, 2, 0, 0, 0, 1, 1, 1]
    hands = {seat: [DECK.names[card] for card in members(p.state.hands[seat])] for seat in range(3)}
    assert [hands[seat][:3] for seat in (1, 2, 0)] == [["C6", "C7", "C8"], ["C9", "CT", "CJ"], ["CQ", "CK", "CA"]]
    turns = []
    for code in ["C6", "C9", "CQ", "CK", "C7"]:
        turns.append(p.turn)
        p.play(code)
    assert turns == [1, 2, 0, 0, 1]  # seat 0 takes the first trick, and leads
    while not p.deal_over():
        p.play(p.legal()[0])
    p.deal()
    assert (p.state.dealer, p.turn) == (1, 2)


def test_to_the_right_unless_somebody_wants_it_otherwise() -> None:
    for preset in ("seed", "swiss"):
        p = Position(GAME, 3, preset=preset, first=0)
        p.deal()
        assert (p.turn, p.scene(0).direction, p.state.clockwise) == (2, -1, 0)


def test_three_may_tie_in_somnia() -> None:
    assert counted([40, 40, 40], [4, 4, 4], values="somnia") == [0, 0, 0]


def test_the_first_discard_makes_trump_at_once() -> None:
    t = seated("mittlere", HANDS, 3)
    assert t.state.trump == -3
    act(t, "HA H6")
    assert says(t) == ["H7", "H8", "H9", "HT", "HJ"]  # before trump one must follow
    act(t, "HJ HK SA")  # seat 1 cannot follow: spades are trump, and the ace wins the trick at once
    assert t.state.trump == 3 and t.state.best == 1
    assert "S6" not in says(t)  # seat 0 can follow: a lower trump is barred from now on
    act(t, "H7")
    assert t.state.last_winner == 1


def test_what_has_been_taken_counts_anew() -> None:
    hands = {2: "SJ S9 H8 C8", 1: "S8 H6 HJ", 0: "S7 D6 C7"}
    t = seated(
        "mittlere", hands | {1: "S8 H6 H7 H9 HT HJ HQ HK HA D9 DT DJ", 0: "S7 S6 D6 D7 D8 DQ DK DA CT CJ CQ CK"}, 3
    )
    act(t, "SJ S8 S7")
    assert t.state.cards.tolist()[:3] == [0, 0, 2 + 8]  # jack 2, eight 8 while there is no trump
    act(t, "H8 HA")
    while t.state.trump == -3:
        act(t, says(t)[0])
    assert t.state.trump != 3
    assert t.state.cards[2] == 2  # the eight is worth nothing any more, the jack is no trump


def test_trump_jack_taken_before_is_worth_twenty() -> None:
    hands = {2: "SJ S9 H8 C8", 1: "S8 H6 H7 H9 HT HJ HQ HK HA D9 DT DJ", 0: "S7 SA D6 D7 D8 DQ DK DA CT CJ CQ CK"}
    t = seated("mittlere", hands, 3)
    act(t, "SJ S8 SA")
    assert t.state.last_winner == 0 and t.state.cards[0] == 2 + 8 + 11
    act(t, "DA S9 D9")  # seat 2 has no diamonds and throws the nine of spades
    assert t.state.trump == 3
    assert t.state.cards[0] == 20 + 0 + 11
    assert t.state.last_winner == 2 and t.state.cards[2] == 14 + 11


def test_a_deal_without_trump_may_be_annulled() -> None:
    for annul, chips in (("score", [1, -2, 1]), ("annul", [0, 0, 0])):
        t = seated("mittlere", {}, 3, {"no_trump_deal": annul})
        s = t.state
        s.hands[:3], s.held[:3] = (1 << 8, 1 << 7, 1 << 6), 1  # CA CK CQ: seat 2 leads the queen
        s.cards[:3], s.tricks[:3], s.trick_no = (60, 62, 12), (4, 4, 3), 11
        act(t, "CQ CK CA")
        assert s.cards[:3].tolist() == [60 + 18 + 5, 62, 12]
        assert t.game.result(s)["trump"] is None and s.chips[:3].tolist() == chips


def test_a_match_has_twelve_deals_and_ties_may_play_on() -> None:
    game = GAMES["mittlere"]
    t = seated("mittlere", {}, 3)
    t.state.deals = 12
    t.state.scores[:3] = (3, 3, -6)
    assert game.finished(t.state) and game.outcome(t.state).winners == [0, 1]
    t = seated("mittlere", {}, 3, {"tie_deal": True})
    t.state.deals = 12
    t.state.scores[:3] = (3, 3, -6)
    assert not game.finished(t.state)
