"""The event store: append-only, one row an event; what a caller has awaited is on disk.

The primary key `(table_id, seq)` refuses a writer that does not know the newest event.  `tables` says which tables
there are without reading their events; it is written in the same transaction.

SQLite runs in WAL mode with `synchronous=FULL`: a commit is fsynced, so it survives kill -9 and a power cut.  All its
statements go through one connection in one thread: waiting in our own queue is fair, waiting in SQLite's busy handler
is not.  A transaction is one visit to that thread; an asynchronous driver goes there and back for every statement,
which cost 1.6 ms of processor time an append against 0.4 ms.  Appends of several tables share a transaction, and so its
sync; with SQLite they are one statement, for the thread waits for Python's lock after every one.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
import sqlalchemy as sa
from prometheus_client import Counter, Histogram
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from torite.locale import TextError
from torite.server.storage.schema import (
    ADMITTED,
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

SCHEMES = ("sqlite", "postgresql+asyncpg")
BUSY = 2.0  # seconds to wait for another process that holds the SQLite file
ANSWERS = 5.0  # seconds in which PostgreSQL must have let a connection in; its driver would wait for a minute
PROBE = 8192  # bytes: more than a page, so that it needs room
CHECKED = 20  # lines of what is damaged
AT_ONCE = 64  # tables that share a transaction at most: others want to read, too
GATHERING = 0.003  # seconds in which several tables come together for one
DAMAGE = (11, 26)  # SQLITE_CORRUPT, SQLITE_NOTADB

LOG = logging.getLogger("torite")

# The statements of every move, made once: to build one costs more than to run it.  Each takes all rows of a transaction
# as one JSON text.
ADD_TABLE = TABLES.insert()
ADD_EVENTS = sa.text("""
    INSERT INTO events (table_id, seq, body)
    SELECT value ->> 0, CAST(value ->> 1 AS integer), convert_to(value ->> 2, 'UTF8')
    FROM json_array_elements(CAST(:rows AS json)) AS row (value)
""")
SET_TABLES = sa.text("""
    UPDATE tables SET
        listed = CAST(value ->> 2 AS boolean), phase = value ->> 3, changed = :changed,
        summary = convert_to(value ->> 4, 'UTF8')
    FROM (
        SELECT table_id AS held, value
        FROM tables JOIN json_array_elements(CAST(:rows AS json)) AS row (value)
        ON table_id = value ->> 0 AND epoch = CAST(value ->> 1 AS integer)
        ORDER BY table_id FOR UPDATE OF tables  -- all writers lock them in one order
    ) AS locked
    WHERE table_id = held
""")
# SQLite does both by one statement, which may be a transaction by itself.
APPENDS = (
    "CREATE TEMP VIEW IF NOT EXISTS appends AS SELECT '' AS tables, 0.0 AS changed, '' AS events",
    """
    CREATE TEMP TRIGGER IF NOT EXISTS append INSTEAD OF INSERT ON appends BEGIN
        UPDATE tables SET
            listed = json_extract(value, '$[2]'), phase = json_extract(value, '$[3]'), changed = NEW.changed,
            summary = CAST(json_extract(value, '$[4]') AS BLOB)
        FROM json_each(NEW.tables)
        WHERE table_id = json_extract(value, '$[0]') AND epoch = json_extract(value, '$[1]');
        SELECT RAISE(ABORT, 'succeeded') WHERE changes() < json_array_length(NEW.tables);
        INSERT INTO events (table_id, seq, body)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), CAST(json_extract(value, '$[2]') AS BLOB)
        FROM json_each(NEW.events);
    END
    """,
)
APPEND = "INSERT INTO appends VALUES (?, ?, ?)"
SUCCEEDED = "SQLITE_CONSTRAINT_TRIGGER"  # what the trigger raises
NOTIFY = sa.text("SELECT pg_notify(:channel, :word)")

WRITING = Histogram(
    "torite_append_seconds",
    "until the store has the events of a request",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
WRITTEN = Counter("torite_events", "events written")

T = TypeVar("T")
Work = Callable[[sa.Connection], T]  # what is done in one transaction


class StoreError(Exception):
    """The database cannot be used; nothing has been written."""


class DamagedError(StoreError):
    """What was asked for lies in a damaged part of the database."""


class UnusableError(TextError, StoreError):
    """It cannot be used at all."""

    KEY = "cli.serve"


class StaleWriter(Exception):  # noqa: N818 (it names who is refused)
    """Somebody else has already written an event with this number."""


class Succeeded(StaleWriter):
    """Another node has taken the table, or it has been deleted."""


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


class Database(Protocol):
    """Where the tables are: runs work in a transaction."""

    async def run(self, work: Work[T]) -> T:
        """All of the work or nothing.  Raises what it or the driver raises."""

    async def write(self, appends: Sequence["Append"]) -> None:
        """All of them or nothing.  Raises Succeeded, what the driver raises."""

    async def call(self, channel: str, word: str) -> None:
        """Let those who listen there hear it, where the database carries words.  Raises what the driver raises."""

    async def listen(self, channels: Sequence[str], heard: Callable[[str], None], begun: Callable[[], None]) -> None:
        """As long as the line holds; heard: is called with each word.  Raises what the driver raises."""

    async def check(self) -> list[str]:
        """What is wrong with it, as far as it can tell."""

    async def close(self) -> None:
        """Give the connections back."""


class Store:
    """Events by table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue = Queue(lambda appends: self._tried(database.write(appends)))
        self.damaged = False  # has a part of it turned out to be unreadable?

    @classmethod
    async def open(cls, url: str, new: bool = True, older: bool = True) -> "Store":
        """Connect.  Raises UnusableError.

        new    may there be nothing yet?  Then the tables are made
        older  may they be those of an older torite?  Then they are brought up to date
        """
        scheme = url.partition("://")[0]
        file = Path(url.removeprefix("sqlite:///"))
        if scheme not in SCHEMES or (scheme == "sqlite" and (file.is_dir() or url == "sqlite://")):
            raise UnusableError("scheme", url=shown_url(url))
        if scheme == "sqlite" and not file.exists():
            if not new:
                raise UnusableError("no_database", url=str(file))
            with suppress(OSError):  # said below
                file.touch(0o600)  # cards and names are in it
        try:
            store = cls(Sqlite(url) if url.startswith("sqlite") else Postgres(url))
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

    async def run(self, work: Work[T]) -> T:
        """Do the work in one transaction.  Raises StaleWriter, DamagedError, StoreError."""
        return await self._tried(self._database.run(work))

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
            raise StoreError("given up by the driver") from None  # else whoever waits for it would do so for ever
        except (IntegrityError, sqlite3.IntegrityError) as error:
            name = getattr(_own(error), "sqlite_errorname", "")
            raise (Succeeded if name == SUCCEEDED else StaleWriter) from error
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            if _is_damage(error):
                self.damaged = True
                raise DamagedError(_cause(error)) from error
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

    async def load(self, table_id: str) -> list[bytes]:
        """All events of a table in order, [] if there is no such table.  Raises StoreError."""
        query = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
        return await self.run(lambda connection: list(connection.execute(query).scalars()))

    async def unfinished(self) -> list[str]:
        """Tables whose match is not over, as far as they can be read.  Raises StoreError."""
        query = sa.select(TABLES.c.table_id).where(TABLES.c.phase != "over")
        return [row.table_id for row in await self.read(query)]

    async def listed(self, since: float, limit: int) -> list[Any]:
        """Id, summary and node of unfinished tables that may be shown, newest first, as far as they can be read.

        Raises StoreError.
        """
        query = (
            sa.select(TABLES.c.table_id, TABLES.c.summary, TABLES.c.node)
            .where(TABLES.c.listed, TABLES.c.phase != "over", TABLES.c.changed > since)
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self.read(query)

    async def untouched(self, after: float, table_id: str, before: float, limit: int) -> list[Any]:
        """Rows of the tables whose last event is from between the two times, oldest first, of equally old ones by id;
        none of those at which somebody has played a match to its end.  Raises StoreError.

        table_id: the last that is known of those from `after`.
        """
        columns = (TABLES.c.table_id, TABLES.c.phase, TABLES.c.summary, TABLES.c.changed)
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

    async def read(self, query: sa.Select[Any]) -> list[Any]:
        """The rows, those that can be read where a part of them is damaged.  Raises StoreError."""
        found: list[Any] = []

        def read(connection: sa.Connection) -> None:
            for row in connection.execute(query):
                found.append(row)  # noqa: PERF402 (kept when the next one raises)

        try:
            await self.run(read)
        except DamagedError as error:
            LOG.error("a list of tables is damaged: %(error)s", {"error": error})
        return found


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
        """The table's row, as SET_TABLES takes it."""
        entry = self.entry
        return self.table_id, self.lease.epoch, entry.listed, entry.phase, entry.summary.decode()

    @property
    def rows(self) -> list[tuple[str, int, str]]:
        """The events, as ADD_EVENTS takes them."""
        return [(self.table_id, self.first + i, body.decode()) for i, body in enumerate(self.bodies)]


def write_all(appends: Sequence[Append], connection: sa.Connection) -> None:
    """Raises Succeeded, IntegrityError."""
    now = time.time()
    for each in appends:
        if each.first == 1:
            each.make_table(connection, now)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(APPEND, as_one(appends, now))
    else:
        known = [each.row for each in appends if each.first > 1]
        events = [row for each in appends for row in each.rows]
        if known and connection.execute(SET_TABLES, {"rows": _json(known), "changed": now}).rowcount < len(known):
            raise Succeeded
        if events:
            connection.execute(ADD_EVENTS, {"rows": _json(events)})
    for each in appends:
        for work in each.entry.also:
            work(connection)


def as_one(appends: Sequence[Append], now: float) -> tuple[str, float, str]:
    """All of them as APPEND takes them."""
    known = [each.row for each in appends if each.first > 1]
    return _json(known), now, _json([row for each in appends for row in each.rows])


def _json(rows: Sequence[Any]) -> str:
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
                        if not done.done():
                            done.set_result(None)
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
            if not done.done():
                done.set_result(None) if found is None else done.set_exception(found)


class Sqlite:
    """One file, one connection, one thread."""

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url, pool_size=1, max_overflow=0, connect_args={"timeout": BUSY})
        sa.event.listen(self._engine, "connect", _set_up_sqlite)
        self._held: sa.Connection | None = None  # by the thread; to get it anew takes as long as to write
        self._thread = ThreadPoolExecutor(1, "torite-store")

    async def run(self, work: Work[T]) -> T:
        """See Database."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        with self._connection().begin():
            return work(self._connection())

    def _connection(self) -> sa.Connection:
        if self._held is None:
            self._held = self._engine.connect()
        return self._held

    async def write(self, appends: Sequence[Append]) -> None:
        """See Database."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, appends)

    def _write(self, appends: Sequence[Append]) -> None:
        held = self._connection()
        driver: Any = held.connection.driver_connection
        if not held.info.get("takes_appends"):  # not sooner: an upgrade of the tables would ask what the trigger does
            for statement in APPENDS:
                driver.execute(statement)
            held.info["takes_appends"] = True
        if any(each.needs_more for each in appends):
            with held.begin():
                write_all(appends, held)
            return
        driver.isolation_level = None  # no BEGIN and no COMMIT: after each of their steps it would wait again
        try:
            driver.execute(APPEND, as_one(appends, time.time()))
        finally:
            driver.isolation_level = ""

    async def call(self, channel: str, word: str) -> None:
        """See Database.  SQLite carries nothing."""

    async def listen(self, channels: Sequence[str], heard: Callable[[str], None], begun: Callable[[], None]) -> None:
        """See Database."""
        await asyncio.Event().wait()

    async def check(self) -> list[str]:
        """See Database.  With a connection of its own: on a large file it takes minutes."""
        return await asyncio.to_thread(_quick_check, self._engine.url.database or "")

    async def close(self) -> None:
        """See Database."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
        self._engine.dispose()


class Postgres:
    """A server elsewhere: a pool of connections that the loop waits for."""

    def __init__(self, url: str) -> None:
        import asyncpg  # noqa: F401 (as the next one it is of an extra: better missed now than at the first statement)
        import greenlet  # noqa: F401
        from sqlalchemy.ext.asyncio import create_async_engine  # not needed with SQLite, and takes its time

        self._engine = create_async_engine(
            url,
            pool_pre_ping=True,
            pool_size=8,
            max_overflow=0,
            pool_timeout=BUSY,
            connect_args={"timeout": ANSWERS},
        )
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, work: Work[T]) -> T:
        """See Database.  What has begun goes on when nobody waits for it any more, as with SQLite."""
        task = asyncio.create_task(self._transact(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def write(self, appends: Sequence[Append]) -> None:
        """See Database."""
        await self.run(partial(write_all, appends))

    async def _transact(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def call(self, channel: str, word: str) -> None:
        """See Database."""
        await self.run(lambda connection: connection.execute(NOTIFY, {"channel": channel, "word": word}))

    async def listen(self, channels: Sequence[str], heard: Callable[[str], None], begun: Callable[[], None]) -> None:
        """See Database.  By a connection of its own, outside the pool."""
        from asyncpg import InterfaceError, PostgresError

        lost = asyncio.Event()
        try:
            async with self._engine.connect() as connection:
                pooled = await connection.get_raw_connection()
                driver: Any = pooled.driver_connection
                pooled.detach()
                driver.add_termination_listener(lambda _: lost.set())
                for channel in channels:
                    await driver.add_listener(channel, lambda *told: heard(told[-1]))
                begun()
                await lost.wait()
        except (InterfaceError, PostgresError) as error:
            raise ConnectionError(str(error)) from error

    async def check(self) -> list[str]:
        """See Database.  PostgreSQL checks its pages by itself when it reads them."""
        return []

    async def close(self) -> None:
        """See Database."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._engine.dispose()


def database_url(db: str) -> str:
    """URL for SQLAlchemy of what a person writes: a path of a SQLite file, or a PostgreSQL URL."""
    if "://" not in db:
        return f"sqlite:///{db}"
    scheme, rest = db.split("://", 1)
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+asyncpg"
    return f"{scheme}://{rest}"


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _quick_check(file: str) -> list[str]:
    connection = sqlite3.connect(file, timeout=BUSY)
    try:
        lines = [str(line) for (line,) in connection.execute(f"PRAGMA quick_check({CHECKED})")]
        return [] if lines == ["ok"] else lines
    except sqlite3.OperationalError:  # locked, not damaged
        return []
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.close()


def _is_damage(error: BaseException) -> bool:
    return getattr(_own(error), "sqlite_errorcode", 0) & 0xFF in DAMAGE


def _cause(error: BaseException) -> str:
    """The driver's own words, without SQL and its parameters: those hold cards."""
    return str(_own(error) or getattr(error, "strerror", None) or type(error).__name__)


def _own(error: BaseException) -> BaseException | None:
    """The driver's error in this one; None = it has none."""
    return error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)


def shown_url(url: str) -> str:
    """The URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "(no URL)"
