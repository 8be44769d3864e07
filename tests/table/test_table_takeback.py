"""Taking a move back: who is asked, what is undone, and that nobody learns anything by it."""

from typing import Any

import pytest

from table.house import ANN, BEN, CAT, DAN, House, encoded, of_type, picture
from torite.games import GAMES
from torite.server.people.history import match_summary
from torite.table import events, messages
from torite.table.decide import returned, stand_in
from torite.table.events import Proposal
from torite.table.messages import Act, Answer, Leave, Start, TakeBack
from torite.table.records import replay
from torite.table.table import Guest
from torite.table.takeback import TAKE_BACKS
from torite.table.turns import bot_turns
from torite.table.views import snapshot, table_record, table_view


def begun(game: str = "wysiwyg", persons: int = 2, seats: int = 2, seed: int = 1, **new: Any) -> House:
    """Ann, Ben, Cat ... and bots in a running match."""
    house = House(game, seats, seed=seed, **new)
    house.fill(*(BEN, CAT, DAN)[: persons - 1])
    house.ask(ANN, Start())
    house.bots()
    return house


def mover(house: House) -> Guest:
    """The person whose turn it is."""
    return next(who for who in (ANN, BEN, CAT, DAN) if house.table.seat_of(who.id) in house.table.asked)


def offered(house: House, who: Guest) -> int:
    """What may be taken back, as the person's own view says it."""
    seq = table_view(house.table, who).take_back
    assert seq is not None
    return seq


def answer(house: House, yes: bool) -> Answer:
    assert house.table.pending is not None
    return Answer(yes=yes, seq=house.table.pending.seq)


def seen(house: House, who: Guest | None) -> Any:
    """What a reader sees of the cards and of the score."""
    told = snapshot(house.table, 0, who)
    return encoded(told.table.scene), encoded(told.sheet)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_alone_with_bots_a_match_goes_on_from_where_it_was(game: str) -> None:
    """Whatever chance has done since comes out the same again, and the record tells the match as it was played."""
    seats = max(2, GAMES[game].players[0]) if GAMES[game].players[1] > 1 else 1
    house = begun(game, 1, seats)
    taken = 0
    while house.table.phase != "over" and taken < 40:
        if house.table.phase == "between":
            house.ask(ANN, messages.Confirm())
            house.bots()
            continue
        before, views = picture(house.position), [seen(house, who) for who in (ANN, None)]
        house.act(ANN)
        house.bots()
        if house.chance.random() < 0.4 and table_view(house.table, ANN).take_back is not None:
            move = next(m for m in house.table.match.deals[-1].moves if m.seq == offered(house, ANN))  # type: ignore[union-attr]
            last = of_type(house, events.Acted)[-1]
            house.ask(ANN, TakeBack(seq=move.seq))
            taken += 1
            assert isinstance(house.told[-1][1], events.TakenBack)
            if (last.seat, last.code) == (0, move.code):  # else it was an earlier one
                assert picture(house.position) == before
                assert [seen(house, who) for who in (ANN, None)] == views
    assert taken
    house.play_on(ANN)
    record = table_record(house.table)
    replay(record, verify=True)
    assert picture(house.replayed()) == picture(house.table)
    assert table_view(house.table, ANN).take_backs == taken
    assert house.table.match is not None
    assert match_summary(house.table, house.table.match, 0.0).take_backs == taken


def test_what_is_drawn_again_is_the_same() -> None:
    house = begun("bingo", 1, 2)
    for _ in range(200):
        if house.table.phase == "between":
            house.ask(ANN, messages.Confirm())
            house.bots()
        legal = house.position.legal(0)
        before = picture(house.position)
        house.act(ANN, "draw" if "draw" in legal else None)
        if "draw" in legal:
            break
        house.bots()
    after = picture(house.position)
    house.ask(ANN, TakeBack(seq=offered(house, ANN)))
    assert picture(house.position) == before
    house.act(ANN, "draw")
    assert picture(house.position) == after


def test_all_others_are_asked_and_bots_wait() -> None:
    house = begun("wizard", 3, 4)
    while not house.position.legal()[0].startswith("bid"):
        house.act(mover(house))
    first = mover(house)
    house.act(first)
    house.bots()
    before = offered(house, first)
    house.ask(first, TakeBack(seq=before))
    assert house.table.pending is not None
    assert house.table.pending.what == Proposal("take_back", value=before)
    house.ask(first, TakeBack(seq=before))  # once more means the same
    assert house.types.count(events.Proposed) == 1
    assert bot_turns(house.table) == []
    others = [who for who in (ANN, BEN, CAT) if who != first]
    house.ask(others[0], answer(house, True))
    assert house.types.count(events.TakenBack) == 0
    house.ask(others[1], answer(house, True))
    (taken,) = of_type(house, events.TakenBack)
    assert (taken.seat, taken.acted) == (house.table.seat_of(first.id), before)
    assert house.table.pending is None
    assert mover(house) == first
    assert picture(house.replayed()) == picture(house.table)


def test_one_no_is_enough_and_a_move_of_ones_own_ends_the_question() -> None:
    house = begun()
    first = mover(house)
    second = BEN if first == ANN else ANN
    house.act(first, "pass" if "pass" in house.position.legal() else None)
    house.ask(first, TakeBack(seq=offered(house, first)))
    house.ask(second, answer(house, False))
    assert house.table.pending is None
    house.ask(first, TakeBack(seq=offered(house, first)))
    while house.table.pending is not None:
        house.act(mover(house))
    assert of_type(house, events.Withdrawn)
    assert of_type(house, events.TakenBack) == []


def test_the_question_ends_with_the_deal() -> None:
    house = begun("rwd", 2, 3, preset="single")
    while True:
        table = house.table
        who = mover(house)
        house.act(who)
        house.bots()
        assert house.table.running
        trial = house.position.copy()
        other = BEN if who == ANN else ANN
        if table.position is not None and len(trial.legal(house.table.seat_of(other.id))) == 1:
            trial.play(trial.legal()[0])
            if trial.deal_over():
                break
    house.ask(who, TakeBack(seq=offered(house, who)))
    house.act(other)
    assert events.Withdrawn in house.types[-4:]
    assert house.table.pending is None
    assert house.table.phase == "over"
    assert house.refused(who, TakeBack(seq=1))[0] == "move/no_match"


def test_only_so_often_in_a_deal() -> None:
    house = begun()
    first = mover(house)
    house.act(first)
    seq = offered(house, first)
    for _ in range(TAKE_BACKS):
        house.ask(first, TakeBack(seq=seq))
        house.ask(first, answer(house, False))
    assert table_view(house.table, first).take_back is None
    assert house.refused(first, TakeBack(seq=seq)) == ("move/too_many_take_backs", {"max": TAKE_BACKS})
    assert house.replayed().asked_back == house.table.asked_back


def test_alone_as_well_and_again_in_the_next_deal() -> None:
    house = begun("wizard", 1, 3)
    for _ in range(TAKE_BACKS):
        while house.table.phase == "between":
            house.ask(ANN, messages.Confirm())
            house.bots()
        house.act(ANN)
        house.bots() if house.table.phase == "playing" else None
        if house.table.phase == "playing":
            house.ask(ANN, TakeBack(seq=offered(house, ANN)))
    asked = house.table.asked_back
    assert sum(asked.values()) == house.types.count(events.TakenBack)
    deal = int(house.position.state.deals)
    while int(house.position.state.deals) == deal:
        house.play_on(ANN, until="between")
        house.ask(ANN, messages.Confirm())
    assert house.table.asked_back == {}


def test_the_request_names_the_move() -> None:
    """A second click does not take back the move before, nor is anybody's card played on a table that has gone back."""
    house = begun("wizard", 1, 3)
    house.play_on(ANN, until="between")
    house.ask(ANN, messages.Confirm())
    house.bots()
    house.act(ANN)
    house.bots()
    seq, known = offered(house, ANN), house.table.seq
    house.ask(ANN, TakeBack(seq=seq))
    assert house.refused(ANN, TakeBack(seq=seq))[0] in ("move/stale_seq", "move/no_take_back")
    legal = house.position.legal(0)
    assert house.refused(ANN, Act(code=legal[0], seq=known)) == ("move/stale_seq", {})


def test_two_cannot_ask_at_once() -> None:
    house = begun()
    for _ in range(3):
        house.act(mover(house))
    house.ask(ANN, TakeBack(seq=offered(house, ANN)))
    assert house.refused(BEN, TakeBack(seq=offered(house, BEN))) == ("table/proposal_open", {"name": "Ann"})
    before = house.table.asked_back
    assert before == {0: 1}


def sealed(bid: str) -> House:
    """Ann has bid this under seal, Ben after her, and Ann has had it back."""
    house = begun("wizard", 3, 3, preset="hiddentip")
    while not house.position.legal()[0].startswith("bid"):
        house.act(mover(house))
    house.act(ANN, bid)
    house.act(BEN, "bid:0")
    house.ask(ANN, TakeBack(seq=offered(house, ANN)))
    house.ask(BEN, answer(house, True))
    house.ask(CAT, answer(house, True))
    return house


def test_what_was_sealed_and_taken_back_is_told_to_nobody() -> None:
    one, other = sealed("bid:0"), sealed("bid:1")
    for who in (BEN, CAT, DAN, None):
        assert one.messages(who) == other.messages(who)
    assert one.messages(ANN) != other.messages(ANN)


def test_sealed_bids_until_they_are_shown() -> None:
    house = sealed("bid:1")
    assert sorted(house.table.asked) == [0, 1, 2]  # Ben bids once more: his came later
    for who in (ANN, BEN, CAT):
        house.act(who, "bid:1")
    assert all(table_view(house.table, who).take_back is None for who in (ANN, BEN, CAT))
    assert house.refused(ANN, TakeBack(seq=house.table.seq)) == ("move/no_take_back", {})
    leader = mover(house)
    house.act(leader)
    assert offered(house, leader) == house.table.seq


def test_nobody_else_takes_back_and_nobody_what_a_bot_has_done() -> None:
    house = begun("wizard", 2, 3)
    assert house.refused(DAN, TakeBack(seq=5)) == ("table/not_seated", {})
    assert house.refused(ANN, TakeBack(seq=5))[0] in ("move/no_take_back", "move/stale_seq")
    assert table_view(house.table, DAN).take_back is None
    first = mover(house)
    seat = house.table.seat_of(first.id)
    assert seat is not None
    house.apply(stand_in(house.table, seat))
    house.bots()
    house.apply(returned(house.table, first))
    assert table_view(house.table, first).take_back is None


def test_who_is_away_agrees_and_who_leaves_takes_the_question_along() -> None:
    house = begun()
    first = mover(house)
    second = BEN if first == ANN else ANN
    seat = house.table.seat_of(second.id)
    assert seat is not None
    house.act(first)
    house.ask(first, TakeBack(seq=offered(house, first)))
    house.apply(stand_in(house.table, seat))
    assert of_type(house, events.TakenBack)
    house.apply(returned(house.table, second))
    house.act(first)
    house.ask(first, TakeBack(seq=offered(house, first)))
    house.ask(first, Leave())
    assert house.types[-2:] == [events.Withdrawn, events.Left]


def test_an_announcement_that_costs_nothing_is_passed_over() -> None:
    """A client says it by itself: to take only that back would come to nothing."""
    house = next(each for seed in range(100) if may_say_stoeck(each := begun("schieber", 1, 4, seed)))
    card = of_type(house, events.Acted)[-1]
    assert card.seat == 0
    house.act(ANN, "stoeck:none")
    house.ask(ANN, TakeBack(seq=offered(house, ANN)))
    assert card.code in house.position.legal(0)


def may_say_stoeck(house: House) -> bool:
    """Play the first deal until Ann may say it, but not after her last card."""
    while house.table.phase == "playing" and len(house.position.log) < 40:
        if "stoeck" in house.position.legal(0):
            return True
        house.act(ANN)
        house.bots()
    return False
