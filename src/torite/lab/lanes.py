"""Lanes of matches in kernels: what a step reads and writes, a few lanes at a time."""

from typing import Any, NamedTuple

import numpy as np

from torite.cards.actions import random_action
from torite.cards.bits import low
from torite.cards.kernel import kernel, large_kernel
from torite.cards.rng import below, shuffle
from torite.cards.spread import WORD, spread
from torite.games.calls import Rules, States, actors, chance, deal, finished, legal, play, score, sealed, start
from torite.games.state import CHANCE
from torite.lab.observe import Records, Sources, observe

BLOCK = 64  # lanes
CARDS, FIRST, CHANCE_DRAWS, ACTIONS = USES = range(4)  # generators of a lane: so that no use of one shifts the others
NOTHING = -1  # in a history: no action so far, or none that may be known
SEAT, SEALED = 8, 15  # bits of what is kept of an action


class Lanes(NamedTuple):
    """What a kernel reads and writes, a row a lane."""

    rngs: Any  # uint64[n, uses, 4]
    legal: Any  # int64[n, 4], sets of actions
    turn: Any  # int64[n]
    obs: Any  # uint8 or float32[n, size]
    mask: Any  # uint8[n, actions]
    reward: Any  # float64[n, players]
    done: Any  # uint8[n]
    history: Any  # int16[n, length, 2]
    past: Any  # int32[n, length], newest first: action | seat << SEAT | whether it was sealed << SEALED
    deck: Any  # int8[cards], sorted: all lanes'


@kernel
def step_all(
    rules: Rules,
    states: States,
    begin: int,
    end: int,
    steps: int,
    actions: np.ndarray,
    fresh: bool,
    per_deal: bool,
    lanes: Lanes,
    records: Records,
    sources: Sources,
) -> int:
    """Do actions[i] in each of these lanes, not checked, or begin it afresh; a second step and more at random.

    Returns how many episodes have ended.  A few lanes at a time, which stay in the processor's cache.
    """
    ended = 0
    for first in range(begin, end, BLOCK):
        last = min(first + BLOCK, end)
        for n in range(steps):
            if n:
                draw(first, last, lanes.legal, lanes.rngs, actions)
            ended += _move(rules, states, first, last, actions, fresh, per_deal, lanes)
            _ask(rules, states, first, last, lanes.turn, lanes.legal, lanes.mask)
            _recall(first, last, lanes.past, lanes.turn, lanes.reward.shape[1], lanes.history)
            observe(first, last, records, lanes.turn, sources, lanes.obs)
    return ended


@kernel
def draw(begin: int, end: int, legals: np.ndarray, rngs: np.ndarray, actions: np.ndarray) -> None:
    """A random legal action in each of these lanes."""
    for i in range(begin, end):
        actions[i] = random_action((legals[i, 0], legals[i, 1], legals[i, 2], legals[i, 3]), rngs[i, ACTIONS])


@large_kernel
def _move(
    rules: Rules, states: States, begin: int, end: int, actions: np.ndarray, fresh: bool, per_deal: bool, lanes: Lanes
) -> int:
    """Act, then let chance act and make the next deal until somebody can act."""
    rngs, turn, reward, done = lanes.rngs, lanes.turn, lanes.reward, lanes.done
    worth, deck, ended = np.empty(reward.shape[1], np.float64), lanes.deck.copy(), 0
    for i in range(begin, end):
        for p in range(len(worth)):
            reward[i, p] = 0
        done[i] = 0
        if fresh:
            start(rules, states, i, len(worth), below(rngs[i, FIRST], len(worth)))
            _deal(rules, states, i, lanes, deck)
        else:
            if lanes.past.shape[1]:
                _note(rules, states, i, turn[i], actions[i], lanes.past)
            play(rules, states, i, turn[i], actions[i])
        while True:
            seats = actors(rules, states, i)
            if seats == CHANCE:
                chance(rules, states, i, rngs[i, CHANCE_DRAWS])
                continue
            if seats:
                turn[i] = low(seats)
                break
            score(rules, states, i, worth)
            for p in range(len(worth)):
                reward[i, p] += worth[p]
            over = finished(rules, states, i)
            if over:
                start(rules, states, i, len(worth), below(rngs[i, FIRST], len(worth)))
            if over or per_deal:
                done[i] = 1
            _deal(rules, states, i, lanes, deck)
        ended += int(done[i])  # in plain Python a number is as wide as its array
    return ended


@kernel
def _deal(rules: Rules, states: States, i: int, lanes: Lanes, deck: np.ndarray) -> None:
    """The next deal: its cards follow from the lane's seed and the number of deals before alone."""
    deck[:] = lanes.deck
    shuffle(deck, lanes.rngs[i, CARDS])
    deal(rules, states, i, deck)
    lanes.past[i] = NOTHING


@kernel
def _note(rules: Rules, states: States, i: int, seat: int, action: int, past: np.ndarray) -> None:
    """Keep what is about to be done."""
    for k in range(past.shape[1] - 1, 0, -1):
        past[i, k] = past[i, k - 1]
    past[i, 0] = action | seat << SEAT | sealed(rules, states, i, seat, action) << SEALED


@kernel
def _recall(begin: int, end: int, past: np.ndarray, turn: np.ndarray, players: int, history: np.ndarray) -> None:
    """What has been done, as the seats to act know it."""
    for i in range(begin, end):
        for k in range(past.shape[1]):
            kept = past[i, k]
            away = (kept >> SEAT & 15) - turn[i]
            away += players if away < 0 else 0  # a division would take most of the time
            history[i, k, 0] = NOTHING if kept < 0 else away
            history[i, k, 1] = NOTHING if kept < 0 or (away and kept >> SEALED) else kept & 255


@kernel
def _ask(
    rules: Rules, states: States, begin: int, end: int, turn: np.ndarray, legals: np.ndarray, mask: np.ndarray
) -> None:
    """What the seats to act may do."""
    for i in range(begin, end):
        words = legal(rules, states, i, turn[i])
        for w in range(4):
            legals[i, w] = words[w]
    for i in range(begin, end):  # apart: what has only just been written is waited for
        for w in range(mask.shape[1] // WORD):
            spread(legals[i, w], mask, i, w * WORD)


@kernel
def first_illegal(legal: np.ndarray, actions: np.ndarray) -> int:
    """The first lane whose action is not legal; their number if there is none."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= 4 * WORD or not legal[i, action >> 6] >> (action & 63) & 1:
            return i
    return len(actions)
