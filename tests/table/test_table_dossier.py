"""What a table's events hold about a guest: told to that guest alone, and taken out so that the table stays whole."""

import msgspec
import pytest

from table.house import ANN, BEN, CAT, House
from torite.games import GAMES
from torite.table import dossier, events, messages
from torite.table.events import Stored
from torite.table.evolution import replayed
from torite.table.records import replay
from torite.table.table import Guest
from torite.table.views import snapshot, table_record


def stored(house: House) -> list[Stored]:
    return [events.decode(body) for body in house.log]


def without(house: House) -> list[Stored]:
    """The events once Ann has been taken out."""
    log = stored(house)
    return [*({**dict(enumerate(log, 1)), **dossier.taken_out(log, ANN)}).values()]


def played() -> House:
    """A match of Ann, Ben and a bot, with some talk, that is over; then Ann has reset the table."""
    house = House("wizard", 3)
    house.ask(BEN, messages.Sit())
    house.ask(ANN, messages.AddBot())
    house.say(ANN, "I am Ann")
    house.say(BEN, "well played")
    house.ask(ANN, messages.Nonce(nonce="00112233"))
    house.ask(ANN, messages.Start())
    house.play_on(ANN, BEN)
    return house


@pytest.fixture(scope="module")
def over() -> House:
    return played()


def test_nothing_tells_of_the_guest_any_more(over: House) -> None:
    told = b"".join(events.encode(event) for event in without(over))
    assert ANN.id.encode() not in told
    assert b"Ann" not in told
    assert BEN.id.encode() in told
    assert b"well played" in told


def test_the_match_is_the_same_and_holds_by_the_letter(over: House) -> None:
    before, after = table_record(over.table), table_record(replayed(without(over)))
    assert before["names"] == ["Ann", "Ben", "Haru"]
    assert after["names"] == [None, "Ben", "Haru"]
    assert {**after, "names": None} == {**before, "names": None}
    replay(msgspec.json.decode(msgspec.json.encode(after)), verify=True)


def test_others_see_the_same_table(over: House) -> None:
    one, other = (snapshot(table, table.seq, BEN) for table in (over.table, replayed(without(over))))
    assert other.table.scene == one.table.scene
    assert other.table.seats[0].name is None
    assert [line.text for line in other.chat] == ["well played"]


def test_the_name_in_a_reset_goes_and_the_namesake_stays() -> None:
    house = House("wizard", 4, sit=False)
    namesake = Guest("another", "Ann")
    for who in (ANN, namesake, BEN):
        house.ask(who, messages.Sit())
    house.ask(ANN, messages.Start())
    house.ask(ANN, messages.Reset())
    for who in (namesake, BEN):
        assert house.table.pending is not None
        house.ask(who, messages.Answer(yes=True, seq=house.table.pending.seq))
    assert events.WasReset in house.types
    log = without(house)
    assert [event.name for event in log if isinstance(event, events.WasReset)] == [""]
    assert [event.name for event in log if isinstance(event, events.Joined)] == ["", "Ann (2)", "Ben"]


def test_a_name_that_was_changed_goes_as_well() -> None:
    house = House("wizard", 3)
    house.ask(Guest(ANN.id, "Anne"), messages.Sit(seat=0))
    assert dossier.names(stored(house), Guest(ANN.id, "Annette")) == {"Ann", "Anne", "Annette"}
    told = b"".join(events.encode(event) for event in without(house))
    assert ANN.id.encode() not in told
    assert b"Ann" not in told


def test_nobody_is_the_one_who_is_gone(over: House) -> None:
    table = replayed(without(over))
    assert all(table.seat_of(who.id) != 0 for who in (ANN, BEN, CAT))
    assert table.match is not None
    assert None not in table.match.guests[:2]  # the record stays private


def test_a_guest_is_told_what_is_about_himself_and_nothing_else(over: House) -> None:
    log = stored(over)
    told = dossier.told(log, ANN.id, GAMES)
    kinds = {event["type"] for event in told}
    assert kinds >= {"created", "joined", "said", "nonce_given", "acted", "confirmed"}
    assert not kinds & {"dealt", "deal_ended", "finished", "started", "bot_added"}
    acts = [event for event in log if isinstance(event, events.Acted) and event.seat == 0]
    assert [event["code"] for event in told if event["type"] == "acted"] == [event.code for event in acts]
    text = msgspec.json.encode(told)
    for secret in (b"well played", b"secret", b"salt", BEN.id.encode(), ANN.id.encode()):
        assert secret not in text


def test_what_a_bot_does_on_the_own_seat_is_not_told() -> None:
    house = House("wizard", 3, fill="gentle", start=True)
    house.bots()
    house.ask(ANN, messages.Leave())
    house.bots()
    told = dossier.told(stored(house), ANN.id, GAMES)
    assert [event["type"] for event in told][-1] == "left"
    assert all(event.get("by") != "bot" for event in told)


def test_both_who_change_places_are_told_of_it() -> None:
    house = House("wizard", 3)
    house.ask(BEN, messages.Sit())
    house.ask(ANN, messages.Swap(seat=1))
    house.ask(BEN, messages.Swap(seat=0))
    house.ask(BEN, messages.Leave())
    for who, others in (ANN, ["created", "joined", "proposed"]), (BEN, ["joined", "answered"]):
        told = dossier.told(stored(house), who.id, GAMES)
        left = ["left"] if who is BEN else []
        assert [event["type"] for event in told] == [*others, "swapped", *left]


def test_of_a_game_that_the_house_has_no_more_the_words_are_told(over: House) -> None:
    told = dossier.told(stored(over), ANN.id, {})
    assert [event["type"] for event in told] == ["created", "joined", "said"]


def test_old_lines_without_an_id_go_by_their_name() -> None:
    log: list[Stored] = [
        events.Created("t", "wizard", 3, "seed", {}, "", ""),
        events.Joined(0, ANN.id, "Ann"),
        events.Said(0, "Ann", "old"),
        events.Said(1, "Ben", "old"),
    ]
    assert dossier.taken_out(log, ANN) == {2: events.Joined(0, "gone", ""), 3: events.Forgotten()}
