"""All tables of the house: those in use are actors in memory, the others lie in the store until somebody comes."""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from functools import partial

import msgspec

from torite.server.live import Live, entry
from torite.server.settings import Settings
from torite.server.store import Store, StoreError
from torite.server.thinking import Thinkers, where
from torite.table.decide import create
from torite.table.events import Stored, decode, encode
from torite.table.messages import NewTable, TableSummary
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table, evolve
from torite.table.views import summary

LOG = logging.getLogger("torite")
ID_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is easily misread
ID_LENGTH = 12  # 59 bits: the link is the key to an unlisted table
LISTED_FOR = 24 * 3600.0  # seconds since the last event
LISTED_AT_MOST = 100
SWEEP = 30.0  # most seconds between two looks for idle tables


class Tables:
    """Finds, makes, lists and forgets tables."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._thinkers = Thinkers(settings.thinkers)
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._sweeper = asyncio.create_task(self._sweep())

    @property
    def in_use(self) -> int:
        """Number of tables in memory."""
        return len(self._live)

    async def create(self, new: NewTable, creator: Guest | None) -> str:
        """Id of a new table.  Raises Refused, StoreError."""
        table_id = "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))
        events = create(new, creator, table_id, self._settings.games)
        table = self._replay(events)
        await self._store.append(table_id, 1, [encode(event) for event in events], entry(table))
        self._live[table_id] = self._actor(table)
        return table_id

    async def find(self, table_id: str) -> Live:
        """The table, from memory or from the store.  Raises Refused, StoreError."""
        if table_id in self._live:
            return self._live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._wake(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def resume(self) -> None:
        """Take up all running matches again; their bots play on."""
        try:
            for table_id in await self._store.running():
                await self._resume_one(table_id)
        except StoreError as error:
            LOG.error("no match could be resumed: %s", error)

    async def _resume_one(self, table_id: str) -> None:
        try:
            await self.find(table_id)
        except Refused as refused:
            LOG.warning("table %s stays asleep: %s", table_id, refused)

    async def listed(self) -> list[TableSummary]:
        """Tables for the lobby, newest first.  Raises StoreError."""
        rows = await self._store.listed(time.time() - LISTED_FOR, LISTED_AT_MOST)
        return [self._summary(table_id, body) for table_id, body in rows]

    def _summary(self, table_id: str, stored: bytes) -> TableSummary:
        """As it is now if the table is in use, else as it was stored, everybody away."""
        live = self._live.get(table_id)
        if live is not None:
            return summary(live.table, live.away())
        asleep = msgspec.json.decode(stored, type=TableSummary)
        for seat in asleep.seats:
            seat.away = seat.kind == "person"
        return asleep

    async def close(self) -> None:
        """Stop everything; the store has all that was acknowledged."""
        self._sweeper.cancel()
        await asyncio.gather(*(live.stop() for live in self._live.values()))
        await asyncio.to_thread(self._thinkers.close)

    # ---- from the store to memory and back ----
    async def _wake(self, table_id: str) -> Live:
        try:
            live = self._actor(await self._load(table_id))
            self._live[table_id] = live
            return live
        finally:
            del self._loading[table_id]

    async def _load(self, table_id: str) -> Table:
        bodies = await self._store.load(table_id)
        if not bodies:
            raise Refused(RefusalCode.NOT_FOUND)
        return await asyncio.to_thread(self._decode, table_id, bodies)

    def _decode(self, table_id: str, bodies: Sequence[bytes]) -> Table:
        try:
            return self._replay([decode(body) for body in bodies])
        except Refused:  # a game from outside that this server has not been given
            raise
        except Exception as error:
            LOG.error("table %s cannot be read: %s", table_id, where(error))
            raise Refused(RefusalCode.GONE) from error

    def _replay(self, events: Sequence[Stored]) -> Table:
        table = evolve(None, events[0], 1, self._settings.games)
        for event in events[1:]:
            table = evolve(table, event, table.seq + 1)
        return table

    def _actor(self, table: Table) -> Live:
        return Live(table, self._store, self._thinkers, self._settings, partial(self._load, table.id))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self._settings.idle))
            for table_id, live in list(self._live.items()):
                if live.is_idle(self._settings.idle):
                    del self._live[table_id]  # in the same step as the look: nobody can have come in between
                    await live.stop()
