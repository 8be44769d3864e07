"""The event store: append-only, one row an event; what a caller has awaited is on disk.

The primary key `(table_id, seq)` refuses a writer that does not know the newest event.  `tables` says which tables
there are without reading their events; it is written in the same transaction.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from prometheus_client import Counter, Histogram
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from torite.server.storage.appends import UNOWNED, Append, Entry, Lease, Queue
from torite.server.storage.database import (
    DamagedError,
    StaleWriter,
    StoreError,
    Succeeded,
    T,
    UnusableError,
    Work,
    shown_url,
)
from torite.server.storage.postgres import Postgres
from torite.server.storage.schema import (
    ADMITTED,
    CHALLENGES,
    EVENTS,
    EXERCISES,
    HEAD,
    MATCHES,
    PLAYED,
    REVIEWS,
    SANCTIONS,
    TABLES,
    TRIES,
    VISITS,
    SchemaError,
    prepare,
)
from torite.server.storage.sqlite import SUCCEEDED, Sqlite

SCHEMES = ("sqlite", "postgresql+asyncpg")
PROBE = 8192  # bytes: more than a page, so that it needs room
DAMAGE = (11, 26)  # SQLITE_CORRUPT, SQLITE_NOTADB
DAMAGED_STATES = ("XX001", "XX002")  # of PostgreSQL: data_corrupted, index_corrupted

LOG = logging.getLogger("torite")

WRITING = Histogram(
    "torite_append_seconds",
    "until the store has the events of a request",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
WRITTEN = Counter("torite_events", "events written")


class Database(Protocol):
    """Where the tables are: runs work in a transaction."""

    async def run(self, work: Work[T], first: bool = False) -> T:
        """All of the work or nothing.  Raises what it or the driver raises.

        first: it waits for nothing that visitors ask for
        """

    async def write(self, appends: Sequence[Append]) -> None:
        """All of them or nothing.  Raises Succeeded, what the driver raises."""

    async def call(self, channel: str, word: str) -> None:
        """Let those who listen there hear it, where the database carries words.  Raises what the driver raises."""

    async def listen(self, channels: Sequence[str], heard: Callable[[str], None], begun: Callable[[], None]) -> None:
        """As long as the line holds; heard: is called with each word.  Raises what the driver raises."""

    async def check(self) -> list[str]:
        """What is wrong with it, as far as it can tell."""

    async def scrub(self) -> None:
        """Leave nothing on the disk of what is deleted, if nobody reads it now.  Raises what the driver raises."""

    async def close(self) -> None:
        """Give the connections back."""


class Store:
    """Events by table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue = Queue(lambda appends: self._tried(database.write(appends)))
        self.damaged = False  # has a part of it turned out to be unreadable?
        self.troubled = False  # has it refused something since that was looked into last?

    @classmethod
    async def open(cls, url: str, new: bool = True, older: bool = True, reads: bool = False) -> "Store":
        """Connect.  Raises UnusableError.

        new    may there be nothing yet?  Then the tables are made
        older  may they be those of an older torite?  Then they are brought up to date
        reads  is nothing to be written?  Then neither the file nor its folder has to allow it
        """
        scheme = url.partition("://")[0]
        file = Path(url.removeprefix("sqlite:///"))
        if scheme not in SCHEMES or url == "sqlite://":
            raise UnusableError("scheme", url=shown_url(url))
        try:
            if scheme == "sqlite":
                _find(file, new, reads)
        except OSError as error:
            raise UnusableError("database", url=shown_url(url), reason=_cause(error)) from error
        try:
            store = cls(Sqlite(url, reads) if scheme == "sqlite" else Postgres(url))
        except ImportError as error:
            raise UnusableError("no_postgres") from error
        except (ArgumentError, ValueError) as error:  # whose words may be a part of the password
            raise UnusableError("scheme", url=shown_url(url)) from error
        try:
            await store._database.run(partial(prepare, new=new, older=older))
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await store.close()
            raise UnusableError("database", url=shown_url(url), reason=_cause(error)) from error
        except TypeError as error:  # an option in the URL that the driver does not have
            await store.close()
            raise UnusableError("database", url=shown_url(url), reason=str(error)) from error
        except SchemaError as error:
            await store.close()
            raise UnusableError(error.code, url=shown_url(url), found=error.found, known=HEAD) from error
        return store

    async def close(self) -> None:
        """Write what is still waiting, and give the connections back."""
        await self._queue.close()
        await self._database.close()

    async def run(self, work: Work[T], first: bool = False) -> T:
        """Do the work in one transaction, before all others if it is `first`.

        Raises StaleWriter, DamagedError, StoreError.
        """
        return await self._tried(self._database.run(work, first))

    async def call(self, channel: str, word: str) -> None:
        """Let those who listen to the channel hear the word; with SQLite nobody does.  Raises StoreError."""
        await self._tried(self._database.call(channel, word))

    async def listen(self, channels: Sequence[str], heard: Callable[[str], None], begun: Callable[[], None]) -> None:
        """As long as the line holds; begun: is called when it does, heard: with each word from then on.

        Raises StoreError.
        """
        await self._tried(self._database.listen(channels, heard, begun))

    async def _tried(self, use: Awaitable[T]) -> T:
        """What using the database comes to.  Raises StaleWriter, DamagedError, StoreError."""
        try:
            return await use
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            self.troubled = True
            raise StoreError("given up by the driver") from None  # else whoever waits for it would do so for ever
        except (IntegrityError, sqlite3.IntegrityError) as error:
            name = getattr(_own(error), "sqlite_errorname", "")
            raise (Succeeded if name == SUCCEEDED else StaleWriter) from error
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            if _is_damage(error):
                self.damaged = True
                raise DamagedError(_cause(error)) from error
            self.troubled = True
            raise StoreError(_cause(error)) from error

    async def probe(self) -> None:
        """Write some and take it away again.  Raises StoreError if nothing can be written."""

        def write(connection: sa.Connection) -> None:
            connection.execute(EVENTS.insert(), {"table_id": "", "seq": 0, "body": bytes(PROBE)})
            connection.execute(EVENTS.delete().where(EVENTS.c.table_id == ""))

        await self.run(write)

    async def check(self) -> list[str]:
        """What is wrong with the database, [] if nothing is.  Takes its time, but nobody waits for it."""
        lines = await self._database.check()
        self.damaged = self.damaged or bool(lines)
        return lines

    async def append(
        self, table_id: str, first: int, bodies: Sequence[bytes], entry: Entry, lease: Lease = UNOWNED
    ) -> None:
        """Write events `first`, `first + 1`, ... (or none) and the table's entry, all or nothing.

        Raises Succeeded if the lease is not the table's any more, StaleWriter if one of the events exists, StoreError
        if the database is full, locked or gone.
        """
        with WRITING.time():
            await self._queue.put(Append(table_id, first, bodies, entry, lease))
        WRITTEN.inc(len(bodies))

    async def scrub(self) -> None:
        """Leave nothing on the disk of what has been deleted or written over, unless somebody reads it now: then that
        is done at the next time.  Raises StoreError.
        """
        await self._tried(self._database.scrub())

    async def load(self, table_id: str) -> list[bytes]:
        """All events of a table in order, [] if there is no such table.  Raises StoreError."""
        query = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
        return await self.run(lambda connection: list(connection.execute(query).scalars()))

    async def unfinished(self, since: float) -> list[Any]:
        """Id and summary of tables whose match is not over, of those touched since, as far as they can be read.

        Raises StoreError.
        """
        query = sa.select(TABLES.c.table_id, TABLES.c.summary)
        return await self.read(query.where(TABLES.c.phase != "over", TABLES.c.changed > since))

    async def left_running(self, since: float, nodes: Collection[str]) -> list[Any]:
        """Id and summary of tables in a match that none of these nodes has, of those touched since, as above.

        Raises StoreError.
        """
        is_left = TABLES.c.node.is_(None) | TABLES.c.node.not_in(nodes)
        query = sa.select(TABLES.c.table_id, TABLES.c.summary)
        return await self.read(query.where(TABLES.c.phase == "playing", TABLES.c.changed > since, is_left))

    async def listed(self, since: float, limit: int) -> list[Any]:
        """Id, summary and node of unfinished tables that may be shown, newest first, as far as they can be read.

        Raises StoreError.
        """
        query = (
            sa.select(TABLES.c.table_id, TABLES.c.summary, TABLES.c.node)
            .where(TABLES.c.listed == sa.true(), TABLES.c.phase != "over", TABLES.c.changed > since)
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self.read(query)

    async def untouched(self, after: float, table_id: str, before: float, limit: int) -> list[Any]:
        """Rows of the tables whose last event is from between the two times, oldest first, of equally old ones by id;
        none of those at which somebody has played a match to its end.  Raises StoreError.

        table_id: the last that is known of those from `after`.  deserted: all who were there are forgotten, and
        nothing else needs their matches
        """
        same = TABLES.c.table_id
        needed = sa.or_(MATCHES.c.counts == sa.true(), MATCHES.c.shared == sa.true())
        reasons = (VISITS.c.table_id == same, CHALLENGES.c.table_id == same, (MATCHES.c.table_id == same) & needed)
        deserted = sa.and_(*(~sa.exists().where(each) for each in reasons)).label("deserted")
        columns = (TABLES.c.table_id, TABLES.c.phase, TABLES.c.summary, TABLES.c.changed, deserted)
        age = (TABLES.c.changed, TABLES.c.table_id)
        later = sa.tuple_(*age) > sa.tuple_(sa.literal(after), sa.literal(table_id))
        query = sa.select(*columns).where(later, TABLES.c.changed < before)
        query = query.where(~sa.exists().where(PLAYED.c.table_id == TABLES.c.table_id))
        return await self.read(query.order_by(*age).limit(limit))

    async def delete(self, table_id: str, before: float = inf) -> bool:
        """Delete a table with all its events, if the last one is from before that time.  Raises StoreError."""

        def write(connection: sa.Connection) -> bool:
            old = TABLES.delete().where(TABLES.c.table_id == table_id, TABLES.c.changed < before)
            if not connection.execute(old).rowcount:
                return False
            for each in (EVENTS, VISITS, ADMITTED, MATCHES, PLAYED, REVIEWS, EXERCISES, TRIES):
                connection.execute(each.delete().where(each.c.table_id == table_id))
            connection.execute(SANCTIONS.delete().where(SANCTIONS.c.kind == "close", SANCTIONS.c.who == table_id))
            return True

        return await self.run(write)

    async def read(self, query: sa.Select[Any], **values: Any) -> list[Any]:
        """The rows, those that can be read where a part of them is damaged.  Raises StoreError.

        values: of the parameters of a query that is written down once, which takes longer than to ask it
        """
        found: list[Any] = []

        def read(connection: sa.Connection) -> None:
            for row in connection.execute(query, values):
                found.append(row)  # noqa: PERF402 (kept when the next one raises)

        try:
            await self.run(read)
        except DamagedError as error:
            LOG.error("a list of tables is damaged: %(error)s", {"error": error})
        return found


def _find(file: Path, new: bool, reads: bool) -> None:
    """As in Store.open; SQLite itself would not say why it cannot open a file.  Raises UnusableError, OSError."""
    if file.is_dir():
        raise UnusableError("scheme", url=str(file))
    if not file.exists():
        if not new:
            raise UnusableError("no_database", url=str(file))
        file.touch(0o600)  # cards and names are in it
        LOG.info("a new database begins: %(file)s", {"file": file})  # a mistyped name would else be told to nobody
    for right, named in ((os.R_OK, "read"), (os.W_OK, "write")):
        if not os.access(file, right) and not (reads and named == "write"):
            raise UnusableError("database", url=str(file), reason=f"this user may not {named} it")


def _is_damage(error: BaseException) -> bool:
    own = _own(error)
    return getattr(own, "sqlite_errorcode", 0) & 0xFF in DAMAGE or getattr(own, "sqlstate", None) in DAMAGED_STATES


def _cause(error: BaseException) -> str:
    """The driver's own words, without SQL and its parameters: those hold cards."""
    return str(_own(error) or getattr(error, "strerror", None) or type(error).__name__)


def _own(error: BaseException) -> BaseException | None:
    """The driver's error in this one; None = it has none."""
    return error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
