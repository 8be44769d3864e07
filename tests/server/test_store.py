"""The event store by itself, on SQLite and on PostgreSQL."""

import asyncio
import logging
import socket
import sqlite3
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from server.databases import plans, postgres
from torite.server.people import history
from torite.server.people.sessions import Sessions
from torite.server.storage.appends import UNOWNED, Entry, Lease
from torite.server.storage.database import (
    DamagedError,
    StaleWriter,
    StoreError,
    Succeeded,
    database_url,
    shown_url,
)
from torite.server.storage.leases import Leases
from torite.server.storage.postgres import SILENCE
from torite.server.storage.schema import EVENTS
from torite.server.storage.store import Store

LOBBY, PLAYING, OVER = (Entry(True, phase, b"{}") for phase in ("lobby", "playing", "over"))
Work = Callable[[Store], Awaitable[None]]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database."""
    return postgres() if request.param == "postgres" else database_url(str(tmp_path / "t.db"))


@pytest.fixture
def on(url: str) -> Iterator[Callable[[Work], None]]:
    """Runs work on a store."""

    def run(work: Work) -> None:
        async def whole() -> None:
            store = await Store.open(url)
            try:
                await work(store)
            finally:
                await store.close()

        asyncio.run(whole())

    yield run


def fresh() -> str:
    """A table id that no other test uses."""
    return uuid.uuid4().hex


def test_events_come_back_in_order(on: Callable[[Work], None]) -> None:
    table = fresh()

    async def work(store: Store) -> None:
        await store.append(table, 1, [b"a", b"b"], LOBBY)
        await store.append(table, 3, [b"c"], PLAYING)
        assert await store.load(table) == [b"a", b"b", b"c"]
        assert await store.load(fresh()) == []

    on(work)

    async def later(store: Store) -> None:
        assert await store.load(table) == [b"a", b"b", b"c"]

    on(later)


def test_stale_writer_is_refused_and_writes_nothing(on: Callable[[Work], None]) -> None:
    table = fresh()

    async def work(store: Store) -> None:
        await store.append(table, 1, [b"a"], LOBBY)
        for first, bodies in ((1, [b"x"]), (0, [b"x", b"y"])):
            with pytest.raises(StaleWriter):
                await store.append(table, first, bodies, OVER)
        assert await store.load(table) == [b"a"]
        assert table in {row.table_id for row in await store.unfinished(0.0)}

    on(work)


def test_two_writers_at_once(on: Callable[[Work], None]) -> None:
    table = fresh()

    async def work(store: Store) -> None:
        tries = [store.append(table, 1, [str(i).encode()], LOBBY) for i in range(8)]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(end).__name__ for end in ends) == ["NoneType"] + ["StaleWriter"] * 7
        assert await store.load(table) == [str(ends.index(None)).encode()]

    on(work)


def test_matches_that_no_node_has(on: Callable[[Work], None]) -> None:
    """All that is read each minute, by every node: neither what others play nor what nobody has begun."""
    ours, gone, nobodys, begun, over = (fresh() for _ in range(5))

    async def work(store: Store) -> None:
        for table, node in ((ours, "us"), (gone, "gone"), (nobodys, None), (over, "gone")):
            await store.append(table, 1, [b""], PLAYING, Lease(node, 0))
        await store.append(begun, 1, [b""], LOBBY, Lease("gone", 0))
        await store.append(over, 2, [b""], OVER, Lease("gone", 0))
        left = {row.table_id for row in await store.left_running(time.time() - 60, {"us", "them"})}
        assert {ours, gone, nobodys, begun, over} & left == {gone, nobodys}
        assert await store.left_running(time.time() + 60, {"us"}) == []

    on(work)


def test_tables_by_phase(on: Callable[[Work], None]) -> None:
    lobby, playing, over, quiet = (fresh() for _ in range(4))

    async def work(store: Store) -> None:
        await store.append(lobby, 1, [b""], LOBBY)
        await store.append(playing, 1, [b""], PLAYING)
        await store.append(over, 1, [b""], PLAYING)
        await store.append(over, 2, [b""], OVER)
        await store.append(quiet, 1, [b""], Entry(False, "lobby", b"{}"))
        unfinished = {row.table_id for row in await store.unfinished(time.time() - 60)}
        assert {lobby, playing, over, quiet} & unfinished == {lobby, playing, quiet}
        listed = [row.table_id for row in await store.listed(time.time() - 60, 100)]
        assert [table for table in listed if table in (lobby, playing)] == [playing, lobby]
        assert not {over, quiet} & set(listed)
        assert await store.listed(time.time() + 60, 100) == await store.unfinished(time.time() + 60) == []
        [plan] = await plans(store, lambda: store.listed(time.time() - 60, 100))
        assert "tables_by_listing" in plan  # however many there are that are not listed
        assert not {"TEMP", "Sort"} & set(plan.split())

    on(work)


def test_acknowledged_event_is_in_the_file(tmp_path: Path) -> None:
    """Another reader sees it at once; FULL means that it was also fsynced."""

    async def work() -> None:
        store = await Store.open(database_url(str(tmp_path / "t.db")))
        await store.append("t", 1, [b"a"], LOBBY)
        other = sqlite3.connect(tmp_path / "t.db")
        assert other.execute("select body from events").fetchall() == [(b"a",)]
        other.close()
        for pragma, value in (("synchronous", 2), ("journal_mode", "wal")):
            asked = sa.text(f"pragma {pragma}")
            assert (await store.run(partial(sa.Connection.scalar, statement=asked))) == value
        await store.close()

    asyncio.run(work())


def test_a_new_file_that_another_process_is_writing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself refuses the change to WAL at once, as when two commands begin a house together."""
    other = sqlite3.connect(tmp_path / "t.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        other.execute("COMMIT")

    clock = SimpleNamespace(time=time.time, monotonic=time.monotonic, sleep=sleep)
    monkeypatch.setattr("torite.server.storage.sqlite.time", clock)

    async def work() -> None:
        store = await Store.open(database_url(str(tmp_path / "t.db")))
        await store.append("t", 1, [b"a"], LOBBY)
        await store.close()

    asyncio.run(work())
    assert len(waited) == 1
    other.close()


def test_a_database_that_is_new_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """By its whole name: it may be mistyped."""
    caplog.set_level(logging.INFO)
    for _ in range(2):
        store = asyncio.run(Store.open(database_url(str(tmp_path / "t.db"))))
        asyncio.run(store.close())
    assert caplog.messages.count(f"a new database begins: {tmp_path / 't.db'}") == 1


def test_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("dear diary" * 500)
    with pytest.raises(StoreError, match="not a database"):
        asyncio.run(Store.open(database_url(str(tmp_path / "t.db"))))


@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize("state", ["XX001", "XX002"])
def test_damage_that_postgres_finds_is_told_as_damage(on: Callable[[Work], None], state: str) -> None:
    """It was told as a trouble that passes: the page of such a table tried again for ever."""

    def find(connection: sa.Connection) -> None:
        connection.exec_driver_sql(f"DO $$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = '{state}'; END $$")

    async def work(store: Store) -> None:
        with pytest.raises(DamagedError):
            await store.run(find)
        assert (store.damaged, store.troubled) == (True, False)

    on(work)


@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system waits as long as it likes")
def test_a_way_that_falls_silent_is_given_up_at_both_ends(on: Callable[[Work], None]) -> None:
    def patience(connection: sa.Connection) -> tuple[int, str]:
        driver: Any = connection.connection.driver_connection
        way: socket.socket = driver._transport.get_extra_info("socket")
        if way.family == socket.AF_UNIX:
            pytest.skip("there is no way between them")
        assert way.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        theirs = connection.exec_driver_sql("SELECT current_setting('tcp_user_timeout')").scalar_one()
        return way.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT), theirs

    async def work(store: Store) -> None:
        assert await store.run(patience) == (1000 * SILENCE, str(1000 * SILENCE))

    on(work)


@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_move_waits_for_nothing_that_visitors_ask_for(on: Callable[[Work], None]) -> None:
    """Nor does the lease; and whoever asks in a crowd is answered when his turn has come."""
    lock = sa.text("SELECT pg_advisory_xact_lock(77)")

    async def work(store: Store) -> None:
        held, go_on = asyncio.Event(), asyncio.Event()

        async def hold() -> None:
            engine = create_async_engine(postgres())
            async with engine.begin() as connection:
                await connection.execute(lock)
                held.set()
                await go_on.wait()
            await engine.dispose()

        holder = asyncio.create_task(hold())
        await held.wait()
        crowd = [asyncio.create_task(store.run(lambda connection: connection.execute(lock))) for _ in range(40)]
        await asyncio.sleep(0)
        try:
            await store.append(fresh(), 1, [b"a"], LOBBY)
            await Leases(store, "127.0.0.1:1").renew()
            assert not any(each.done() for each in crowd)
        finally:
            go_on.set()
            await asyncio.gather(holder, *crowd, return_exceptions=True)
        assert not any(each.exception() for each in crowd)

    on(work)


@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_two_that_wait_for_each_other_are_no_trouble(on: Callable[[Work], None]) -> None:
    """As tries of two matches may that two nodes begin, each of both, in another order."""
    begun, done = list[int](), list[int]()

    def take(connection: sa.Connection, lock: int) -> None:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})

    def both(connection: sa.Connection, first: int, second: int) -> None:
        take(connection, first)
        begun.append(first)
        while len(begun) < 2:
            connection.execute(sa.text("SELECT pg_sleep(0.01)"))
        take(connection, second)
        done.append(first)

    async def work(store: Store) -> None:
        await asyncio.gather(*(store.run(partial(both, first=78 + n, second=79 - n)) for n in range(2)))

    on(work)
    assert (sorted(done), len(begun)) == ([78, 79], 3)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_move_waits_for_one_question_of_a_crowd(on: Callable[[Work], None]) -> None:
    begun, go_on, stored = threading.Event(), threading.Event(), list[int]()

    def look(connection: sa.Connection) -> None:
        begun.set()
        assert go_on.wait(20)
        stored.append(connection.scalar(sa.select(sa.func.count()).select_from(EVENTS)) or 0)

    async def work(store: Store) -> None:
        crowd = [asyncio.create_task(store.run(look)) for _ in range(3)]
        assert await asyncio.to_thread(begun.wait, 20)
        crowd.pop().cancel()  # who does not wait any more is not asked for either
        move = asyncio.create_task(store.append(fresh(), 1, [b"a"], LOBBY))
        lease = asyncio.create_task(Leases(store, "127.0.0.1:1").renew())
        for _ in range(3):  # so that all of them are in the queue
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(move, lease, *crowd)
        assert stored == [0, 1]

    on(work)


@pytest.mark.parametrize("db", ["nowhere/at/all/t.db", "oracle://u:pass@x/y", "postgresql://u:pass@127.0.0.1:1/x"])
def test_unusable_database_says_so_without_the_password(db: str, tmp_path: Path) -> None:
    url = database_url(db if "://" in db else str(tmp_path / db))
    with pytest.raises(StoreError, match=r"cannot use the database|takes a file") as caught:
        asyncio.run(Store.open(url))
    assert "pass" not in str(caught.value).replace("password", "")


def test_a_database_that_lets_nobody_in_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.server.storage.postgres.ANSWERS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = database_url("postgresql://u@{}:{}/x".format(*silent.getsockname()))
        with pytest.raises(StoreError, match="cannot use the database"):
            asyncio.run(asyncio.wait_for(Store.open(url), 30))


@pytest.mark.parametrize(
    ("db", "url"),
    [
        ("t.db", "sqlite:///t.db"),
        ("postgres://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
    ],
)
def test_database_url(db: str, url: str) -> None:
    assert database_url(db) == url


@pytest.mark.parametrize(
    ("db", "shown"),
    [
        ("/x/t.db", "/x/t.db"),
        ("t.db", "t.db"),
        ("postgres://u:secret@h/d", "postgresql://u:***@h/d"),
        ("mysql://u:secret@h/d", "mysql://u:***@h/d"),
        ("postgresql://u:secret@h:port/d", "(no URL)"),
    ],
)
def test_a_database_is_named_as_it_was_given(db: str, shown: str) -> None:
    assert shown_url(database_url(db)) == shown


def test_tables_that_share_a_transaction_are_refused_alone(on: Callable[[Work], None]) -> None:
    tables = [fresh() for _ in range(100)]
    stale, taken = tables[3], tables[70]

    async def work(store: Store) -> None:
        await asyncio.gather(*(store.append(table, 1, [b"a"], LOBBY) for table in tables))
        await store.append(stale, 2, [b"of another"], LOBBY)
        leases = {taken: Lease("another", 7)}
        written = [store.append(t, 2, [b"b", b"c"], PLAYING, leases.get(t, UNOWNED)) for t in tables]
        told = await asyncio.gather(*written, return_exceptions=True)
        refused = {table: type(each) for table, each in zip(tables, told, strict=True) if each is not None}
        assert refused == {stale: StaleWriter, taken: Succeeded}
        assert await store.load(stale) == [b"a", b"of another"]
        assert await store.load(taken) == [b"a"]
        for table in set(tables) - refused.keys():
            assert await store.load(table) == [b"a", b"b", b"c"]

    on(work)


def test_what_is_queued_is_written_before_the_store_closes(url: str) -> None:
    tables = [fresh() for _ in range(100)]

    async def hurry() -> None:
        store = await Store.open(url)
        writing = [asyncio.create_task(store.append(table, 1, [b"a"], LOBBY)) for table in tables]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writing)

    asyncio.run(hurry())

    async def look() -> None:
        store = await Store.open(url)
        assert [await store.load(table) for table in tables] == [[b"a"]] * len(tables)
        await store.close()

    asyncio.run(look())


def test_what_the_driver_gives_up_is_told(on: Callable[[Work], None]) -> None:
    """A transaction that ends as if cancelled, though nobody has: the table is told, and the next one is written."""
    table = fresh()

    def give_up(connection: sa.Connection) -> None:
        raise asyncio.CancelledError

    async def work(store: Store) -> None:
        await store.append(table, 1, [b"a"], LOBBY)
        async with asyncio.timeout(10):
            with pytest.raises(StoreError, match="given up"):
                await store.append(table, 2, [b"b"], Entry(True, "playing", b"{}", [give_up]))
            await store.append(table, 2, [b"c"], PLAYING)
        assert await store.load(table) == [b"a", b"c"]

    on(work)


def test_what_each_visit_asks_is_written_down_once(on: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        composing = Mock(wraps=sa.select)
        monkeypatch.setattr(sa, "select", composing)
        await Sessions(store, AsyncMock()).age("ann")
        await Leases(store, "").others()
        await history.was_at(store, "ann", "nowhere")
        for asked in (history.running(store, "ann"), history.finished(store, "ann"), history.finished(store, "ann", 1)):
            await asked
        composing.assert_not_called()

    on(work)
