"""Exercises of matches that the house's bots play, where somebody would be asked and there is nothing left.

A new house has none of any game, so the first ones are made as soon as somebody opens that page; later more, until
there are those of enough matches.
"""

import asyncio
import logging
from contextlib import suppress
from functools import partial

import sqlalchemy as sa

from torite.games.game import Game
from torite.review.practice import practice
from torite.server.bots.pool import Asker
from torite.server.bots.thinking import Thinkers
from torite.server.logs import where
from torite.server.matches import exercises
from torite.server.settings import Settings
from torite.server.storage.database import StaleWriter
from torite.server.storage.schema import EXERCISES
from torite.server.storage.store import Store

LOG = logging.getLogger("torite")
SEED = 0  # as of `torite admin exercises`, which may have made the first ones
TABLE = f"{exercises.BOTS}{SEED}"


class Practice:
    """Has them made: of one match of a game at a time, in the bots' threads while no bot needs them."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self._store, self._thinkers, self._enough = store, thinkers, settings.practice
        self._running: dict[str, asyncio.Task[None]] = {}  # by game
        self._done: dict[str, int] = {}  # matches that have been played, by game; some give nothing

    def want(self, game: Game, payer: str) -> bool:
        """There is nothing left for somebody.  Is there to be more?"""
        if game.name not in self._running and self._done.get(game.name, 0) < self._enough:
            self._running[game.name] = asyncio.create_task(self._make(game, payer))
        return game.name in self._running

    async def _make(self, game: Game, payer: str) -> None:
        """Those of the next match."""
        try:
            ours = (EXERCISES.c.game == game.name, EXERCISES.c.table_id == TABLE)
            ((last,),) = await self._store.read(sa.select(sa.func.max(EXERCISES.c.number)).where(*ours))
            number = self._done[game.name] = max(self._done.get(game.name, 0), last or 0) + 1
            if number > self._enough:
                return
            await self._thinkers.readiness.wait(game)
            run = partial(self._thinkers.pool.run, asker=Asker(TABLE, payer, later=True))
            task = await run(partial(practice, game, SEED, number - 1))
            for stage in task.pieces():
                async with asyncio.TaskGroup() as group:
                    for piece in stage:
                        group.create_task(run(piece))
            with suppress(StaleWriter):  # another node has been first
                await self._store.run(exercises.add(TABLE, number, task))
        except Exception as error:
            LOG.error("no exercises could be made: %(error)s", {"error": where(error)})
        finally:
            del self._running[game.name]

    async def close(self) -> None:
        """Stop; what is not done is made anew when somebody asks."""
        for work in list(self._running.values()):
            work.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
