"""Differenzler, rule by rule (shared/rules/jass.md 8)."""

from typing import Any

import pytest
from jass_tables import act, says, seated

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.jass import differenzler
from torite.games.scene import Meaning

GAME = GAMES["differenzler"]


def penalty(announced: int, cards: int, tricks: int = 3, stoeck: int = 0, **options: Any) -> int:
    s = seated("differenzler", {}, 3, options).state
    s.announced[0], s.cards[0], s.tricks[0], s.stoeck[0] = announced, cards, tricks, stoeck
    return int(differenzler.penalty(s, 0))


def test_the_dealers_last_card_makes_trump_and_all_know_it() -> None:
    t = seated("differenzler", {}, 3)
    s = t.state
    assert s.dealer == 0 and int(s.hands[0]) >> int(s.turned) & 1 and s.trump == int(s.turned) >> 4
    for seat in (0, 1, 2, None):
        assert int(GAME.state.view(s, seat).shown[0]) == 1 << int(s.turned)


def test_forehand_announces_and_leads_first() -> None:
    t = seated("differenzler", {}, 3)
    assert says(t) == [f"announce:{n}" for n in range(158)]
    act(t, "announce:157 announce:0")
    assert t.state.turn == 0 and t.state.announced[:3].tolist() == [-1, 0, 157]
    act(t, "announce:63")
    assert t.state.turn == t.state.lead == 2 and t.state.announced[0] == 63


def test_hidden_announcements_are_shown_together() -> None:
    t = seated("differenzler", {}, 3, {"announce": "hidden"})
    assert t.actors() == [0, 1, 2]
    t.play(1, GAME.parse_action("announce:126"))
    assert t.state.announced[1] == -1 and GAME.state.view(t.state, 0).sealed[1] == 0  # withheld
    assert GAME.state.view(t.state, 1).sealed[1] == 126 and t.actors() == [0, 2]
    t.play(0, GAME.parse_action("announce:62"))
    t.play(2, GAME.parse_action("announce:157"))
    assert t.state.announced[:3].tolist() == [62, 126, 157]


@pytest.mark.parametrize(("announced", "cards", "expected"), [(57, 57, 0), (57, 50, 7), (0, 157, 157), (157, 0, 157)])
def test_the_difference_is_the_penalty(announced: int, cards: int, expected: int) -> None:
    assert penalty(announced, cards) == expected


def test_exact_bonus() -> None:
    assert penalty(57, 57, exact_bonus=10) == -10
    assert penalty(57, 56, exact_bonus=10) == 1
    assert penalty(0, 0, tricks=1, exact_bonus=10) == -10
    assert penalty(0, 0, tricks=0, exact_bonus=10) == 0


def test_a_bonus_is_told_as_what_comes_off() -> None:
    s = seated("differenzler", {}, 3, {"exact_bonus": 10}).state
    s.announced[:3], s.cards[:3], s.penalties[:3] = (94, 30, 40), (94, 63, 0), (-10, 33, 40)
    assert differenzler.meaning(s, 0) == Meaning("exact", {"announced": 94, "bonus": 10}, good=True)
    assert differenzler.meaning(s, 1).key == "announced"


def test_stoeck_counts_to_what_was_taken() -> None:
    assert penalty(57, 50, stoeck=20) == 13
    assert penalty(57, 70, stoeck=-20) == 7


def test_stoeck_is_asked_when_the_second_is_played() -> None:
    t = seated("differenzler", {2: "SK SQ CA CK CQ CJ CT C9 C8 C7 C6 H6"}, 3, {"stoeck_pm20": True})
    act(t, "announce:1 announce:1 announce:1 SK")
    while "SQ" not in says(t) or t.state.turn != 2:
        act(t, says(t)[0])
    act(t, "SQ")
    assert says(t) == ["stoeck:+20", "stoeck:-20", "stoeck:none"]
    act(t, "stoeck:-20")
    assert t.state.stoeck[2] == -20


def test_ties_for_the_lead_play_on() -> None:
    s = seated("differenzler", {}, 3).state
    s.deals = 3
    for scores, over in (((50, 60, 70), True), ((50, 50, 70), False)):
        s.scores[:3] = scores
        assert bool(GAME.finished(s)) == over
    s.deals, s.scores[:3] = 2, (1, 2, 3)
    assert not GAME.finished(s)


def test_sealed_announcements_are_drawn_from_all_that_may_be_made() -> None:
    t = seated("differenzler", {}, 3, {"announce": "hidden"})
    for seat in (1, 2):
        t.play(seat, t.game.parse_action("announce:40"))
    chance, drawn = new_rng(b"sealed"), set()
    for _ in range(600):
        world = t.game.state.view(t.state, 0)
        t.game.determinize(world, 0, chance)
        drawn |= {int(world.sealed[1]), int(world.sealed[2])}
    assert min(drawn) >= 0 and max(drawn) <= 157 and len(drawn) > 140
