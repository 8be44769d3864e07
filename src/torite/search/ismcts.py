"""Information set Monte Carlo tree search: any game, any number of seats, sealed bids and chance included.

One tree, grown over worlds that could be true.  In each world:

1. Determinize: draw a world that agrees with all that the searching seat knows.
2. Select: at an information set take the action with the best upper bound among those that are legal in this world;
   one not tried yet comes first and ends the selection.  After the seat's own choice only what is likely is looked at:
   where chance makes many places, each is met but a few times, and what is blind there would spoil them all.
3. Play out, as `playout` does.
4. Back up: each action on the way gets what the deal was worth to the seat that took it.

An information set is what may be known of the state: for the searching seat's own decisions what that seat knows, for
the others' what everybody knows.  Its key is a hash of just these fields (`visible`).  So nothing of a drawn world
leaks into the tree: a sealed bid of another seat leads to the same place whatever it was, and the others cannot answer
to a sealed bid of ours; while cards that come to light, by chance or by play, lead to different places.

Source: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012 (the single-observer tree, its
availability counts); the keys by view are ours.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, count_actions, list_actions, random_action
from torite.cards.bits import bit, low
from torite.cards.kernel import JIT, Mask, Rng, kernel
from torite.cards.rng import new_rng
from torite.games.game import Game
from torite.games.state import CHANCE
from torite.search.analysis import Analysis
from torite.search.playout import no_chance

CHUNK_MS = 10.0  # the clock is read about this often; the kernel itself never looks at it
FIRST_CHUNK = 16  # worlds
LARGEST = 1 << 18  # edges of a tree; a full one is still searched, but grows no more
EDGES_A_MS = 1000
DEEPEST = 64  # decisions within the tree on one way through it
EXPLORE = 1.0  # weight of doubt against value, in standard deviations of a deal's worth
NONE, ROOT = 0, 1  # no edge, and the first one: it is the root's
DEALS, SUM, SQUARES = range(3)  # columns of `worth`

EDGE = np.dtype(
    [
        ("total", np.float64),  # what the deals were worth to the seat that took this action
        ("visits", np.int32),  # how often it was taken
        ("offers", np.int32),  # how often it could have been
        ("next", np.int32),  # another edge of the same information set, NONE = the last
        ("action", np.int32),
    ],
    align=True,
)
ODD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Tree:
    """The arena of one search: everything the kernel writes to."""

    keys: np.ndarray  # uint64[2**k], the information set in each slot of a hash table, 0 = free
    first: np.ndarray  # int32[2**k], its first edge, NONE
    edges: np.ndarray  # EDGE[n]
    used: np.ndarray  # int64[1], edges in use
    worth: np.ndarray  # float64[seats, 3]: deals, sum and sum of squares of their worth


def plant(edges: int, players: int) -> Tree:
    """An empty tree with room for so many edges."""
    slots = 1 << max(4, (2 * edges).bit_length())
    return Tree(
        keys=np.zeros(slots, np.uint64),
        first=np.zeros(slots, np.int32),
        edges=np.zeros(edges + 1, EDGE).view(np.recarray),
        used=np.zeros(1, np.int64),
        worth=np.zeros((players, 3)),
    )


def word_type(size: int) -> Any:
    """The largest unsigned integer that records of so many bytes are made of."""
    return next(t for t in (np.uint64, np.uint32, np.uint16, np.uint8) if size % np.dtype(t).itemsize == 0)


@cache
def visible(game: Game, seat: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places and masks of the words of a record that make an information set.

    places  int64[n], words of the record in which anything may be known
    masks   [2, n], what everybody may know in them, and what `seat` may know
    salts   uint64[n], so that equal words in two places differ
    """
    layout = game.state
    words = np.stack([layout.known(None), layout.known(seat)]).view(word_type(layout.dtype.itemsize))
    places = np.flatnonzero(words[1])
    return places, np.ascontiguousarray(words[:, places]), np.arange(1, len(places) + 1, dtype=np.uint64) * ODD


if JIT:

    @kernel
    def _key(words: np.ndarray, places: np.ndarray, masks: np.ndarray, salts: np.ndarray, mover: int) -> Any:
        """Key of the information set at which `mover` decides: a sum, so that its words are hashed side by side."""
        key = np.uint64(mover + 1)
        for i in range(len(places)):
            mixed = (np.uint64(words[places[i]] & masks[i]) ^ salts[i]) * ODD
            key += (mixed ^ (mixed >> np.uint64(32))) * ODD
        return key

else:  # NumPy warns where a product wraps

    def _key(words: np.ndarray, places: np.ndarray, masks: np.ndarray, salts: np.ndarray, mover: int) -> Any:
        key, full = mover + 1, (1 << 64) - 1
        for i in range(len(places)):
            mixed = (int(words[places[i]] & masks[i]) ^ int(salts[i])) * int(ODD) & full
            key += (mixed ^ mixed >> 32) * int(ODD)
        return np.uint64(key & full)


@kernel
def _slot(keys: np.ndarray, key: Any) -> Any:
    """Slot of the information set, or the free one where it belongs."""
    last = np.int64(len(keys) - 1)
    slot = np.int64(key >> np.uint64(20)) & last
    while keys[slot] != key and keys[slot] != 0:
        slot = (slot + 1) & last
    return slot


@kernel
def _among(actions: Actions, action: Action) -> bool:
    return (actions[action >> 6] >> np.int64(action & 63) & 1) != 0


@kernel
def _without(actions: Actions, action: Action) -> Actions:
    """The actions but for this one."""
    word, rest = action >> 6, ~bit(action & 63)
    return (
        actions[0] & (rest if word == 0 else np.int64(-1)),
        actions[1] & (rest if word == 1 else np.int64(-1)),
        actions[2] & (rest if word == 2 else np.int64(-1)),
        actions[3] & (rest if word == 3 else np.int64(-1)),
    )


@kernel
def _doubt(worth: np.ndarray, explore: float) -> float:
    """Weight of the bound's second term: how far the worth of deals to this seat spreads."""
    deals = max(1.0, worth[DEALS])
    mean = worth[SUM] / deals
    return explore * math.sqrt(max(0.0, worth[SQUARES] / deals - mean**2))


@kernel
def _best_edge(edges: Any, first: int, actions: Actions, doubt: float) -> int:
    """The edge with the highest upper bound; every legal action has one."""
    best, highest = NONE, -np.inf
    edge = first
    while edge != NONE:
        e = edges[edge]
        if _among(actions, e.action):
            bound = e.total / e.visits + doubt * math.sqrt(math.log(e.offers) / e.visits)
            if bound > highest:
                best, highest = edge, bound
        edge = e.next
    return best


@kernel
def _offer(edges: Any, first: int, actions: Actions) -> Actions:
    """Count what is offered; returns the actions that have no edge yet."""
    untried = actions
    edge = first
    while edge != NONE:
        if _among(actions, edges[edge].action):
            edges[edge].offers += 1
            untried = _without(untried, edges[edge].action)
        edge = edges[edge].next
    return untried


@kernel
def _link(first: np.ndarray, edges: Any, slot: int, edge: int) -> None:
    """Hang a new edge behind the first one of its information set; so ROOT stays the first of the root's."""
    if first[slot] == NONE:
        first[slot] = edge
    else:
        edges[edge].next = edges[first[slot]].next
        edges[first[slot]].next = edge


@cache
def grow_tree(game: Game) -> Callable[..., None]:
    """Kernel (states, words, seat, root, worlds, explore, rng, places, masks, salts, keys, first, edges, used, worth).

    states         the game's record[2]: the view of `seat`, then room for a world
    words          that world once more, as words
    root           what `seat` may do now
    places ..      see `visible`
    keys ..        see `Tree`
    """
    actors, play, score, determinize = game.actors, game.play, game.score, game.determinize
    likely = game.likely or game.legal
    has_chance = game.chance is not None
    chance = game.chance or no_chance

    @kernel  # not apart: `words` and the world are one memory
    def grow(
        states: Any,
        words: np.ndarray,
        seat: int,
        root: Actions,
        worlds: int,
        explore: float,
        rng: Rng,
        places: np.ndarray,
        masks: np.ndarray,
        salts: np.ndarray,
        keys: np.ndarray,
        first: np.ndarray,
        edges: Any,
        used: np.ndarray,
        worth: np.ndarray,
    ) -> None:
        world = states[1]
        points = np.zeros(len(worth), np.float64)
        way = np.empty(DEEPEST, np.int32)  # edges
        movers = np.empty(DEEPEST, np.int8)
        for _ in range(worlds):
            # 1. determinize
            states[1] = states[0]
            determinize(world, seat, rng)
            depth, selecting, at_root = 0, True, True
            while True:
                seats: Mask = actors(world)
                if not seats:
                    break
                if has_chance and seats == CHANCE:
                    chance(world, rng)
                    continue
                mover = seat if seats & bit(seat) else low(seats)
                actions = root if at_root else likely(world, mover)
                action = random_action(actions, rng)  # 3. play out
                if selecting and count_actions(actions) > 1:
                    # 2. select
                    key = _key(words, places, masks[np.int64(mover == seat)], salts, mover)
                    slot = _slot(keys, key)
                    untried = _offer(edges, first[slot], actions)
                    edge = NONE
                    if count_actions(untried):
                        selecting = False
                        if used[0] + 1 < len(edges):
                            action = random_action(untried, rng)
                            used[0] += 1
                            edge = used[0]
                            edges[edge].action = action
                            edges[edge].offers = 1
                            edges[edge].next = NONE
                            keys[slot] = key
                            _link(first, edges, slot, edge)
                    else:
                        edge = _best_edge(edges, first[slot], actions, _doubt(worth[mover], explore))
                        action = edges[edge].action
                    if edge != NONE:
                        way[depth] = edge
                        movers[depth] = mover
                        depth += 1
                        selecting = selecting and depth < DEEPEST
                play(world, mover, action)
                at_root = False
            # 4. back up
            score(world, points)
            for p in range(world.players):
                worth[p, DEALS] += 1
                worth[p, SUM] += points[p]
                worth[p, SQUARES] += points[p] ** 2
            for i in range(depth):
                edges[way[i]].visits += 1
                edges[way[i]].total += points[movers[i]]

    return grow


class Search:
    """A search that goes on as long as one likes; needs only the view of `seat`."""

    def __init__(self, game: Game, view: Any, seat: int, seed: int, edges: int, explore: float = EXPLORE) -> None:
        states = game.state.new(2)
        states[0] = view
        words = states.view(word_type(states.itemsize)).reshape(2, -1)[1]
        self.tree = plant(edges, int(states[0].players))
        self.worlds = 0
        self.seat = seat
        root = game.legal(states[0], seat)
        self.actions = list_actions(root)
        self._kernel = grow_tree(game)
        self._before = (states, words, seat, root)
        self._after = (explore, new_rng(seed.to_bytes(8, "big")), *visible(game, seat), *vars(self.tree).values())

    def grow(self, worlds: int) -> None:
        """Search so many worlds more."""
        self._kernel(*self._before, worlds, *self._after)
        self.worlds += worlds

    def found(self) -> Analysis:
        """What the tree says of the legal actions."""
        values, visits = np.full(len(self.actions), -np.inf), np.zeros(len(self.actions), np.int64)
        if len(self.actions) == 1:  # no decision, so there is no root
            values[0], visits[0] = self.tree.worth[self.seat, SUM] / self.worlds, self.worlds
            return Analysis(self.actions, values, visits, self.worlds)
        at = ROOT
        while at != NONE:
            edge = self.tree.edges[at]
            i = self.actions.index(edge.action)
            values[i], visits[i] = edge.total / edge.visits, edge.visits
            at = int(edge.next)
        return Analysis(self.actions, values, visits, self.worlds)


def analyse(game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0) -> Analysis:
    """Search for `ms` milliseconds, or over so many worlds."""
    begin = time.perf_counter()
    search = Search(game, view, seat, seed, min(worlds or int(ms * EDGES_A_MS), LARGEST))
    if worlds:
        search.grow(worlds)
        return search.found()
    chunk, left = FIRST_CHUNK, ms
    while left > 0:
        search.grow(chunk)
        spent = (time.perf_counter() - begin) * 1000
        left = ms - spent
        chunk = max(1, min(int(search.worlds / spent * min(CHUNK_MS, left)), 2 * search.worlds))
    return search.found()
