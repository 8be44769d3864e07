"""Information set Monte Carlo tree search: any game, any number of seats, sealed bids and chance included.

One tree, grown over worlds that could be true.  In each world:

1. Determinize: draw a world that agrees with all that the searching seat knows.  Every action that the seat still
   considers is tried in it, so they are compared in the same worlds.
2. Select: at an information set below take the action with the best upper bound among those that are legal in this
   world; one not tried yet comes first and ends the selection.  Only what is likely is looked at: where chance makes
   many places, each is met but a few times, and what is blind there would spoil them all.
3. Play out: by the game's policy, else at random.
4. Back up: each action on the way gets what the deal was worth to the seat that took it.

The seat considers all its actions at first; in rounds of equal length the better half of them goes on.

An information set is what may be known of the state: for the searching seat's own decisions what that seat knows, for
the others' what everybody knows.  Its key is a hash of just these fields (`visible`).  So nothing of a drawn world
leaks into the tree: a sealed bid of another seat leads to the same place whatever it was, and the others cannot answer
to a sealed bid of ours; while cards that come to light, by chance or by play, lead to different places.

With few cards left the others know what they hold, too: there are few hands then, so each is met often enough to be
played well.  Without, the tree takes the others for blind, and keeps a card that it should throw for their mistakes.

Source: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012 (the single-observer tree, its
availability counts); Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013 (halving); the
keys by view are ours.
"""

import math
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from torite.cards.actions import Action, Actions, count_actions, random_action
from torite.cards.bits import bit, low
from torite.cards.kernel import Mask, Rng, kernel
from torite.cards.rng import new_rng
from torite.games.calls import (
    Rules,
    States,
    actors,
    as_rows,
    chance,
    determinize,
    finish,
    finish_by_policy,
    likely,
    play,
    put,
    score,
)
from torite.games.game import Game
from torite.games.state import CHANCE
from torite.knowledge import informed
from torite.search.analysis import Analysis
from torite.search.clock import spend
from torite.search.possible import check_view
from torite.search.rules import considered, rules

FIRST_CHUNK = 2  # worlds
LARGEST = 1 << 18  # edges of a tree; a full one is still searched, but grows no more
EDGES_A_MS = 1000
DEEPEST = 64  # decisions within the tree on one way through it
FEW_CARDS = 5  # in hand: from here on the others know what they hold
EXPLORE = 1.0  # weight of doubt against value, in standard deviations of a deal's worth
NONE = 0  # no edge; the first ones are the root's, one an action
DEALS, SUM, SQUARES = range(3)  # columns of `worth`
VIEW, WORLD, DEAL = range(3)  # rows of the states

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
def visible(game: Game, seat: int, own: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places and masks of the words of a record that make an information set.

    own     do the other seats know what they hold in a world?  Else only what everybody knows
    places  int64[n], words of the record in which anything may be known
    masks   [seats, n], what each seat may know in them when it decides
    salts   uint64[n], so that equal words in two places differ
    """
    layout = game.state
    known = [layout.known(p if own or p == seat else None) for p in range(game.players[1])]
    words = np.stack(known).view(word_type(layout.dtype.itemsize))
    places = np.flatnonzero(np.bitwise_or.reduce(words))
    return places, np.ascontiguousarray(words[:, places]), np.arange(1, len(places) + 1, dtype=np.uint64) * ODD


def _plain_key(words: np.ndarray, places: np.ndarray, masks: np.ndarray, salts: np.ndarray, mover: int) -> Any:
    key, full = mover + 1, (1 << 64) - 1  # NumPy warns where a product wraps
    for i in range(len(places)):
        mixed = (int(words[places[i]] & masks[i]) ^ int(salts[i])) * int(ODD) & full
        key += (mixed ^ mixed >> 32) * int(ODD)
    return np.uint64(key & full)


@partial(kernel, plain=_plain_key)
def _key(words: np.ndarray, places: np.ndarray, masks: np.ndarray, salts: np.ndarray, mover: int) -> Any:
    """Key of the information set at which `mover` decides: a sum, so that its words are hashed side by side."""
    key = np.uint64(mover + 1)
    for i in range(len(places)):
        mixed = (np.uint64(words[places[i]] & masks[i]) ^ salts[i]) * ODD
        key += (mixed ^ (mixed >> np.uint64(32))) * ODD
    return key


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
def _select(
    key: Any,
    actions: Actions,
    doubt: float,
    rng: Rng,
    keys: np.ndarray,
    first: np.ndarray,
    edges: Any,
    used: np.ndarray,
) -> tuple[int, bool]:
    """The edge to go on at an information set, and whether it is new; NONE if there is no room for a new one."""
    slot = _slot(keys, key)
    untried = _offer(edges, first[slot], actions)
    if not count_actions(untried):
        return _best_edge(edges, first[slot], actions, doubt), False
    if used[0] + 1 == len(edges):
        return NONE, True
    used[0] += 1
    edge = used[0]
    edges[edge].action = random_action(untried, rng)
    edges[edge].offers = 1
    edges[edge].next = first[slot]
    keys[slot] = key
    first[slot] = edge
    return edge, True


@kernel
def _back_up(
    points: np.ndarray, way: np.ndarray, movers: np.ndarray, depth: int, edges: Any, worth: np.ndarray
) -> None:
    """A deal has been played out."""
    for p in range(len(points)):
        worth[p, DEALS] += 1
        worth[p, SUM] += points[p]
        worth[p, SQUARES] += points[p] ** 2
    for i in range(depth):
        edges[way[i]].visits += 1
        edges[way[i]].total += points[movers[i]]


@kernel  # not apart: `words` and the states are one memory
def grow_tree(
    rules: Rules,
    states: States,
    words: np.ndarray,
    seat: int,
    tried: np.ndarray,
    worlds: int,
    explore: float,
    rng: Rng,
    by_policy: bool,
    places: np.ndarray,
    masks: np.ndarray,
    salts: np.ndarray,
    keys: np.ndarray,
    first: np.ndarray,
    edges: Any,
    used: np.ndarray,
    worth: np.ndarray,
) -> None:
    """Try each action of the seat in so many worlds.

    states         the view of `seat`, then room for a world and for a deal played in it
    words          that deal once more, as words
    tried          int32[n], edges of the actions of `seat` that are tried in every world
    by_policy      has the game a policy?
    places ..      see `visible`
    keys ..        see `Tree`
    """
    points = np.empty(len(worth), np.float64)
    way = np.empty(DEEPEST, np.int32)  # edges
    movers = np.empty(DEEPEST, np.int8)
    for at in range(worlds * len(tried)):
        if at % len(tried) == 0:  # 1. determinize
            put(states, WORLD, VIEW)
            determinize(rules, states, WORLD, seat, rng)
        put(states, DEAL, WORLD)
        way[0], movers[0], depth, selecting = tried[at % len(tried)], seat, 1, True
        play(rules, states, DEAL, seat, np.int64(edges[way[0]].action))
        while selecting:  # 2. select
            seats: Mask = actors(rules, states, DEAL)
            if not seats:
                break
            if seats == CHANCE:
                chance(rules, states, DEAL, rng)
                continue
            mover = seat if seats & bit(seat) else low(seats)
            actions = likely(rules, states, DEAL, mover)
            action: Any = random_action(actions, rng)
            if count_actions(actions) > 1:
                key = _key(words, places, masks[mover], salts, mover)
                edge, is_new = _select(key, actions, _doubt(worth[mover], explore), rng, keys, first, edges, used)
                selecting = not is_new and depth + 1 < DEEPEST
                if edge != NONE:
                    action = np.int64(edges[edge].action)
                    way[depth], movers[depth] = edge, mover
                    depth += 1
            play(rules, states, DEAL, mover, action)
        if by_policy:  # 3. play out
            finish_by_policy(rules, states, DEAL, rng)
        else:
            finish(rules, states, DEAL, rng)
        score(rules, states, DEAL, points)
        _back_up(points, way, movers, depth, edges, worth)  # 4. back up


class Search:
    """A search that goes on as long as one likes; needs only the view of `seat`.  Raises NoWorldError."""

    def __init__(
        self,
        game: Game,
        view: Any,
        seat: int,
        seed: int,
        edges: int,
        among: list[int] | None = None,
        explore: float = EXPLORE,
    ) -> None:
        check_view(game, view, seat)
        states = game.state.new(3)
        states[0] = view
        words = states.view(word_type(states.itemsize)).reshape(3, -1)[DEAL]
        self.actions = among or considered(game, states[0], seat)
        self.considered = np.arange(1, len(self.actions) + 1, dtype=np.int32)  # edges of the root, the best first
        self.tree = plant(edges + len(self.actions), int(states[0].players))
        self.tree.edges["action"][1 : len(self.actions) + 1] = self.actions
        self.tree.used[0] = len(self.actions)
        self.worlds = 0
        self.rounds: list[tuple[np.ndarray, np.ndarray]] = []  # of each what was considered, and its values
        has_policy = informed(game).policy is not None
        asked = ("determinize", "play", "actors", "likely", "score", "play_by_policy" if has_policy else "play_out")
        called = rules(game, *asked, *(["chance"] if game.chance is not None else []))
        self._before = (called, as_rows(states), words, seat)
        own = game.cards_held(states[0], seat) <= FEW_CARDS
        rng = new_rng(seed.to_bytes(8, "big"))
        self._after = (explore, rng, has_policy, *visible(game, seat, own), *vars(self.tree).values())

    def grow(self, worlds: int) -> None:
        """Try what is considered in so many worlds more."""
        grow_tree(*self._before, self.considered, worlds, *self._after)
        self.worlds += worlds

    def halve(self) -> None:
        """Consider only the better half of what has been considered so far."""
        edges: Any = self.tree.edges[self.considered]
        values = edges.total / np.maximum(edges.visits, 1)
        self.rounds.append((self.considered, values))
        better = np.argsort(-values, kind="stable")
        self.considered = self.considered[better[: (len(better) + 1) // 2]]

    def forget(self) -> None:
        """Count what the actions bring from now on: before, the tree has had to learn how they are gone on with."""
        self.tree.edges[1 : len(self.actions) + 1]["visits"] = 0
        self.tree.edges[1 : len(self.actions) + 1]["total"] = 0

    def found(self) -> Analysis:
        """What the tree says of the actions that were considered.

        Of one that has left the race: as much less than the best one as in the deals that both had been tried in.
        """
        edges: Any = self.tree.edges[1 : len(self.actions) + 1]
        values, best = edges.total / edges.visits, self.considered[0]
        for tried, then in self.rounds:
            values[tried - 1] = values[best - 1] + (then - then[tried == best])
        return Analysis(self.actions, values, edges.visits.astype(np.int64), self.worlds)


def analyse(
    game: Game, view: Any, seat: int, seed: int, *, ms: float = 0, worlds: int = 0, among: list[int] | None = None
) -> Analysis:
    """Search for `ms` milliseconds, or over so many deals played out, at least one an action and round.

    Of the legal actions what the seat considers is tried, or these.
    """
    search = Search(game, view, seat, seed, min(worlds or int(ms * EDGES_A_MS), LARGEST), among)
    rounds = max(1, (len(search.actions) - 1).bit_length())
    for _ in range(rounds):
        if ms:
            spend(ms / rounds, search.grow, FIRST_CHUNK)
        else:
            search.grow(max(1, worlds // (rounds * len(search.considered))))
        search.halve()
    return search.found()
