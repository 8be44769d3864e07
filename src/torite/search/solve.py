"""Exact play where everything is known: alpha-beta through the game's own `legal`, `play` and `score`.

A game says with `known` where a seat can tell every card that matters.  Where nothing but plain tricks are left
(`plain`), the rest is left to open_tricks.py, which is some hundred times faster.  Where a game says what the rest
depends on (`outlook`), positions that are reached in several ways are searched once.  Of the actions at a node the one
comes first that the table knows as best, then the one that has ended most searches for that seat.

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
from torite.cards.bits import bit, low, stir
from torite.cards.kernel import Seat, State, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.rest import KEY, REST
from torite.games.state import CHANCE
from torite.games.zones import NONE
from torite.knowledge import informed
from torite.search.analysis import Analysis
from torite.search.open_tricks import ENTRIES, ENTRY, PLIES, PROBLEM, solve_tricks
from torite.search.open_tricks import NODE as TRICK_NODE
from torite.search.possible import check_view

DEEPEST = 128  # plies
MOST_SEATS, ACTIONS = 8, 256
LIMIT = 2_000_000  # positions; a search that needs more is given up
PLACES = 1 << 14  # of the table: 1.5 MB

NODE = np.dtype(
    [
        ("alpha", np.float64),
        ("beta", np.float64),
        ("value", np.float64),
        ("keyed", np.bool_),  # may the value be remembered?
        ("key", np.int64, KEY),
        ("bounds", np.float64, 2),  # least and most the position can come to; values in the table are above the least
        ("lower", np.float64),  # alpha and beta when the search of this node began
        ("upper", np.float64),
        ("action", np.int64),  # being tried
        ("best", np.int64),  # action that `value` is of, NONE
        ("ours", np.bool_),  # does the searching seat or a partner choose?
        ("mover", np.int64),
        ("words", np.int64, 4),  # actions still to be tried
    ]
)
COUNT = np.dtype(
    [
        ("positions", np.int64),
        ("limit", np.int64),
        ("given_up", np.bool_),
        ("stamp", np.int64),  # of the world
        ("good", np.int64, (MOST_SEATS, ACTIONS)),  # how many searches each action has ended, by seat
        ("points", np.float64, MOST_SEATS),  # for `score`
    ]
)
PLACE = np.dtype(
    [
        ("key", np.int64, KEY),
        ("stamp", np.int64),  # of the world: what is known of others is as good as nothing
        ("lower", np.float64),
        ("upper", np.float64),
        ("action", np.int64),  # best one found, NONE
    ]
)


@dataclass(frozen=True)
class Space:
    """What a thread searches in."""

    nodes: Any  # NODE[DEEPEST]
    count: Any  # COUNT[1]
    memo: Any  # PLACE[PLACES]
    rest: Any  # REST[1]
    trick_nodes: Any  # tricks.NODE[PLIES]
    table: Any  # tricks.ENTRY[ENTRIES]
    problem: Any  # tricks.PROBLEM[1]

    def begin(self, limit: int) -> None:
        """Nothing counted, no action better than another."""
        self.count[0].limit = limit
        self.count[0].positions, self.count[0].given_up = 0, False
        self.count[0].stamp += 1
        self.count[0].good[:] = 0


def new_space() -> Space:
    """Empty."""

    def room(n: int, dtype: Any) -> Any:
        return np.zeros(n, dtype).view(np.recarray)

    tricks = room(1, REST), room(PLIES, TRICK_NODE), room(ENTRIES, ENTRY), room(1, PROBLEM)
    return Space(room(DEEPEST, NODE), room(1, COUNT), room(PLACES, PLACE), *tricks)


_of_thread = threading.local()


def space() -> Space:
    """The thread's own."""
    if not hasattr(_of_thread, "space"):
        _of_thread.space = new_space()
    return _of_thread.space


@kernel
def take_action(n: Any, good: np.ndarray) -> int:
    """Take the most promising action out of those still to be tried; NONE = there is none."""
    action, most = NONE, -1
    if n.best != NONE and n.words[n.best >> 6] >> np.int64(n.best & 63) & 1:
        action = n.best
    else:
        for word in range(4):
            left = n.words[word]
            while left:
                a = 64 * word + low(left)
                left &= left - 1
                if good[n.mover, a] > most:
                    action, most = a, good[n.mover, a]
    if action != NONE:
        n.words[action >> 6] ^= bit(action & 63)
    return action


@kernel
def place_of(n: Any, places: int) -> int:
    """Where a position stands in a table of so many places."""
    h: Any = np.int64(0)
    for i in range(KEY):
        h = stir(h, n.key[i])
    return h & np.int64(places - 1)


@kernel
def is_known(place: Any, n: Any, stamp: int) -> bool:
    """Does the place tell of this position in this world?"""
    different = place.stamp ^ stamp
    for i in range(KEY):
        different |= place.key[i] ^ n.key[i]
    return not different


@kernel
def recall(n: Any, place: Any, stamp: int) -> bool:
    """Narrow alpha and beta by what is known of the position; does that settle its value?"""
    lower, upper = n.bounds[0], n.bounds[1]
    if is_known(place, n, stamp):
        lower, upper, n.best = (
            max(lower, n.bounds[0] + place.lower),
            min(upper, n.bounds[0] + place.upper),
            place.action,
        )
    if lower >= n.beta or lower == upper:
        n.value = lower
        return True
    if upper <= n.alpha:
        n.value = upper
        return True
    n.lower = n.alpha = max(n.alpha, lower)
    n.upper = n.beta = min(n.beta, upper)
    return False


@kernel
def remember(n: Any, place: Any, stamp: int) -> None:
    """Put what has been found into the table: exact between `lower` and `upper`, else a bound."""
    if not is_known(place, n, stamp):
        place.stamp = stamp
        for i in range(KEY):
            place.key[i] = n.key[i]
        place.lower, place.upper = -np.inf, np.inf
    place.action = n.best
    if n.value > n.lower:
        place.lower = n.value - n.bounds[0]
    if n.value < n.upper:
        place.upper = n.value - n.bounds[0]


@kernel
def hear(n: Any, value: float, good: np.ndarray) -> None:
    """An action has been found to be worth `value`."""
    if n.ours:
        if value > n.value:
            n.value, n.best = value, n.action
        n.alpha = max(n.alpha, value)
    else:
        if value < n.value:
            n.value, n.best = value, n.action
        n.beta = min(n.beta, value)
    if n.alpha >= n.beta:
        good[n.mover, n.action] += 1


@kernel
def _never(s: State, rest: Any) -> bool:
    """In a game without plain tricks."""
    return False


@kernel
def _nothing(s: State, rest: Any) -> None:
    """In a game without plain tricks."""


@kernel
def _no_outlook(s: State, seat: Seat, key: np.ndarray, bounds: np.ndarray) -> bool:
    """In a game that does not tell."""
    return False


@cache
def _is_over(game: Game) -> Callable[..., bool]:
    """Kernel (s, n, seat, c): begin a node; its value is told if the deal is over or the search is given up."""
    actors, score = game.actors, game.score

    @kernel
    def is_over(s: State, n: Any, seat: Seat, c: Any) -> bool:
        n.words[:] = 0
        n.keyed = False
        n.best = NONE
        seats = actors(s)
        if seats == CHANCE or c.positions >= c.limit:
            c.given_up = True
            n.value = 0.0
            return True
        if not seats:
            score(s, c.points)
            n.value = c.points[seat]
            return True
        return False

    return is_over


@cache
def _open_node(game: Game) -> Callable[..., None]:
    """Kernel (s, n, seat, c): all actions are to be tried."""
    actors, legal, partners = game.actors, game.legal, game.partners

    @kernel
    def open_node(s: State, n: Any, seat: Seat, c: Any) -> None:
        c.positions += 1
        n.mover = low(actors(s))
        n.ours = partners(s, seat) >> np.int64(n.mover) & 1 != 0
        n.value = -np.inf if n.ours else np.inf
        actions = legal(s, n.mover)
        for word in range(4):
            n.words[word] = actions[word]

    return open_node


@cache
def worth(game: Game) -> Callable[..., float]:
    """Kernel (states, ply, seat, alpha, beta, nodes, ... as in Space) -> float.

    What `score` of `seat` comes to from states[ply] on, exact between alpha and beta, else a bound beyond them.  The
    states behind are working space; `count` says how far the search went and whether it was given up.
    """
    play, is_over, open_node = game.play, _is_over(game), _open_node(game)
    knows = informed(game)
    has_plain, has_outlook = knows.plain is not None, knows.outlook is not None
    plain, settle, outlook = knows.plain or _never, knows.settle or _nothing, knows.outlook or _no_outlook

    @kernel  # arrays stay here: handing them on is counted each time, which would take most of the time
    def search(
        states: Any,
        first: int,
        seat: Seat,
        alpha: float,
        beta: float,
        nodes: Any,
        count: Any,
        memo: Any,
        rest: Any,
        trick_nodes: Any,
        table: Any,
        problem: Any,
    ) -> float:
        c, ply, arrived = count[0], first, True
        nodes[ply].alpha, nodes[ply].beta = alpha, beta
        while True:
            n = nodes[ply]
            if arrived and not is_over(states[ply], n, seat, c):
                if has_plain and plain(states[ply], rest[0]):
                    solve_tricks(rest[0], trick_nodes, table, problem)
                    settle(states[ply], rest[0])
                    continue
                if has_outlook and outlook(states[ply], seat, n.key, n.bounds):
                    n.keyed = True
                if n.keyed and recall(n, memo[place_of(n, len(memo))], c.stamp):
                    n.keyed = False  # nothing new to remember
                else:
                    open_node(states[ply], n, seat, c)
            arrived = n.alpha < n.beta and not c.given_up
            if arrived:
                n.action = take_action(n, c.good)
                arrived = n.action != NONE
            if arrived:
                states[ply + 1] = states[ply]
                play(states[ply + 1], n.mover, n.action)
                ply += 1
                nodes[ply].alpha, nodes[ply].beta = n.alpha, n.beta
                continue
            if n.keyed and n.best != NONE and not c.given_up:
                remember(n, memo[place_of(n, len(memo))], c.stamp)
            if ply == first:
                return n.value
            ply -= 1
            hear(nodes[ply], n.value, c.good)

    return search


def analyse(game: Game, view: Any, seat: int, seed: int = 0, limit: int = LIMIT) -> Analysis | None:
    """The exact value of every legal action; None where not everything is known to `seat`, or it takes too long.

    Raises NoWorldError.
    """
    known = informed(game).known
    if known is None or not known(view, seat):
        return None
    check_view(game, view, seat)
    states = game.state.new(DEEPEST)
    states[0] = view
    game.determinize(states[0], seat, new_rng(seed.to_bytes(8, "big")))
    return solve_world(game, states, seat, limit)


def is_declared(game: Game) -> bool:
    """Does the game tell the solver anything, so that its deals are small enough to be solved?"""
    knows = informed(game)
    return knows.known is not None or knows.outlook is not None


def solve_world(game: Game, states: Any, seat: int, limit: int = LIMIT) -> Analysis | None:
    """The same with open cards: states is the game's record[DEEPEST], the first one the position."""
    work = space()
    work.begin(limit)
    actions = list_actions(game.legal(states[0], seat))
    values = np.zeros(len(actions))
    search = worth(game)
    for i, action in enumerate(actions):
        states[1] = states[0]
        game.play(states[1], seat, action)
        values[i] = search(states, 1, seat, -np.inf, np.inf, *vars(work).values())
        if work.count[0].given_up:
            return None
    return Analysis(actions, values, np.ones(len(actions), np.int64), 1)
