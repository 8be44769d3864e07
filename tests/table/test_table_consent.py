"""What concerns all is proposed, and happens when all persons at the table agree."""

from typing import Any

import pytest

from table.house import ANN, BEN, CAT, DAN, House, of_type, picture
from torite.table import events
from torite.table.decide import returned, stand_in
from torite.table.events import Proposal
from torite.table.messages import (
    Again,
    Answer,
    FromClient,
    Leave,
    Remove,
    Reset,
    SetHints,
    SetOption,
    SetPreset,
    Share,
    Sit,
    Start,
)
from torite.table.table import Guest
from torite.table.views import snapshot, table_view


def sit_down(game: str = "wizard", **new: Any) -> House:
    """Ann and Ben, and a bot, in the lobby."""
    house = House(game, 3, **new)
    house.fill(BEN)
    return house


@pytest.fixture
def running() -> House:
    house = sit_down()
    house.ask(ANN, Start())
    return house


@pytest.fixture
def over() -> House:
    house = sit_down("rwd", preset="single", seed=3)
    house.ask(ANN, Start())
    house.play_on(ANN, BEN)
    return house


def phase(house: House) -> str:
    return house.table.phase


def answer(house: House, yes: bool) -> Answer:
    assert house.table.pending is not None
    return Answer(yes=yes, seq=house.table.pending.seq)


@pytest.mark.parametrize(
    ("request_", "what"),
    [
        (SetOption(name="tie", value="exact_bids"), Proposal("option", "tie", "exact_bids")),
        (SetPreset(name="hiddentip"), Proposal("preset", "hiddentip")),
        (SetHints(on=False), Proposal("hints", value=False)),
    ],
)
def test_options_change_when_all_agree(request_: FromClient, what: Proposal) -> None:
    house = sit_down()
    before = table_view(house.table, ANN)
    house.ask(ANN, request_)
    pending = table_view(house.table, BEN).pending
    assert pending is not None
    assert (pending.what, pending.by, pending.agreed, pending.waits) == (what, 0, [0], [1])
    house.ask(BEN, answer(house, yes=False))
    refused = table_view(house.table, ANN)
    assert (refused.options, refused.preset, refused.hints, refused.pending) == (
        before.options,
        before.preset,
        before.hints,
        None,
    )
    house.ask(ANN, request_)
    house.ask(BEN, answer(house, yes=True))
    after = table_view(house.table, ANN)
    assert (after.options, after.preset, after.hints) != (before.options, before.preset, before.hints)
    assert after.pending is None
    assert picture(house.replayed()) == picture(house.table)


def test_options_of_one_person_are_asked_together() -> None:
    house = sit_down()
    house.ask(ANN, SetOption(name="tie", value="exact_bids"))
    house.ask(ANN, SetOption(name="quick_ok", value=True))
    pending = table_view(house.table, BEN).pending
    assert pending is not None
    assert pending.what == Proposal("option", "quick_ok", True, {"tie": "exact_bids"})
    assert house.refused(BEN, SetOption(name="hiddentip", value=True)) == ("table/proposal_open", {"name": "Ann"})
    house.ask(ANN, SetOption(name="notequal", value=True))
    house.ask(ANN, SetOption(name="hiddentip", value=True))  # one excludes the other
    house.ask(ANN, SetOption(name="quick_ok", value=False))  # as it was
    house.ask(BEN, answer(house, yes=True))
    changed = [(event.name, event.value) for event in of_type(house, events.OptionSet)]
    assert changed == [("tie", "exact_bids"), ("hiddentip", True)]
    assert picture(house.replayed()) == picture(house.table)


def test_who_takes_another_seat_leaves_no_proposal_on_the_old_one() -> None:
    house = House("wizard", 4)
    house.ask(BEN, Sit())
    house.ask(ANN, SetOption(name="tie", value="exact_bids"))
    house.ask(BEN, Sit(seat=3))
    assert house.table.pending is not None  # it is not Ben's
    house.ask(ANN, Sit(seat=2))
    assert house.table.pending is None
    assert house.types[-3:] == [events.Withdrawn, events.Left, events.Joined]
    house.ask(CAT, Sit(seat=0))
    house.ask(CAT, SetOption(name="quick_ok", value=True))
    pending = table_view(house.table, BEN).pending
    assert pending is not None
    assert (pending.by, pending.what.more) == (0, None)


def test_a_proposal_of_nothing_is_off() -> None:
    house = sit_down()
    house.ask(ANN, SetOption(name="quick_ok", value=True))
    house.ask(ANN, SetOption(name="quick_ok", value=False))
    assert house.table.pending is None
    assert house.types[-1] is events.Withdrawn


def test_who_sits_with_bots_alone_asks_nobody() -> None:
    house = House(fill="gentle")
    house.ask(ANN, SetOption(name="tie", value="exact_bids"))
    house.ask(ANN, Start())
    house.ask(ANN, Reset())
    assert (house.table.phase, house.table.options["tie"]) == ("lobby", "exact_bids")
    assert events.Proposed not in house.types


def test_a_match_ends_for_all_when_all_agree(running: House) -> None:
    running.ask(ANN, Reset())
    running.ask(ANN, Reset())  # once more is as good as once
    assert phase(running) == "playing"
    running.ask(BEN, answer(running, yes=True))
    assert phase(running) == "lobby"


def test_the_match_goes_on_while_something_is_proposed(running: House) -> None:
    running.ask(ANN, Reset())
    running.play_on(ANN, BEN, until="between")
    assert running.table.pending is not None
    running.play_on(ANN, BEN)
    assert running.table.pending is None  # nothing is left to end


def test_who_sits_down_after_the_match_has_not_played_it(over: House) -> None:
    over.ask(BEN, Leave())
    over.ask(CAT, Sit())
    seat = table_view(over.table, CAT).seats[1]
    assert (seat.name, seat.played) == ("Cat", "Ben")
    assert [each.played for each in table_view(over.table, CAT).seats if each != seat] == [None, None]
    over.ask(ANN, Again())
    over.ask(CAT, answer(over, yes=True))
    assert table_view(over.table, CAT).seats[1].played is None


@pytest.mark.parametrize("by", ["again", "start"])
def test_playing_again_is_agreed_and_the_last_match_stays_readable(over: House, by: str) -> None:
    sheet, outcome = snapshot(over.table, over.table.seq, BEN).sheet, table_view(over.table, BEN).outcome
    assert snapshot(over.table, over.table.seq, BEN).last is None  # it is still there itself
    over.ask(ANN, Again() if by == "again" else Start())
    assert phase(over) == "over"
    over.ask(BEN, answer(over, yes=True))
    assert phase(over) == "playing"
    last = snapshot(over.table, over.table.seq, BEN).last
    assert last is not None
    assert (last.number, last.names[:2], last.sheet, last.outcome) == (1, ["Ann", "Ben"], sheet, outcome)
    over.ask(ANN, Reset())
    over.ask(BEN, answer(over, yes=True))
    assert snapshot(over.table, over.table.seq, DAN).last == last


def test_one_proposal_at_a_time(running: House) -> None:
    running.ask(ANN, Reset())
    stale = answer(running, yes=True)
    running.ask(ANN, answer(running, yes=False))  # takes it back
    assert running.refused(BEN, stale) == ("table/no_proposal", {})
    running.ask(BEN, Reset())
    assert running.refused(ANN, stale) == ("move/stale_seq", {})
    assert running.refused(DAN, answer(running, yes=True)) == ("table/not_seated", {})
    running.ask(ANN, answer(running, yes=True))
    assert phase(running) == "lobby"
    running.ask(ANN, SetHints(on=False))
    assert running.refused(BEN, SetOption(name="notequal", value=True)) == ("table/proposal_open", {"name": "Ann"})
    running.ask(ANN, SetOption(name="notequal", value=True))  # instead of it
    assert running.table.pending is not None
    assert running.table.pending.what == Proposal("option", "notequal", True)


def test_those_who_propose_in_vain_take_turns() -> None:
    house = sit_down()
    options: dict[Guest, SetHints | SetOption] = {ANN: SetHints(on=False), BEN: SetOption(name="notequal", value=True)}
    house.ask(ANN, options[ANN])
    for one, other in ((ANN, BEN), (BEN, ANN)) * 2:
        house.ask(other, answer(house, yes=False))
        house.ask(one, options[one])  # at once again
        house.ask(other, options[other])
        assert house.table.pending is not None and house.table.pending.by == house.table.seat_of(other.id)
        assert house.refused(one, options[one])[0] == "table/proposal_open"
    assert house.replayed() == house.table


def test_those_who_plot_do_not_keep_the_place_from_a_third_one() -> None:
    house = House("wizard", 4)
    house.fill(BEN, CAT)
    options: dict[Guest, SetHints | SetOption] = {BEN: SetHints(on=False), CAT: SetOption(name="notequal", value=True)}
    mine = SetOption(name="quick_ok", value=True)
    for one in (BEN, CAT):
        house.ask(one, options[one])  # at once, before Ann can
        house.ask(ANN, answer(house, yes=False))
    for refuses in (BEN, CAT):
        house.ask(BEN, options[BEN])
        pending = table_view(house.table, ANN).pending
        assert pending is not None and pending.yields
        house.ask(ANN, mine)
        assert {house.refused(who, options[who])[0] for who in options} == {"table/proposal_open"}
        house.ask(refuses, answer(house, yes=False))
        for one in (BEN, CAT):
            house.ask(one, options[one])
            house.ask(ANN, answer(house, yes=False))
    assert house.replayed() == house.table


def test_who_made_room_has_not_had_a_turn() -> None:
    house = House("wizard", 4)
    house.fill(BEN, CAT)
    mine, option = SetOption(name="quick_ok", value=True), SetHints(on=False)
    house.ask(ANN, mine)
    house.ask(BEN, answer(house, yes=False))
    for one in (BEN, CAT):
        house.ask(ANN, mine)
        house.ask(one, option)
        house.ask(ANN, answer(house, yes=False))
    house.ask(ANN, mine)
    assert {house.refused(who, option)[0] for who in (BEN, CAT)} == {"table/proposal_open"}


@pytest.mark.parametrize("is_away", [False, True])
def test_who_changes_a_proposal_or_leaves_has_had_a_turn(is_away: bool) -> None:
    house = sit_down()
    house.ask(BEN, SetHints(on=False))
    seen = answer(house, yes=False)
    if is_away:
        house.ask(BEN, Leave())
        house.ask(BEN, Sit())
    else:
        house.ask(BEN, SetOption(name="notequal", value=True))  # meanwhile
        assert house.refused(ANN, Answer(yes=True, seq=seen.seq)) == ("move/stale_seq", {})
        house.ask(ANN, seen)
        assert house.table.pending is None
    house.ask(BEN, SetHints(on=False))
    house.ask(ANN, SetOption(name="quick_ok", value=True))
    assert house.table.pending is not None and house.table.pending.by == 0


def test_what_one_asked_of_somebody_removed_since_can_be_asked_again(running: House) -> None:
    running.ask(ANN, Reset())
    running.ask(ANN, Remove(seat=1))  # of which Ben is not asked
    assert running.types[-2:] == [events.Withdrawn, events.Removed]
    assert running.table.pending is None
    running.ask(ANN, Reset())
    assert phase(running) == "lobby"


def test_who_has_been_agreed_with_since_has_the_place() -> None:
    house = sit_down()
    house.ask(ANN, SetHints(on=False))
    house.ask(BEN, answer(house, yes=False))
    house.ask(ANN, SetHints(on=False))
    house.ask(BEN, answer(house, yes=True))
    house.ask(ANN, SetHints(on=True))
    assert house.refused(BEN, SetOption(name="notequal", value=True))[0] == "table/proposal_open"
    assert house.replayed() == house.table


def test_who_is_to_be_removed_does_not_take_the_place_of_that() -> None:
    house = House("wizard", 3)
    house.fill(BEN, CAT)
    house.ask(ANN, Start())
    house.ask(ANN, Remove(seat=1))
    house.ask(CAT, answer(house, yes=False))
    house.ask(ANN, Remove(seat=1))
    assert house.refused(BEN, Reset())[0] == "table/proposal_open"
    house.ask(CAT, Reset())
    assert house.table.pending is not None and house.table.pending.by == 2


def test_an_answer_without_a_proposal_is_refused(running: House) -> None:
    assert running.refused(ANN, Answer(yes=True, seq=0)) == ("table/no_proposal", {})


def test_who_is_away_for_too_long_agrees(running: House, over: House) -> None:
    running.ask(ANN, Reset())
    running.apply(stand_in(running.table, 1))
    assert phase(running) == "lobby"
    over.ask(ANN, Again())
    over.apply(stand_in(over.table, 1))
    assert phase(over) == "playing"
    assert events.Answered(1, yes=True, absent=True) in [event for _, event, _ in over.told]
    assert stand_in(over.table, 2) == []  # a bot


@pytest.mark.parametrize(("clock", "bots"), [("none", [1, 2]), ("daily", [])])
def test_a_rematch_waits_for_nobody_once_more(clock: events.Clock, bots: list[int]) -> None:
    """Thirty seconds after who was asleep had been waited for, all waited thirty more for the first move."""
    house = House("wizard", 3, clock=clock)
    house.fill(BEN, CAT)
    house.ask(ANN, Start())
    house.play_on(ANN, BEN, CAT)
    house.away = frozenset({BEN.id, CAT.id})
    house.ask(ANN, Again())
    house.apply(stand_in(house.table, 1, away=house.away))
    house.away |= {ANN.id}  # who has asked for it is waited for as in any match
    house.apply(stand_in(house.table, 2, away=house.away))
    assert phase(house) == "playing"
    assert [i for i, seat in enumerate(house.table.seats) if seat.stand_in] == bots
    house.apply(returned(house.table, BEN))
    assert house.table.seats[1].is_person


def test_who_comes_back_is_asked_again() -> None:
    house = House(seats=3)
    house.ask(BEN, Sit())
    house.ask(CAT, Sit())
    house.ask(ANN, Start())
    house.ask(ANN, Reset())
    house.apply(stand_in(house.table, 2))
    house.apply(returned(house.table, CAT))
    assert house.table.undecided() == [1, 2]
    house.ask(BEN, answer(house, yes=True))
    assert phase(house) == "playing"
    house.ask(CAT, answer(house, yes=True))
    assert phase(house) == "lobby"


def test_who_leaves_is_not_asked_and_takes_along_what_it_proposed(running: House, over: House) -> None:
    running.ask(ANN, Reset())
    running.ask(BEN, Leave())
    assert phase(running) == "lobby"
    over.ask(ANN, Again())
    over.ask(ANN, Leave())
    assert (over.table.phase, over.table.pending) == ("over", None)


def test_leaving_is_never_refused_because_of_a_proposal(over: House) -> None:
    over.ask(BEN, Remove(seat=2))
    over.ask(CAT, Sit())
    over.ask(ANN, Again())
    over.ask(BEN, answer(over, yes=True))
    over.ask(CAT, Leave())  # all the others agree, but two are too few
    assert (over.table.phase, over.table.pending) == ("over", None)
    assert over.types[-1] is events.Withdrawn


def test_a_match_is_made_public_by_all_who_played_and_by_a_word_alone(over: House) -> None:
    assert not table_view(over.table, None).shared
    over.ask(ANN, Share())
    over.apply(stand_in(over.table, 1))
    assert over.table.undecided() == [1]
    over.ask(BEN, answer(over, yes=True))
    assert table_view(over.table, None).shared
    over.ask(BEN, Leave())
    over.ask(CAT, Sit())
    over.ask(CAT, Share())  # nothing to do any more
    assert over.table.pending is None


def test_a_match_is_not_made_public_behind_the_back_of_one_who_played(over: House) -> None:
    over.ask(ANN, Share())
    over.ask(BEN, Leave())
    assert (over.table.pending, table_view(over.table, None).shared) == (None, False)
    assert over.refused(ANN, Share()) == ("table/no_such_player", {"name": "Ben"})


def test_only_a_finished_match_is_made_public(running: House) -> None:
    assert running.refused(ANN, Share()) == ("table/not_over", {})
    assert running.refused(DAN, Share()) == ("table/not_seated", {})


def test_a_log_of_before_there_were_proposals_is_still_read(running: House) -> None:
    running.log.append(events.encode(events.ResetAsked(0)))
    assert running.replayed().phase == "playing"
