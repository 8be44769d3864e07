"""Flat Monte Carlo: for each legal action the mean result over worlds that could be true and random playouts.

Any game; what it knows of itself is in `Game.likely`.  Every drawn world is tried with every legal action, so the
comparison of actions is paired.  Simultaneous bids need nothing special: the others' sealed bids are part of the world
or of the playout.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import count_actions, list_actions, nth_action
from torite.cards.kernel import Rng, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.search.analysis import Analysis
from torite.search.clock import spend
from torite.search.playout import playout
from torite.search.possible import check_view

FIRST_CHUNK = 4  # worlds


@cache
def try_worlds(game: Game) -> Callable[..., None]:
    """Kernel (states, seat, worlds, rng, totals).

    states   the game's record[3]: the view of `seat`, then room for a world and a trial
    totals   float64[legal actions], added to: results of the seat
    """
    legal, play, score, determinize = game.legal, game.play, game.score, game.determinize
    play_out = playout(game)

    @kernel
    def try_every_action(states: Any, seat: int, worlds: int, rng: Rng, totals: np.ndarray) -> None:
        view, world, trial = states[0], states[1], states[2]
        actions = legal(view, seat)
        points = np.zeros(view.players, np.float64)
        for _ in range(worlds):
            states[1] = states[0]
            determinize(world, seat, rng)
            for i in range(count_actions(actions)):
                states[2] = states[1]
                play(trial, seat, nth_action(actions, i))
                play_out(trial, rng)
                score(trial, points)
                totals[i] += points[seat]

    return try_every_action


def analyse(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """Try every legal action of `seat` for `ms` milliseconds, or over so many worlds; needs only the seat's view.

    Raises NoWorldError.
    """
    check_view(game, view, seat)
    states = game.state.new(3)
    states[0] = view
    actions = list_actions(game.legal(states[0], seat))
    totals = np.zeros(len(actions))
    rng = new_rng(seed.to_bytes(8, "big"))
    search = try_worlds(game)

    def more(worlds: int) -> None:
        search(states, seat, worlds, rng, totals)

    if ms:
        worlds = spend(ms, more, FIRST_CHUNK)
    else:
        more(worlds)
    return Analysis(actions, totals / worlds, np.full(len(actions), worlds), worlds)
