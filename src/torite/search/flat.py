"""Flat Monte Carlo: for each legal action the mean result over worlds that could be true and random playouts.

Any game; what it knows of itself is in `Game.likely`.  Every drawn world is tried with every legal action, so the
comparison of actions is paired.  Simultaneous bids need nothing special: the others' sealed bids are part of the world
or of the playout.
"""

from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.kernel import Rng, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.search.analysis import Analysis
from torite.search.clock import spend
from torite.search.possible import check_view
from torite.search.rules import Rules, States, as_rows, determinize, finish, play, put, rules, score

FIRST_CHUNK = 4  # worlds
VIEW, WORLD, TRIAL = range(3)  # rows of the states


@kernel
def try_every_action(
    rules: Rules,
    states: States,
    seat: int,
    actions: np.ndarray,
    worlds: int,
    rng: Rng,
    points: np.ndarray,
    totals: np.ndarray,
) -> None:
    """Finish every action in each of so many worlds.

    states   the view of `seat`, then room for a world and a trial
    actions  int64[n]
    points   float64[players], room
    totals   float64[n], added to: results of the seat
    """
    for _ in range(worlds):
        put(states, WORLD, VIEW)
        determinize(rules, states, WORLD, seat, rng)
        for i in range(len(actions)):
            put(states, TRIAL, WORLD)
            play(rules, states, TRIAL, seat, actions[i])
            finish(rules, states, TRIAL, rng)
            score(rules, states, TRIAL, points)
            totals[i] += points[seat]


def analyse(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """Try every legal action of `seat` for `ms` milliseconds, or over so many worlds; needs only the seat's view.

    Raises NoWorldError.
    """
    check_view(game, view, seat)
    states = game.state.new(3)
    states[0] = view
    actions = list_actions(game.legal(states[0], seat))
    totals, points = np.zeros(len(actions)), np.zeros(int(view.players))
    rng = new_rng(seed.to_bytes(8, "big"))
    called = rules(game, "determinize", "play", "play_out", "score")
    before = called, as_rows(states), seat, np.array(actions)

    def more(worlds: int) -> None:
        try_every_action(*before, worlds, rng, points, totals)

    if ms:
        worlds = spend(ms, more, FIRST_CHUNK)
    else:
        more(worlds)
    return Analysis(actions, totals / worlds, np.full(len(actions), worlds), worlds)
