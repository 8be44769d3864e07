"""Bots belong to people: nobody can have them think for nobody, and one that never ends harms its own table alone."""

import asyncio
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from server.servers import Process, Serve, Served
from server.visitor import Wire, wait_for
from torite.games import GAMES
from torite.server.bots import thinking
from torite.server.bots.pool import LOST_AT_MOST, Asker, Pool, StuckError

EVIL: dict[str, Any] = {"game": "rwd", "seats": 4, "sit": False, "fill": "master", "start": True}


def seq_of(served: Served, table: str) -> int:
    """The last event of a table, asked from inside: nobody arrives for it."""

    async def look() -> int:
        return (await served.house.tables.read(table)).seq

    return served.on_loop(look())


def count(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games for which a bot thinks from now on."""
    thought: list[str] = []
    real = thinking.choose

    def counted(game: Any, turn: Any) -> str:
        thought.append(game.name)
        return real(game, turn)

    monkeypatch.setattr(thinking, "choose", counted)
    return thought


def test_a_table_of_bots_alone_never_runs(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    served, thought = serve(grace=60.0), count(monkeypatch)
    eve, ann = served.visitor("Eve"), served.visitor("Ann")
    tables = [eve.open_table(**EVIL) for _ in range(20)]
    before = [seq_of(served, table) for table in tables]
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    wire.until_legal()
    wire.act()
    wire.until_legal()
    assert [seq_of(served, table) for table in tables] == before
    assert set(thought) == {"wizard"}


def test_bots_play_while_somebody_looks_and_stop_when_all_have_gone(serve: Serve) -> None:
    served = serve(grace=0.3)
    table = served.visitor("Ann").open_table("rwd", 3, sit=False, fill="gentle", start=True)
    begun = seq_of(served, table)
    wire = served.visitor().wire(table)
    wire.until(lambda m: m["type"] == "update" and m["seq"] > begun + 3)
    wire.close()
    last, now, deadline = -1, seq_of(served, table), time.monotonic() + 20
    while now != last:
        assert time.monotonic() < deadline, "bots play on without anybody"
        time.sleep(1.0)
        last, now = now, seq_of(served, table)
    again = served.visitor().wire(table)
    again.until(lambda m: m["type"] == "update" and m["seq"] > now)


def test_nobody_waits_behind_bots_whose_people_have_gone(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    served = serve(grace=0.3, thinkers=1, thought=600.0)
    gate, pool = endless(monkeypatch, {"rwd"}), served.house.tables.thinkers.pool
    ann = served.visitor("Ann")
    wires = [ann.wire(ann.open_table("rwd", 3, sit=False, fill="gentle", start=True)) for _ in range(4)]
    wait_for(lambda: pool.waiting == 3, "three bots wait for the one that thinks")
    for wire in wires:
        wire.close()
    wait_for(lambda: pool.waiting == 0, "none waits for nobody")
    gate.set()


def test_bots_do_not_wake_with_the_server(launch: Callable[..., Process]) -> None:
    process = launch("--grace", "60")
    ann = process.visitor("Ann")
    table = ann.open_table(**EVIL | {"fill": "gentle"})
    wire = ann.wire(table)
    wire.until("update")
    process.kill()
    process.start()
    first = ann.wire(table).seq
    second = ann.wire(table)
    second.until(lambda m: m["type"] == "update" and m["seq"] > first)  # somebody is there: they go on


def pooled(workers: int, patience: float, test: Callable[[Pool], Any]) -> None:
    """Run a test on a pool."""

    async def whole() -> None:
        pool = Pool(workers, patience)
        await test(pool)
        await pool.close()

    asyncio.run(whole())


def test_a_crowd_of_tables_gets_one_turn_in_two() -> None:
    """60 tables of one visitor, one of another; and a table where somebody plays before all that are only watched."""

    async def fair(pool: Pool) -> None:
        order: list[str] = []
        gate = threading.Event()
        first = asyncio.create_task(pool.run(gate.wait, Asker("0", "gate", True)))
        await asyncio.sleep(0)
        evil = [pool.run(lambda: order.append("eve"), Asker(str(n), "eve", True)) for n in range(60)]
        ann = [pool.run(lambda: order.append("ann"), Asker("a", "ann", True)) for _ in range(3)]
        watched = pool.run(lambda: order.append("watched"), Asker("w", "wen", False))
        tasks = [asyncio.create_task(work) for work in (watched, *evil, *ann)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *tasks)
        assert order[:6] == ["eve", "ann"] * 3
        assert order[-1] == "watched"

    pooled(1, 60.0, fair)


def test_what_nobody_waits_for_any_more_takes_no_memory() -> None:
    """Thoughts for a table that is watched, begun and broken off again and again while others keep the threads busy."""

    async def broken_off(pool: Pool) -> None:
        gate = threading.Event()
        ann = asyncio.create_task(pool.run(gate.wait, Asker("a", "ann", True)))
        await asyncio.sleep(0)
        for _ in range(100):
            eve = [asyncio.create_task(pool.run(gate.wait, Asker("e", "eve"))) for _ in range(2)]
            await asyncio.sleep(0)
            assert pool.waiting == 2
            for each in eve:
                each.cancel()
            await asyncio.gather(*eve, return_exceptions=True)
        assert not any(pool._queues)
        gate.set()
        await ann

    pooled(1, 60.0, broken_off)


def test_another_thread_may_count_what_waits_while_more_comes() -> None:
    async def counting(pool: Pool) -> None:
        jobs = pool._queues[0]["", ""] = deque()
        job: Any = SimpleNamespace(done=SimpleNamespace(done=lambda: jobs.append(job)))
        jobs.append(job)
        assert pool.waiting == 1 and len(jobs) == 2

    pooled(1, 60.0, counting)


def test_work_without_an_end_is_given_up_and_replaced() -> None:
    async def stuck(pool: Pool) -> None:
        gate = threading.Event()
        with pytest.raises(StuckError):
            await pool.run(gate.wait, Asker())
        assert pool.lost == 1
        assert await pool.run(lambda: 7, Asker()) == 7
        gate.set()
        while pool.lost:  # it has come back and is let go
            await asyncio.sleep(0.01)

    pooled(1, 0.1, stuck)


def test_threads_that_come_back_after_too_many_were_lost_are_kept() -> None:
    async def stuck(pool: Pool) -> None:
        gate = threading.Event()
        lost = [pool.run(gate.wait, Asker()) for _ in range(2 * LOST_AT_MOST)]
        work = [asyncio.create_task(each) for each in lost]
        while pool.lost <= LOST_AT_MOST:  # the last ones have nobody in their place
            await asyncio.sleep(0.01)
        gate.set()
        await asyncio.gather(*work, return_exceptions=True)
        while pool.lost:
            await asyncio.sleep(0.01)
        assert await pool.run(lambda: 7, Asker()) == 7

    pooled(2, 0.05, stuck)


def test_while_kernels_are_compiled_nothing_is_given_up() -> None:
    async def cold(pool: Pool) -> None:
        pool.cold = True
        gate = threading.Event()
        slow = asyncio.create_task(pool.run(gate.wait, Asker()))
        await asyncio.sleep(0.3)
        assert not slow.done()
        gate.set()
        assert await slow

    pooled(1, 0.05, cold)


def endless(monkeypatch: pytest.MonkeyPatch, games: set[str]) -> threading.Event:
    """From now on the bots of these games come to no end, until the event is set."""
    gate, real = threading.Event(), thinking.choose

    def choose(game: Any, turn: Any) -> str:
        if game.name in games:
            gate.wait()
        return real(game, turn)

    monkeypatch.setattr(thinking, "choose", choose)
    return gate


def test_an_endless_bot_harms_its_own_table_alone(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    served = serve(thinkers=1, thought=0.3)
    gate = endless(monkeypatch, {"rwd"})
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    stuck = ann.wire(ann.open_table("rwd", 3, preset="single", fill="gentle", start=True))
    other = ben.wire(ben.open_table("wizard", 3, fill="gentle", start=True))
    other.play_on(lambda table: table["phase"] != "playing")
    stuck.play_on()  # its bots play what is legal
    health = ann.http.get("/healthz")
    assert (health.status_code, health.json()["params"]) == (503, {"reasons": ["bots"]})
    gate.set()
    deadline = time.monotonic() + 20
    while ann.http.get("/healthz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_sigterm_ends_whatever_goes_on(launch: Callable[..., Process]) -> None:
    """The loop itself stands still for ever."""
    process = launch()
    process.kill()
    broken = (
        "import threading; from torite.server.play import tables; "
        "tables.recalled = lambda *_: threading.Event().wait(); "
        "from torite.cli import main; main()"
    )
    process._command[:1] = [sys.executable, "-c", broken]
    process.start()
    with pytest.raises(httpx.ReadTimeout):
        process.visitor("Ann").http.post("/api/tables", json=EVIL, timeout=0.5)
    assert process.end(signal.SIGTERM) == 1
    assert "something has not come to an end" in process.log.read_text()


def test_new_tables_have_no_bucket_that_all_share(serve: Serve) -> None:
    served = serve(tables_burst=3, tables=0.001)
    eve = served.visitor("Eve")
    while eve.http.post("/api/tables", json=EVIL).status_code == 201:
        pass
    nameless = served.visitor()
    while nameless.http.post("/api/tables", json=EVIL).status_code == 201:
        pass
    wire: Wire = served.visitor("Ann").wire(served.visitor("Ben").open_table())
    assert wire.table["game"] in GAMES
