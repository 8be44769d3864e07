"""Exact play where everything is known: alpha-beta through the game's own `legal`, `play` and `score`.

A game says with `known` where a seat can tell every card that matters.  Where nothing but plain tricks are left
(`plain`), the rest is left to tricks.py, which is some hundred times faster.

The searching seat and its partners want its `score` high, all others want it low.  For two players or two sides that
is exact; where more play each for themselves it is what the seat is sure of, and they need not all be against it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.bits import low
from torite.cards.kernel import Seat, State, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.rest import REST
from torite.games.state import CHANCE
from torite.search.analysis import Analysis
from torite.search.possible import check_view
from torite.search.tricks import ENTRIES, ENTRY, PLIES, PROBLEM, solve_tricks
from torite.search.tricks import NODE as TRICK_NODE

DEEPEST = 128  # plies
LIMIT = 2_000_000  # positions; a search that needs more is given up

NODE = np.dtype(
    [
        ("alpha", np.float64),
        ("beta", np.float64),
        ("value", np.float64),
        ("ours", np.bool_),  # does the searching seat or a partner choose?
        ("mover", np.int64),
        ("words", np.int64, 4),  # actions still to be tried
    ]
)
COUNT = np.dtype([("positions", np.int64), ("limit", np.int64), ("given_up", np.bool_)])


@dataclass(frozen=True)
class Space:
    """What a thread searches in."""

    nodes: Any  # NODE[DEEPEST]
    count: Any  # COUNT[1]
    rest: Any  # REST[1]
    trick_nodes: Any  # tricks.NODE[PLIES]
    table: Any  # tricks.ENTRY[ENTRIES]
    problem: Any  # tricks.PROBLEM[1]


def new_space() -> Space:
    """Empty."""
    sizes = ((DEEPEST, NODE), (1, COUNT), (1, REST), (PLIES, TRICK_NODE), (ENTRIES, ENTRY), (1, PROBLEM))
    return Space(*(np.zeros(n, dtype).view(np.recarray) for n, dtype in sizes))


_of_thread = threading.local()


def space() -> Space:
    """The thread's own."""
    if not hasattr(_of_thread, "space"):
        _of_thread.space = new_space()
    return _of_thread.space


@kernel
def take_lowest(words: np.ndarray) -> int:
    """Take the lowest action out of four words; -1 = there is none."""
    for word in range(4):
        if words[word]:
            action = low(words[word])
            words[word] &= words[word] - 1
            return 64 * word + action
    return -1


@kernel
def _never(s: State, rest: Any) -> bool:
    """In a game without plain tricks."""
    return False


@kernel
def _nothing(s: State, rest: Any) -> None:
    """In a game without plain tricks."""


@cache
def worth(game: Game) -> Callable[..., float]:
    """Kernel (states, ply, seat, alpha, beta, points, nodes, count, rest, trick_nodes, table, problem) -> float.

    What `score` of `seat` comes to from states[ply] on, exact between alpha and beta, else a bound beyond them.  The
    states behind are working space; `count` says how far the search went and whether it was given up.
    """
    actors, legal, play, score = game.actors, game.legal, game.play, game.score
    plain, settle = game.plain or _never, game.settle or _nothing
    sides = game.sheet.sides

    @kernel
    def enter(s: State, n: Any, seat: Seat, points: np.ndarray, count: Any, rest: Any, *tricks: Any) -> None:
        """Begin a node: its value if the deal is over or plain tricks are left, else its actions."""
        n.words[:] = 0
        seats = actors(s)
        if seats == CHANCE or count[0].positions >= count[0].limit:
            count[0].given_up = True
            n.value = 0.0
            return
        if seats and plain(s, rest[0]):
            solve_tricks(rest[0], *tricks)
            settle(s, rest[0])
            seats = actors(s)
        if not seats:
            score(s, points)
            n.value = points[seat]
            return
        count[0].positions += 1
        n.mover = low(seats)
        n.ours = n.mover == seat or (sides > 0 and n.mover % max(1, sides) == seat % max(1, sides))
        n.value = -np.inf if n.ours else np.inf
        actions = legal(s, n.mover)
        for word in range(4):
            n.words[word] = actions[word]

    @kernel
    def search(
        states: Any,
        first: int,
        seat: Seat,
        alpha: float,
        beta: float,
        points: np.ndarray,
        nodes: Any,
        count: Any,
        *space: Any,
    ) -> float:
        ply, arrived = first, True
        nodes[ply].alpha, nodes[ply].beta = alpha, beta
        while True:
            n = nodes[ply]
            if arrived:
                enter(states[ply], n, seat, points, count, *space)
            action = take_lowest(n.words)
            arrived = action >= 0 and n.alpha < n.beta and not count[0].given_up
            if arrived:
                states[ply + 1] = states[ply]
                play(states[ply + 1], n.mover, action)
                ply += 1
                nodes[ply].alpha, nodes[ply].beta = n.alpha, n.beta
                continue
            if ply == first:
                return n.value
            ply -= 1
            above = nodes[ply]
            if above.ours:
                above.value = max(above.value, n.value)
                above.alpha = max(above.alpha, n.value)
            else:
                above.value = min(above.value, n.value)
                above.beta = min(above.beta, n.value)

    return search


def analyse(game: Game, view: Any, seat: int, seed: int = 0, limit: int = LIMIT) -> Analysis | None:
    """The exact value of every legal action; None where not everything is known to `seat`, or it takes too long.

    Raises NoWorldError.
    """
    if game.known is None or not game.known(view, seat):
        return None
    check_view(game, view, seat)
    states = game.state.new(DEEPEST)
    states[0] = view
    game.determinize(states[0], seat, new_rng(seed.to_bytes(8, "big")))
    return solve_world(game, states, seat, limit)


def solve_world(game: Game, states: Any, seat: int, limit: int = LIMIT) -> Analysis | None:
    """The same with open cards: states is the game's record[DEEPEST], the first one the position."""
    work = space()
    work.count[0] = (0, limit, False)
    actions = list_actions(game.legal(states[0], seat))
    values = np.zeros(len(actions))
    points = np.zeros(int(states[0].players))
    search = worth(game)
    for i, action in enumerate(actions):
        states[1] = states[0]
        game.play(states[1], seat, action)
        values[i] = search(
            states, 1, seat, -np.inf, np.inf, points,
            work.nodes, work.count, work.rest, work.trick_nodes, work.table, work.problem,
        )  # fmt: skip
        if work.count[0].given_up:
            return None
    return Analysis(actions, values, np.ones(len(actions), np.int64), 1)
