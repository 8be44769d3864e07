"""Who may look on: the host says so, the table's people may always, and nobody loosens it in the middle of a match."""

from typing import Any, get_args

import pytest

from table.house import ANN, BEN, CAT, DAN, House, of_type
from torite.server.people.history import entry
from torite.table import events
from torite.table.admission import STRICT, shut
from torite.table.messages import Again, Fairness, Leave, Remove, Reset, Say, SetWatching, Share, Sit, Start
from torite.table.table import Guest
from torite.table.views import snapshot, summary, table_view

EVA = Guest("guest-eva", "Eva")


def house(watching: str = "nobody", **new: Any) -> House:
    """Ann has opened a table for two; Ben sits there, too."""
    house = House("wysiwyg", 2, watching=watching, **new)
    house.ask(BEN, Sit())
    return house


def why(house: House, who: Guest | None) -> str | None:
    code = shut(house.table, who)
    return code.value if code is not None else None


def test_everybody_may_watch_if_nothing_is_said() -> None:
    house = House("wizard", 3)
    assert house.table.watching == "allowed"
    assert b"watching" not in house.log[0]  # as in logs of before
    assert table_view(house.table, None).watching == "allowed"
    assert why(house, None) is None


def test_from_loose_to_strict() -> None:
    assert get_args(events.Watching) == STRICT


@pytest.mark.parametrize("who", [None, DAN])
def test_a_stranger_comes_between_matches_and_after_one_if_that_is_said(who: Guest | None) -> None:
    for watching, running, over in (
        ("allowed", None, None),
        ("after", "table/watch_later", None),
        ("nobody", "table/no_watching", "table/no_watching"),
    ):
        here = house(watching)
        assert why(here, who) is None
        here.ask(ANN, Start())
        assert why(here, who) == running
        here.play_on(ANN, BEN)
        assert why(here, who) == over
        here.ask(ANN, Reset())
        here.ask(BEN, Reset())
        assert here.table.phase == "lobby"
        assert why(here, who) is None


def test_who_plays_or_has_played_is_never_shut_out() -> None:
    here = house()
    here.ask(ANN, Start())
    here.ask(BEN, Leave())
    assert (why(here, ANN), why(here, BEN)) == (None, None)
    here.play_on(ANN)
    here.ask(ANN, Again())
    assert why(here, BEN) is None
    assert here.replayed().players == {ANN.id, BEN.id}


def test_who_has_opened_the_table_may_watch_it() -> None:
    here = House("wysiwyg", 2, sit=False, fill="gentle", start=True, watching="nobody")
    assert (why(here, ANN), why(here, BEN)) == (None, "table/no_watching")


def test_without_a_name_nobody_opens_a_table_that_nobody_could_watch() -> None:
    with pytest.raises(Exception, match="name/needed"):
        House("wysiwyg", 2, creator=None, sit=False, watching="after")


def test_who_has_stood_up_before_the_match_is_a_stranger() -> None:
    here = House("wizard", 4, watching="nobody")
    for who in (BEN, CAT, DAN):
        here.ask(who, Sit())
    here.ask(DAN, Leave())
    here.ask(ANN, Start())
    assert (why(here, CAT), why(here, DAN)) == (None, "table/no_watching")


def test_whom_the_host_has_removed_sees_what_strangers_see() -> None:
    here = House("wizard", 4, watching="nobody")
    for who in (BEN, CAT, DAN):
        here.ask(who, Sit())
    here.ask(ANN, Remove(seat=3))
    here.ask(ANN, Start())
    assert why(here, DAN) == "table/no_watching"


def test_nor_does_he_see_more_who_has_played_before() -> None:
    here = house()
    here.ask(ANN, Start())
    here.play_on(ANN, BEN)
    assert why(here, BEN) is None
    here.ask(ANN, Remove(seat=1))
    here.ask(ANN, Say(text="at last"))
    assert why(here, BEN) == "table/no_watching"
    assert snapshot(here.table, here.table.seq, BEN).chat == []


def test_only_the_host_says_who_may_watch() -> None:
    here = house("allowed")
    assert here.refused(BEN, SetWatching(who="nobody")) == ("table/not_host", {"name": "Ann"})
    assert here.refused(DAN, SetWatching(who="nobody"))[0] == "table/not_seated"
    here.ask(ANN, SetWatching(who="after"))
    here.ask(ANN, SetWatching(who="after"))
    assert [each.who for each in of_type(here, events.WatchingSet)] == ["after"]
    assert here.replayed().watching == "after"
    assert table_view(here.table, DAN).watching == "after"


def test_in_a_match_it_becomes_only_stricter() -> None:
    here = house("allowed")
    here.ask(ANN, Start())
    here.ask(ANN, SetWatching(who="after"))
    here.ask(ANN, SetWatching(who="nobody"))
    for who in ("after", "allowed"):
        assert here.refused(ANN, SetWatching(who=who)) == ("table/already_started", {})
    here.play_on(ANN, BEN)
    here.ask(ANN, SetWatching(who="allowed"))
    assert why(here, DAN) is None


def test_a_running_match_that_nobody_may_watch_is_not_in_the_lobby() -> None:
    for watching, shown in (("allowed", True), ("after", False), ("nobody", False)):
        here = house(watching)
        assert entry(here.table).listed
        here.ask(ANN, Start())
        assert entry(here.table).listed == shown
        assert summary(here.table).id == "t1"


def test_what_was_said_and_won_at_a_closed_table_is_for_its_people() -> None:
    here = house()
    here.ask(ANN, Start())
    here.ask(BEN, Say(text="so close"))
    here.play_on(ANN, BEN)
    here.ask(ANN, Reset())
    here.ask(BEN, Reset())
    for who, told in ((BEN, True), (DAN, False), (None, False)):
        seen = snapshot(here.table, here.table.seq, who)
        assert ([line.text for line in seen.chat] == ["so close"], seen.last is not None) == (told, told)
    here.ask(ANN, SetWatching(who="after"))
    assert snapshot(here.table, here.table.seq, None).last is not None


@pytest.mark.parametrize("watching", ["allowed", "after"])
def test_the_seal_is_opened_to_whom_the_record_is(watching: str) -> None:
    here = house(watching)
    here.ask(ANN, Start())
    here.play_on(ANN, BEN)
    here.ask(BEN, Leave())
    here.ask(DAN, Sit())  # in Ben's place; he has not played
    coming = table_view(here.table, ANN).fairness
    assert None not in (coming.secret, coming.salt, coming.nonces, coming.next)
    for who, opened in ((BEN, coming), (DAN, Fairness(coming.commitment, next=coming.next))):
        assert table_view(here.table, who).fairness == opened
    assert table_view(here.table, None).fairness.secret is None


@pytest.mark.parametrize("watching", ["allowed", "after"])
def test_what_all_have_agreed_to_share_is_sealed_no_more(watching: str) -> None:
    here = house(watching)
    here.ask(ANN, Start())
    here.play_on(ANN, BEN)
    assert table_view(here.table, DAN).fairness.secret is None
    for who in (ANN, BEN):
        here.ask(who, Share())
    assert table_view(here.table, DAN).fairness.secret is not None
    assert table_view(here.table, None).fairness.secret is not None


def test_of_bots_alone_everybody_is_told_who_may_watch() -> None:
    for watching, told in (("allowed", True), ("after", True), ("nobody", False)):
        here = House("wysiwyg", 2, sit=False, fill="gentle", start=True, watching=watching)
        here.bots()
        assert here.table.phase == "over"
        assert (table_view(here.table, EVA).fairness.secret is not None) == told


def test_a_challenge_is_as_it_is() -> None:
    here = house("allowed")
    assert b'"watching"' not in events.encode(of_type(here, events.Created)[0])
