"""The host locks the table and removes a person, alone between deals, by vote within one; nobody else does."""

import pytest

from table.house import ANN, BEN, CAT, DAN, House, of_type
from torite.server.people.history import entry
from torite.server.play.updates import has_own_view
from torite.table import events
from torite.table.decide import decide, stand_in
from torite.table.evolution import evolve
from torite.table.hosting import NAMES, STRANGERS
from torite.table.messages import (
    AddBot,
    Again,
    Answer,
    Confirm,
    Invite,
    Leave,
    Lock,
    NextTable,
    Remove,
    Reset,
    Say,
    SetListed,
    Sit,
    Start,
)
from torite.table.table import Guest
from torite.table.views import snapshot, table_view


@pytest.fixture
def house() -> House:
    """Ann has opened a table for four; Ben and Cat sit there, too."""
    house = House("wizard", 4)
    for who in (BEN, CAT):
        house.ask(who, Sit())
    return house


def between(house: House) -> None:
    house.ask(ANN, Start())
    house.play_on(ANN, BEN, CAT, until="between")


def test_nobody_new_sits_down_at_a_locked_table(house: House) -> None:
    house.ask(ANN, Lock(on=True))
    assert house.refused(DAN, Sit()) == ("table/locked", {})
    assert table_view(house.table, DAN).locked
    house.ask(BEN, Sit(seat=3))  # who sits already may move
    house.ask(ANN, AddBot())
    house.ask(BEN, Leave())
    assert house.refused(BEN, Sit()) == ("table/locked", {})
    house.ask(ANN, Lock(on=False))
    house.ask(BEN, Sit())


def test_who_has_left_a_running_match_comes_back_to_a_locked_table(house: House) -> None:
    house.ask(ANN, Lock(on=True))
    house.ask(ANN, Start())
    house.ask(BEN, Leave())
    house.ask(BEN, Sit())
    assert house.table.seat_of(BEN.id) == 1


def test_a_locked_table_is_not_in_the_lobby_and_stays_locked(house: House) -> None:
    assert entry(house.table).listed
    house.ask(ANN, Lock(on=True))
    assert not entry(house.table).listed
    between(house)
    assert house.replayed().locked
    house.ask(ANN, Lock(on=False))
    assert entry(house.table).listed


def test_the_host_puts_the_table_into_the_lobby_and_takes_it_out_of_there() -> None:
    house = House("wizard", 4, listed=False)
    for who in (BEN, CAT):
        house.ask(who, Sit())
    assert not entry(house.table).listed
    assert house.refused(BEN, SetListed(on=True)) == ("table/not_host", {"name": "Ann"})
    assert house.refused(DAN, SetListed(on=True)) == ("table/not_seated", {})
    house.ask(ANN, SetListed(on=True))
    house.ask(ANN, SetListed(on=True))
    assert [each.on for each in of_type(house, events.ListedSet)] == [True]
    assert entry(house.table).listed and table_view(house.table, DAN).listed
    house.ask(ANN, Lock(on=True))
    assert not entry(house.table).listed
    house.ask(ANN, Lock(on=False))
    house.ask(ANN, SetListed(on=False))
    assert not entry(house.table).listed and not table_view(house.table, DAN).listed
    assert house.replayed() == house.table


def test_a_table_is_listed_or_not_before_the_match_alone(house: House) -> None:
    between(house)
    assert house.refused(ANN, SetListed(on=False)) == ("table/already_started", {})
    house.play_on(ANN, BEN, CAT)
    assert house.refused(ANN, SetListed(on=False)) == ("table/already_started", {})
    for who in (ANN, BEN, CAT):
        house.ask(who, Reset())
    house.ask(ANN, SetListed(on=False))


def test_what_friends_have_said_is_not_told_in_the_lobby() -> None:
    house = House("wizard", 4, listed=False)
    house.ask(ANN, Say(text="my boss is at the door"))
    house.ask(ANN, SetListed(on=True))
    house.ask(ANN, Say(text="welcome"))
    assert [line.text for line in snapshot(house.table, house.table.seq, DAN).chat] == ["welcome"]


def test_who_has_opened_the_table_is_host_else_who_came_first(house: House) -> None:
    assert house.table.host == 0
    assert house.refused(BEN, Lock(on=True)) == ("table/not_host", {"name": "Ann"})
    house.ask(ANN, Leave())
    house.ask(CAT, Sit(seat=0))
    assert house.table.host == 1
    house.ask(BEN, Sit(seat=2))  # who moves stays host
    assert house.table.host == house.replayed().host == 2
    house.ask(CAT, Leave())
    house.ask(BEN, Lock(on=True))
    house.ask(ANN, Sit())  # nobody locks out whose table it is
    assert house.table.host == 0
    assert house.refused(BEN, Lock(on=False)) == ("table/not_host", {"name": "Ann"})
    assert house.refused(DAN, Lock(on=False)) == ("table/not_seated", {})


def test_before_the_match_a_person_is_removed_at_once_for_good(house: House) -> None:
    house.ask(ANN, Remove(seat=1))
    assert house.table.seats[1].kind == "open"
    assert house.refused(BEN, Sit()) == ("table/barred", {})
    assert house.refused(BEN, Say(text="/join")) == ("table/barred", {})
    assert house.refused(BEN, Say(text="why?")) == ("table/barred", {})
    assert house.replayed().barred == house.table.barred == {BEN.id}
    house.ask(DAN, Sit(seat=1))


def test_who_is_removed_is_not_told_where_the_others_go_on(house: House) -> None:
    """Though a stranger is, who looks at the same table."""
    house.ask(ANN, Start())
    house.play_on(ANN, BEN, CAT)
    house.ask(BEN, Leave())
    house.ask(DAN, Sit(seat=1))
    house.ask(ANN, Remove(seat=1))
    house.ask(ANN, Invite(table="t2", game="rwd"))
    there, eve = NextTable("t2", "rwd"), Guest("guest-Eve", "Eve")
    assert [table_view(house.table, who).next for who in (CAT, eve, DAN)] == [there, there, None]
    assert [has_own_view(house.table, house.table, who) for who in (eve, DAN)] == [False, True]
    assert b"t2" not in house.messages(DAN, since=house.table.seq - 1)[0]


def test_nobody_else_removes_who_is_there_and_the_host_not_himself(house: House) -> None:
    for who, seat, name in ((BEN, 0, "Ann"), (BEN, 2, "Cat"), (CAT, 2, "Cat"), (ANN, 0, "Ann")):
        assert house.refused(who, Remove(seat=seat)) == ("table/not_absent", {"name": name})
    assert house.refused(DAN, Remove(seat=1))[0] == "table/not_seated"


def test_in_the_middle_of_a_deal_all_others_agree(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    pending = house.table.pending
    assert pending is not None
    assert house.table.undecided() == [2]
    for yes in (True, False):
        assert house.refused(BEN, Answer(yes=yes, seq=pending.seq)) == ("table/no_vote", {})
    assert house.refused(BEN, Remove(seat=2)) == ("table/not_absent", {"name": "Cat"})
    assert house.table.seat_of(BEN.id) == 1
    house.ask(CAT, Answer(yes=True, seq=pending.seq))
    assert house.table.pending is None
    told = [event for _, event, _ in house.told if isinstance(event, events.Removed)]
    assert [(event.seat, event.barred) for event in told] == [(1, True)]
    seat = house.table.seats[1]
    assert (seat.kind, seat.stand_in, seat.name) == ("bot", True, "Ben")
    assert house.refused(BEN, Sit()) == ("table/barred", {})
    assert house.refused(BEN, Say(text="why?")) == ("table/barred", {})
    assert house.table.seat_of(BEN.id) is None  # so nothing is given back when he opens the page again
    assert house.replayed().barred == {BEN.id}
    house.bots()
    house.play_on(ANN, CAT)


def test_one_no_keeps_a_person(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    assert house.table.pending is not None
    house.ask(CAT, Answer(yes=False, seq=house.table.pending.seq))
    assert house.table.pending is None
    assert house.table.seat_of(BEN.id) == 1


def test_where_nobody_else_is_to_be_asked_it_happens_at_once() -> None:
    house = House("wizard", 3)
    house.ask(BEN, Sit())
    house.ask(ANN, AddBot())
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    assert house.table.barred == {BEN.id}
    house.bots()
    house.play_on(ANN)


def test_who_leaves_and_comes_back_escapes_no_vote(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    pending = house.table.pending
    assert pending is not None
    house.ask(BEN, Leave())
    assert house.table.pending == pending
    house.ask(BEN, Sit())
    assert house.table.pending == house.replayed().pending == pending
    house.ask(BEN, Leave())
    house.ask(CAT, Answer(yes=True, seq=pending.seq))
    assert house.table.barred == house.replayed().barred == {BEN.id}
    assert house.refused(BEN, Sit()) == ("table/barred", {})


def test_in_an_old_log_the_vote_was_off_when_its_person_left(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    table = evolve(house.table, events.Left(1, "calm"), house.table.seq + 1)
    assert table.pending is None


@pytest.mark.parametrize("until", ["playing", "between"])
def test_no_friend_ends_the_vote_by_freeing_the_seat(house: House, until: str) -> None:
    house.ask(DAN, Sit())
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    if until == "between":
        house.play_on(ANN, BEN, CAT, DAN, until="between")
    pending = house.table.pending
    assert pending is not None
    house.apply(decide(house.table, CAT, Remove(seat=1), away=frozenset({BEN.id})).steps)
    assert house.table.pending is not None
    assert house.table.undecided() == [3]
    assert house.table.barred == frozenset()
    house.ask(DAN, Answer(yes=True, seq=pending.seq))
    assert house.table.barred == {BEN.id}


def test_the_host_bars_who_has_left_in_a_deal_by_vote(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(BEN, Leave())
    assert table_view(house.table, ANN).seats[1].may_be_barred
    assert house.refused(CAT, Remove(seat=1)) == ("table/not_absent", {"name": "Ben"})
    house.ask(ANN, Remove(seat=1))
    assert house.table.barred == frozenset()
    assert house.table.pending is not None
    house.ask(CAT, Answer(yes=True, seq=house.table.pending.seq))
    assert house.replayed().barred == {BEN.id}
    assert not table_view(house.table, ANN).seats[1].may_be_barred
    assert house.refused(BEN, Sit()) == ("table/barred", {})
    assert house.refused(ANN, Remove(seat=1)) == ("table/already_started", {})


def test_the_host_bars_who_has_left_between_two_deals_but_not_whose_table_it_is(house: House) -> None:
    between(house)
    house.ask(CAT, Leave())
    house.ask(ANN, Remove(seat=2))
    assert house.table.barred == {CAT.id}
    house.ask(ANN, Leave())
    assert house.refused(BEN, Remove(seat=0)) == ("table/already_started", {})


def test_after_the_match_the_host_bars_who_has_left_and_others_free_the_seat(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(BEN, Leave())
    house.play_on(ANN, CAT)
    freed = decide(house.table, CAT, Remove(seat=1)).steps[-1].after
    assert (freed.seats[1].kind, freed.barred) == ("open", frozenset())
    house.ask(ANN, Remove(seat=1))
    assert house.refused(BEN, Sit()) == ("table/barred", {})


def test_a_deal_that_ends_meanwhile_changes_nothing_and_who_is_away_agrees(house: House) -> None:
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    house.play_on(ANN, BEN, CAT, until="between")
    assert house.table.pending is not None
    house.apply(stand_in(house.table, 2))
    assert house.table.barred == {BEN.id}


def test_own_proposals_put_nothing_off(house: House) -> None:
    house.ask(ANN, Start())
    house.say(BEN, "/reset")
    house.ask(ANN, Remove(seat=1))
    assert house.table.pending is not None
    assert house.table.pending.what.what == "remove"


def test_between_two_deals_at_once(house: House) -> None:
    house.ask(ANN, Start())
    house.play_on(ANN, BEN, CAT, until="between")
    house.ask(ANN, Remove(seat=1))
    seat = house.table.seats[1]
    assert (seat.kind, seat.stand_in, seat.name) == ("bot", True, "Ben")
    assert house.refused(BEN, Sit()) == ("table/barred", {})
    assert house.refused(BEN, Confirm()) == ("table/not_seated", {})
    assert table_view(house.table, BEN).scene == table_view(house.table, None).scene  # he sees what strangers see
    house.play_on(ANN, CAT)
    house.ask(ANN, Again())


def test_who_is_out_of_time_is_there_all_the_same(house: House) -> None:
    between(house)
    house.apply(stand_in(house.table, 1, is_late=True))
    assert house.refused(CAT, Remove(seat=1)) == ("table/not_absent", {"name": "Ben"})
    house.ask(ANN, Remove(seat=1))
    assert house.table.barred == {BEN.id}


def test_who_was_only_absent_may_come_back(house: House) -> None:
    house.away = frozenset({BEN.id})
    house.ask(CAT, Remove(seat=1))
    house.away = frozenset()
    house.ask(BEN, Sit())
    assert house.table.barred == frozenset()


def test_the_others_are_told_and_a_proposal_of_who_is_removed_is_off(house: House) -> None:
    between(house)
    house.say(BEN, "/reset")
    assert house.table.pending is not None
    house.ask(ANN, Remove(seat=1))
    assert house.table.pending is None
    told = [event for _, event, _ in house.told if isinstance(event, events.Removed)]
    assert [(event.seat, event.barred) for event in told] == [(1, True)]


def test_the_next_guest_of_that_name_is_another(house: House) -> None:
    house.ask(ANN, Remove(seat=1))
    house.ask(Guest("another-ben", "Ben"), Sit())
    assert house.table.seats[1].name == "Ben (2)"


def test_lock_by_word(house: House) -> None:
    house.say(ANN, "/lock")
    assert house.table.locked
    house.say(ANN, "/lock off")
    assert not house.table.locked
    assert house.refused(ANN, Say(text="/lock maybe"))[0] == "table/bad_value"


def test_strangers_who_talk_close_the_table_to_nobody(house: House) -> None:
    for i in range(STRANGERS - len(house.table.named)):
        house.ask(Guest(f"guest-{i}", "Ann"), Say(text="hello"))
    assert house.refused(Guest("new", "Ann"), Say(text="hello")) == ("table/too_many_strangers", {})
    house.ask(Guest("guest-7", "Ann"), Say(text="hello"))
    house.ask(DAN, Sit())
    house.ask(DAN, Say(text="hello"))
    house.ask(Guest(BEN.id, "Zoe"), Say(text="hello"))


def test_a_table_remembers_no_end_of_names(house: House) -> None:
    for i in range(NAMES - len(house.table.named)):
        guest = Guest(f"guest-{i}", "Ann")
        house.ask(guest, Sit())
        house.ask(guest, Leave())
    assert len(house.table.named) == NAMES
    for who in (Guest("new", "Ann"), Guest("new", "Zoe"), Guest(BEN.id, "Zoe")):
        assert house.refused(who, Say(text="hello")) == ("table/too_many_names", {"max": NAMES})
    assert house.refused(Guest("new", "Zoe"), Sit()) == ("table/too_many_names", {"max": NAMES})
    house.ask(Guest("guest-7", "Ann"), Say(text="hello"))
    house.ask(BEN, Say(text="hello"))
    house.ask(BEN, Sit(seat=3))
    table = house.replayed()
    for i in range(2 * NAMES):  # as in a log of before
        table = evolve(table, events.Said(None, f"Old {i}", "hello", f"old-{i}"), table.seq + 1)
    assert len(table.named) == 3 * NAMES


def test_of_two_in_an_old_log_who_look_alike_both_are_known(house: House) -> None:
    table = evolve(house.table, events.Said(None, "Ann\ufe0f", "hello", "old"), house.table.seq + 1)
    assert {ANN.id, "old"} <= {*table.named.values()}
    assert table.shown(Guest("old", "Ann")) == "Ann (2)"
