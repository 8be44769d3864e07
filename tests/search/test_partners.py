"""Who plays with whom: for every game, and by what a deal turns out to be worth."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import imported
from torite.games.position import Position
from torite.search import pimc, solve

WHIST = Path(__file__).parents[2] / "examples" / "whist.py"
OPPOSITE = [{0, 2}, {1, 3}, {0, 2}, {1, 3}]
CASES: list[tuple[Game, int, dict[str, object]]] = [
    (game, n, {}) for game in GAMES.values() for n in range(game.players[0], game.players[1] + 1)
]
CASES.append((GAMES["coiffeur"], 4, {"form": "singles"}))
IDS = [f"{game.name}-{n}{'-'.join(map(str, options.values()))}" for game, n, options in CASES]


def sides(game: Game, s: Any) -> list[set[int]]:
    """With whom each seat plays."""
    return [{q for q in range(s.players) if int(game.partners(s, p)) >> q & 1} for p in range(s.players)]


def expected(position: Position) -> list[set[int]]:
    """The same from the rules: Schieber and Coiffeur in pairs have partners; one who declares singly is alone."""
    name, n = position.game.name, position.players
    in_pairs = n == 4 and position.options.get("form") == "pairs"
    if name == "schieber" or (name == "coiffeur" and in_pairs):
        return OPPOSITE
    declarer = next((seat for seat, code in position.log if code.startswith("contract:")), None)
    if name == "coiffeur" and declarer is not None:
        return [{p} if p == declarer else {*range(n)} - {declarer} for p in range(n)]
    return [{p} for p in range(n)]


@pytest.mark.parametrize(("game", "players", "options"), CASES, ids=IDS)
def test_sides_are_those_of_the_rules(game: Game, players: int, options: dict[str, object]) -> None:
    rng, points = random.Random(3), np.zeros(players)
    for seed in range(3):
        position = Position(game, players, seed=seed, options=options)
        position.deal()
        last = sides(game, position.state)
        while seats := position.actors():
            last = sides(game, position.state)
            assert last == expected(position)
            assert pimc.fits(game, position.view(seats[0])) == (len({tuple(side) for side in last}) == 2)
            position.play(rng.choice(position.legal(seats[0])), seats[0])
        game.score(position.state, points)
        assert all(points[p] == points[q] for p, side in enumerate(last) for q in side)


def test_the_partner_of_a_game_from_outside_is_no_enemy() -> None:
    whist = imported(WHIST, str(WHIST))
    position = Position(whist, 4, seed=1)
    position.deal()
    assert sides(whist, position.state) == OPPOSITE and pimc.fits(whist, position.state)


def best(game: Game, s: Any, seat: int, side: set[int]) -> float:
    """`score` of the seat if its side plays for it and everybody else against it, by trying everything."""
    mover = int(game.actors(s)).bit_length() - 1
    if mover < 0:
        points = np.zeros(int(s.players))
        game.score(s, points)
        return float(points[seat])
    values = []
    for action in list_actions(game.legal(s, mover)):
        after = s.copy()
        game.play(after, mover, action)
        values.append(best(game, after, seat, side))
    return max(values) if mover in side else min(values)


@pytest.mark.parametrize("case", ["whist", "pairs", "singles"])
def test_partners_play_together_in_exact_play(case: str) -> None:
    game = imported(WHIST, str(WHIST)) if case == "whist" else GAMES["coiffeur"]
    rng, tried = random.Random(case), 0
    for seed in range(6):
        position = Position(game, 4, seed=seed, options={} if case == "whist" else {"form": case})
        position.deal()
        while int(position.state.held.sum()) > 8:
            position.play(rng.choice(position.legal()))
        seat = position.turn
        assert seat is not None
        side = OPPOSITE[seat] if case == "whist" else expected(position)[seat]
        states = game.state.new(solve.DEEPEST)
        states[0] = position.state
        found = solve.solve_world(game, states, seat)
        assert found is not None
        for action, value in zip(found.actions, found.values, strict=True):
            after = position.state.copy()
            game.play(after, seat, action)
            assert value == pytest.approx(best(game, after, seat, side))
            tried += 1
    assert tried > 6
