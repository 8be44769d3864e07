"""Looking ahead in games for one: each action the game would consider, over worlds that could be true.

Every action is tried in every world, and what comes of it is not played out but judged by the game's own `Plan`.  The
worse half of the actions leaves the race again and again, each time after twice as many worlds.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import count_actions, list_actions, nth_action
from torite.cards.kernel import Rng, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.state import CHANCE
from torite.knowledge import informed
from torite.search.analysis import Analysis
from torite.search.clock import spend
from torite.search.playout import no_chance
from torite.search.possible import check_view

FIRST_CHUNK = 4  # worlds
ENOUGH = 64  # worlds: the Emissary is played no better with more (docs/strength.md)
CERTAIN = 100  # worlds after which what has always been worth the same is certain
NOISE = 1e-6  # of a value: the networks reckon in single precision
STATES = 5  # records that a judge needs


@cache
def value_worlds(game: Game) -> Callable[..., None]:
    """Kernel (states, seat, actions, rng, room, found): what these actions are worth, each in the same worlds.

    states   as for `judge_worlds`
    actions  int64[n], legal, considered or not
    found    float64[worlds, n], written to
    """
    plan = informed(game).plan
    assert plan is not None
    value, play, actors, determinize = plan.value, game.play, game.actors, game.determinize
    chance = game.chance or no_chance

    @kernel
    def worth(states: Any, seat: int, actions: np.ndarray, rng: Rng, room: np.ndarray, found: np.ndarray) -> None:
        for world in range(len(found)):
            states[1] = states[0]
            determinize(states[1], seat, rng)
            for i in range(len(actions)):
                states[2] = states[1]
                play(states[2], seat, actions[i])
                while actors(states[2]) == CHANCE:
                    chance(states[2], rng)
                found[world, i] = value(states[2:], seat, rng, room)

    return worth


@cache
def judge_worlds(game: Game) -> Callable[..., None]:
    """Kernel (states, seat, worlds, rng, room, racing, totals).

    states   the game's record[STATES]: the view of `seat`, then room for a world, a trial and what `value` needs
    room     float32, of Plan.room
    racing   bool[considered actions], those to be tried
    totals   float64[considered actions], added to
    """
    plan = informed(game).plan
    assert plan is not None
    consider, value = plan.consider, plan.value
    play, actors, determinize = game.play, game.actors, game.determinize
    chance = game.chance or no_chance

    @kernel
    def judge(
        states: Any, seat: int, worlds: int, rng: Rng, room: np.ndarray, racing: np.ndarray, totals: np.ndarray
    ) -> None:
        actions = consider(states[0], seat)
        for _ in range(worlds):
            states[1] = states[0]
            determinize(states[1], seat, rng)
            for i in range(count_actions(actions)):
                if racing[i]:
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
    plan = informed(game).plan
    if plan is None:
        raise ValueError(f"{game.name} has no plan to look ahead with")
    check_view(game, view, seat)
    states = game.state.new(STATES)
    states[0] = view
    return race(game, states, seat, new_rng(seed.to_bytes(8, "big")), plan.room(), ms=ms, worlds=worlds)


def results(
    game: Game, view: Any, seat: int, seed: bytes, worlds: int, among: list[int] | None = None
) -> tuple[list[int], np.ndarray]:
    """Legal actions, all or these, and float64[worlds, actions]: what each is worth in the same worlds.

    An action that is worth the same in all of the first worlds, as an answer to a card that lies there, depends on
    nothing hidden: it is not looked at again.  Raises NoWorldError.
    """
    plan = informed(game).plan
    assert plan is not None
    check_view(game, view, seat)
    states = game.state.new(STATES)
    states[0] = view
    actions = np.array(among or list_actions(game.legal(states[0], seat)))
    before = value_worlds(game), states, seat, new_rng(seed), plan.room()
    first = _worths(*before, actions, min(worlds, CERTAIN))
    open_ones = np.ptp(first, axis=0) > NOISE
    found = np.repeat(first[:1], worlds, axis=0)
    found[: len(first)] = first
    if open_ones.any() and worlds > len(first):
        found[len(first) :, open_ones] = _worths(*before, actions[open_ones], worlds - len(first))
    return list(map(int, actions)), found


def _worths(
    worth: Callable[..., None], states: Any, seat: int, rng: Any, room: Any, actions: np.ndarray, worlds: int
) -> np.ndarray:
    found = np.zeros((worlds, len(actions)))
    worth(states, seat, actions, rng, room, found)
    return found


def race(game: Game, states: Any, seat: int, rng: Any, room: Any, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """The same for the view in states[0], with the working space given; see `judge_worlds`."""
    plan = informed(game).plan
    assert plan is not None
    judge = judge_worlds(game)
    actions = list_actions(plan.consider(states[0], seat))
    totals, tried = np.zeros(len(actions)), np.zeros(len(actions), np.int64)
    racing = np.ones(len(actions), np.bool_)
    drop_at = FIRST_CHUNK

    def search(more: int) -> None:
        nonlocal drop_at
        judge(states, seat, more, rng, room, racing, totals)
        tried[racing] += more
        if tried.max() >= drop_at:
            _drop_half(racing, totals)
            drop_at = 2 * tried.max()

    if len(actions) == 1:  # nothing to compare
        search(1)
    elif worlds:
        while (rest := worlds - tried.max()) > 0:
            search(min(rest, drop_at - tried.max()))
    else:
        spend(ms, search, FIRST_CHUNK)
    return Analysis(actions, totals / tried, tried, int(tried.max()))


def _drop_half(racing: np.ndarray, totals: np.ndarray) -> None:
    """The better half stays in the race, at least two; all in it have been tried equally often."""
    still = np.flatnonzero(racing)
    worse = still[np.argsort(-totals[still], kind="stable")][max(2, (len(still) + 1) // 2) :]
    racing[worse] = False
