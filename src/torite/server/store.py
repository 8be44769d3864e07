"""The event store: append-only, one row an event; what a caller has awaited is on disk.

The primary key `(table_id, seq)` refuses a writer that does not know the newest event.  `tables` says which tables
there are without reading their events; it is written in the same transaction.

SQLite runs in WAL mode with `synchronous=FULL`: a commit is fsynced, so it survives kill -9 and a power cut.  All its
statements go through one connection in one thread: waiting in our own queue is fair, waiting in SQLite's busy handler
is not.  A transaction is one visit to that thread; an asynchronous driver goes there and back for every statement,
which cost 1.6 ms of processor time an append against 0.4 ms.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from torite.locale import TextError

SCHEMA = 1  # version of the tables below
BUSY = 2.0  # seconds to wait for another process that holds the SQLite file

META = sa.MetaData()
VERSION = sa.Table("schema_version", META, sa.Column("version", sa.Integer, nullable=False))
EVENTS = sa.Table(
    "events",
    META,
    sa.Column("table_id", sa.String(40), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seq"),
)
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("changed", sa.Float, nullable=False),  # unix time of the last event
    sa.Column("summary", sa.LargeBinary, nullable=False),  # TableSummary as JSON
    sa.Index("tables_by_change", "changed"),
)

# The statements of every move, made once: to build one costs more than to run it.
ADD_EVENTS = EVENTS.insert()
ADD_TABLE = TABLES.insert()
SET_TABLE = (
    TABLES.update()
    .where(TABLES.c.table_id == sa.bindparam("id"))
    .values({name: sa.bindparam(name) for name in ("listed", "phase", "changed", "summary")})
)

T = TypeVar("T")
Work = Callable[[sa.Connection], T]  # what is done in one transaction


class StoreError(Exception):
    """The database cannot be used; nothing has been written."""


class UnusableError(TextError, StoreError):
    """It cannot be used at all."""

    KEY = "cli.serve"


class StaleWriter(Exception):  # noqa: N818 (it names who is refused)
    """Somebody else has already written an event with this number."""


@dataclass(frozen=True)
class Entry:
    """A table in the list of tables."""

    listed: bool
    phase: str
    summary: bytes


class Database(Protocol):
    """Where the tables are: runs work in a transaction."""

    async def run(self, work: Work[T]) -> T:
        """All of the work or nothing.  Raises what it or the driver raises."""

    async def close(self) -> None:
        """Give the connections back."""


class Store:
    """Events by table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect and make the tables if there are none.  Raises UnusableError."""
        try:
            store = cls(Sqlite(url) if url.startswith("sqlite") else Postgres(url))
        except (ArgumentError, ImportError) as error:
            raise UnusableError("database", url=_shown(url), reason=str(error)) from error
        try:
            await store._database.run(_prepare)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await store.close()
            raise UnusableError("database", url=_shown(url), reason=_cause(error)) from error
        except StoreError:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Give the connections back."""
        await self._database.close()

    async def run(self, work: Work[T]) -> T:
        """Do the work in one transaction.  Raises StaleWriter, StoreError."""
        try:
            return await self._database.run(work)
        except IntegrityError as error:
            raise StaleWriter from error
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreError(_cause(error)) from error

    async def ping(self) -> None:
        """Ask the database for anything.  Raises StoreError."""
        await self.run(lambda connection: connection.execute(sa.select(1)).scalar())

    async def append(self, table_id: str, first: int, bodies: Sequence[bytes], entry: Entry) -> None:
        """Write events `first`, `first + 1`, ... and the table's entry, all or nothing.

        Raises StaleWriter if one of them exists, StoreError if the database is full, locked or gone.
        """
        rows = [{"table_id": table_id, "seq": first + i, "body": body} for i, body in enumerate(bodies)]
        values = {
            "listed": entry.listed,
            "phase": entry.phase,
            "changed": time.time(),
            "summary": entry.summary,
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(ADD_EVENTS, rows)
            if first == 1:
                connection.execute(ADD_TABLE, {"table_id": table_id, **values})
            else:
                connection.execute(SET_TABLE, {"id": table_id, **values})

        await self.run(write)

    async def load(self, table_id: str) -> list[bytes]:
        """All events of a table in order, [] if there is no such table.  Raises StoreError."""
        query = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
        return await self.run(lambda connection: list(connection.execute(query).scalars()))

    async def running(self) -> list[str]:
        """Tables at which a match is being played.  Raises StoreError."""
        query = sa.select(TABLES.c.table_id).where(TABLES.c.phase.in_(["playing", "between"]))
        return await self.run(lambda connection: list(connection.execute(query).scalars()))

    async def listed(self, since: float, limit: int) -> list[tuple[str, bytes]]:
        """Id and summary of unfinished tables that may be shown, newest first.  Raises StoreError."""
        query = (
            sa.select(TABLES.c.table_id, TABLES.c.summary)
            .where(TABLES.c.listed, TABLES.c.phase != "over", TABLES.c.changed > since)
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self.run(lambda connection: [(row.table_id, row.summary) for row in connection.execute(query)])


def _prepare(connection: sa.Connection) -> None:
    """Make the tables that are missing.  Raises UnusableError if they are of another time."""
    META.create_all(connection)
    found = connection.execute(sa.select(VERSION.c.version)).scalar()
    if found is None:
        connection.execute(VERSION.insert().values(version=SCHEMA))
    elif found != SCHEMA:
        raise UnusableError("schema", found=found, known=SCHEMA)


class Sqlite:
    """One file, one connection, one thread."""

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url, pool_size=1, max_overflow=0, connect_args={"timeout": BUSY})
        sa.event.listen(self._engine, "connect", _set_up_sqlite)
        self._thread = ThreadPoolExecutor(1, "torite-store")

    async def run(self, work: Work[T]) -> T:
        """See Database."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """See Database."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


class Postgres:
    """A server elsewhere: a pool of connections that the loop waits for."""

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # not needed with SQLite, and takes its time

        self._engine = create_async_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=0, pool_timeout=BUSY)

    async def run(self, work: Work[T]) -> T:
        """See Database."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See Database."""
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


def _cause(error: BaseException) -> str:
    """The driver's own words, without SQL and its parameters: those hold cards."""
    own = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
    return str(own or type(error).__name__)


def _shown(url: str) -> str:
    """The URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "(no URL)"
