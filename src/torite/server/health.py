"""What is wrong with the house, for its operator: in one word to everybody who asks, by name in the log."""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress

from torite.server.bots.pool import Pool
from torite.server.logs import where
from torite.server.storage.database import BROKEN, DamagedError, StoreError
from torite.server.storage.store import Store
from torite.table.events import decode

LOG = logging.getLogger("torite")
UNREADABLE = "table %(table)s cannot be read: %(error)s"
OFTEN = 1.0  # seconds between two looks whether a trouble is over
MISSED = 30 * 86400.0  # seconds for which somebody may miss a table: years of older ones are not read at each start
KEPT = 1.0  # seconds that an answer of the database is good for: everybody may ask
HELD = 300.0  # the same while it refuses nothing: to ask is to write, and a monitor that asks wears out a memory card


class Health:
    """Looks at the database and at the bots."""

    def __init__(self, store: Store, bots: Pool) -> None:
        self._store, self._bots = store, bots
        self._asking = asyncio.Lock()
        self._asked, self._writable = float("-inf"), True
        self._unreadable: list[str] = []  # tables

    async def reasons(self) -> list[str]:
        """Why the house is not well; [] = it is.

        store    nothing can be written: the disk is full, the database is locked or gone
        damage   a part of the database, or a table, cannot be read; the log names it
        bots     threads have been lost to bots that come to no end
        """
        wrong = {
            "store": not await self._can_write(),
            "damage": self.is_damaged,
            "bots": self._bots.lost > 0,
        }
        return [reason for reason, is_so in wrong.items() if is_so]

    @property
    def is_damaged(self) -> bool:
        """Is there something in the database that cannot be read?"""
        return self._store.damaged or bool(self._unreadable)

    async def is_ready(self) -> bool:
        """May visitors be sent here?  Damage elsewhere and lost threads are no reason to send them away."""
        return await self._can_write()

    async def look_around(self) -> None:
        """Check the whole database once, and the tables to which people may come back; the house is open meanwhile."""
        try:
            for line in await self._store.check():
                LOG.error("the database is damaged: %(error)s", {"error": line})
            for row in await self._store.unfinished(time.time() - MISSED):
                await self._try(row.table_id)
        except StoreError as error:
            LOG.error("the database could not be checked: %(error)s", {"error": error})

    async def await_the_end(self) -> None:
        """For ever: when the database was in trouble, say that it is over."""
        while True:
            await asyncio.sleep(OFTEN)
            if self._store.troubled:
                with suppress(StoreError):
                    await self._store.probe()
                    self._store.troubled = False
                    LOG.info("the database answers again")

    async def _try(self, table: str) -> None:
        try:
            await asyncio.to_thread(_decode, await self._store.load(table))
        except (DamagedError, *BROKEN) as error:
            LOG.error(UNREADABLE, {"table": table, "error": where(error)})
            self._unreadable.append(table)

    async def _can_write(self) -> bool:
        async with self._asking:
            good_for = HELD if self._writable and not self._store.troubled else KEPT
            if time.monotonic() - self._asked > good_for:
                try:
                    await self._store.probe()
                    self._writable = True
                except StoreError as error:
                    LOG.error("the store refuses: %(error)s", {"error": error})
                    self._writable = False
                self._asked = time.monotonic()
            return self._writable


def _decode(bodies: Sequence[bytes]) -> None:
    for body in bodies:
        decode(body)
