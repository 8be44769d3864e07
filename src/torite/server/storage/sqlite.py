"""One SQLite file, by one connection in one thread.

It runs in WAL mode with `synchronous=FULL`: a commit is fsynced, so it survives kill -9 and a power cut.  All its
statements go through one connection in one thread: in our own queue moves go first, in SQLite's busy handler nobody
does.  A transaction is one visit to that thread; an asynchronous driver goes there and back for every statement,
which cost 1.6 ms of processor time an append against 0.4 ms.  Appends are one statement, for the thread waits for
Python's lock after every one.
"""

import asyncio
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from torite.server.storage.appends import Append, as_json, events, known, write_all
from torite.server.storage.database import BUSY, T, Work

CHECKED = 20  # lines of what is damaged
BRIEFLY = 0.1  # seconds that moves may wait for other processes to let the log be emptied

# What every move needs by one statement, which may be a transaction by itself.
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

_Job = tuple[Future[Any], Callable[[], Any]]  # what it comes to, and how


class Sqlite:
    """One file, one connection, one thread."""

    def __init__(self, url: str, reads: bool = False) -> None:
        """reads: nothing is to be written."""
        self._file = sa.make_url(url).database or ""
        self._as_it_lies = reads and not _is_writable(self._file)
        self._engine = sa.create_engine(url, creator=self._connected, pool_size=1, max_overflow=0)
        if not self._as_it_lies:
            sa.event.listen(self._engine, "connect", _set_up)
        self._held: sa.Connection | None = None  # by the thread; to get it anew takes as long as to write
        self._thread = ThreadPoolExecutor(1, "torite-store")
        self._first, self._others = deque[_Job](), deque[_Job]()  # what the thread has to do, in this order

    def _connected(self) -> sqlite3.Connection:
        """Where nothing can be written, SQLite must not want to put anything beside the file either."""
        if not self._as_it_lies:
            return sqlite3.connect(self._file, timeout=BUSY, check_same_thread=False)
        how = "mode=ro" if Path(f"{self._file}-wal").exists() else "immutable=1"
        return sqlite3.connect(f"file:{quote(self._file)}?{how}", timeout=BUSY, check_same_thread=False, uri=True)

    async def run(self, work: Work[T], first: bool = False) -> T:
        """See Database."""
        return await self._in_turn(partial(self._transact, work), first)

    async def _in_turn(self, work: Callable[[], T], first: bool = False) -> T:
        """What the thread comes to."""
        done: Future[T] = Future()
        (self._first if first else self._others).append((done, work))
        self._thread.submit(self._work)
        return await asyncio.wrap_future(done)

    def _work(self) -> None:
        """Do what comes next; who has asked may not wait any more."""
        done, work = (self._first or self._others).popleft()
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)

    def _transact(self, work: Work[T]) -> T:
        with self._connection().begin():
            return work(self._connection())

    def _connection(self) -> sa.Connection:
        if self._held is None:
            self._held = self._engine.connect()
        return self._held

    async def write(self, appends: Sequence[Append]) -> None:
        """See Database."""
        await self._in_turn(partial(self._write, appends), first=True)

    def _write(self, appends: Sequence[Append]) -> None:
        held = self._connection()
        driver: Any = held.connection.driver_connection
        if not held.info.get("takes_appends"):  # not sooner: an upgrade of the tables would ask what the trigger does
            for statement in APPENDS:
                driver.execute(statement)
            held.info["takes_appends"] = True
        if any(each.needs_more for each in appends):
            with held.begin():
                write_all(appends, held, put)
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
        return await asyncio.to_thread(lambda: _quick_check(self._connected()))

    async def scrub(self) -> None:
        """See Database.  The log in the `-wal` file has what stood there before; others who read it put that off."""
        await self._in_turn(self._empty_log)

    def _empty_log(self) -> None:
        driver: Any = self._connection().connection.driver_connection
        driver.execute(f"PRAGMA busy_timeout={BRIEFLY * 1000:.0f}")
        try:
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            driver.execute(f"PRAGMA busy_timeout={BUSY * 1000:.0f}")

    async def close(self) -> None:
        """See Database."""
        await self._in_turn(self._let_go)
        self._thread.shutdown()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
        self._engine.dispose()


def put(appends: Sequence[Append], connection: sa.Connection, now: float) -> None:
    """See write_all."""
    connection.exec_driver_sql(APPEND, as_one(appends, now))


def as_one(appends: Sequence[Append], now: float) -> tuple[str, float, str]:
    """All of them as APPEND takes them."""
    return as_json(known(appends)), now, as_json(events(appends))


def _set_up(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    _to_wal(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA secure_delete=ON")  # as Debian's SQLite does by itself
    cursor.close()


def _to_wal(cursor: sqlite3.Cursor) -> None:
    """Of a file that another process is writing SQLite refuses this at once, so it is asked again."""
    until = time.monotonic() + BUSY
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _is_writable(file: str) -> bool:
    return os.access(file, os.W_OK) and os.access(Path(file).parent, os.W_OK)


def _quick_check(connection: sqlite3.Connection) -> list[str]:
    try:
        lines = [str(line) for (line,) in connection.execute(f"PRAGMA quick_check({CHECKED})")]
        return [] if lines == ["ok"] else lines
    except sqlite3.OperationalError:  # locked, not damaged
        return []
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.close()
