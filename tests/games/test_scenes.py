"""What is made once for all readers is what each would have been shown alone."""

import random

import pytest

from torite.games import GAMES
from torite.games.position import Position, Scenes

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
