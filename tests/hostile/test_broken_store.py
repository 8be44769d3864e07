"""A damaged, full or locked database: the house says so, and goes on with what it can read."""

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from server.servers import Serve, Served
from server.visitor import PATIENCE, wait_for
from torite.server import health
from torite.server.storage import sqlite

OFTEN = 0.01  # seconds between two looks whether a trouble is over


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the database each time, and wait briefly for locks."""
    monkeypatch.setattr(sqlite, "BUSY", 0.05)
    monkeypatch.setattr(health, "KEPT", 0.0)
    monkeypatch.setattr(health, "OFTEN", OFTEN)


def reasons(served: Served) -> Any:
    """What /healthz says; [] = ok."""
    answer = served.visitor().http.get("/healthz")
    if answer.status_code == 200:
        return []
    assert (answer.status_code, answer.json()["code"]) == (503, "server/unhealthy")
    return answer.json()["params"]["reasons"]


def until(served: Served, wanted: list[str]) -> None:
    """Wait until the house says so."""
    deadline = time.monotonic() + PATIENCE
    while reasons(served) != wanted:
        assert time.monotonic() < deadline, reasons(served)
        time.sleep(0.05)


def damage(file: Path, mark: bytes, spared: list[str]) -> int:
    """Overwrite every page that holds the mark and nothing of the tables spared; their number."""
    with closing(sqlite3.connect(file)) as database:
        [size] = database.execute("pragma page_size").fetchone()
    data = bytearray(file.read_bytes())
    pages = [at for at in range(size, len(data), size) if data[at : at + size].count(mark) > 2]
    pages = [at for at in pages if not any(table.encode() in data[at : at + size] for table in spared)]
    for at in pages:
        data[at : at + size] = b"\xff" * size
    file.write_bytes(data)
    return len(pages)


def test_a_damaged_database_is_named_and_the_rest_goes_on(
    serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "t.db"
    served = serve(str(file), rate=1e6, burst=1_000_000)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    whole, broken = ann.open_table("rwd", 3), ben.open_table("wizard", 3)
    wire = ben.wire(broken)
    for _ in range(120):
        wire.ask("say", text="xyzzy" * 90)
    last = served.visitor("Cat").open_table("rwd", 4)
    cookies = ann.http.cookies
    served.stop()
    assert damage(file, b"xyzzy", [whole, last]) > 3
    again = serve(str(file))
    until(again, ["damage"])
    ann = again.visitor()
    ann.http.cookies.update(cookies)
    assert ann.wire(whole).ask("say", text="hello")["type"] == "ack"
    assert again.visitor().wire(last).table["phase"] == "lobby"
    assert {table["id"] for table in ann.http.get("/api/tables").json()} >= {whole, last}
    answer = ann.http.post(f"/api/tables/{broken}/knock")
    assert (answer.status_code, answer.json()["code"]) == (410, "table/gone")
    assert "the database is damaged" in caplog.text
    assert f"table {broken} cannot be read" in caplog.text
    assert whole not in caplog.text
    assert "xyzzy" not in caplog.text


def test_one_unreadable_table_is_named(serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    served = serve(str(tmp_path / "t.db"))
    tables = [served.visitor("Ann").open_table("rwd", 3, fill="gentle", start=True) for _ in range(3)]
    served.stop()
    other = sqlite3.connect(tmp_path / "t.db")
    other.execute("update events set body = '{rubbish' where table_id = ? and seq = 3", (tables[1],))
    other.commit()
    other.close()
    caplog.set_level(logging.ERROR)
    again = serve(str(tmp_path / "t.db"))
    until(again, ["damage"])
    assert [table in caplog.text for table in tables] == [False, True, False]
    for table in (tables[0], tables[2]):
        again.visitor().wire(table)


def test_a_full_disk_is_told(served: Served) -> None:
    async def limit(pages: int) -> None:
        await served.house.store.run(lambda connection: connection.execute(sa.text(f"pragma max_page_count = {pages}")))

    assert reasons(served) == []
    wire = served.visitor("Ann").wire(served.visitor("Ben").open_table())
    served.on_loop(limit(1))  # SQLite makes it the present size
    while wire.ask("say", text="x" * 400)["type"] == "ack":
        time.sleep(0.05)
    assert reasons(served) == ["store"]
    served.on_loop(limit(10_000))
    assert reasons(served) == []


def test_a_locked_database_is_told(serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    served = serve(str(tmp_path / "t.db"))
    lock = sqlite3.connect(tmp_path / "t.db")
    lock.execute("begin immediate")
    assert reasons(served) == ["store"]
    assert served.visitor().http.get("/readyz").status_code == 503
    assert "answers again" not in caplog.text
    lock.rollback()
    lock.close()
    assert reasons(served) == []
    assert served.visitor().http.get("/readyz").json() == {"status": "ok"}
    wait_for(lambda: "the database answers again" in caplog.messages, "the end of the trouble in the log")
    time.sleep(20 * OFTEN)
    assert caplog.messages.count("the database answers again") == 1


def test_asking_after_health_costs_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may ask, so not every question writes."""
    monkeypatch.setattr(health, "KEPT", 60.0)
    probes: list[int] = []
    real = served.house.store.probe

    async def probe() -> None:
        probes.append(1)
        await real()

    monkeypatch.setattr(served.house.store, "probe", probe)
    assert all(reasons(served) == [] for _ in range(20))
    assert len(probes) == 1
