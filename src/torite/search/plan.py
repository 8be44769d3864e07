"""Looking ahead in games for one: each action the game would consider, over worlds that could be true.

Every action is tried in every world, and what comes of it is not played out but judged by the game's own `Plan`.
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
from torite.games.state import CHANCE
from torite.search.analysis import Analysis
from torite.search.playout import no_chance
from torite.search.possible import check_view

FIRST_CHUNK = 4  # worlds


@cache
def judge_worlds(game: Game) -> Callable[..., None]:
    """Kernel (states, seat, worlds, rng, room, totals).

    states   the game's record[4]: the view of `seat`, then room for a world, a trial and what `value` needs
    room     float32[Plan.room]
    totals   float64[considered actions], added to
    """
    assert game.plan is not None
    plan = game.plan()
    consider, value = plan.consider, plan.value
    play, actors, determinize = game.play, game.actors, game.determinize
    chance = game.chance or no_chance

    @kernel
    def judge(states: Any, seat: int, worlds: int, rng: Rng, room: np.ndarray, totals: np.ndarray) -> None:
        actions = consider(states[0], seat)
        for _ in range(worlds):
            states[1] = states[0]
            determinize(states[1], seat, rng)
            for i in range(count_actions(actions)):
                states[2] = states[1]
                play(states[2], seat, nth_action(actions, i))
                while actors(states[2]) == CHANCE:
                    chance(states[2], rng)
                totals[i] += value(states[2:], seat, rng, room)

    return judge


def analyse(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """Judge what the game considers, for `ms` milliseconds or over so many worlds; in the game's own unit.

    Raises NoWorldError.
    """
    if game.plan is None:
        raise ValueError(f"{game.name} has no plan to look ahead with")
    check_view(game, view, seat)
    states = game.state.new(4)
    states[0] = view
    plan = game.plan()
    actions = list_actions(plan.consider(states[0], seat))
    totals, room = np.zeros(len(actions)), np.zeros(plan.room, np.float32)
    rng = new_rng(seed.to_bytes(8, "big"))
    judge = judge_worlds(game)
    if len(actions) == 1:  # nothing to compare
        ms, worlds = 0, 1
    done, chunk = 0, worlds or FIRST_CHUNK
    begin = time.perf_counter()
    while done < worlds or (time.perf_counter() - begin) * 1000 < ms:
        judge(states, seat, chunk, rng, room, totals)
        done += chunk
        chunk = 1
    return Analysis(actions, totals / done, np.full(len(actions), done), done)
