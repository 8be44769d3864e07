"""Clocks: what is charged, who is out of time, and that nobody gains by going, coming or a restart."""

import pytest

from table.house import ANN, BEN, NOON, House, of_type, picture
from torite.search.players import DEFAULT_LEVEL
from torite.table import events
from torite.table.clock import PACES, charged
from torite.table.decide import resumed, returned, stand_in
from torite.table.events import Proposal
from torite.table.messages import Act, Again, Answer, Reset, SetClock, Sit, Start, TakeBack
from torite.table.table import Guest
from torite.table.turns import bot_turns, late, next_late
from torite.table.views import table_view

QUICK = PACES["quick"]
ALL = QUICK.move + QUICK.reserve


def begun(clock: str = "quick") -> House:
    """Ann and Ben at WYSIWYG."""
    house = House("wysiwyg", 2, seed=1, clock=clock)
    house.ask(BEN, Sit())
    house.ask(ANN, Start())
    return house


def mover(house: House) -> Guest:
    return next(who for who in (ANN, BEN) if house.table.seat_of(who.id) in house.table.asked)


def seat(house: House, who: Guest) -> int:
    found = house.table.seat_of(who.id)
    assert found is not None
    return found


def left(house: House, who: Guest) -> float:
    """Seconds of the reserve, as everybody is told them."""
    clocks = table_view(house.table, None, now=house.now).clocks
    assert clocks is not None
    return clocks.left[seat(house, who)]


@pytest.mark.parametrize(
    ("took", "used"), [(-5.0, 0), (0.0, 0), (10.0, 0), (12.5, 2.5), (69.0, 59), (70.0, 60), (1e6, 60)]
)
def test_what_goes_beyond_the_time_of_a_move_comes_from_the_reserve(took: float, used: float) -> None:
    house = begun()
    who = mover(house)
    house.now += took
    house.act(who)
    assert house.table.used.get(0 if who == ANN else 1, 0) == used
    assert left(house, who) == QUICK.reserve - used


def test_the_reserve_is_for_the_whole_match() -> None:
    used = charged("quick", charged("quick", {}, 1, 30.0), 1, 45.5)
    assert used == {1: 20 + 35.5}
    assert charged("quick", used, 1, 30.0) == {1: QUICK.reserve}
    assert charged("none", {}, 1, 1e9) == {}


def test_the_other_one_is_not_charged_while_one_thinks() -> None:
    house = begun()
    first = mover(house)
    house.now += 40
    house.act(first)
    second = mover(house)
    assert second != first
    house.now += QUICK.move
    house.act(second)
    assert (left(house, first), left(house, second)) == (QUICK.reserve - 30, QUICK.reserve)


def test_without_a_clock_no_event_holds_a_time() -> None:
    house = begun("none")
    house.now += 1e6
    house.act(mover(house))
    assert next_late(house.table) is None
    assert late(house.table, house.now) == []
    assert table_view(house.table, ANN).clocks is None
    assert not any(b'"time"' in body for body in house.log)


def test_the_edge() -> None:
    house = begun()
    end = next_late(house.table)
    assert end == NOON + ALL
    assert late(house.table, end - 0.001) == []
    assert late(house.table, end) == [seat(house, mover(house))]


def test_out_of_time_a_bot_moves_and_the_person_takes_over_for_the_next() -> None:
    house = begun()
    who = mover(house)
    house.now += ALL
    (which,) = late(house.table, house.now)
    house.apply(stand_in(house.table, which, True, house.now))
    assert of_type(house, events.StoodIn) == [events.StoodIn(which, DEFAULT_LEVEL, late=True)]
    assert late(house.table, house.now) == []
    legal = house.position.legal(which)
    assert house.refused(who, Act(code=legal[0], seq=house.table.seq)) == ("move/out_of_time", {})
    assert house.refused(who, Sit()) == ("move/out_of_time", {})
    assert returned(house.table, who, house.now) == []  # a reload gains nothing
    assert [turn.seat for turn in bot_turns(house.table)] == [which]
    house.bots()
    assert left(house, who) == 0
    house.ask(who, Sit())
    assert house.types[-1] is events.Returned
    while mover(house) != who:
        house.act(mover(house))
    assert next_late(house.table) == house.now + QUICK.move  # no reserve any more
    house.now += QUICK.move
    assert late(house.table, house.now) == [which]


def test_who_was_away_comes_back_to_the_same_clock() -> None:
    house = begun()
    who = mover(house)
    before = next_late(house.table)
    house.now += 50
    house.apply(stand_in(house.table, seat(house, who)))
    house.now += 1
    house.apply(returned(house.table, who, house.now))
    assert next_late(house.table) == before
    assert picture(house.replayed()) == picture(house.table)


@pytest.mark.parametrize(
    ("thought", "gap", "used"),
    [
        (0.0, 1000.0, 0.0),
        (QUICK.move + 7, 1000.0, 7.0),  # before the gap
        (QUICK.move + 7, 5.0, 7.0),
        (ALL, 1000.0, QUICK.reserve),  # the house stopped as the time was over
    ],
)
def test_nobody_is_charged_while_the_house_is_away(thought: float, gap: float, used: float) -> None:
    house = begun()
    who = mover(house)
    house.now += thought + gap
    house.apply(resumed(house.table, gap, house.now))
    assert bool(late(house.table, house.now)) is (thought >= ALL)
    assert house.table.since == {seat(house, who): house.now - thought}
    assert house.replayed().since == house.table.since
    house.act(who)
    assert left(house, who) == QUICK.reserve - used


@pytest.mark.parametrize("gap", [60.0, 0.0, -1.0])
def test_a_gap_gives_no_time(gap: float) -> None:
    """Who is waited for since after the house was seen last has all of the time, and not more."""
    house = begun()
    before = dict(house.table.since)
    house.now += 3
    house.apply(resumed(house.table, gap, house.now))
    assert house.table.since == (dict.fromkeys(before, house.now) if gap > 0 else before)
    house.now -= 100  # another node's clock
    house.apply(resumed(house.table, 60, house.now))
    assert max(house.table.since.values()) <= NOON + 3


def test_without_a_clock_a_gap_is_not_written_down() -> None:
    assert resumed(begun("none").table, 60.0) == []
    assert resumed(House(clock="quick").table, 60.0) == []


def test_a_log_read_again_has_the_same_clocks() -> None:
    house = begun()
    for n in range(12):
        house.now += 3.0 * n
        house.act(mover(house))
    again = house.replayed()
    assert (again.since, again.used, again.clock) == (house.table.since, house.table.used, "quick")
    assert picture(again) == picture(house.table)


def test_what_is_taken_back_has_cost_its_time() -> None:
    house = begun()
    first = mover(house)
    house.now += 40
    house.act(first)
    house.now += 5
    seq = table_view(house.table, first).take_back
    assert seq is not None
    house.ask(first, TakeBack(seq=seq))
    assert house.table.pending is not None
    house.now += 2
    house.ask(ANN if first == BEN else BEN, Answer(yes=True, seq=house.table.pending.seq))
    assert left(house, first) == QUICK.reserve - 30
    assert next_late(house.table) == house.now + QUICK.move + QUICK.reserve - 30


def test_sealed_bids_run_side_by_side() -> None:
    house = House("wizard", 3, seed=1, clock="quick", preset="hiddentip")
    house.ask(BEN, Sit())
    house.say(ANN, "/bot")
    house.ask(ANN, Start())
    while not house.position.legal()[0].startswith("bid"):
        house.bots() if bot_turns(house.table) else house.act(mover(house))
    house.now += 20
    house.act(ANN)
    assert house.table.since == dict.fromkeys(house.table.asked, NOON)
    house.now += 5
    house.act(BEN)
    assert (house.table.used[0], house.table.used[1]) == (10, 15)


def test_the_clock_is_chosen_by_all_before_the_match() -> None:
    house = House("wysiwyg", 2)
    house.ask(BEN, Sit())
    house.ask(ANN, SetClock(clock="relaxed"))
    assert not of_type(house, events.ClockSet)
    assert house.table.pending is not None
    assert house.table.pending.what == Proposal("clock", "relaxed")
    house.ask(BEN, SetClock(clock="relaxed"))
    assert house.table.clock == "relaxed"
    house.ask(BEN, SetClock(clock="relaxed"))  # nothing new
    assert house.table.pending is None
    house.ask(ANN, Start())
    assert house.refused(ANN, SetClock(clock="none"))[0] == "table/already_started"
    house.now += 100
    house.act(mover(house))
    assert house.table.used
    house.ask(ANN, Reset())
    house.ask(BEN, Reset())
    house.ask(ANN, Start())
    assert house.table.used == {}


@pytest.mark.parametrize(("clock", "waits"), [("quick", False), ("daily", True)])
def test_by_correspondence_a_rematch_waits_for_who_came_too_late_before(clock: str, waits: bool) -> None:
    """A bot went on in his place from the first card, match after match, and nobody told him of the new one."""
    house = begun(clock)
    slow = mover(house)
    other = BEN if slow == ANN else ANN
    house.now += PACES["daily"].move
    house.apply(stand_in(house.table, seat(house, slow), True, house.now))
    house.play_on(other)
    assert house.table.seats[seat(house, slow)].stand_in
    house.ask(other, Again())
    assert house.table.phase == "playing"
    assert house.table.seats[seat(house, slow)].is_person == waits
    assert picture(house.replayed()) == picture(house.table)
