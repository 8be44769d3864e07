"""When the store fails: a clear refusal, and the game as it was."""

import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from server.servers import LAVISH, Serve, Served
from server.visitor import wait_for
from torite.server import health, logs
from torite.server.api import sockets
from torite.server.play import live
from torite.server.storage import sqlite
from torite.server.storage.database import StoreError


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait briefly for locks and retries."""
    monkeypatch.setattr(sqlite, "BUSY", 0.05)
    monkeypatch.setattr(live, "RETRY", 0.05)


def test_locked_database(serve: Serve, tmp_path: Path) -> None:
    served = serve(str(tmp_path / "t.db"))
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    wire.until_legal()
    seq, code = wire.seq, wire.legal[0]
    lock = sqlite3.connect(tmp_path / "t.db")
    lock.execute("begin immediate")
    assert wire.refused("act", code=code, seq=seq) == "store/unavailable"
    assert wire.refused("say", text="hello") == "store/unavailable"
    answer = ann.http.post("/api/tables", json={"game": "rwd", "seats": 3})
    assert (answer.status_code, answer.json()["code"]) == (503, "store/unavailable")
    assert wire.ask("resync")["type"] == "ack"
    assert wire.seq == seq
    lock.rollback()
    lock.close()
    assert wire.ask("act", code=code, seq=seq)["type"] == "ack"


def test_full_disk(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3))

    async def limit(pages: int) -> None:
        await served.house.store.run(lambda connection: connection.execute(sa.text(f"pragma max_page_count = {pages}")))

    served.on_loop(limit(1))  # SQLite makes it the present size
    while (answer := wire.ask("say", text="x" * 400))["type"] == "ack":
        time.sleep(0.05)
    assert answer["code"] == "store/unavailable"
    seq = wire.seq
    assert wire.refused("say", text="y" * 400) == "store/unavailable"
    assert ann.wire(wire.table["id"]).seq == seq
    served.on_loop(limit(10_000))
    assert wire.ask("say", text="y" * 400)["seq"] == seq + 1


def test_who_asks_whether_moves_can_be_stored_has_little_written(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container asks twice a minute: that alone wrote 69 MB a day."""
    house, http, probes = served.house, served.visitor().http, []
    probe = house.store.probe

    async def counted() -> None:
        probes.append(0)
        await probe()

    monkeypatch.setattr(house.store, "probe", counted)

    def later(seconds: float) -> int:
        house.health._asked -= seconds
        return http.get("/readyz").status_code

    assert [later(0), later(health.HELD / 2), len(probes)] == [200, 200, 1]
    assert [later(health.HELD), len(probes)] == [200, 2]
    with monkeypatch.context() as full:
        full.setattr(house.store, "_tried", _refuses)
        house.store.troubled = True  # as by the first move that it refuses
        assert [later(2), later(0)] == [503, 503]
    assert later(2) == 200


async def _refuses(work: Coroutine[Any, Any, None]) -> None:
    work.close()
    raise StoreError("no")


def failing(times: int, append: Callable[..., Awaitable[None]], what: bytes = b"") -> Callable[..., Awaitable[None]]:
    """An append that fails so often first, of events in which this stands."""
    left = [times]

    async def wrapped(table: str, first: int, events: list[bytes], *more: Any) -> None:
        if left[0] and any(what in event for event in events):
            left[0] -= 1
            raise StoreError("no")
        await append(table, first, events, *more)

    return wrapped


def test_bots_go_on_when_the_store_is_back(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    served = serve(bot_pause=0.1)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    wire.until_legal()
    monkeypatch.setattr(served.house.store, "append", failing(3, served.house.store.append, b'"by":"bot"'))
    told = [False]
    while told[-2:] != [True, False]:  # until it can be saved again
        if wire.legal:
            wire.act()  # and once more, if the turn is hers again
        elif not wire.step():
            wire.read()
        told = [message["unsaved"] for message in wire.messages if message["type"] == "presence"]
    wire.until_legal()
    assert wire.gaps == 0


def test_what_no_try_mends_is_not_tried_for_ever_where_nobody_is(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """By correspondence bots go on at a deserted table; a game that fails must not keep it in memory."""
    served = serve(grace=0.1, idle=0.2, bot_pause=0.0)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("wysiwyg", 2, clock="daily", fill="gentle", start=True))
    wire.until_legal()
    monkeypatch.setattr(live, "bot_acts", lambda *_: 1 // 0)
    while wire.legal:
        wire.act()
    wire.close()
    wait_for(lambda: not served.house.tables.in_use, "the table to be put away")


def test_a_bot_stands_in_when_the_store_is_back(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    served = serve(bot_pause=3600.0)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table(fill=None)
    anns, bens = ann.wire(table), ben.wire(table)
    bens.ask("sit")
    anns.ask("bot", level="gentle")
    anns.ask("start")
    monkeypatch.setattr(served.house.store, "append", failing(2, served.house.store.append))
    bens.close()
    anns.until(lambda message: message["type"] == "update" and message["event"]["type"] == "stood_in")


def test_stale_writer_reads_again_and_shows_everybody(served: Served, tmp_path: Path) -> None:
    """Another server at the same database has written: its event counts, ours is refused."""
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3))
    other = sqlite3.connect(tmp_path / "0.db")
    said = b'{"type":"said","seat":null,"name":"Other","text":"me first"}'
    other.execute("insert into events values (?, ?, ?)", (wire.table["id"], wire.seq + 1, said))
    other.commit()
    other.close()
    assert wire.refused("say", text="hello") == "move/stale_seq"
    snapshot = [m for m in wire.messages if m["type"] == "snapshot"][-1]
    assert [line["text"] for line in snapshot["chat"]] == ["me first"]
    assert wire.ask("say", text="hello")["seq"] == snapshot["seq"] + 1


def test_unexpected_error_is_a_refusal(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3))

    def broken(*_: Any) -> Any:
        raise RuntimeError("a bug that names SA")

    monkeypatch.setattr(live, "decide", broken)
    assert wire.refused("start") == "server/error"
    monkeypatch.undo()
    assert wire.ask("say", text="still here")["type"] == "ack"


def test_table_that_cannot_be_read_is_gone(served: Served, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "0.db")
    other.execute("insert into events values ('broken', 1, ?)", (b"{rubbish",))
    other.commit()
    other.close()
    answer = served.visitor().http.get("/api/tables/broken/record")
    assert (answer.status_code, answer.json()["code"]) == (410, "table/gone")


def test_at_the_start_those_tables_are_looked_at_that_somebody_may_miss(serve: Serve, tmp_path: Path) -> None:
    """To read ten thousand that were left half-played in years took 11 s of the processor at each start."""
    file = str(tmp_path / "same.db")
    first = serve(file)
    recent, old = (first.visitor("Ann").open_table("rwd", 3) for _ in range(2))
    first.stop()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update events set body = ?", (b"{rubbish",))
        connection.execute("update tables set changed = changed - 31 * 86400 where table_id = ?", (old,))
    of_house = serve(file, keep=inf).house.health
    wait_for(lambda: of_house.is_damaged, "the look at the tables")
    assert of_house._unreadable == [recent]


def test_failing_bot_plays_on_and_its_log_names_no_card(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from torite.server.bots import thinking

    def broken(_: str) -> Any:
        raise RuntimeError("the hand is SA SK SQ")

    monkeypatch.setattr(thinking, "player", broken)
    ann = serve(**LAVISH).visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True, preset="single"))
    wire.play_on()
    assert "bot gentle failed at rwd: RuntimeError" in caplog.text
    assert "SA" not in caplog.text


def test_a_socket_that_fails_is_told_and_names_no_card(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("the hand is SA SK SQ")

    monkeypatch.setattr(sockets, "_connection", broken)
    ann = serve().visitor("Ann")
    assert ann.raw_wire(ann.open_table("rwd", 3)).closed() == 4500
    (line,) = [logs._OneLine("%(levelname)s %(message)s").format(each) for each in caplog.records if each.exc_info]
    assert line.startswith("ERROR a socket is closed by an error of the server RuntimeError at ")
    assert "broken < " in line
    assert "SA" not in line
