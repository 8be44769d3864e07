"""No message carries what its reader may not know; how two worlds are compared stands in two_worlds.py."""

import itertools
import pkgutil
import random
import re
from typing import Any, get_args
from unittest import mock

import msgspec
import pytest
from worlds import random_options

from table.house import ANN, BEN, CAT, DAN, encoded
from table.two_worlds import PERSONS, Tally, begun, compare
from torite.games import GAMES
from torite.games.scenes import Scenes
from torite.table import claiming, events, messages, telling
from torite.table import decide as deciding
from torite.table.messages import Fairness
from torite.table.refusals import Refused
from torite.table.views import public_event, table_view

MATCHES = [
    ("wizard", {"hiddentip": True}, 4),
    ("wizard", {"notequal": True}, 5),
    ("rwd", {"wins": 1, "show_hidden_card_at_end": False}, 3),
    ("rwd", {"wins": 1, "show_hidden_card_at_end": True}, 5),
]
ENOUGH = 60  # decisions of a match that are compared


@pytest.mark.parametrize("name", [*GAMES])
@pytest.mark.parametrize("reader", [0, 1, 2])
def test_two_worlds_tell_a_reader_the_same(name: str, reader: int) -> None:
    """`python bench/leaks.py` does it a million times."""
    game, chance = GAMES[name], random.Random(f"{name}{reader}")
    seats = game.players[reader % len(game.players)]
    options = random_options(game, chance)
    done = [Tally()]
    for seed in itertools.count():
        done += itertools.islice(compare(name, options, seats, reader % seats, seed), ENOUGH)
        if sum(tally.actions for tally in done) > ENOUGH:
            break
    assert sum(tally.apart for tally in done) > sum(tally.actions for tally in done) / 2


LEAKS: dict[str, tuple[str, str, Any]] = {
    "the scene of the next seat": (
        "wizard",
        "torite.table.views.Scenes.of",
        lambda of: lambda self, seat: of(self, 1 if seat is None else 1 - seat),
    ),
    "sealed bids": ("wizard", "torite.games.game.Game.is_sealed", lambda _: lambda *args: False),
    "the seal": ("bingo", "torite.table.views._fairness", lambda _: lambda table: Fairness(table.seal.secret)),
    "the order of the stock": (
        "bingo",
        "torite.table.views.Sight._as_dealt",
        lambda _: lambda self, seat, hand: self._table.match.dealt.deck,
    ),
    "how many cards could be claimed": (
        "schieber",
        "torite.table.views.claimable",
        lambda _: lambda table, seat, view: int(table.position.state.hands[1 - seat]) & 1,
    ),
}


@pytest.mark.parametrize("leak", [*LEAKS])
def test_a_planted_leak_is_noticed(leak: str) -> None:
    name, where, leaky = LEAKS[leak]
    game, matches = GAMES[name], range(20)
    options = game.full_options({"hiddentip": True} if name == "wizard" else {}, "seed")
    with mock.patch(where, leaky(pkgutil.resolve_name(where))), pytest.raises(AssertionError):
        for seed in matches:
            list(compare(name, options, game.players[0], 0, seed))


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
    today = set(events.Stored.__args__) - set(events.UNTOLD)
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
    assert told.isdisjoint({"guest", "salt", "secret", "deck", "nonce", "creator", "at"})
    timed = [kind for kind, told in telling.STRUCTS.items() if "time" in told.__struct_fields__]
    assert timed == [events.Said]  # nobody is told how long somebody has thought


@pytest.mark.parametrize("game", ["bingo", "wysiwyg"])  # where nothing may be claimed, and where it may
def test_what_is_said_has_nobodys_cards_looked_at_again(game: str) -> None:
    """How long that takes depends on them, so who talks could measure the hand of whoever has to decide."""
    house = begun(game, {}, 2, seed=1)
    readers = (*PERSONS[:2], None)
    with mock.patch.object(claiming, "is_sure", return_value=False) as looked:
        while house.table.game.claimable is not None and not looked.called:
            house.act(PERSONS[min(house.table.asked)])
            assert all(table_view(house.table, who).scene for who in readers)
    seen = [table_view(house.table, who) for who in readers]
    others = [begun("bingo", {}, 2, seed) for seed in range(2, 12)]  # of whoever measures, who talks there as well
    assert all(table_view(other.table, None).scene for other in others)
    again = mock.Mock(side_effect=AssertionError)
    with mock.patch.object(Scenes, "_made", again), mock.patch.object(claiming, "is_sure", again):
        house.say(DAN, "hello")
        assert [table_view(house.table, who) for who in readers] == seen
    house.act(PERSONS[min(house.table.asked)])
    assert table_view(house.table, None).scene != seen[-1].scene
