"""People who have met: their table, how their match begins, what counts of it, and that it is the house's standard."""

import pytest

from table.house import ANN, BEN, CAT, House
from torite.games import GAMES
from torite.table import decide as deciding
from torite.table import messages
from torite.table.counting import uncounted
from torite.table.events import Created
from torite.table.evolution import evolve, replayed
from torite.table.meeting import meet
from torite.table.messages import Again, Answer, Leave, Nonce, Remove, Reset, Sit, Start
from torite.table.records import replay
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest
from torite.table.views import table_record, table_view


def seated(*people: Guest, game: str = "wysiwyg", seats: int = 2) -> House:
    """They have met, and nobody has come to the table yet."""
    house = House(game, seats, creator=people[0])
    house.log, house.told, house._table = [], [], None
    with house.known_seals():
        for event in meet(game, seats, people, "steady", "t1", GAMES):
            house.happens(event, evolve(house._table, event, len(house.log) + 1))
    return house


def met(*people: Guest, game: str = "wysiwyg", seats: int = 2) -> House:
    """They have met, and the match has begun."""
    house = seated(*people, game=game, seats=seats)
    for n, who in enumerate(people):
        house.ask(who, nonce(n))
    return house


def nonce(n: int) -> Nonce:
    return Nonce(nonce=f"{n:08x}")


def in_time(house: House) -> None:
    """Those who are there have waited long enough."""
    house.apply(deciding.gathered(house.table, house.now))


def test_nobody_alone_removes_whom_the_house_has_found() -> None:
    """Who has waited longest is host, and has chosen nobody: between two deals the others are asked, too."""
    house = met(ANN, BEN, CAT, game="wizard", seats=3)
    house.play_on(ANN, BEN, CAT, until="between")
    house.ask(ANN, Remove(seat=1))
    assert house.table.seat_of(BEN.id) == 1
    assert house.table.undecided() == [2]
    pending = house.table.pending
    assert pending is not None
    house.ask(CAT, Answer(yes=True, seq=pending.seq))
    assert house.table.barred == {BEN.id}


def test_a_match_of_the_standard_begins() -> None:
    events = meet("wizard", 4, [ANN, BEN], "strong", "t1", GAMES)
    first = events[0]
    assert isinstance(first, Created)
    assert first.preset == next(iter(GAMES["wizard"].presets))
    assert (first.listed, first.clock, first.hints) == (False, "relaxed", True)
    table = replayed(events)
    assert (table.phase, table.gathers) == ("lobby", True)
    assert [seat.guest for seat in table.seats] == [ANN.id, BEN.id, None, None]
    assert [seat.level for seat in table.seats] == [None, None, "strong", "strong"]
    assert table.options == GAMES["wizard"].full_options({}, first.preset)


def test_who_is_alone_with_bots_has_no_clock() -> None:
    (first, *_) = meet("wizard", 4, [ANN], "strong", "t1", GAMES)
    assert isinstance(first, Created) and first.clock == "none"


def test_two_of_one_name_are_told_apart() -> None:
    table = replayed(meet("wysiwyg", 2, [ANN, Guest("another", "Ann")], "gentle", "t1", GAMES))
    assert [seat.name for seat in table.seats] == ["Ann", "Ann (2)"]


def test_a_game_that_is_gone() -> None:
    with pytest.raises(Refused) as caught:
        meet("gone", 2, [ANN], "gentle", "t1", GAMES)
    assert caught.value.code == RefusalCode.UNKNOWN_GAME


def test_it_begins_with_what_the_last_one_adds_to_a_seal_that_all_have_seen() -> None:
    house = seated(ANN, BEN, CAT, game="wizard", seats=4)
    commitment = table_view(house.table, ANN).fairness.commitment
    for n, who in enumerate((CAT, ANN, CAT)):  # the second one of the same takes the place of the first
        house.ask(who, nonce(n))
        assert (house.table.phase, table_view(house.table, BEN).gathers) == ("lobby", True)
    house.ask(BEN, nonce(7))
    assert (house.table.phase, table_view(house.table, BEN).gathers) == ("playing", False)
    house.play_on(ANN, BEN, CAT)
    record = table_record(house.table)
    assert record["fairness"]["nonces"] == ["00000001", "00000007", "00000002", None]
    assert record["fairness"]["commitment"] == commitment
    replay(record, verify=True)


def test_who_never_comes_holds_nobody_up() -> None:
    house = seated(ANN, BEN)
    house.ask(BEN, nonce(1))
    in_time(house)
    assert (house.table.phase, house.table.match and house.table.match.nonces) == ("playing", (None, "00000001"))
    assert house.refused(ANN, nonce(2))[0] == "table/already_started"
    assert deciding.gathered(house.table) == []
    house.play_on(ANN, BEN)
    assert uncounted(house.table) is None
    replay(table_record(house.table), verify=True)


def test_who_goes_before_it_begins_is_a_bot_then() -> None:
    house = seated(ANN, BEN, CAT, game="wizard", seats=4)
    house.ask(ANN, nonce(1))
    house.ask(BEN, Leave())
    assert house.table.gathers
    house.ask(CAT, nonce(2))
    assert house.table.running
    assert [(seat.guest, seat.level) for seat in house.table.seats] == [
        (ANN.id, None), (None, "steady"), (CAT.id, None), (None, "steady"),
    ]  # fmt: skip
    assert (house.table.left_by(BEN.id), uncounted(house.table)) == (None, None)


def test_the_others_need_not_wait_for_who_has_gone() -> None:
    house = seated(ANN, BEN)
    house.ask(ANN, nonce(1))
    house.ask(BEN, Leave())
    assert [seat.kind for seat in house.table.seats] == ["person", "bot"]
    assert house.table.phase == "playing"


def test_a_table_that_all_have_left_is_one_like_others() -> None:
    house = seated(ANN, BEN)
    for who in (ANN, BEN):
        house.ask(who, Leave())
    assert (house.table.phase, house.table.gathers, uncounted(house.table)) == ("lobby", False, "unlisted")
    assert deciding.gathered(house.table) == []
    house.ask(CAT, Sit())


BUSY = [
    (ANN, Start()), (CAT, Sit()), (ANN, messages.SetHints(on=False)), (ANN, messages.SetClock(clock="none")),
    (ANN, messages.SetPreset(name="house")), (ANN, messages.AddBot()), (ANN, Remove(seat=1)), (BEN, Remove(seat=0)),
    (ANN, messages.SetListed(on=True)),
]  # fmt: skip


@pytest.mark.parametrize(("who", "request_"), BUSY)
def test_nobody_begins_it_or_changes_anything_before(who: Guest, request_: messages.FromClient) -> None:
    house = seated(ANN, BEN, game="wizard", seats=3)
    if who is CAT:
        house.ask(BEN, Leave())  # one seat is free now
    house.away = frozenset({ANN.id, BEN.id} - {who.id})  # not there yet
    assert house.refused(who, request_)[0] == "table/already_started"


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
