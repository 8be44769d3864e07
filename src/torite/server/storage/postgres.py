"""A PostgreSQL server elsewhere, by a pool of connections that the loop waits for."""

import asyncio
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from torite.server.storage.appends import Append, as_json, events, known, write_all
from torite.server.storage.database import BUSY, Succeeded, T, Work

ANSWERS = 5.0  # seconds in which it must have let a connection in; its driver would wait for a minute
SILENCE = 10  # seconds without a sign of the other machine, then each gives a connection up; systems wait for hours
SIGNS = (  # how either notices: an option of our socket, a setting of the other's
    ("TCP_KEEPIDLE", "tcp_keepalives_idle", SILENCE // 2),  # s until it is asked whether the other is there
    ("TCP_KEEPINTVL", "tcp_keepalives_interval", SILENCE // 4),  # s between two questions
    ("TCP_USER_TIMEOUT", "tcp_user_timeout", SILENCE * 1000),  # ms in which what is sent must arrive
)

# What every move needs, made once: to build a statement costs more than to run it.  Each takes all rows of a
# transaction as one JSON text.
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
NOTIFY = sa.text("SELECT pg_notify(:channel, :word)")

DEADLOCK = "40P01"  # two have waited for each other, and this one was given up
TRIES = 3

CONNECTIONS = 8
FIRST = 2  # of them: for moves and the lease, which do not wait behind what thousands of visitors ask for


class Postgres:
    """A server elsewhere: a pool of connections that the loop waits for."""

    def __init__(self, url: str) -> None:
        import asyncpg  # noqa: F401 (as the next one it is of an extra: better missed now than at the first statement)
        import greenlet  # noqa: F401
        from sqlalchemy.ext.asyncio import create_async_engine  # not needed with SQLite, and takes its time

        self._engine = create_async_engine(
            url,
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=BUSY,
            connect_args={"timeout": ANSWERS},
        )
        sa.event.listen(self._engine.sync_engine, "connect", _watch)
        self._running: set[asyncio.Task[Any]] = set()
        self._others = asyncio.Semaphore(CONNECTIONS - FIRST)

    async def run(self, work: Work[T], first: bool = False) -> T:
        """See Database.  What has begun goes on when nobody waits for it any more, as with SQLite."""
        task = asyncio.create_task(self._transact(work) if first else self._transact_in_turn(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def write(self, appends: Sequence[Append]) -> None:
        """See Database."""
        await self.run(partial(write_all, appends, put=put), first=True)

    async def _transact_in_turn(self, work: Work[T]) -> T:
        async with asyncio.timeout(SILENCE):  # a crowd is no reason to refuse anything, a way that is cut is
            await self._others.acquire()
        try:
            return await self._transact(work)
        finally:
            self._others.release()

    async def _transact(self, work: Work[T]) -> T:
        for tries in range(1, TRIES + 1):
            try:
                async with self._engine.begin() as connection:
                    return await connection.run_sync(work)
            except DBAPIError as error:
                if tries == TRIES or getattr(error.orig, "sqlstate", None) != DEADLOCK:
                    raise
        raise AssertionError

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

    async def scrub(self) -> None:
        """See Database.  PostgreSQL does that by itself, when it vacuums."""

    async def close(self) -> None:
        """See Database."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._engine.dispose()


def _watch(connection: Any, _: object) -> None:
    """Where the way is cut without a word, who waits here is told, and no row stays locked there for who is gone."""
    own = connection.driver_connection._transport.get_extra_info("socket")
    if own.family not in (socket.AF_INET, socket.AF_INET6):
        return
    own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, _, value in SIGNS:
        if (option := getattr(socket, name, None)) is not None:  # Linux has them all
            own.setsockopt(socket.IPPROTO_TCP, option, value)
    settings = (f"set_config('{name}', '{value}', false)" for _, name, value in SIGNS)
    connection.cursor().execute(f"SELECT {', '.join(settings)}")
    connection.commit()


def put(appends: Sequence[Append], connection: sa.Connection, now: float) -> None:
    """See write_all."""
    rows = known(appends)
    if rows and connection.execute(SET_TABLES, {"rows": as_json(rows), "changed": now}).rowcount < len(rows):
        raise Succeeded
    if written := events(appends):
        connection.execute(ADD_EVENTS, {"rows": as_json(written)})
