"""Compile every kernel of a game before somebody waits for it.

`python -m torite.search.warm GAME|FILE` does it in a process of its own, nicely, and prints a line a step.
"""

import hashlib
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from torite.cards.compiler import circumstances
from torite.cards.identity import UnnamedValueError, identity
from torite.cards.kernel import JIT
from torite.cards.rng import new_rng
from torite.cards.shelf import SHELF
from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.games.position import Position
from torite.knowledge import informed
from torite.search import claim, flat, ismcts, plan, solve
from torite.search.matches import play_matches, random_matches
from torite.search.playout import play_by_policy, play_out

STEPS = 5
MOVES = 1000  # of a deal; one that is not over then need not end by itself, as where all keep passing
LOADING = 60.0  # seconds of a core for taking in a page
COMPILING = 1200.0  # for the rest; the largest game takes a tenth


def warm(game: Game, done: Callable[[], None] = lambda: None) -> None:
    """Call each kernel once as the table, the bots and the simulation call it; `done` is called after each step."""
    players = game.players[0]
    position = Position(game, players, seed=0)
    position.deal()
    seat = position.actors()[0]
    position.copy().play(position.legal()[0])  # by one call; below the state is looked at, and it goes rule by rule
    position.scene(seat)
    done()
    for search in (flat, ismcts):
        search.analyse(game, position.view(seat), seat, 0, worlds=1)
        done()
    if informed(game).plan is not None:
        plan.analyse(game, position.view(seat), seat, 0, worlds=1)
        plan.results(game, position.view(seat), seat, b"", 1)
    for _ in range(MOVES):
        if (turn := position.turn) is None:
            break
        solve.analyse(game, position.view(turn), turn, limit=1)
        last = position.state.copy(), turn
        if game.claimable is not None and game.claimable(position.state, turn):
            claim.settle(game, position.state, turn, limit=1)
            claim.is_sure(game, position.view(turn), turn)
        position.scene(turn)  # zones and reasons call kernels too
        position.play(position.legal()[0])
    position.finished()
    if solve.is_declared(game):
        states = game.state.new(solve.DEEPEST)
        states[0] = last[0]
        solve.solve_world(game, states, last[1], limit=1)
    if game.concede is not None:
        game.concede(Position(game, players, seed=0).state, 0)
    done()
    states = game.state.new()
    random_matches(game, states, 1, new_rng(b""), np.zeros(2, np.int64), np.zeros(players))
    if JIT and (mark := _mark(game)):
        SHELF.put(mark, True)
    done()


def is_warm(game: Game) -> bool:
    """Need nobody wait for this game?"""
    return not JIT or bool((mark := _mark(game)) and SHELF.has(mark))


def same_kernels(one: Game, other: Game) -> bool:
    """Are all kernels of both the same?  If so, they differ in texts, zones, options and the like."""
    return JIT and (mark := _mark(one)) != "" and mark == _mark(other)


def _mark(game: Game) -> str:
    """Name on the shelf of the word that all kernels of a game are there: it tells what they are compiled from.

    "" = some of them cannot be kept.
    """
    game = informed(game)
    kernels: list[Any] = [kernel for kernel in vars(game).values() if hasattr(kernel, "py_func")]
    kernels += [flat.try_every_action, ismcts.grow_tree, play_matches, play_out(game), play_out(game, blind=True)]
    kernels += [play_by_policy(game)] if game.policy is not None else []
    kernels += [solve.worth(game)] if solve.is_declared(game) else []
    kernels += [plan.judge_worlds(game), plan.value_worlds(game)] if game.plan is not None else []
    kernels += [claim.search] if game.claimable is not None else []
    try:
        told = (circumstances(), str(game.state.dtype.descr), *(identity(kernel.py_func) for kernel in kernels))
    except UnnamedValueError:
        return ""
    return f"{hashlib.sha256(repr(told).encode()).hexdigest()}.warm"


def main(name: str) -> None:
    """Compile one game; others that work on this machine come first."""
    if hasattr(os, "nice"):
        os.nice(5)
    _end_after(LOADING)  # a page may have been changed since it was checked, and have a loop without end now
    game = GAMES[name] if name in GAMES else load_game(name)
    _end_after(COMPILING)
    warm(game, lambda: print("done", flush=True))  # noqa: T201  for the server


def _end_after(seconds: float) -> None:
    """End this process once it has computed so long."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)  # nobody handles that signal: it ends the process


if __name__ == "__main__":
    main(sys.argv[1])
