"""Hints: who may ask for one, and what the others learn of it."""

import msgspec
import pytest

from table.house import ANN, BEN, House, of_type
from torite.table import decide as deciding
from torite.table.events import Hinted, HintsSet
from torite.table.messages import AskHint, SetHints
from torite.table.views import public_event


def asked(house: House) -> int:
    """The seq at which Ann's decision arose."""
    house.bots()
    return house.table.asked[0]


def test_a_hint_is_asked_with_the_own_view_alone() -> None:
    house = House("wizard", fill="gentle", start=True)
    asked(house)
    decision = deciding.decide(house.table, ANN, AskHint(seq=house.table.seq))
    puzzle = decision.puzzle
    assert puzzle is not None
    assert (puzzle.seat, puzzle.asked) == (0, house.table.asked[0])
    assert puzzle.view.tobytes() == house.position.view(0).tobytes()
    assert decision.notices == []


def test_everybody_learns_that_there_was_a_hint_once_a_decision() -> None:
    house = House("wizard", fill="gentle", start=True)
    asked(house)
    house.ask(ANN, AskHint(seq=house.table.seq))
    house.say(ANN, "/hint")
    (hinted,) = of_type(house, Hinted)
    for reader in (ANN, BEN, None):
        told = public_event(house.table, hinted, reader)
        assert msgspec.to_builtins(told) == {"type": "hinted", "seat": 0}
    house.act(ANN)
    asked(house)
    house.ask(ANN, AskHint(seq=house.table.seq))
    assert len(of_type(house, Hinted)) == 2
    assert house.replayed().hinted == house.table.hinted


def test_a_table_may_play_without_hints() -> None:
    house = House("wizard", fill="gentle")
    house.ask(ANN, SetHints(on=False))
    house.ask(ANN, SetHints(on=False))  # nothing new
    assert house.types.count(HintsSet) == 1
    house.say(ANN, "/start")
    asked(house)
    assert house.refused(ANN, AskHint(seq=house.table.seq)) == ("table/hints_off", {})
    assert house.refused(ANN, SetHints(on=True))[0] == "table/already_started"


def test_the_creator_says_whether_there_are_hints() -> None:
    assert House("wizard").table.hints is True
    assert House("wizard", hints=False).table.hints is False


@pytest.mark.parametrize(("typed", "on"), [("/hints", False), ("/hints off", False), ("/hints on", True)])
def test_hints_by_command(typed: str, on: bool) -> None:
    house = House("wizard")
    house.say(ANN, typed)
    assert house.table.hints is on


def test_only_who_has_to_decide_gets_a_hint() -> None:
    house = House("wizard", fill="gentle")
    ask = AskHint(seq=house.table.seq)
    assert house.refused(BEN, ask)[0] == "table/not_seated"
    assert house.refused(ANN, ask)[0] == "move/no_match"
    house.say(ANN, "/start")
    stale = asked(house) - 1
    assert house.refused(ANN, AskHint(seq=stale))[0] == "move/stale_seq"
    house.act(ANN)
    if 0 not in house.table.asked:
        assert house.refused(ANN, AskHint(seq=house.table.seq))[0] == "move/not_your_turn"
    assert of_type(house, Hinted) == []
