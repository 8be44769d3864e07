"""States that are classes: the record they become, what resets, who may know what, and what is said of mistakes."""

import pydoc
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from torite.games import fields
from torite.games.fields import Cards, Count, Each, Points, beginnings, declared, layout, option, options_of
from torite.games.state import HEADER, StateError, by_seat, hidden, others, public
from torite.rules import NONE, Card, Seat, Suit, bids, tricks


class Parent(fields.State):
    hands: Each[Cards] = by_seat()
    trump: Suit = public(NONE)
    hats: Each[Card] = others(NONE)


class Own(Parent):
    turned: Card = public(NONE)
    stock: Each[Card] = hidden(NONE, 7)
    leads: Each[Seat] = public(2)
    known: Each[Cards] = by_seat(0, 5)
    open: bool = public(True)
    bids: Each[Count] = public(NONE)
    scores: Each[Points] = public(of="match")
    rounds: int = public(3, of="match")
    goal: int = option((1, 5, 7, 9), 5)
    tie: int = option(("shared", "again"), "again")
    strict: bool = option(True, excludes=("open",))


def test_the_record_begins_with_the_header_and_the_parents() -> None:
    record = layout(Own, 4)
    own = ["turned", "stock", "leads", "known", "open", "bids", "scores", "rounds", "goal", "tie", "strict"]
    assert list(record.fields) == [*(f.name for f in HEADER), "hands", "trump", "hats", *own]
    told = {name: (record.dtype[name].base.name, record.dtype[name].shape) for name in record.fields}
    assert told["hands"] == ("int64", (4,)) and told["known"] == ("int64", (4, 5))
    assert told["stock"] == ("int8", (7,)) and told["bids"] == ("int8", (4,))
    assert told["scores"] == ("int32", (4,)) and told["rounds"] == ("int32", ())
    assert {f.meaning for f in record.fields.values()} >= {"card", "seat", "suit", "cards", "count", "points", "flag"}


def test_options_are_named_by_their_fields() -> None:
    goal, tie, strict = options_of(Own).values()
    assert (goal.name, goal.values, goal.default) == ("goal", (1, 5, 7, 9), 5)
    assert (tie.kind, tie.default, strict.kind, strict.excludes) == ("choice", "again", "bool", ("open",))


def dirty() -> Any:
    """A record with something in every field, options chosen."""
    s = layout(Own, 4).new()[0]
    for name in layout(Own, 4).fields:
        s[name] = 3
    s.options[:3] = 3, 0, 1
    return s


def test_a_match_and_a_deal_begin_as_declared() -> None:
    start, deal = beginnings(Own, layout(Own, 4), None, None)
    s = dirty()
    start(s, 4, 0)
    assert (s.players, s.deals, s.dealer, s.rounds, s.turned, s.open) == (4, 0, 3, 3, NONE, 1)
    assert (s.goal, s.tie, s.strict) == (9, 0, 1)
    assert not s.scores.any() and not s.hands.any()
    s.scores[1], s.rounds, s.open, s.hands[2], s.stock[6], s.bids[0] = 40, 1, 0, 99, 5, 3
    deal(s, np.zeros(4, np.int8))
    assert (s.deals, s.dealer, s.rounds, s.scores[1], s.goal) == (1, 0, 1, 40, 9)
    assert s.open == 1 and not s.hands.any() and not s.known.any()
    assert {*s.stock.tolist(), *s.bids.tolist(), *s.hats.tolist()} == {NONE} and {*s.leads.tolist()} == {2}


def test_views_have_what_is_declared_for_their_reader() -> None:
    record = layout(Own, 4)
    s = record.new()[0]
    s.hands[:], s.hats[:], s.stock[:], s.known[:], s.trump = 7, 9, 11, 13, 2
    for seat in range(4):
        v = record.view(s, seat)
        assert v.hands.tolist() == [7 if p == seat else 0 for p in range(4)]
        assert v.hats.tolist() == [0 if p == seat else 9 for p in range(4)]
        assert v.known.any(axis=1).tolist() == [p == seat for p in range(4)]
        assert v.trump == 2 and not v.stock.any()
    v = record.view(s, None)
    assert v.trump == 2 and not v.hands.any() and not v.hats.any() and not v.stock.any()


WRONG = {
    "nobody": ("x: Card", "x: say who may know it"),
    "nothing": ("x = public()", "x: say what it is"),
    "kind": ("x: dict = public()", "x: a field cannot be"),
    "row": ("x: Card = by_seat()", "x: one value a seat is"),
    "flag": ("x: bool = public(NONE)", "x: it begins with True or False, not with -1"),
    "one": ("x: Card = public(0, 4)", "x: one value a seat is"),
}


def test_a_constant_may_stand_among_the_fields() -> None:
    class Longer(tricks.State):
        ROUNDS = 13
        turned: Card = public(NONE)

    assert "turned" in declared(Longer) and "ROUNDS" not in declared(Longer)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_declaration_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line, said = WRONG[name]
    module = ModuleType("wrong_page")
    monkeypatch.setitem(sys.modules, "wrong_page", module)
    exec(f"from torite.rules import *\nclass State(fields.State):\n    {line}\n", vars(module))
    with pytest.raises(StateError, match=said):
        layout(vars(module)["State"], 4)


def test_a_field_may_be_declared_anew() -> None:
    class Child(Own):
        trump: Suit = public(2)

    assert declared(Child)["trump"][1].default == 2
    assert list(declared(Child)) == list(declared(Own))
    for clash in ({"trump": public(2)}, {"trump": public(1), "__annotations__": {"trump": Count}}):  # not for its kit
        with pytest.raises(StateError, match="trump: this is a field of a kit"):
            declared(type("Clash", (Child,), {"__annotations__": {"trump": Suit}, "__module__": __name__} | clash))

    class Wide(bids.State):
        bids: Each[Points] = public(NONE)  # beyond 127

    assert layout(Wide, 4).dtype["bids"].base == np.int32


class Kit(fields.State, seats=4):
    """Four rows, a rule that a page may make a choice, and one that may be chosen anywhere."""

    owed: Each[Points] = public()
    ban: int = public(2, of="match")
    suits: int = option(("egg", "hslu"))


class Other(fields.State):
    """Another kit."""


class Page(Other, Kit):
    """Played by three."""

    rounds: int = option((5, 10), name="deals")
    ban: int = option(("any", "must"), name="hand")
    weights: int = option(("1 2", "2 2"), digits=2)


def test_help_says_what_the_fields_of_a_kit_mean() -> None:
    """Those that a comment explains, below its text; a class without a file has only that."""
    assert pydoc.getdoc(tricks.State).endswith(".\n\nvoid: suits in which the seat has shown a void")
    assert type("Made", (tricks.State,), {}).__doc__ is None


def test_a_kit_has_its_place_in_every_record() -> None:
    mine, kit = layout(Page, 3).dtype, layout(Kit).dtype
    assert mine.names is not None and kit.names is not None
    assert mine.names[: len(kit.names)] == kit.names and mine["owed"].shape == (4,)
    assert [str(mine[name].base) for name in kit.names] == [str(kit[name].base) for name in kit.names]


def test_options_of_the_page_come_first_under_names_of_their_own() -> None:
    assert [(field, option.name) for field, option in options_of(Page).items()] == [
        ("rounds", "deals"),
        ("ban", "hand"),
        ("weights", "weights"),
        ("suits", "suits"),
    ]


def test_digits_are_kept_as_a_number() -> None:
    start, _ = beginnings(Page, layout(Page, 3), None, None)
    s = layout(Page, 3).new()[0]
    for digits, number in ((0, 12), (1, 22), (75, 75)):
        s.options[:4] = 1, 1, digits, 1
        start(s, 3, 0)
        assert (s.rounds, s.ban, s.weights, s.suits) == (10, 1, number, 1)
