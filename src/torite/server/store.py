"""The event store: append-only, one row an event; what a caller has awaited is on disk.

The primary key `(table_id, seq)` refuses a writer that does not know the newest event.  `tables` says which tables
there are without reading their events; it is written in the same transaction.

SQLite runs in WAL mode with `synchronous=FULL`: a commit is fsynced, so it survives kill -9 and a power cut.  FULL
cost 0.84 ms a commit against 0.67 ms for NORMAL (2 cores, 1,000 commits).  All its statements go through one
connection: waiting in our own queue is fair, waiting in SQLite's busy handler is not.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

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


class StoreError(Exception):
    """The database cannot be used; nothing has been written."""


class StaleWriter(Exception):  # noqa: N818 (it names who is refused)
    """Somebody else has already written an event with this number."""


@dataclass(frozen=True)
class Entry:
    """A table in the list of tables."""

    listed: bool
    phase: str
    summary: bytes


class Store:
    """Events by table."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect and make the tables if there are none.  Raises StoreError with a text for the operator."""
        try:
            await asyncio.to_thread(_check_file, url)
            store = cls(_engine(url))
        except (ArgumentError, ImportError, sqlite3.Error) as error:
            raise StoreError(f"cannot use the database {_shown(url)}: {error}") from error
        try:
            await store._prepare()
        except (SQLAlchemyError, OSError) as error:
            await store.close()
            raise StoreError(f"cannot use the database {_shown(url)}: {_cause(error)}") from error
        except StoreError:
            await store.close()
            raise
        return store

    async def _prepare(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(META.create_all)
            found = (await connection.execute(sa.select(VERSION.c.version))).scalar()
            if found is None:
                await connection.execute(VERSION.insert().values(version=SCHEMA))
            elif found != SCHEMA:
                raise StoreError(
                    f"the database has schema {found}, this torite knows schema {SCHEMA}: "
                    "start the torite that wrote it, or give another --db"
                )

    async def close(self) -> None:
        """Give the connections back."""
        await self._engine.dispose()

    async def ping(self) -> None:
        """Ask the database for anything.  Raises StoreError."""
        async with self._transaction() as connection:
            await connection.execute(sa.select(1))

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
        async with self._transaction() as connection:
            await connection.execute(EVENTS.insert(), rows)
            if first == 1:
                await connection.execute(TABLES.insert().values(table_id=table_id, **values))
            else:
                await connection.execute(TABLES.update().where(TABLES.c.table_id == table_id).values(**values))

    async def load(self, table_id: str) -> list[bytes]:
        """All events of a table in order, [] if there is no such table.  Raises StoreError."""
        query = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
        async with self._transaction() as connection:
            return list((await connection.execute(query)).scalars())

    async def running(self) -> list[str]:
        """Tables at which a match is being played.  Raises StoreError."""
        query = sa.select(TABLES.c.table_id).where(TABLES.c.phase.in_(["playing", "between"]))
        async with self._transaction() as connection:
            return list((await connection.execute(query)).scalars())

    async def listed(self, since: float, limit: int) -> list[tuple[str, bytes]]:
        """Id and summary of unfinished tables that may be shown, newest first.  Raises StoreError."""
        query = (
            sa.select(TABLES.c.table_id, TABLES.c.summary)
            .where(TABLES.c.listed, TABLES.c.phase != "over", TABLES.c.changed > since)
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        async with self._transaction() as connection:
            return [(row.table_id, row.summary) for row in await connection.execute(query)]

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise StaleWriter from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(_cause(error)) from error


def database_url(db: str) -> str:
    """URL for SQLAlchemy of what a person writes: a path of a SQLite file, or a PostgreSQL URL."""
    if "://" not in db:
        return f"sqlite+aiosqlite:///{db}"
    scheme, rest = db.split("://", 1)
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+asyncpg"
    return f"{scheme}://{rest}"


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=0, pool_timeout=BUSY)
    engine = create_async_engine(url, pool_size=1, max_overflow=0, connect_args={"timeout": BUSY})
    sa.event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _check_file(url: str) -> None:
    """Look into a SQLite file with the standard library: aiosqlite leaves a failing thread behind."""
    made = sa.make_url(url)
    if made.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(made.database or ":memory:", timeout=BUSY)) as connection:
            connection.execute("PRAGMA schema_version")


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _cause(error: BaseException) -> str:
    """The driver's own words, without SQL and its parameters: those hold cards."""
    return str(getattr(error, "orig", None) or type(error).__name__)


def _shown(url: str) -> str:
    """The URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "(no URL)"
