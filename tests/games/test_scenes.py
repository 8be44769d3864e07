"""What is made once for all readers is what each would have been shown alone."""

import random
from dataclasses import replace

import pytest

from torite.games import GAMES
from torite.games.position import Position
from torite.games.scene import FactZone, HandZone, LaidZone, TrickZone
from torite.games.scenes import Scenes
from torite.games.zones import BadgeSpec, Fact, Laid

ACTIONS = 60


@pytest.mark.parametrize("name", sorted(GAMES))
def test_shared_scenes_are_those_of_each_reader(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    position = Position(game, game.players[1], seed=1, preset=list(game.presets)[-1])
    for _ in range(ACTIONS):
        if position.deal_over():
            if position.finished():
                return
            position.deal()
        scenes = Scenes(game, position.state)
        for seat in (None, *range(position.players)):
            v, seen = position.view(seat), scenes.of(seat)
            assert seen.zones == [zone for spec in game.zones for zone in spec.zones(v, seat, game.deck)]
            figures = [spec.badges(v, seat) for spec in game.badges if spec.shown(v)]
            assert seen.badges == [[figure[p] for figure in figures] for p in range(position.players)]
            told = (game.phase(v), game.deals(v), game.direction(v), position.actors())
            assert seen.legal == ([] if seat is None else position.legal(seat))
            assert (seen.phase, seen.deals, seen.direction, seen.turn) == told
        seat = rng.choice(position.actors())
        position.play(rng.choice(position.legal(seat)), seat)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_card_alone_goes_before_its_seat(name: str) -> None:
    """The browser lays it there before the server has answered."""
    game, rng = GAMES[name], random.Random(name)
    position = Position(game, game.players[1], seed=1)
    for _ in range(2 * ACTIONS):
        if position.deal_over():
            if position.finished():
                return
            position.deal()
        seat = rng.choice(position.actors())
        code = rng.choice(position.legal(seat))
        zones = position.scene(seat).zones
        hand = next((zone for zone in zones if isinstance(zone, HandZone) and zone.seat == seat), None)
        trick = next((zone for zone in zones if isinstance(zone, TrickZone)), None)
        position.play(code, seat)
        if hand and trick and code in hand.cards:
            after = next(zone for zone in position.scene(seat).zones if isinstance(zone, TrickZone))
            assert trick.cards[seat] is None
            assert code in (after.cards[seat], after.last and after.last.cards[seat])


def test_a_figure_that_each_reader_sees_otherwise() -> None:
    held = BadgeSpec("held", "number", lambda v, seat: [-1 if p != seat else p for p in range(v.players)])
    game = replace(GAMES["wizard"], badges=(*GAMES["wizard"].badges, held))
    position = Position(game, 3, seed=1)
    position.deal()
    scenes = Scenes(game, position.state)
    for seat in (None, 0, 1, 2):
        shown = [panel[-1].value for panel in scenes.of(seat).badges]
        assert shown == [p if p == seat else -1 for p in range(3)]


def test_what_lies_before_the_seats_is_shown_where_there_is_any() -> None:
    tasks = Laid(lambda v: [0, 1 << 17 | 1 << 2, 0], "task")
    game = replace(GAMES["wizard"], zones=(*GAMES["wizard"].zones, tasks))
    position = Position(game, 3, seed=1)
    position.deal()
    for seat in (None, 0, 1):
        assert Scenes(game, position.state).of(seat).zones[-1] == LaidZone("task", 1, ["Y2", "R3"])


def test_a_seat_that_is_nobody_is_told_as_nobody() -> None:
    facts = (Fact("best", "wins", seat=True), Fact("turn", "turn", seat=True), Fact("best", "figure"))
    game = replace(GAMES["wizard"], zones=(*GAMES["wizard"].zones, *facts))
    position = Position(game, 3, seed=1, first=0)
    position.deal()
    told = [FactZone("wins", None, seat=True), FactZone("turn", 1, seat=True), FactZone("figure", -1)]
    assert position.scene().zones[-3:] == told


def test_where_each_meets_the_own_bid_a_deal_has_no_winner() -> None:
    position, rng = Position(GAMES["wizard"], 3, seed=1), random.Random(1)
    position.deal()
    while not position.deal_over():
        seat = rng.choice(position.actors())
        position.play(rng.choice(position.legal(seat)), seat)
    assert len(set(position.worths())) > 1
    assert [meaning.won for meaning in position.scene(0).meant] == [False] * 3
