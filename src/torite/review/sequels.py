"""What a mistake has led to: who takes the trick, and is the own bid met, after the action played and after the best?

Both are tried in the same worlds, drawn from the view as for the review, but others than those that have chosen the
best action: what was chosen by chance is not told as a reason.  It is played on as in the review, by the game's policy
or what it calls likely.
"""

from hashlib import sha256
from typing import Any, Literal

import numpy as np

from torite.cards.actions import random_action
from torite.cards.bits import low
from torite.cards.kernel import Rng, kernel
from torite.cards.rng import new_rng
from torite.games.calls import (
    Rules,
    States,
    actors,
    ahead,
    as_rows,
    chance,
    course,
    determinize,
    finish,
    instead,
    likely,
    play,
    policy,
    put,
)
from torite.games.game import Game
from torite.games.state import CHANCE
from torite.games.zones import NONE, Trick
from torite.knowledge import informed
from torite.review.decisions import Decision
from torite.search.rules import rules
from torite.table.looking import Sequel

WORLDS = 300  # with them 3 standard errors are 18 % at most
FINISHED = 120  # of them, to the end of the deal, where there is a bid to be met: 3 standard errors are 28 % at most
TELLING = 0.3  # difference of shares below which there is nothing to tell
CLEAR = 3.0  # standard errors below which the same holds
CALLED = ("actors", "likely", "play", "chance", "determinize", "play_out", "ahead", "course")
NEEDED = {"trick", "tricks", "best", "last_winner"}  # fields of the kit of tricks
VIEW, WORLD, ENDS = range(3)  # rows of the states; from ENDS on each world's end after each action


@kernel
def try_out(
    rules: Rules,
    states: States,
    seat: int,
    actions: np.ndarray,
    by_policy: bool,
    rng: Rng,
    finished: int,
    takers: np.ndarray,
) -> None:
    """Play each action in each of so many worlds, to the end of the trick, in the first ones to the end of the deal.

    states    the view of `seat`, room for a world, then for those ends, and for one world more
    actions   int64[n]
    finished  worlds in which the deal is played to its end
    takers    int64[worlds, n], written to: who takes the trick that lies after the action, NONE = there is none
    """
    n = len(actions)
    for world in range(len(takers)):
        put(states, WORLD, VIEW)
        determinize(rules, states, WORLD, seat, rng)
        before = course(rules, states, WORLD)
        for i in range(n):
            row = ENDS + min(world, finished) * n + i
            put(states, row, WORLD)
            play(rules, states, row, seat, actions[i])
            if before % 2 or course(rules, states, row) > before:
                takers[world, i] = finish_trick(rules, states, row, (before | 1) + 1, by_policy, rng)
            if world < finished:
                finish(rules, states, row, rng)


@kernel
def finish_trick(rules: Rules, states: States, row: int, until: int, by_policy: bool, rng: Rng) -> int:
    """Play on until the tricks have come so far; who has taken the last one, NONE = the deal was over before."""
    while course(rules, states, row) < until:
        seats = actors(rules, states, row)
        if seats == 0:
            return NONE
        if seats == CHANCE:
            chance(rules, states, row, rng)
        elif by_policy:
            play(rules, states, row, low(seats), policy(rules, states, row, low(seats), rng))
        else:
            play(rules, states, row, low(seats), random_action(likely(rules, states, row, low(seats)), rng))
    return int(ahead(rules, states, row))


def sequels(game: Game, decision: Decision, best: int, seed: int, worlds: int = WORLDS) -> list[Sequel]:
    """What came of the action played against the best one; [] in a game that has no tricks, or a plan of its own."""
    if not has_sequels(game):
        return []
    by_policy = informed(game).policy is not None
    called = rules(game, *CALLED, *(["policy"] if by_policy else []))
    if by_policy:
        called = instead(called, "play_out", rules(game, "play_by_policy"), "play_by_policy")
    finished = min(worlds, FINISHED) if game.sheet.exact is not None else 0
    states = game.state.new(ENDS + 2 * (finished + 1))
    states[VIEW] = decision.view
    takers = np.full((worlds, 2), NONE, np.int64)
    actions = np.array([decision.played, best])
    try_out(
        called, as_rows(states), decision.seat, actions, by_policy, new_rng(chance_of(decision, seed)), finished, takers
    )
    return [*_of_trick(game, decision, best, takers), *_of_bid(game, decision.seat, states[ENDS:-2])]


def chance_of(decision: Decision, seed: int) -> bytes:
    """The seed of the worlds: of the view and nothing else."""
    return sha256(seed.to_bytes(8, "big") + b"sequels" + bytes([decision.seat]) + decision.view.tobytes()).digest()


def has_sequels(game: Game) -> bool:
    """Are there tricks on the fields of their kit, which playouts go on with?"""
    shown = any(isinstance(zone, Trick) and zone.last_winner == "last_winner" for zone in game.zones)
    return shown and game.state.fields.keys() >= NEEDED and informed(game).plan is None


def _of_trick(game: Game, decision: Decision, best: int, takers: np.ndarray) -> list[Sequel]:
    """Where both are cards to a trick: who has taken it."""
    if not {decision.played, best} <= game.handled.keys() or (takers == NONE).any():
        return []
    side = int(game.partners(decision.view, decision.seat))
    own = side >> takers & 1 == 1
    if own[:, 0].mean() > own[:, 1].mean():
        return [_compared("won", None, own)]
    for seat in set(np.unique(takers)) - {seat for seat in range(64) if side >> seat & 1}:
        told = _compared("given", int(seat), takers == seat)
        if told.clear and told.played > told.best:
            return [told]  # the differences of two seats cannot both be that large with any sense
    return [_compared("given", None, ~own)]


def _of_bid(game: Game, seat: int, ends: Any) -> list[Sequel]:
    """Where the game has something to meet exactly: was it missed?"""
    if (columns := game.sheet.exact) is None:
        return []
    wanted, got = columns
    results = [game.result(end) for end in ends]
    missed = np.array([result[wanted][seat] != result[got][seat] for result in results])
    return [_compared("missed", None, missed.reshape(-1, 2))]


def _compared(kind: Literal["given", "won", "missed"], seat: int | None, came: np.ndarray) -> Sequel:
    """came: bool[worlds, 2], after the action that was played and after the best one."""
    played, best = (float(share) for share in came.mean(axis=0))
    error = float((came[:, 0].astype(float) - came[:, 1]).std(ddof=1)) / len(came) ** 0.5
    clear = played - best >= max(TELLING, CLEAR * error)
    return Sequel(kind, seat, round(played, 4), round(best, 4), round(error, 4), clear)
