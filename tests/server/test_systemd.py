"""A service manager is told when the server answers, that it is alive, and when it ends."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.servers import Process
from server.visitor import PATIENCE, wait_for
from torite.server import systemd


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Where the messages arrive."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(tmp_path / "notify"))
        sock.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "100000")
        yield sock


def until(manager: socket.socket, wanted: str) -> None:
    """Read until it comes."""
    while manager.recv(100).decode() != wanted:
        pass


def test_start_life_and_end_are_told(manager: socket.socket, launch: Callable[..., Process]) -> None:
    process = launch()
    assert manager.recv(100) == b"READY=1"
    until(manager, "WATCHDOG=1")
    until(manager, "WATCHDOG=1")
    process.end(signal.SIGTERM)
    until(manager, "STOPPING=1")


def test_several_processes_are_ready_when_they_answer(manager: socket.socket, launch: Callable[..., Process]) -> None:
    process = launch("--workers", "2")
    process.end(signal.SIGTERM)
    until(manager, "STOPPING=1")
    process.log.write_text("")
    with ThreadPoolExecutor(1) as pool:
        started = pool.submit(process.start)
        until(manager, "READY=1")
        assert "torite serves at" in process.log.read_text()
        started.result()


DIES_ONCE = """
import sys, time
from pathlib import Path
from torite.server.workers import Workers

times, other = map(Path, sys.argv[1:])

def work(number, answers):
    if number == 0:
        answers()
        times.open("a").write(".")
        if times.stat().st_size == 1:
            return
    while not (number == 1 and other.exists()):
        time.sleep(0.01)
    answers()
    time.sleep(60)

Workers(2, work).run()
"""


def test_a_process_that_answers_twice_is_one(manager: socket.socket, tmp_path: Path) -> None:
    """It has died, and another one is in its place."""
    times, other = tmp_path / "times", tmp_path / "other"
    parent = subprocess.Popen([sys.executable, "-c", DIES_ONCE, str(times), str(other)])
    try:
        wait_for(lambda: times.exists() and times.stat().st_size == 2, "the second one")
        manager.setblocking(False)
        with pytest.raises(BlockingIOError):
            manager.recv(100)
        manager.settimeout(PATIENCE)
        other.touch()
        assert manager.recv(100) == b"READY=1"
    finally:
        parent.terminate()
        parent.wait()


def test_a_loop_that_hangs_is_not_alive(manager: socket.socket, launch: Callable[..., Process]) -> None:
    process = launch()
    until(manager, "WATCHDOG=1")
    process.signal(signal.SIGSTOP)
    manager.settimeout(0.5)
    with pytest.raises(TimeoutError):
        while True:
            manager.recv(100)


def test_without_a_manager_nothing_happens() -> None:
    systemd.notify("READY=1", {})
    asyncio.run(systemd.watchdog({}))
    assert "NOTIFY_SOCKET" not in os.environ
