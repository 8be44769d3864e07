"""Perfect information Monte Carlo: each action's exact worth in worlds that could be true, averaged.

For the end of a deal between two players or two sides.  In each drawn world everybody plays as if all hands were open;
so nobody there pays for finding something out, or hides it (strategy fusion).  It answers for itself: nothing of it
goes into the tree of ismcts.py.  docs/strength.md says from how many cards on it is the better one.

Source: Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", 2001.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import count_actions, list_actions, nth_action
from torite.cards.kernel import Rng, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.search import flat
from torite.search.analysis import Analysis
from torite.search.clock import spend
from torite.search.possible import check_view
from torite.search.solve import DEEPEST, space, worth

LIMIT = 200_000  # positions a world, some 15 ms; one that needs more does not count


def fits(game: Game, s: Any) -> bool:
    """Are there two players or two sides, so that what one wins the other loses?"""
    return len({int(game.partners(s, seat)) for seat in range(s.players)}) == 2


@cache
def solve_worlds(game: Game) -> Callable[..., int]:
    """Kernel (states, seat, worlds, rng, totals, nodes, ... as in solve.Space) -> worlds that could be solved.

    states   the game's record[DEEPEST]: the view of `seat`, then working space
    totals   float64[legal actions], added to: worth of each to the seat
    """
    legal, play, determinize = game.legal, game.play, game.determinize
    search = worth(game)

    @kernel
    def solve(
        states: Any, seat: int, worlds: int, rng: Rng, totals: np.ndarray, nodes: Any, count: Any, *space: Any
    ) -> int:
        actions = legal(states[0], seat)
        values = np.zeros(len(totals), np.float64)
        solved = 0
        for _ in range(worlds):
            states[1] = states[0]
            determinize(states[1], seat, rng)
            count[0].limit, count[0].given_up = count[0].positions + LIMIT, False
            count[0].stamp += 1
            for i in range(count_actions(actions)):
                states[2] = states[1]
                play(states[2], seat, nth_action(actions, i))
                values[i] = search(states, 2, seat, -np.inf, np.inf, nodes, count, *space)
            if not count[0].given_up:
                solved += 1
                totals += values
        return solved

    return solve


def average(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis | None:
    """Solve worlds for `ms` milliseconds, or so many; None where already the first one is too large.

    Needs only the view of `seat`.  Raises NoWorldError.
    """
    begin = time.thread_time()
    check_view(game, view, seat)
    states = game.state.new(DEEPEST)
    states[0] = view
    work = space()
    work.begin(0)
    actions = list_actions(game.legal(states[0], seat))
    totals, solved = np.zeros(len(actions)), 0
    rng, kernel = new_rng(seed.to_bytes(8, "big")), solve_worlds(game)

    def more(worlds: int) -> None:
        nonlocal solved
        solved += kernel(states, seat, worlds, rng, totals, *vars(work).values())

    more(1)
    if not solved:
        return None
    if ms:
        spend(ms - (time.thread_time() - begin) * 1000, more, 1)
    else:
        more(worlds - 1)
    return Analysis(actions, totals / solved, np.full(len(actions), solved), solved)


def analyse(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """The same; flat Monte Carlo decides where the worlds are too large."""
    if not fits(game, view):
        raise ValueError(f"{game.name} is not for two players or two sides")
    budget: Any = {"ms": ms, "worlds": worlds}
    return average(game, view, seat, seed, **budget) or flat.analyse(game, view, seat, seed, **budget)
