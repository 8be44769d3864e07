"""Where the tests that need a database find one."""

import asyncio
import os
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg
import pytest

from torite.server.store import database_url

POSTGRES = os.environ.get("TORITE_TEST_POSTGRES", "")
ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def postgres() -> str:
    """URL of the test database.  Skips loudly without one."""
    if not POSTGRES:
        pytest.skip("TORITE_TEST_POSTGRES names no database: the PostgreSQL store is NOT tested")
    return database_url(POSTGRES)


@pytest.fixture(params=ENGINES)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of the test's own, as it is given to --db."""
    if request.param == "sqlite":
        yield str(tmp_path / "t.db")
        return
    postgres()
    name = f"torite_{uuid.uuid4().hex}"
    statement(POSTGRES, f"CREATE DATABASE {name}")
    yield f"{POSTGRES.rpartition('/')[0]}/{name}"
    statement(POSTGRES, f"DROP DATABASE {name} WITH (FORCE)")


def statement(url: str, sql: str) -> None:
    """Run SQL on PostgreSQL, outside of everything."""

    async def work() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(sql)
        await connection.close()

    with ThreadPoolExecutor(1) as pool:  # beside a browser a loop is running in this thread
        pool.submit(asyncio.run, work()).result()
