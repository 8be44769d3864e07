"""What tables want to have written, several of them in one transaction."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.server.storage.database import DamagedError, StoreError, Work
from torite.server.storage.schema import TABLES

AT_ONCE = 64  # tables that share a transaction at most: others want to read, too
GATHERING = 0.003  # seconds in which several tables come together for one
ADD_TABLE = TABLES.insert()  # made once: to build it costs more than to run it


@dataclass(frozen=True)
class Lease:
    """Who writes: the node, and the table's epoch as it has taken it; `epoch` is checked by every append."""

    node: str | None = None
    epoch: int = 0
    gap: float = field(default=0.0, compare=False)  # seconds in which nobody could have it: its last node was gone


UNOWNED = Lease()


@dataclass(frozen=True)
class Entry:
    """A table in the list of tables."""

    listed: bool
    phase: str
    summary: bytes
    also: Sequence["Work[None]"] = ()  # what else is written with the events


@dataclass(frozen=True)
class Append:
    """What one table wants to have written."""

    table_id: str
    first: int
    bodies: Sequence[bytes]
    entry: Entry
    lease: Lease

    def make_table(self, connection: sa.Connection, changed: float) -> None:
        """The row of a table whose first event this is.  Raises IntegrityError."""
        entry, lease = self.entry, self.lease
        row = {"listed": entry.listed, "phase": entry.phase, "changed": changed, "summary": entry.summary}
        connection.execute(ADD_TABLE, {"table_id": self.table_id, "node": lease.node, "epoch": lease.epoch, **row})

    @property
    def needs_more(self) -> bool:
        """Is more to be written than events and a row that is there?"""
        return self.first == 1 or bool(self.entry.also)

    @property
    def row(self) -> tuple[str, int, bool, str, str]:
        """The table's: id, epoch, listed, phase, summary."""
        entry = self.entry
        return self.table_id, self.lease.epoch, entry.listed, entry.phase, entry.summary.decode()

    @property
    def rows(self) -> list[tuple[str, int, str]]:
        """The events: id of the table, number, body."""
        return [(self.table_id, self.first + i, body.decode()) for i, body in enumerate(self.bodies)]


def write_all(
    appends: Sequence[Append],
    connection: sa.Connection,
    put: Callable[[Sequence[Append], sa.Connection, float], None],
) -> None:
    """In the transaction that has begun.  Raises Succeeded, IntegrityError.

    put: writes, with the time, all events and the rows of tables that are there already, as this database does it best
    """
    now = time.time()
    for each in appends:
        if each.first == 1:
            each.make_table(connection, now)
    put(appends, connection, now)
    for each in appends:
        for work in each.entry.also:
            work(connection)


def known(appends: Sequence[Append]) -> list[tuple[str, int, bool, str, str]]:
    """The rows of tables that are there already."""
    return [each.row for each in appends if each.first > 1]


def events(appends: Sequence[Append]) -> list[tuple[str, int, str]]:
    """All of them."""
    return [row for each in appends for row in each.rows]


def as_json(rows: Sequence[Any]) -> str:
    """As the statements take them."""
    return msgspec.json.encode(rows).decode()


class Queue:
    """Appends of several tables in one transaction: those that come while one is being synced are written by the next.

    Where some have come, it waits for more: a transaction takes the loop's time, too, and what several tables do
    one after the other (deciding, telling) costs less than in turns.  Each is acknowledged after its own transaction;
    if one is refused, none of them has happened, and each is tried alone.  So one table's trouble is no other's.
    """

    def __init__(self, write: Callable[[Sequence[Append]], Awaitable[None]]) -> None:
        self._write = write
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def put(self, append: Append) -> None:
        """Returns when it is written; goes on when nobody waits any more.  Raises what Store.run does."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._work())
        await done

    async def close(self) -> None:
        """Write what is there."""
        if self._writer is not None:
            await self._writer

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
                try:
                    await self._write([append for append, _ in batch])
                except Exception as error:
                    await self._sort_out(batch, error)
                else:
                    for _, done in batch:
                        _tell(done)
                if self._waiting:
                    await asyncio.sleep(GATHERING)
        finally:
            self._writer = None

    async def _sort_out(self, batch: list[tuple[Append, asyncio.Future[None]]], error: Exception) -> None:
        """Nothing is written.  What ails the whole database ails all of them; else each is tried alone."""
        is_alone = len(batch) == 1 or (isinstance(error, StoreError) and not isinstance(error, DamagedError))
        for append, done in batch:
            found: Exception | None = error
            if not is_alone:
                try:
                    await self._write([append])
                    found = None
                except Exception as own:
                    found = own
            _tell(done, found)


def _tell(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """What has become of an append, if somebody still waits for it."""
    if not done.done():
        done.set_result(None) if error is None else done.set_exception(error)
