"""Compile every kernel of a game before somebody waits for it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.search import flat, ismcts, plan, solve
from torite.search.playout import random_matches


def warm(game: Game) -> None:
    """Call each kernel once as the table, the bots and the simulation call it; from the cache if it is there."""
    players = game.players[0]
    position = Position(game, players, seed=0)
    position.deal()
    seat = position.actors()[0]
    for search in (flat, ismcts):
        search.analyse(game, position.view(seat), seat, 0, worlds=1)
    if game.plan is not None:
        plan.analyse(game, position.view(seat), seat, 0, worlds=1)
    while (turn := position.turn) is not None:
        solve.analyse(game, position.view(turn), turn, limit=1)
        position.play(position.legal()[0])
    position.finished()
    states = game.state.new()
    random_matches(game)(states, players, 1, new_rng(b""), np.zeros(2, np.int64), np.zeros(players))


def is_cold() -> bool:
    """Has no game been compiled here before, as it is now?"""
    last: Any = random_matches(GAMES["rwd"])  # the last kernel of a game that is compiled
    return JIT and not any(Path(last._cache.cache_path).glob("playout.random_matches*.nbi"))


def warm_all(games: Iterable[Game]) -> Iterator[str]:
    """Warm one game after the other; yields each name when it is done, for a progress bar."""
    for game in games:
        warm(game)
        yield game.name
