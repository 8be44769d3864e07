"""Who comes late may ask for the seat of a bot; those who sit there are asked."""

from typing import Any

import pytest

from table.house import ANN, BEN, CAT, DAN, NAMELESS, NOON, House, picture
from torite.games import GAMES
from torite.table.admission import may_look_back
from torite.table.asking import ASKS, asker_gone
from torite.table.counting import uncounted
from torite.table.decide import bot_acts, returned, stand_in
from torite.table.dossier import taken_out, told
from torite.table.events import Proposal, decode
from torite.table.evolution import replayed
from torite.table.messages import Again, Answer, Confirm, Leave, Lock, Remove, Reset, Sit, Start, TakeBack
from torite.table.reading import as_written, recalled
from torite.table.refusals import Refused
from torite.table.table import GONE, Guest
from torite.table.turns import bot_turns, is_late
from torite.table.views import table_record, table_view


def begun(game: str = "schieber", seats: int = 4, **new: Any) -> House:
    """Ann and Ben against bots on all other seats."""
    house = House(game, seats, **new)
    house.ask(BEN, Sit(seat=2 if seats > 2 else 1))
    house.fill()
    house.ask(ANN, Start())
    return house


def offered(house: House) -> list[int]:
    """The seats of which who watches is told that they may be asked for."""
    return [i for i, seat in enumerate(table_view(house.table, DAN, house.away).seats) if seat.may_be_asked_for]


def reply(house: House, who: Guest, yes: bool = True) -> None:
    assert house.table.pending is not None
    house.ask(who, Answer(yes=yes, seq=house.table.pending.seq))


def test_it_is_the_seat_of_who_asks_when_all_agree() -> None:
    house = begun()
    house.ask(CAT, Sit(seat=3))
    for who, mine in ((ANN, False), (CAT, True), (DAN, False)):
        pending = table_view(house.table, who).pending
        assert pending is not None
        assert (pending.what, pending.by, pending.waits) == (Proposal("sit", "Cat", seat=3), None, [0, 2])
        assert (pending.mine, pending.yields) == (mine, who is ANN)
    reply(house, ANN)
    house.ask(CAT, Sit())  # as a program does that has lost its connection: what is asked stays
    before = table_view(house.table, CAT)
    assert before.seat is None and before.scene is not None and before.scene.seat is None
    reply(house, BEN)
    seen = table_view(house.table, CAT)
    assert (seen.seat, seen.seats[3].kind, seen.seats[3].name, seen.pending) == (3, "person", "Cat", None)
    assert seen.scene is not None and seen.scene.seat == 3
    assert not any(turn.seat == 3 for turn in bot_turns(house.table))
    with pytest.raises(Refused, match="not_your_turn"):  # what the bot has thought of comes too late
        bot_acts(house.table, 3, "SA")
    house.ask(CAT, Leave())
    house.ask(DAN, Sit(seat=3))
    house.ask(CAT, Sit())  # it is kept for who has left until it is given
    assert house.table.pending is None
    assert house.table.seat_of(CAT.id) == 3
    house.play_on(ANN, BEN, CAT)
    assert table_record(house.table)["names"][3] == "Cat"
    assert table_view(house.table, CAT).seats[3].played is None
    assert uncounted(house.table) == "stand_in"
    assert house.table.match is not None and house.table.match.guests == (ANN.id, None, BEN.id, CAT.id)


def test_the_log_comes_to_the_same_table() -> None:
    house = begun(clock="quick")
    house.ask(CAT, Sit())
    reply(house, ANN)
    stored = [decode(body) for body in house.log]
    assert picture(replayed(stored)) == picture(recalled(stored)) == picture(house.table)
    reply(house, BEN)
    house.play_on(ANN, BEN, CAT)
    stored = [decode(body) for body in house.log]
    assert picture(replayed(stored)) == picture(recalled(stored)) == picture(house.table)
    match = as_written(stored).match
    assert match is not None and match.names[1] == "Cat"
    assert [event["type"] for event in told(stored, CAT.id, GAMES)][:2] == ["asked", "joined"]
    for seq, event in taken_out(stored, CAT).items():
        stored[seq - 1] = event
    assert not any(CAT.id in str(event) or "Cat" in str(event) for event in stored)
    forgotten = replayed(stored).match
    assert forgotten is not None and forgotten.names[1] == ""


def test_one_no_is_enough_and_nobody_asks_for_ever() -> None:
    house = begun()
    for _ in range(ASKS):
        house.ask(CAT, Sit(seat=1))
        events_before = len(house.log)
        house.ask(CAT, Sit(seat=1))
        assert len(house.log) == events_before
        assert house.refused(DAN, Sit(seat=1)) == ("table/ask_later", {"name": "Cat"})
        reply(house, BEN, yes=False)
        assert house.table.pending is None
    assert house.refused(CAT, Sit(seat=3)) == ("table/too_many_asks", {"max": ASKS})
    house.ask(DAN, Sit(seat=3))
    house.ask(DAN, Sit(seat=1))  # changes his mind
    assert house.refused(ANN, Answer(yes=True, seq=house.table.seq - 1)) == ("move/stale_seq", {})
    house.ask(DAN, Answer(yes=False, seq=house.table.seq))
    assert house.table.pending is None
    assert house.table.seats[1].kind == house.table.seats[3].kind == "bot"
    house.play_on(ANN, BEN, until="between")
    for who in (ANN, BEN):
        house.ask(who, Confirm())
    house.ask(CAT, Sit(seat=3))  # another deal


def test_what_is_refused() -> None:
    house = begun()
    code = house.refused
    assert code(CAT, Sit(seat=0)) == ("table/seat_taken", {})
    assert code(CAT, Sit(seat=4)) == ("table/no_such_seat", {"seat": 5})
    assert code(CAT, Sit(seat=-1)) == ("table/no_such_seat", {"seat": 0})
    assert code(NAMELESS, Sit(seat=1)) == ("name/needed", {})
    assert code(ANN, Sit(seat=1)) == ("table/already_started", {})  # who has a seat keeps it
    house.ask(BEN, Leave())
    house.ask(BEN, Sit(seat=1))  # who has had one gets it back, and never another, whose cards it must not know
    assert house.table.seat_of(BEN.id) == 2
    house.ask(ANN, Reset())
    reply(house, BEN)
    house.ask(ANN, Remove(seat=2))
    house.fill()
    house.ask(ANN, Start())
    assert code(BEN, Sit(seat=1)) == ("table/barred", {})
    house.ask(ANN, Lock(on=True))
    assert code(CAT, Sit(seat=1)) == ("table/locked", {})


def test_who_has_left_is_followed_and_gets_no_other_seat() -> None:
    house = begun()
    house.ask(BEN, Leave())
    house.ask(DAN, Sit(seat=2))
    reply(house, ANN)
    assert house.table.seat_of(DAN.id) == 2
    assert house.refused(BEN, Sit(seat=1)) == house.refused(BEN, Sit()) == ("table/seat_taken", {})
    house.ask(DAN, Leave())
    house.ask(BEN, Sit(seat=1))  # the own one it may be
    assert house.table.pending is not None and house.table.pending.what.seat == 2
    reply(house, ANN)
    assert house.table.seat_of(BEN.id) == 2
    assert picture(house.replayed()) == picture(house.table)
    house.ask(ANN, Reset())
    reply(house, BEN)
    house.ask(BEN, Leave())
    house.fill()
    house.ask(ANN, Start())
    house.ask(BEN, Sit(seat=1))  # another match
    assert house.table.pending is not None and house.table.pending.what.seat == 1


def with_cat() -> House:
    """Ann and Ben, and Cat in the place of a bot, who is away."""
    house = begun()
    house.ask(CAT, Sit(seat=3))
    for who in (ANN, BEN):
        reply(house, who)
    house.away = frozenset({CAT.id})
    assert house.refused(DAN, Sit(seat=3)) == ("table/seat_taken", {})  # nobody has waited for her yet
    house.apply(stand_in(house.table, 3))
    return house


def test_who_comes_back_with_another_phone_asks_for_the_own_seat() -> None:
    house = with_cat()
    house.ask(DAN, Sit(seat=3))
    assert house.table.undecided() == [0, 2]
    reply(house, ANN)
    reply(house, BEN)
    assert (house.table.seat_of(DAN.id), house.table.seat_of(CAT.id)) == (3, None)
    house.away = frozenset()
    house.apply(returned(house.table, CAT))
    assert house.refused(CAT, Sit(seat=1)) == ("table/seat_taken", {})  # she has seen other cards
    assert picture(house.replayed()) == picture(house.table)


def test_who_is_back_first_has_it() -> None:
    house = with_cat()
    house.ask(DAN, Sit(seat=3))
    reply(house, ANN)
    house.away = frozenset()
    house.apply(returned(house.table, CAT))
    assert house.table.pending is None and house.table.seat_of(CAT.id) == 3
    assert house.refused(DAN, Sit(seat=3)) == ("table/seat_taken", {})


def test_one_person_alone_puts_nobody_out_of_a_match() -> None:
    house = with_cat()
    assert offered(house) == [1, 3]
    house.ask(DAN, Sit(seat=3))
    house.ask(BEN, Leave())
    reply(house, ANN)
    assert house.table.seat_of(DAN.id) is None
    assert house.refused(DAN, Sit(seat=3)) == ("table/seat_taken", {})
    house.ask(ANN, Remove(seat=3))
    assert house.refused(DAN, Sit(seat=3)) == ("table/seat_taken", {})
    assert offered(house) == [1, 2]
    house.ask(DAN, Sit(seat=2))  # of who has left by a word of his own


def test_who_has_come_while_somebody_is_away_does_not_put_that_one_out() -> None:
    """Else one alone would do it with two other browsers: the first takes a bot's seat, and agrees."""
    house = begun()
    house.away = frozenset({BEN.id})
    house.apply(stand_in(house.table, 2))
    house.ask(CAT, Sit(seat=3))
    reply(house, ANN)
    assert house.table.seat_of(CAT.id) == 3
    assert house.refused(DAN, Sit(seat=2)) == ("table/seat_taken", {})
    house.ask(ANN, Remove(seat=2))
    assert house.refused(DAN, Sit(seat=2)) == ("table/seat_taken", {})
    assert offered(house) == [1]
    assert picture(house.replayed()) == picture(house.table)


def test_two_agree_while_the_third_goes_away() -> None:
    house = begun("wizard", 4)
    house.ask(CAT, Sit(seat=1))
    reply(house, ANN)
    reply(house, BEN)
    house.ask(Guest("guest-Eve", "Eve"), Sit(seat=3))
    for who in (ANN, BEN, CAT):
        reply(house, who)
    house.away = frozenset({CAT.id})
    house.apply(stand_in(house.table, 1))
    house.ask(DAN, Sit(seat=1))
    reply(house, ANN)
    reply(house, BEN)
    house.away |= {"guest-Eve"}
    house.apply(stand_in(house.table, 3, away=house.away))
    assert house.table.seat_of(DAN.id) == 1


def test_who_sits_there_comes_first() -> None:
    house = begun("wizard", 3)
    while table_view(house.table, ANN).take_back is None:
        house.bots()
        for who in (ANN, BEN):
            if house.table.seat_of(who.id) in house.table.asked:
                house.act(who)
    house.ask(CAT, Sit())
    house.ask(ANN, TakeBack(seq=table_view(house.table, ANN).take_back or 0))
    assert house.table.pending is not None and house.table.pending.what.what == "take_back"
    assert house.refused(CAT, Sit()) == ("table/ask_later", {"name": "Ann"})


def test_somebody_agrees_by_word() -> None:
    house = begun()
    house.ask(CAT, Sit(seat=1))
    for seat in (0, 2, 0, 2):  # whom nobody has seen for long, and whose time to decide is over, too
        house.apply(stand_in(house.table, seat))
    assert house.table.seat_of(CAT.id) is None and house.table.pending is not None
    house.apply(returned(house.table, BEN))
    reply(house, BEN)
    assert house.table.seat_of(CAT.id) == 1


def test_a_lock_shuts_out_who_is_asking_too() -> None:
    house = begun()
    house.ask(CAT, Sit(seat=1))
    house.ask(ANN, Lock(on=True))
    assert house.table.pending is None and house.table.locked


def test_nobody_sits_down_where_the_others_have_gone() -> None:
    house = begun()
    house.ask(CAT, Sit(seat=1))
    for who in (ANN, BEN):
        house.ask(who, Leave())
    assert house.table.pending is None and house.table.seat_of(CAT.id) is None
    assert house.refused(CAT, Sit(seat=1)) == ("table/nobody_to_ask", {})
    bots = House("schieber", 4, sit=False, fill="gentle", start=True)
    assert bots.refused(BEN, Sit(seat=1)) == ("table/nobody_to_ask", {})
    bots.ask(ANN, Sit(seat=1))  # who has opened a table of bots asks nobody
    assert bots.table.seat_of(ANN.id) == 1
    bots.ask(BEN, Sit(seat=3))
    reply(bots, ANN)
    assert bots.table.seat_of(BEN.id) == 3


def test_who_is_gone_asks_no_more() -> None:
    house = begun()
    house.ask(CAT, Sit(seat=1))
    house.apply(asker_gone(house.table, DAN.id))
    assert house.table.pending is not None
    house.apply(asker_gone(house.table, CAT.id))
    assert house.table.pending is None
    house.ask(CAT, Sit(seat=1))
    stored = [decode(body) for body in house.log]
    for seq, event in taken_out(stored, CAT).items():
        stored[seq - 1] = event
    table = replayed(stored)
    assert table.pending is not None and table.pending.asks == GONE
    assert table_view(table, ANN).pending is not None


def test_the_match_ends_while_it_is_asked() -> None:
    house = begun("wizard", 3)
    house.ask(CAT, Sit())
    house.play_on(ANN, BEN)
    assert house.table.pending is None and house.table.seat_of(CAT.id) is None
    assert house.refused(ANN, Answer(yes=True, seq=house.table.seq)) == ("table/no_proposal", {})


def test_who_has_left_is_not_in_the_next_match_and_may_ask() -> None:
    house = begun("rwd", 3, preset="single", seed=3)
    house.ask(BEN, Leave())
    house.play_on(ANN)
    assert may_look_back(house.table, BEN)
    house.ask(ANN, Again())
    seat = house.table.seats[1]
    assert (seat.is_bot, seat.stand_in, seat.guest) == (True, False, None) and seat.name != "Ben"
    house.ask(BEN, Sit(seat=1))
    reply(house, ANN, yes=False)
    house.play_on(ANN)
    assert house.table.match is not None and "Ben" not in house.table.match.names
    assert not may_look_back(house.table, BEN)
    assert picture(house.replayed()) == picture(house.table)


def test_the_time_to_think_begins_anew() -> None:
    house = begun(clock="quick")
    while not (turns := bot_turns(house.table)):
        for who in (ANN, BEN):
            if house.table.seat_of(who.id) in house.table.asked:
                house.act(who)
    seat = turns[0].seat
    house.ask(CAT, Sit(seat=seat))
    house.now = NOON + 1000  # nobody was there, so no bot moved
    reply(house, ANN)
    house.apply(returned(house.table, BEN))
    reply(house, BEN)
    assert house.table.seat_of(CAT.id) == seat
    assert not is_late(house.table, seat, house.now)
    house.act(CAT)
    assert house.table.used.get(seat, 0.0) == 0.0
