"""Where bots think: a few threads beside the loop, each table's bots one after the other.

A table has at most one job in the pool's queue, so a table full of bots does not delay another one.  The threads are
nicer than the loop: a move that arrives while bots think is still served at once.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor

from torite.cards.actions import list_actions
from torite.games.game import Game
from torite.search.players import advise, player
from torite.table.decide import BotTurn, Puzzle
from torite.table.messages import Advice, Choice

LOG = logging.getLogger("torite")
NICENESS = 5


class Thinkers:
    """The shared pool."""

    def __init__(self, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, "torite-bot", initializer=_step_back)

    async def choose(self, game: Game, turn: BotTurn, lane: asyncio.Lock) -> str:
        """Code of the bot's action.  `lane` is the table's own lock."""
        async with lane:
            return await asyncio.get_running_loop().run_in_executor(self._pool, choose, game, turn)

    async def advise(self, game: Game, puzzle: Puzzle, lane: asyncio.Lock) -> Advice:
        """What a bot would do, beside the alternatives."""
        async with lane:
            return await asyncio.get_running_loop().run_in_executor(self._pool, ponder, game, puzzle)

    def close(self) -> None:
        """Let running thoughts end, drop the rest."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def choose(game: Game, turn: BotTurn) -> str:
    """The bot's choice; if the bot fails, the first legal action."""
    try:
        action = player(turn.spec).choose(game, turn.view, turn.seat, secrets.randbits(64))
    except Exception as error:
        LOG.error("bot %s failed at %s: %s", turn.level, game.name, where(error))
        action = list_actions(game.legal(turn.view, turn.seat))[0]
    return game.codes[action]


def ponder(game: Game, puzzle: Puzzle) -> Advice:
    """The strongest bot's view of a decision: its choice first, then the others by their worth."""
    found = advise(game, puzzle.view, puzzle.seat, secrets.randbits(64))
    tried = zip(found.actions, found.values.tolist(), found.visits.tolist(), strict=True)
    worth = [(action, value) for action, value, visits in tried if visits]
    order = sorted(worth, key=lambda each: (each[0] != found.best, -each[1]))
    return Advice(puzzle.asked, [Choice(game.codes[action], round(value, 3)) for action, value in order])


def is_forced(game: Game, turn: BotTurn) -> bool:
    """Has the bot a single legal action?"""
    return len(list_actions(game.legal(turn.view, turn.seat))) == 1


def where(error: BaseException) -> str:
    """Type and place of an error for the log, without its message: that may name cards."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}"


def _step_back() -> None:
    with contextlib.suppress(OSError, AttributeError):  # only Linux has priorities by thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
