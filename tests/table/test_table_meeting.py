"""People who have met: their table, what counts of it, and that it is the house's standard."""

import pytest

from table.house import ANN, BEN, CAT, House
from torite.games import GAMES
from torite.table.counting import uncounted
from torite.table.events import Created, Stored
from torite.table.meeting import meet
from torite.table.messages import Again, Answer, Reset, Start
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table, evolve


def table_of(events: list[Stored]) -> Table:
    table = evolve(None, events[0], 1)
    for event in events[1:]:
        table = evolve(table, event, table.seq + 1)
    return table


def met(*people: Guest, game: str = "wysiwyg", seats: int = 2) -> House:
    """They have met, and the match has begun."""
    house = House(game, seats, creator=people[0])
    house.log, house.told, house._table = [], [], None
    with house.known_seals():
        for event in meet(game, seats, people, "gentle", "t1", GAMES, house.now):
            house.happens(event, evolve(house._table, event, len(house.log) + 1))
    return house


def test_a_match_of_the_standard_has_begun() -> None:
    events = meet("wizard", 4, [ANN, BEN], "strong", "t1", GAMES)
    first = events[0]
    assert isinstance(first, Created)
    assert first.preset == next(iter(GAMES["wizard"].presets))
    assert (first.listed, first.clock, first.hints) == (False, "relaxed", True)
    table = table_of(events)
    assert (table.phase, [seat.guest for seat in table.seats]) == ("playing", [ANN.id, BEN.id, None, None])
    assert [seat.level for seat in table.seats] == [None, None, "strong", "strong"]
    assert table.options == GAMES["wizard"].full_options({}, first.preset)


def test_who_is_alone_with_bots_has_no_clock() -> None:
    (first, *_) = meet("wizard", 4, [ANN], "strong", "t1", GAMES)
    assert isinstance(first, Created) and first.clock == "none"


def test_two_of_one_name_are_told_apart() -> None:
    table = table_of(meet("wysiwyg", 2, [ANN, Guest("another", "Ann")], "gentle", "t1", GAMES))
    assert [seat.name for seat in table.seats] == ["Ann", "Ann (2)"]


def test_a_game_that_is_gone() -> None:
    with pytest.raises(Refused) as caught:
        meet("gone", 2, [ANN], "gentle", "t1", GAMES)
    assert caught.value.code == RefusalCode.UNKNOWN_GAME


def test_the_first_match_counts_and_another_does_not() -> None:
    house = met(ANN, BEN)
    assert uncounted(house.table) is None
    house.play_on(ANN, BEN)
    assert (house.table.phase, uncounted(house.table)) == ("over", None)
    assert uncounted(house.replayed()) is None
    house.ask(ANN, Again())
    assert house.table.pending is not None
    house.ask(BEN, Answer(yes=True, seq=house.table.pending.seq))
    assert (house.table.phase, uncounted(house.table)) == ("playing", "unlisted")  # now they have chosen each other


def test_a_match_that_was_given_up_is_not_begun_anew_by_others() -> None:
    house = met(ANN, CAT)
    for who in (ANN, CAT):
        house.ask(who, Reset())
    assert (house.table.phase, uncounted(house.table)) == ("lobby", "unlisted")
    house.ask(ANN, Start())
    assert uncounted(house.table) == "unlisted"
