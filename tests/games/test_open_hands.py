"""Hands that lie open: all know them from then on and not before, in every world too, and nothing else is told."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.games.load import imported
from torite.games.position import Position
from torite.games.scene import FACE_DOWN, HandZone
from torite.search.players import player

PAGE = Path(__file__).parent / "dummy_whist.py"
GAME = imported(PAGE, str(PAGE))
EACH = pytest.mark.parametrize("dealer_plays", [True, False])


def decisions(dealer_plays: bool, deals: int) -> Iterator[tuple[Position, int]]:
    """Positions of random play, each with the seat opposite the dealer."""
    chance = random.Random(1)
    for seed in range(deals):
        position = Position(GAME, 4, seed=seed, options={"dealer_plays": dealer_plays})
        position.deal()
        while position.actors():
            yield position, (int(position.state.dealer) + 2) % 4
            position.play(chance.choice(position.legal()))


def hands(position: Position, reader: int | None) -> list[HandZone]:
    return [zone for zone in position.scene(reader).zones if isinstance(zone, HandZone)]


@EACH
def test_it_is_seen_by_all_once_a_card_is_led(dealer_plays: bool) -> None:
    for position, dummy in decisions(dealer_plays, 5):
        lies = position.state.seen != 0
        for reader in (0, 1, 2, 3, None):
            for zone in hands(position, reader):
                own = hands(position, zone.seat)[zone.seat]
                known = zone.seat == reader or (lies and zone.seat == dummy)
                assert zone.cards == (own.cards if known else ["?"] * len(own.cards))
                assert zone.open == (lies and zone.seat == dummy and bool(own.cards))
            if reader is not None:
                assert position.view(reader).hands[dummy] == (position.state.hands[dummy] if reader == dummy else 0)


@EACH
def test_every_world_has_it(dealer_plays: bool) -> None:
    rng, others = new_rng(b"open"), set()
    for position, dummy in decisions(dealer_plays, 5):
        for seat in range(4):
            view = position.view(seat)
            world = view.copy()
            GAME.determinize(world, seat, rng)
            assert world.hands[seat] == position.state.hands[seat]
            if position.state.seen:
                assert world.hands[dummy] == position.state.hands[dummy]
            others.add(bool(np.array_equal(world.hands, position.state.hands)))
    assert others == {True, False}  # and the rest is not known


@EACH
def test_two_worlds_look_the_same(dealer_plays: bool) -> None:
    """What else the others hold changes nothing that a seat sees, is asked or told."""
    rng = new_rng(b"two")
    for position, _ in decisions(dealer_plays, 5):
        for seat in range(4):
            twin = position.copy()
            twin.state = position.view(seat)
            GAME.determinize(twin.state, seat, rng)
            assert twin.view(seat).tobytes() == position.view(seat).tobytes()
            assert twin.scene(seat) == position.scene(seat)


def test_the_dealer_chooses_for_the_dummy() -> None:
    chosen = {True: 0, False: 0}
    for dealer_plays in chosen:
        for position, dummy in decisions(dealer_plays, 2):
            if position.state.place == dummy and position.state.seen:
                chosen[dealer_plays] += 1
                assert position.actors() == [int(position.state.dealer) if dealer_plays else dummy]
                held = hands(position, dummy)[dummy].cards
                assert set(position.legal()) <= set(held)
                assert position.scene(position.actors()[0]).legal == position.legal()
    assert chosen == {True: 26, False: 26}


def test_bots_play_with_it() -> None:
    """Searching, and with all hands known from five cards on exactly."""
    bot = player("pimc4+ismcts:30" if JIT else "pimc2+ismcts:4")  # in plain Python the former takes minutes
    position = Position(GAME, 4, seed=2)
    position.deal()
    while seats := position.actors():
        choice = bot.choose(GAME, position.view(seats[0]), seats[0], 1)
        position.play(GAME.codes[choice])
    assert sum(position.state.tricks) == 13


def test_who_sees_all_hands_but_his_own_is_told_how_many_cards_he_holds() -> None:
    hats = Path(__file__).parent / "hats.py"
    position = Position(imported(hats, str(hats)), 4, seed=1)
    position.deal()
    seat = position.actors()[0]
    position.play("place:3")
    own, *others = (hands(position, seat)[(seat + n) % 4].cards for n in range(4))
    assert own == [FACE_DOWN] * 6
    assert not any(FACE_DOWN in cards for cards in others)
    assert hands(position, None)[seat].cards == [FACE_DOWN] * 6
