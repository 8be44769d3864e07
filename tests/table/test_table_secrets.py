"""No message carries what its reader may not know (GUIDE §3.6, two worlds).

In every decision of whole matches a second table is made whose hidden cards, sealed bids and secrets are others, but
which one reader cannot tell from the first.  Both tables then go one action further, and all messages to that reader
must be the same, byte by byte.
"""

import random
import re
from dataclasses import replace
from typing import Any, get_args

import msgspec
import numpy as np
import pytest

from table.house import ANN, BEN, CAT, DAN, House, encoded
from torite.cards.rng import new_rng
from torite.games.position import Position
from torite.table import decide as deciding
from torite.table import events, messages, telling
from torite.table.draft import Draft, Step
from torite.table.fairness import Seal
from torite.table.messages import AddBot, Nonce, Sit, Start
from torite.table.refusals import Refused
from torite.table.table import Guest, Seat, Table
from torite.table.views import public_event, snapshot, table_view

PERSONS = (ANN, BEN, CAT)
MATCHES = [
    ("wizard", {"hiddentip": True}, 4),
    ("wizard", {"notequal": True}, 5),
    ("rwd", {"wins": 1, "show_hidden_card_at_end": False}, 3),
    ("rwd", {"wins": 1, "show_hidden_card_at_end": True}, 5),
]


def begun(game: str, options: dict[str, Any], seats: int, seed: int) -> House:
    """Ann, Ben, Cat and bots; Dan watches."""
    house = House(game, seats, options=options, seed=seed)
    for who in (BEN, CAT):
        house.ask(who, Sit())
    while house.table.first_open() is not None:
        house.ask(ANN, AddBot(level="gentle"))
    house.ask(BEN, Nonce(nonce="0123456789abcdef"))
    house.say(CAT, "good luck")
    house.ask(ANN, Start())
    return house


def other_world(table: Table, reader: int, chance: random.Random) -> Table:
    """A table that the seat `reader` cannot tell from `table`: what it cannot know is drawn anew."""
    assert table.match is not None
    position = table.match.position.copy()
    state = position.view(reader)
    table.game.determinize(state, reader, new_rng(chance.randbytes(8)))
    position.state = state
    position.deck = ["?"]
    secret = Seal(table.seal.commitment, chance.randbytes(16).hex(), chance.randbytes(32).hex())
    return replace(
        table,
        match=replace(
            table.match,
            position=position,
            dealt=_other_deal(table.match.dealt, reader, chance),
            seal=secret,
            nonces=("ff",) * len(table.seats),
        ),
        seal=secret,
        seats=tuple(_other_guest(seat, i == reader) for i, seat in enumerate(table.seats)),
    )


def _other_deal(dealt: Position | None, reader: int, chance: random.Random) -> Position | None:
    """The order in which the cards came is another, but for those that the reader was dealt."""
    if dealt is None:
        return None
    other, places = dealt.copy(), dealt.game.places(dealt.state)
    rest = [code for code, place in zip(dealt.deck, places, strict=True) if place != reader]
    chance.shuffle(rest)
    other.deck = [code if place == reader else rest.pop() for code, place in zip(dealt.deck, places, strict=True)]
    return other


def _other_guest(seat: Seat, is_reader: bool) -> Seat:
    return seat if is_reader or seat.kind != "person" else replace(seat, guest=f"other-{seat.guest}", nonce="ff")


def actions(one: Table, other: Table, seat: int, reader: int | None, chance: random.Random) -> tuple[str, str] | None:
    """What `seat` does in both worlds: the same, or, where it is sealed, perhaps something else."""
    assert one.position is not None
    assert other.position is not None
    both = [one.position.legal(seat), other.position.legal(seat)]
    code = chance.choice(both[0])
    sealed = one.game.sealed(one.position.state, seat, one.game.parse_action(code))
    if sealed and seat != reader:
        return code, chance.choice(both[1])
    common = sorted(set(both[0]) & set(both[1]))
    if not common:
        return None
    code = chance.choice(common)
    return code, code


def acted(table: Table, seat: int, code: str) -> list[Step]:
    """Everything that follows from the action."""
    draft = Draft(table)
    deciding._play(draft, seat, code, "person" if table.seats[seat].is_person else "bot")
    return draft.steps


def told(steps: list[Step], guest: Guest | None) -> list[bytes]:
    """All messages of these events to `guest`, while the match is on."""
    return [
        encoded(public_event(before, event, guest)) + encoded(snapshot(after, after.seq, guest))
        for before, event, after in steps
        if after.phase != "over"
    ]


def knows_the_same(one: Table, other: Table, reader: int | None) -> bool:
    """Do the game's own views agree, as the same cards have the same consequences in both worlds?"""
    assert one.position is not None
    assert other.position is not None
    a, b = one.position.view(reader), other.position.view(reader)
    return all(np.array_equal(a[name], b[name]) for name in one.game.state.fields)


@pytest.mark.parametrize(("game", "options", "seats"), MATCHES)
@pytest.mark.parametrize("reader", [0, 2, None])
def test_two_worlds_tell_a_reader_the_same(game: str, options: dict[str, Any], seats: int, reader: int | None) -> None:
    chance = random.Random(f"{game}{options}{reader}")
    house = begun(game, options, seats, seed=chance.randrange(1000))
    guest = PERSONS[reader] if reader is not None else DAN
    compared = differing = 0
    while house.table.phase != "over":
        if house.table.phase == "between":
            for who in PERSONS:
                house.ask(who, messages.Confirm())
            continue
        other = other_world(house.table, reader or 0, chance)
        assert encoded(table_view(house.table, guest)) == encoded(table_view(other, guest))
        seat = chance.choice(list(house.table.asked))
        codes = actions(house.table, other, seat, reader, chance)
        if codes is None:
            codes = (house.position.legal(seat)[0], "")
        with house.known_seals():
            here = acted(house.table, seat, codes[0])
            there = acted(other, seat, codes[1]) if codes[1] else []
        if there and knows_the_same(here[-1].after, there[-1].after, reader):
            assert told(here, guest) == told(there, guest)
            compared += 1
            differing += other.position.state.tobytes() != house.position.state.tobytes()  # type: ignore[union-attr]
        house.apply(here)
    assert compared > 60
    assert differing > compared / 2


@pytest.mark.parametrize(("game", "options", "seats"), MATCHES)
def test_nothing_secret_is_in_any_message(game: str, options: dict[str, Any], seats: int) -> None:
    house = begun(game, options, seats, seed=7)
    house.apply(deciding.stand_in(house.table, 1))
    house.ask(CAT, messages.Leave())
    house.play_on(ANN)
    assert house.table.match is not None
    seal = house.table.match.seal
    secret = [seal.salt, seal.secret, house.position.seed.hex(), "0123456789abcdef", *(who.id for who in PERSONS)]
    for who in (*PERSONS, DAN, None):
        for (_, _, after), message in zip(house.told, house.messages(who), strict=True):
            found = [text for text in secret if text.encode() in message]
            assert not found or (after.phase == "over" and not any("guest" in text for text in found))


@pytest.mark.parametrize(("options", "seats"), [({"hiddentip": True}, 4), ({}, 6)])
def test_wizard_reader_sees_only_own_and_open_cards(options: dict[str, Any], seats: int) -> None:
    """A second look without `Position.view`: every card code in a message is the reader's own or lies open."""
    house = begun("wizard", options, seats, seed=3)
    house.play_on(*PERSONS)
    names, card = house.table.game.deck.names, re.compile(rb'"([RYGB]\d+|[ZN]\d)"')
    for who in (*PERSONS, DAN):
        seat = house.table.seat_of(who.id)
        for (_, _, after), message in zip(house.told, house.messages(who), strict=True):
            if after.position is None:
                continue
            state = after.position.state
            may = int(state.seen) | (int(state.hands[seat]) if seat is not None else 0)
            may_names = {name for c, name in names.items() if may >> c & 1}
            assert {code.decode() for code in card.findall(message)} <= may_names


def test_sealed_bid_is_for_its_own_seat_until_all_are_in() -> None:
    house = begun("wizard", {"hiddentip": True}, 3, seed=1)
    while house.position.scene(None).phase == "trump":
        house.act(PERSONS[next(iter(house.table.asked))])
    for bidder in PERSONS[:2]:
        since = len(house.told)
        house.act(bidder, "bid:1")
        before, event, after = house.told[since]
        for who in (*PERSONS, DAN, None):
            public = public_event(before, event, who)
            assert msgspec.to_builtins(public)["code"] == ("bid:1" if who == bidder else None)
            scene = table_view(after, who).scene
            assert scene is not None
            bid = scene.badges[house.table.seat_of(bidder.id) or 0][1]
            assert (bid.of, bid.hidden) == ((1, False) if who == bidder else (None, True))
    house.act(CAT, "bid:0")
    assert [badges[1].of for badges in house.position.scene(None).badges] == [1, 1, 0]


def test_one_who_has_left_sees_no_hand() -> None:
    house = begun("wizard", {}, 3, seed=1)
    house.ask(BEN, messages.Leave())
    assert encoded(table_view(house.table, BEN)) == encoded(table_view(house.table, DAN))


def test_refusal_tells_only_what_the_sender_may_do() -> None:
    house = begun("wizard", {"hiddentip": True}, 3, seed=1)
    for who in PERSONS:
        seat = house.table.seat_of(who.id)
        if seat in house.table.asked:
            with pytest.raises(Refused) as caught:
                house.act(who, "R1" if "R1" not in house.position.legal(seat) else "R2")
            assert caught.value.params["legal"] == house.position.legal(seat)


def test_public_event_of_every_stored_event() -> None:
    """A new event without a public face would break the broadcast, not leak."""
    today = set(events.Stored.__args__) - {events.ResetAsked, events.Forgotten}  # stand in the store alone
    assert set(telling.STRUCTS) == today
    assert {kind.__struct_config__.tag for kind in get_args(telling.PublicEvent)} == {
        kind.__struct_config__.tag for kind in today
    }


def test_what_a_field_does_not_declare_is_told_to_nobody() -> None:
    class Turned(events.Event, frozen=True, tag="turned"):
        """A card is turned up."""

        seat: events.Told[int]
        below: str

    assert telling.declared(Turned) == {"seat": {"knows": "all"}}
    told = {field.name for kind in telling.STRUCTS.values() for field in msgspec.structs.fields(kind)}
    assert told.isdisjoint({"guest", "salt", "secret", "deck", "nonce", "creator", "time", "at"})
