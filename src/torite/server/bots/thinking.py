"""Bots at work: each table's bots one after the other, all tables' in the threads of one pool.

How long a bot has thought must not tell its cards: a forced card needs no thought.  So a decision is told when its
pause is over, and not before a long thought of its level would have ended that began when this one did.  Both follow
from what everybody sees.
"""

import asyncio
import logging
import re
import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from math import ceil
from typing import TypeVar

from torite.cards.actions import list_actions
from torite.cards.shelf import SHELF
from torite.games.game import Game
from torite.search import claim
from torite.search.players import LEVELS, advise, player
from torite.server.bots.pool import NOBODY, Asker, GoneError, Pool, StuckError
from torite.server.bots.readiness import Readiness
from torite.server.logs import where
from torite.table.messages import Advice, Choice
from torite.table.refusals import RefusalCode, Refused
from torite.table.turns import BotTurn, Puzzle, Question

LOG = logging.getLogger("torite")
AT_LEAST = 0.005  # seconds that a thought is made to last; those of the levels without a clock take up to 3 ms
MARGIN = 1.1  # over the budget of a level with one
LOOKED_BACK = 100  # thoughts; whoever waits for a bot sees the longest of them, not each
MOST = 3  # usual thoughts
STRONGEST = list(LEVELS)[-1]

T = TypeVar("T")


class Thinkers:
    """What the bots of all tables share."""

    def __init__(self, workers: int, patience: float = 30.0, readiness: Readiness | None = None) -> None:
        self.readiness = readiness or Readiness({})
        self.pool = Pool(workers, patience)
        self.pool.cold = SHELF.folder is None
        self._lengths = {level: deque([1], LOOKED_BACK) for level in LEVELS}  # of the last thoughts, in usual ones
        self._stuck: set[str] = set()  # tables at which a bot has not come to an end

    async def choose(
        self, game: Game, turn: BotTurn, lane: asyncio.Lock, asker: Asker = NOBODY, pause: float = 0.0
    ) -> str:
        """Code of the bot's action, at the moment at which it may be told.

        lane   the table's own lock
        pause  seconds before the action
        """
        await self.readiness.wait(game)
        loop = asyncio.get_running_loop()
        due = loop.time() + pause
        async with lane:
            begun = loop.time()

            def begin() -> None:
                nonlocal begun
                begun = loop.time()

            try:
                code = await self._run(partial(choose, game, turn), asker, begin, (game, turn), holds(turn.level))
            except StuckError:
                code = first(game, turn)
            self._learn(turn.level, loop.time() - begun)
            await asyncio.sleep(begun + self.slot(turn.level) - loop.time())
        await asyncio.sleep(due - loop.time())
        return code

    async def advise(self, game: Game, puzzle: Puzzle, lane: asyncio.Lock, asker: Asker = NOBODY) -> Advice:
        """What a bot would do, beside the alternatives.  Raises Refused if that has no end."""
        await self.readiness.wait(game)
        async with lane:
            try:
                return await self._run(partial(ponder, game, puzzle), asker, held=holds(STRONGEST))
            except StuckError:
                raise Refused(RefusalCode.SERVER_ERROR) from None

    async def settle(
        self, game: Game, question: Question, pause: float, asker: Asker = NOBODY
    ) -> list[tuple[int, str]] | None:
        """How a claimed rest goes, by seat and code; None if the claim does not hold, or nobody could tell so soon.

        Told `pause` seconds after a thread has taken it, however long that took: the time tells nothing of the cards.
        """
        await self.readiness.wait(game)
        begun = asyncio.Event()
        work = asyncio.ensure_future(self._run(partial(play_out, game, question), asker, begun.set, held=pause))
        taken = asyncio.ensure_future(begun.wait())
        try:
            await asyncio.wait({work, taken}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(pause)
            return work.result() if work.done() else None
        except StuckError:
            return None
        finally:
            work.cancel()
            taken.cancel()

    async def _run(
        self,
        work: Callable[[], T],
        asker: Asker,
        begun: Callable[[], None] = lambda: None,
        asks: tuple[Game, BotTurn] | None = None,
        held: float = 0.0,
    ) -> T:
        """One table does not get a second thread to lose.  Raises StuckError."""
        if asker.table in self._stuck:
            raise StuckError
        try:
            try:
                return await self.pool.run(work, asker, begun, asks, held)
            except GoneError:
                return await self.pool.run(work, asker, held=held)
        except StuckError:
            LOG.error("table %(table)s: a bot has come to no end; its bots play what is legal", {"table": asker.table})
            self._stuck.add(asker.table)
            raise

    def trust_again(self, table: str) -> None:
        """Its game has other rules: its bots may come to an end now."""
        self._stuck.discard(table)

    def slot(self, level: str) -> float:
        """Seconds that every thought of this level seems to take: as a rule the usual, on a busy machine twice that."""
        return usual(level) * min(MOST, max(self._lengths[level], default=1))

    def _learn(self, level: str, took: float) -> None:
        self._lengths[level].append(ceil(took / usual(level)))

    async def close(self) -> None:
        """Let running thoughts end, drop the rest."""
        await self.pool.close()


def usual(level: str) -> float:
    """Seconds that a long thought of this level takes on a quiet machine."""
    clock = re.search(r"(\d+)ms", LEVELS[level])
    return MARGIN * int(clock[1]) / 1000 if clock is not None else AT_LEAST


def holds(level: str) -> float:
    """Seconds for which a thought of this level has its thread, whatever the cards are: others wait for it elsewhere.

    Levels without a clock think for less than anybody would notice.
    """
    return usual(level) if usual(level) > AT_LEAST else 0.0


def choose(game: Game, turn: BotTurn) -> str:
    """The bot's choice; if the bot fails, the first legal action."""
    try:
        seed = secrets.randbits(64) if turn.seed is None else turn.seed
        return game.codes[player(turn.spec).choose(game, turn.view, turn.seat, seed)]
    except Exception as error:
        told = {"level": turn.level, "game": game.name, "error": where(error)}
        LOG.error("bot %(level)s failed at %(game)s: %(error)s", told)
        return first(game, turn)


def ponder(game: Game, puzzle: Puzzle) -> Advice:
    """The strongest bot's view of a decision: its choice first, then the others by their worth in the game's unit."""
    found = advise(game, puzzle.view, puzzle.seat, secrets.randbits(64))
    tried = zip(found.actions, found.values.tolist(), found.visits.tolist(), strict=True)
    worth = [(action, value * game.unit.scale) for action, value, visits in tried if visits]
    order = sorted(worth, key=lambda each: (each[0] != found.best, -each[1]))
    return Advice(puzzle.asked, [Choice(game.codes[action], round(value, 3)) for action, value in order])


def play_out(game: Game, question: Question) -> list[tuple[int, str]] | None:
    """The line in which the claim holds, by seat and code; None if there is none."""
    line = claim.settle(game, question.state, question.seat)
    return None if line is None else [(seat, game.codes[action]) for seat, action in line]


def first(game: Game, turn: BotTurn) -> str:
    """The first legal action: what is played where no bot can decide."""
    return game.codes[list_actions(game.legal(turn.view, turn.seat))[0]]
