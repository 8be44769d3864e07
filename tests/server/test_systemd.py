"""A service manager is told when the server answers, that it is alive, and when it ends."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.servers import Process
from server.visitor import PATIENCE
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
