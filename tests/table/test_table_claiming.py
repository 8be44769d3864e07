"""The rest is mine: who may claim it, how often in vain, and what becomes of the deal."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from table.house import ANN, BEN, CAT, DAN, House, encoded, of_type
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.review.decisions import decisions
from torite.server.bots.thinking import play_out
from torite.table import events
from torite.table.claiming import IN_VAIN, before_claims, claimable, claimed_in_vain, without_claims
from torite.table.decide import claim_holds, decide, stand_in
from torite.table.messages import Claim, Confirm, OpenRest, Start, TakeBack
from torite.table.records import replay
from torite.table.table import Guest
from torite.table.turns import Question, bot_turns
from torite.table.views import public_event, table_record, table_view

PERSONS = (ANN, BEN, CAT, DAN)
GAMES_WITH = sorted(name for name, game in GAMES.items() if game.claimable is not None)


class NoSuchDecisionError(Exception):
    """The match came to its end before."""


def begun(game: str = "schieber", persons: int = 1, seed: int = 1, **new: Any) -> House:
    """Ann, Ben ... and bots in a running match."""
    house = House(game, max(GAMES[game].players[0], persons), seed=seed, **new)
    house.fill(*PERSONS[1:persons])
    house.ask(ANN, Start())
    house.bots()
    return house


def step(house: House, *persons: Guest) -> None:
    """Somebody acts at random, or says OK; then the bots."""
    if house.table.phase == "between":
        for who in persons:
            house.ask(who, Confirm())
    else:
        house.act(next(who for who in persons if house.table.seat_of(who.id) in house.table.asked))
    house.bots()


def question(house: House, who: Guest = ANN) -> Question:
    """What is to be looked up when this person claims."""
    decision = decide(house.table, who, Claim(seq=house.table.seq), house.away, house.now)
    assert decision.steps == []
    assert decision.claim is not None
    return decision.claim


def seek(house: House, holds: bool | None, sure: bool | None = None, persons: int = 1) -> Question:
    """Play on to a decision at which Ann may claim, and her claim holds or not, and she can know it or not."""
    people = PERSONS[:persons]
    seat = house.table.seat_of(ANN.id)
    assert seat is not None
    while house.table.phase != "over":
        told = claimable(house.table, seat)
        if told is not None and (sure is None or sure == (told == "sure")):
            asked = question(house)
            if holds is None or holds == (play_out(house.table.game, asked) is not None):
                return asked
        step(house, *people)
    raise NoSuchDecisionError


def claim(house: House, asked: Question) -> list[tuple[int, str]]:
    """The claim holds, and the deal is played out."""
    line = play_out(house.table.game, asked)
    assert line is not None
    with house.known_seals():
        house.apply(claim_holds(house.table, asked.seat, line, house.now))
    return line


@pytest.mark.parametrize("game", GAMES_WITH)
def test_a_claim_plays_the_deal_out(game: str) -> None:
    """By legal actions of all; loading the table gives the same, and the record is as any other."""
    for seed in range(3, 40):
        house = begun(game, seed=seed)
        with suppress(NoSuchDecisionError):
            asked = seek(house, True)
            break
    hands = asked.state.hands.tolist()
    line = claim(house, asked)
    claimed = house.types.index(events.Claimed)
    acted = [event for _, event, _ in house.told[claimed + 1 :] if isinstance(event, events.Acted)]
    assert [(event.seat, event.code) for event in acted[: len(line)]] == line
    assert {event.by for event in acted[: len(line)]} == {"claim"}
    assert events.DealEnded in house.types[claimed:]
    assert house.table.phase in ("between", "over")
    for who in (ANN, None):
        told = table_view(house.table, who).claimed
        assert isinstance(told, OpenRest)
        assert told.seat == asked.seat
        names = house.table.game.deck.names
        assert [{*map(house.table.game.parse_action, cards)} for cards in told.hands] == [
            {card for card in names if cards >> card & 1} for cards in hands[: len(told.hands)]
        ]
    assert encoded(table_view(house.replayed(), ANN)) == encoded(table_view(house.table, ANN))
    house.play_on(ANN)
    assert house.table.match is not None
    record = table_record(house.table)
    replay(record)
    claims = before_claims(house.table.match)
    assert claims
    for seat in range(len(house.table.seats)):
        _, _, judged = decisions(record, seat, claimed=claims)
        assert all(each.step <= claims.get(each.deal, each.step) for each in judged)
    assert house.table.match.stand_ins == 0


def test_everybody_hears_of_a_claim_that_holds_and_nobody_of_another() -> None:
    house = begun("schieber", persons=4, seed=2)
    seek(house, False, persons=4)
    before = [encoded(table_view(house.table, who)) for who in (BEN, CAT, DAN, None)]
    table = claimed_in_vain(house.table, house.table.seat_of(ANN.id) or 0)
    assert [encoded(table_view(table, who)) for who in (BEN, CAT, DAN, None)] == before
    asked = seek(house, True, persons=4)
    claim(house, asked)
    at, claimed, _ = next(each for each in house.told if isinstance(each[1], events.Claimed))
    for who in (ANN, BEN, None):
        told = encoded(public_event(at, claimed, who))
        assert msgspec.json.decode(told) == {"type": "claimed", "seat": asked.seat, "name": "Ann"}


def test_in_vain_three_times_in_a_deal_and_once_at_a_decision() -> None:
    house = begun("wizard", seed=5)
    seat = house.table.seat_of(ANN.id)
    assert seat is not None
    refusals = []
    while house.table.phase != "over":
        if claimable(house.table, seat) == "may":
            house._table = claimed_in_vain(house.table, seat)
            count = len(house.table.in_vain[seat])
            assert count <= IN_VAIN
            assert house.refused(ANN, Claim(seq=house.table.seq)) == ("move/not_yet", {"left": IN_VAIN - count})
            assert table_view(house.table, ANN).claim is None
        elif claimable(house.table, seat) is None and leads(house, seat):
            refusals.append(house.refused(ANN, Claim(seq=house.table.seq)))
            assert len(house.table.in_vain[seat]) == IN_VAIN
        step(house, ANN)
    assert ("move/too_many_claims", {"max": IN_VAIN}) in refusals
    assert len(set(map(str, refusals))) == 1


def leads(house: House, seat: int) -> bool:
    """Is it a decision of the seat at which it might claim?"""
    asks = house.table.game.claimable
    return seat in house.table.asked and asks is not None and bool(asks(house.position.view(seat), seat))


def test_what_the_seat_knows_may_always_be_claimed() -> None:
    """It tells nothing, so nothing is counted."""
    house = begun("schieber", seed=4)
    asked = seek(house, True, sure=True)
    house._table = without_claims(house.table)
    assert table_view(house.table, ANN).claim == "sure"
    claim(house, question(house))
    assert house.table.claimed is not None
    assert house.table.claimed.seat == asked.seat


def test_a_table_that_was_read_from_the_store_looks_nothing_up_in_this_deal() -> None:
    house = begun("schieber", seed=4)
    seek(house, None, sure=False)
    house._table = without_claims(house.table)
    assert table_view(house.table, ANN).claim is None
    assert house.refused(ANN, Claim(seq=house.table.seq)) == ("move/too_many_claims", {"max": IN_VAIN})
    house.play_on(ANN, until="between")
    seek(house, None, sure=False)


def test_what_may_be_claimed_follows_from_what_the_seat_knows() -> None:
    """Two worlds that look alike to the seat offer it the same."""
    house = begun("schieber", persons=4, seed=6)
    asked = seek(house, None, persons=4)
    match = house.table.match
    assert match is not None
    for seed in range(20):
        other = match.position.copy()
        other.state = match.position.view(asked.seat)
        house.table.game.determinize(other.state, asked.seat, new_rng(bytes([seed])))
        table = replace(house.table, match=replace(match, position=other))
        assert claimable(table, asked.seat) == claimable(house.table, asked.seat)


def test_claims_that_are_refused() -> None:
    house = begun("schieber", persons=2, seed=7)
    assert house.refused(CAT, Claim(seq=house.table.seq)) == ("table/not_seated", {})
    other = begun("emissary")
    assert other.refused(ANN, Claim(seq=other.table.seq)) == ("move/no_claims", {})
    lobby = House("schieber", 4)
    assert lobby.refused(ANN, Claim(seq=lobby.table.seq)) == ("move/no_match", {})
    seen = set()
    while house.table.phase == "playing":
        for who in (ANN, BEN):
            seat = house.table.seat_of(who.id)
            assert seat is not None
            asks = seat in house.table.asked
            assert house.table.game.claimable is not None
            if asks and house.table.game.claimable(house.position.view(seat), seat):
                assert house.refused(who, Claim(seq=house.table.asked[seat] - 1)) == ("move/stale_seq", {})
                continue
            code, params = house.refused(who, Claim(seq=house.table.seq))
            assert params == {}
            seen.add((asks, code))
        step(house, ANN, BEN)
    assert seen == {(True, "move/not_claimable"), (False, "move/not_your_turn")}  # in mid-trick too


def test_a_bot_that_stands_in_late_is_not_claimed_for() -> None:
    house = begun("schieber", persons=2, seed=8, clock="quick")
    seek(house, None, persons=2)
    seat = house.table.seat_of(ANN.id)
    assert seat is not None
    house.now += 1000
    house.apply(stand_in(house.table, seat, True, house.now))
    assert house.refused(ANN, Claim(seq=house.table.seq)) == ("move/out_of_time", {})
    assert table_view(house.table, ANN).claim is None
    assert [turn.seat for turn in bot_turns(house.table)] == [seat]


def test_a_claim_is_not_taken_back() -> None:
    house = begun("schieber", seed=3)
    claim(house, seek(house, True))
    assert table_view(house.table, ANN).take_back is None
    assert house.refused(ANN, TakeBack(seq=house.table.seq))[0] in ("move/no_take_back", "move/no_match")
    assert of_type(house, events.Claimed)
