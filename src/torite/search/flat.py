"""Flat Monte Carlo: for each action considered the mean result over worlds that could be true and random playouts.

Any game; what it knows of itself is in `Game.likely`.  Every drawn world is tried with every action, so the
comparison of actions is paired.  Simultaneous bids need nothing special: the others' sealed bids are part of the world
or of the playout.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.kernel import Rng, kernel
from torite.cards.rng import new_rng
from torite.games.calls import Rules, States, as_rows, determinize, finish, instead, play, put, score
from torite.games.game import Game
from torite.knowledge import informed
from torite.search.analysis import Analysis
from torite.search.clock import spend
from torite.search.possible import check_view
from torite.search.rules import considered, rules

CALLED = ("determinize", "play", "play_out", "score")
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
    results: np.ndarray,
) -> None:
    """Finish every action in each of so many worlds.

    states   the view of `seat`, then room for a world and a trial
    actions  int64[n]
    points   float64[players], room
    results  float64[rows, n], added to: results of the seat, each world's in the next row, after the last in the first
    """
    for world in range(worlds):
        put(states, WORLD, VIEW)
        determinize(rules, states, WORLD, seat, rng)
        for i in range(len(actions)):
            put(states, TRIAL, WORLD)
            play(rules, states, TRIAL, seat, actions[i])
            finish(rules, states, TRIAL, rng)
            score(rules, states, TRIAL, points)
            results[world % len(results), i] += points[seat]


def analyse(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """Try what `seat` considers for `ms` milliseconds, or over so many worlds; needs only the seat's view.

    Raises NoWorldError.
    """
    rng = new_rng(seed.to_bytes(8, "big"))
    actions, more = _begin(game, view, seat, rules(game, *CALLED), rng, considered(game, view, seat))
    totals = np.zeros((1, len(actions)))
    if ms:
        worlds = spend(ms, lambda worlds: more(worlds, totals), FIRST_CHUNK)
    else:
        more(worlds, totals)
    return Analysis(actions, totals[0] / worlds, np.full(len(actions), worlds), worlds)


def results(
    game: Game, view: Any, seat: int, seed: bytes, worlds: int, among: list[int] | None = None
) -> tuple[list[int], np.ndarray]:
    """Legal actions, all or these, and float64[worlds, actions]: what each brings the seat in the same worlds.

    Played out by the game's policy where it has one.  Raises NoWorldError.
    """
    called = rules(game, *CALLED)
    if informed(game).policy is not None:
        called = instead(called, "play_out", rules(game, "play_by_policy"), "play_by_policy")
    actions, more = _begin(game, view, seat, called, new_rng(seed), among)
    found = np.zeros((worlds, len(actions)))
    more(worlds, found)
    return actions, found


def _begin(
    game: Game, view: Any, seat: int, called: Rules, rng: Rng, among: list[int] | None = None
) -> tuple[list[int], Callable[..., None]]:
    """The legal actions, and the search (worlds, results).  Raises NoWorldError."""
    check_view(game, view, seat)
    states = game.state.new(3)
    states[0] = view
    actions = among or list_actions(game.legal(states[0], seat))
    before = called, as_rows(states), seat, np.array(actions)
    points = np.zeros(int(view.players))

    def more(worlds: int, results: np.ndarray) -> None:
        try_every_action(*before, worlds, rng, points, results)

    return actions, more
