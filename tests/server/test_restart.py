"""Killed in the middle of a trick and started again: nothing acknowledged is lost, and bots go on."""

import random
import signal
import sqlite3
from collections.abc import Callable

import msgspec
import pytest

from server.servers import Process
from torite.table.events import decode
from torite.table.evolution import evolve
from torite.table.table import Table
from torite.table.views import public_event


@pytest.mark.parametrize("game", ["rwd", "wizard"])
def test_kill_in_mid_trick_loses_nothing_acknowledged(process: Process, game: str) -> None:
    ann = process.visitor("Ann")
    table = ann.open_table(game, 4, fill="gentle", start=True)
    for _ in range(3):
        wire = ann.wire(table)
        for _ in range(random.randint(2, 6)):
            wire.until_legal()
            ack = wire.act()
        known = {m["seq"]: m["event"] for m in wire.messages if m["type"] == "update"}
        process.kill()
        process.start()
        again = ann.wire(table)
        assert again.seq >= ack["seq"]
        assert again.table["seat"] == 0
        stored = events_of(process, table, again.seq)
        assert {seq: stored[seq] for seq in known} == known
    again.until_legal()  # bots play on
    assert again.act()["type"] == "ack"


def events_of(process: Process, table: str, upto: int) -> dict[int, object]:
    """The public events that the database holds, as a spectator may know them."""
    database = sqlite3.connect(process.log.with_name("t.db"))
    rows = database.execute(
        "select seq, body from events where table_id = ? and seq <= ? order by seq", (table, upto)
    ).fetchall()
    database.close()
    known: dict[int, object] = {}
    state: Table | None = None
    for seq, body in rows:
        event = decode(body)
        known[seq] = msgspec.to_builtins(public_event(state, event, None))
        state = evolve(state, event, seq)
    return known


def test_table_of_bots_goes_on_when_somebody_looks(launch: Callable[..., Process]) -> None:
    process = launch("--bot-pause", "0.3")
    ann = process.visitor("Ann")
    table = ann.open_table("rwd", 3, sit=False, fill="gentle", start=True)
    wire = ann.wire(table)
    wire.until("update")
    seq = wire.seq
    process.kill()
    process.start()
    again = ann.wire(table)
    again.until_table(lambda t: again.seq > seq + 2)


def test_stopping_politely_ends_with_the_signal_and_closes_the_connections(process: Process) -> None:
    ann = process.visitor("Ann")
    wire = ann.wire(ann.open_table())
    status = process.end(signal.SIGTERM)
    assert status in (0, -signal.SIGTERM)
    assert wire.closed() == 1012
    assert "Traceback" not in process.log.read_text()
    process.start()


def test_cookie_outlives_the_server(process: Process) -> None:
    ann = process.visitor("Ann")
    key = process.log.with_name("t.db.key")
    assert key.stat().st_mode & 0o777 == 0o600
    process.kill()
    process.start()
    assert ann.http.get("/api/me").json() == {"name": "Ann"}
