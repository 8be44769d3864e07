"""The database of an older torite is brought up to date, that of a newer one is left alone."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from server.databases import bare, statement
from server.servers import Serve, stored
from torite.server.people.guests import COOKIE, Badge, lock
from torite.server.people.ratings import CERTAIN
from torite.server.storage import schema
from torite.server.storage.appends import Entry
from torite.server.storage.database import UnusableError, database_url
from torite.server.storage.store import Store
from torite.table.table import Guest

__all__ = ["bare"]
OLD = Path(__file__).with_name("old")  # made and dumped by the last torite without migrations
LOBBY = Entry(True, "lobby", b"{}")


def fill(db: str) -> None:
    """Make it an old database with two tables."""
    if "://" in db:
        statement(db, (OLD / "postgres.sql").read_text())
        return
    connection = sqlite3.connect(db)
    connection.executescript((OLD / "sqlite.sql").read_text())
    connection.close()


def on(db: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do it with an open store."""

    async def whole() -> None:
        store = await Store.open(database_url(db))
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(whole())


def test_there_is_one_line_of_steps() -> None:
    script = ScriptDirectory(str(schema.MIGRATIONS))
    assert script.get_heads() == [schema.HEAD]
    assert [step.revision for step in script.walk_revisions()][::-1] == schema.STEPS


@pytest.mark.parametrize("old", [False, True], ids=["new", "old"])
def test_all_steps_lead_to_the_tables_of_today(bare: str, old: bool) -> None:
    if old:
        fill(bare)

    def look(connection: sa.Connection) -> None:
        assert schema.step_of(connection) == schema.HEAD
        assert connection.scalar(sa.select(schema.VERSION.c.version)) == 2
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, schema.META) == []
        found = {each.name: sa.inspect(connection).get_pk_constraint(each.name) for each in schema.META.tables.values()}
        wanted = {each.name: [*each.primary_key.columns.keys()] for each in schema.META.tables.values()}
        assert {name: key["constrained_columns"] for name, key in found.items()} == wanted  # which Alembic leaves out

    async def work(store: Store) -> None:
        await store.run(look)

    on(bare, work)
    on(bare, work)


def test_matches_of_before_there_were_ratings_stay_and_do_not_count(
    bare: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "HEAD", "0007")
        patch.setattr(command, "upgrade", lambda config, _, real=command.upgrade: real(config, "0007"))
        on(bare, keep_a_match)
    served = serve(bare)
    ann = served.visitor()
    ann.http.cookies[COOKIE] = served.house.cookies.sign(Badge(Guest("ann", "Ann"), lock(None)))
    (match,) = ann.http.get("/api/me/tables").json()["finished"]
    assert (match["places"], match["uncounted"]) == ([2, 1], "before")
    (mine,) = ann.http.get("/api/me/figures").json()["games"]
    assert (mine["game"], mine["rating"], mine["tallies"][0]["places"]) == ("rwd", None, [0, 1])
    assert ann.http.get("/api/games/rwd/ratings").json() == []


def test_matches_of_before_there_were_exercises_stay(bare: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fill_in(store: Store) -> None:
        await keep_a_match(store, ", 'rwd', false, NULL, NULL")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "HEAD", "0010")
        patch.setattr(command, "upgrade", lambda config, _, real=command.upgrade: real(config, "0010"))
        on(bare, fill_in)
    served = serve(bare)
    ann = served.visitor()
    ann.http.cookies[COOKIE] = served.house.cookies.sign(Badge(Guest("ann", "Ann"), lock(None)))
    assert len(ann.http.get("/api/me/tables").json()["finished"]) == 1
    (row,) = served.on_loop(served.house.store.read(sa.select(schema.MATCHES)))
    assert (row.game, row.shared) == ("rwd", False)
    assert ann.http.get("/api/games/rwd/exercise").json()["left"] == 0
    assert ann.http.get("/api/me/figures").json()["exercises"] == []


def test_what_is_looked_up_since_follows_from_what_was_there(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fill_in(store: Store) -> None:
        def write(connection: sa.Connection) -> None:
            for player, deviation in (("ann", 4.1), ("ben", 4.2)):
                rating = sa.text("INSERT INTO ratings VALUES ('rwd', :player, 'X', 25.0, :deviation, 30)")
                connection.execute(rating.bindparams(player=player, deviation=deviation))
            for table in ("t1", "t2", "bots 3"):
                match = {"table_id": table, "number": 1, "ended": 1.0, "summary": b"", "game": "rwd", "counts": False}
                connection.execute(schema.MATCHES.insert(), match | {"shared": table == "t1"})
                exercise = sa.text("INSERT INTO exercises VALUES (:table, 'rwd', :table, 1, 1, 1, 0, '')")
                connection.execute(exercise.bindparams(table=table))

        await store.run(write)

    async def look(store: Store) -> None:
        rows = await store.read(sa.select(schema.RATINGS).order_by(schema.RATINGS.c.player))
        assert [row.provisional for row in rows] == [row.deviation > CERTAIN for row in rows] == [False, True]
        rows = await store.read(sa.select(schema.EXERCISES).order_by(schema.EXERCISES.c.id))
        assert [(row.id, row.shown) for row in rows] == [("bots 3", True), ("t1", True), ("t2", False)]

    with monkeypatch.context() as patch:
        patch.setattr(schema, "HEAD", "0019")
        patch.setattr(command, "upgrade", lambda config, _, real=command.upgrade: real(config, "0019"))
        on(bare, fill_in)
    on(bare, look)


def test_under_a_house_of_an_older_torite_nothing_is_changed(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would go on, and write rows that lack what the newer one looks them up by."""

    def seen(store: Store, until: float) -> Awaitable[None]:
        row = {"node": "old", "address": "127.0.0.1:1", "until": until, "thinks": 0}

        def write(connection: sa.Connection) -> None:
            connection.execute(schema.NODES.delete())
            connection.execute(schema.NODES.insert(), row)

        return store.run(write)

    with monkeypatch.context() as patch:
        patch.setattr(schema, "HEAD", "0019")
        patch.setattr(command, "upgrade", lambda config, _, real=command.upgrade: real(config, "0019"))
        on(bare, partial(seen, until=time.time() + 3600))
        with monkeypatch.context() as newer:
            newer.setattr(schema, "HEAD", "0020")
            later = time.time() + 7200
            newer.setattr(time, "time", lambda: later)  # on a machine whose clock is wrong
            with pytest.raises(UnusableError, match="stop it first"):
                on(bare, partial(seen, until=0.0))
        on(bare, partial(seen, until=time.time() - 1))
    on(bare, partial(seen, until=0.0))


async def keep_a_match(store: Store, more: str = "") -> None:
    """As it was kept then."""
    summary = (
        b'{"table":"t1","number":1,"game":"rwd","preset":"seed","ended":1.0,"names":["Ann","Haru"],'
        b'"levels":[null,"gentle"],"points":[1,2],"places":[2,1],"seat":0,"take_backs":0}'
    )

    def write(connection: sa.Connection) -> None:
        match = sa.text("INSERT INTO matches VALUES (:table_id, 1, 1.0, :summary" + more + ")")
        connection.execute(match.bindparams(table_id="t1", summary=summary))
        connection.execute(schema.PLAYED.insert(), {"guest": "ann", "table_id": "t1", "number": 1, "seat": 0})

    await store.run(write)


def test_tables_of_an_older_torite_are_played_on(bare: str, serve: Serve) -> None:
    fill(bare)
    served = serve(bare)

    async def unfinished() -> list[str]:
        return sorted(row.table_id for row in await served.house.store.unfinished(0.0))

    tables = served.on_loop(unfinished())
    assert len(tables) == 2
    wires = [served.visitor("Ann").wire(table) for table in tables]
    assert {wire.table["phase"] for wire in wires} == {"playing", "lobby"}
    for wire in wires:
        assert wire.ask("say", text="still here")["type"] == "ack"


def test_who_has_been_at_a_table_of_an_older_torite_is_told_and_forgotten(bare: str, serve: Serve) -> None:
    fill(bare)
    served = serve(bare)
    known = re.search('"guest":"([^"]+)","name":"Ann"', stored(served))
    assert known is not None
    ann = served.visitor()
    ann.http.cookies[COOKIE] = served.house.cookies.sign(Badge(Guest(known[1], "Ann"), lock(None)))
    (table,) = ann.http.get("/api/me/export").json()["tables"]
    assert (table["game"], table["events"][0]["type"]) == ("wizard", "created")
    assert ann.http.delete("/api/me").status_code == 204
    assert known[1] not in stored(served)
    assert "Ann" not in stored(served)
    assert "Ben" in stored(served)


def test_a_newer_database_is_refused_and_stays_as_it_is(bare: str) -> None:
    async def renumber(store: Store) -> None:
        await store.run(lambda connection: connection.execute(sa.update(schema.STEP).values(version_num="9999")))

    on(bare, renumber)
    with pytest.raises(UnusableError, match=f"schema 9999, this torite knows schema {schema.HEAD}"):
        on(bare, renumber)


def test_an_unknown_number_of_the_time_before_steps_is_refused(bare: str) -> None:
    async def renumber(store: Store) -> None:
        def write(connection: sa.Connection) -> None:
            connection.execute(sa.text("DROP TABLE alembic_version"))
            connection.execute(sa.update(schema.VERSION).values(version=99))

        await store.run(write)

    on(bare, renumber)
    with pytest.raises(UnusableError, match="schema 0099"):
        on(bare, renumber)


def test_several_processes_may_start_at_once(bare: str) -> None:
    fill(bare)

    async def start(number: int) -> None:
        store = await Store.open(database_url(bare))
        await store.append(f"t{number}", 1, [b""], LOBBY)
        await store.close()

    async def all_of_them() -> None:
        await asyncio.gather(*(start(number) for number in range(5)))

    asyncio.run(all_of_them())


def test_a_step_that_fails_leaves_the_database_as_it_was(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(bare)
    real = schema._upgrade

    def fail(connection: sa.Connection, found: str | None) -> None:
        real(connection, found)
        raise OSError("the power is gone")

    async def nothing(_: Store) -> None:
        pass

    monkeypatch.setattr(schema, "_upgrade", fail)
    with pytest.raises(UnusableError):
        on(bare, nothing)
    monkeypatch.undo()

    def look(connection: sa.Connection, **_: bool) -> None:
        assert schema.step_of(connection) == "0001"
        connection.rollback()

    with monkeypatch.context() as patch:
        patch.setattr("torite.server.storage.store.prepare", look)
        on(bare, nothing)
    on(bare, nothing)


def test_a_new_database_that_cannot_store_every_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "step_of", lambda _: None)
    answer = SimpleNamespace(scalar_one=lambda: "LATIN1")
    dialect = SimpleNamespace(name="postgresql")
    latin = SimpleNamespace(dialect=dialect, exec_driver_sql=lambda _: answer, execute=lambda _: None)
    with pytest.raises(schema.SchemaError, match="encoding"):
        schema.prepare(cast(sa.Connection, latin))
