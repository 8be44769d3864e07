"""A house whose kernels are not compiled yet: people play at once, bots as soon as they are ready."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvloop

from server.servers import NEW, PLAIN, Process, Serve
from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.server.bots import readiness

pytestmark = pytest.mark.skipif(not JIT, reason="by design: nothing is compiled")

COMPILING = 600.0  # seconds; behind all others, so that on a busy machine it hardly goes on


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Process]:
    """A server with nothing in its cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    server = Process(tmp_path, program=(*NEW, *PLAIN))  # another one would know the cache of before
    yield server
    server.stop()


def compiled(message: dict[str, Any]) -> bool:
    """Is that the news that bots are ready?"""
    return message["type"] == "presence" and message["compiled"] is None


def test_people_play_at_once_and_bots_as_soon_as_they_are_ready(cold: Process) -> None:
    ann = cold.visitor("Ann")
    wire = ann.wire(ann.open_table("bingo", 2, fill="steady", start=True))
    while not any(message["type"] == "presence" for message in wire.messages):
        wire.read()
    assert not any(map(compiled, wire.messages))
    wire.until_table(lambda table: table["scene"] is not None)
    if wire.legal:
        assert wire.act()["type"] == "ack"  # the rules are not compiled yet
    assert not any(map(compiled, wire.messages))
    while not any(map(compiled, wire.messages)):
        wire.read(COMPILING)
    shares = [message["compiled"] for message in wire.messages if message["type"] == "presence"][:-1]
    assert shares == sorted(shares)
    wire.until_legal()  # the bot has moved


def test_nothing_is_said_where_all_is_ready(serve: Serve) -> None:
    served = serve()
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    wire.until_legal()
    assert served.house.tables.thinkers.readiness.share(GAMES["rwd"]) is None


def test_a_house_is_closed_while_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "is_warm", lambda game: False)
    endless = "import time; print(1, flush=True); time.sleep(600)"
    monkeypatch.setattr(readiness, "COMMAND", (sys.executable, "-c", endless))

    async def close_while_it_compiles() -> None:
        games = readiness.Readiness(GAMES)
        begun = asyncio.Event()
        for game in GAMES.values():
            games.listen(game, begun.set)
        games.begin()
        await begun.wait()
        process = games._process
        await games.end()
        assert process is not None
        assert process.returncode is not None  # nothing of it is left to the loop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # which refuses to close what is still in use
        runner.run(close_while_it_compiles())


async def waited_for() -> None:
    """A bot has waited for its game, and the house is closed."""
    ready = readiness.Readiness({"rwd": GAMES["rwd"]})
    ready.begin()
    await ready.wait(GAMES["rwd"])
    await ready.end()


def test_where_nothing_can_be_compiled_beforehand_bots_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "is_warm", lambda game: False)
    monkeypatch.setattr(readiness, "COMMAND", ("/nowhere/python",))
    asyncio.run(asyncio.wait_for(waited_for(), 60))


@pytest.mark.skipif(not hasattr(os, "getpgrp"), reason="there are no groups of processes there")
def test_who_ends_a_house_in_a_terminal_or_a_service_is_told_of_no_compiler(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """A terminal sends Ctrl-C to the house's group, systemd its SIGTERM to all processes of the house."""
    monkeypatch.setattr(readiness, "is_warm", lambda game: False)
    told = f"import os, signal; open({str(tmp_path / 'group')!r}, 'w').write(str(os.getpgrp()))"
    monkeypatch.setattr(readiness, "COMMAND", (sys.executable, "-c", f"{told}; os.kill(os.getpid(), signal.SIGTERM)"))
    asyncio.run(asyncio.wait_for(waited_for(), 60))
    assert int((tmp_path / "group").read_text()) != os.getpgrp() and not caplog.records


def test_another_page_ends_what_the_one_before_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which may be for ever."""
    monkeypatch.setattr(readiness, "is_warm", lambda game: False)
    endless, quick = "import time; print(1, flush=True); time.sleep(600)", "print(1, flush=True)"
    monkeypatch.setattr(readiness, "COMMAND", (sys.executable, "-c", endless))

    async def change_while_it_compiles() -> None:
        games = {"rwd": GAMES["rwd"]}
        ready, begun = readiness.Readiness(games), asyncio.Event()
        ready.listen(games["rwd"], begun.set)
        ready.begin()
        await begun.wait()
        monkeypatch.setattr(readiness, "COMMAND", (sys.executable, "-c", quick))
        games["rwd"] = replace(GAMES["rwd"])
        await ready.renew("rwd")
        await ready.wait(games["rwd"])
        await ready.end()

    asyncio.run(asyncio.wait_for(change_while_it_compiles(), 60))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing counts the time there")
def test_a_page_without_end_is_not_compiled_for_ever(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("while True: pass\n")
    program = "import sys; from torite.search import warm; warm.LOADING = 0.5; warm.main(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "endless.py")], check=False, timeout=60)
    assert done.returncode == -signal.SIGPROF
