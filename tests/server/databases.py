"""Where the tests that need a database find one."""

import asyncio
import os
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import asyncpg
import pytest
import sqlalchemy as sa

from torite.server.storage.database import database_url
from torite.server.storage.store import Store

POSTGRES = os.environ.get("TORITE_TEST_POSTGRES", "")
ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def postgres() -> str:
    """URL of the test database.  Skips loudly without one."""
    if not POSTGRES:
        pytest.skip("TORITE_TEST_POSTGRES names no database: the PostgreSQL store is NOT tested")
    return database_url(POSTGRES)


def in_order(url: str) -> None:
    """Give a database its tables, as a server does with an empty one: that takes 0.07 s of the processor."""

    async def work() -> None:
        await (await Store.open(database_url(url))).close()

    beside(work())


@cache
def fresh_file() -> bytes:
    """A database of SQLite that has its tables, and nothing in them."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "t.db"
        in_order(str(file))
        return file.read_bytes()


@cache
def fresh_postgres() -> str:
    """The same of PostgreSQL, to be copied: its name."""
    name = f"torite_fresh_{os.getpid()}"
    statement(POSTGRES, f"DROP DATABASE IF EXISTS {name}")
    statement(POSTGRES, f"CREATE DATABASE {name}")
    in_order(f"{POSTGRES.rpartition('/')[0]}/{name}")
    return name


@pytest.fixture(params=ENGINES)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of the test's own with nothing in its tables, as it is given to --db."""
    yield from _database(request.param, tmp_path, True)


@pytest.fixture(params=ENGINES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One that has no tables either."""
    yield from _database(request.param, tmp_path, False)


def _database(engine: str, folder: Path, has_tables: bool) -> Iterator[str]:
    if engine == "sqlite":
        if has_tables:
            (folder / "t.db").write_bytes(fresh_file())
        yield str(folder / "t.db")
        return
    postgres()
    name = f"torite_{uuid.uuid4().hex}"
    statement(POSTGRES, f"CREATE DATABASE {name}" + (f" TEMPLATE {fresh_postgres()}" if has_tables else ""))
    yield f"{POSTGRES.rpartition('/')[0]}/{name}"
    statement(POSTGRES, f"DROP DATABASE {name} WITH (FORCE)")


def statement(url: str, sql: str) -> None:
    """Run SQL on PostgreSQL, outside of everything."""

    async def work() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(sql)
        await connection.close()

    beside(work())


async def plans(store: Store, work: Callable[[], Awaitable[object]]) -> list[str]:
    """How the database finds what the work reads, one query after the other."""
    asked: list[sa.Select[Any]] = []
    read = store.read

    async def noted(query: sa.Select[Any], **values: Any) -> list[Any]:
        asked.append(query.params(values))
        return await read(query, **values)

    with mock.patch.object(store, "read", noted):
        await work()
    return [await store.run(partial(_plan, each)) for each in asked]


def _plan(query: sa.Select[Any], connection: sa.Connection) -> str:
    told = query.compile(connection.engine, compile_kwargs={"literal_binds": True})
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {told}")
    else:
        for way in ("seqscan", "bitmapscan"):  # by which so few rows are read faster
            connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        rows = connection.exec_driver_sql(f"EXPLAIN {told}")
    return " ".join(map(str, rows))


def beside(work: Coroutine[Any, Any, None]) -> None:
    """Run it in another thread: beside a browser a loop is running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()
