"""Real servers on loopback ports: in a thread, to get at their inside, or as a process, to kill them."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from math import inf
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, TypeVar

import httpx
import sqlalchemy as sa
import uvicorn

from server import copies
from server.databases import fresh_file
from server.visitor import HERE, PATIENCE, Visitor, wait_for
from torite.games import GAMES
from torite.server.house import House
from torite.server.play.live import Live
from torite.server.run import listen, make_server, make_settings
from torite.server.storage.schema import LEAVING, META

T = TypeVar("T")
# Several people of a test share an address; what nobody has asked for is done where a test asks for it
FAST = {
    "bot_pause": 0.0,
    "grace": 0.2,
    "breath": 0.0,
    "glance": 0.0,
    "crowd": 1e6,
    "talk": 1e6,
    "talk_burst": 1_000_000,
    "switches": 1e6,
    "switches_burst": 1_000_000,
    "begins": 1e6,
    "begins_burst": 1_000_000,
    "bot_reviews": inf,
    "practice": 0,
}
LAVISH = {"rate": 1e6, "burst": 1_000_000}  # for those who play a whole match faster than people can
PLAIN = ("torite.cli", "serve", "--bot-pause", "0.05", "--grace", "0.2")
NEW = (sys.executable, "-m")  # before a program: a process that is nobody's copy


def furnish(db: str) -> None:
    """A file that is not there has its tables from the beginning: what a server does first is another test's matter."""
    if "://" not in db and not Path(db).exists():
        Path(db).write_bytes(fresh_file())


class Served:
    """A server in a thread of this process."""

    def __init__(self, db: str, **changes: Any) -> None:
        furnish(db)
        sock = listen("127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{sock.getsockname()[1]}"
        settings = make_settings(db, GAMES, changes.pop("origins", ["https://friend.example"]), **{**FAST, **changes})
        self._server: uvicorn.Server = make_server(settings, self.base)
        self._thread = threading.Thread(target=self._server.run, args=([sock],))
        self._thread.start()
        self._visitors: list[Visitor] = []
        wait_for(lambda: self._server.started or not self._thread.is_alive(), "the server's start")
        assert self._server.started, "the server has not started"

    @property
    def house(self) -> House:
        """The inside.  Touch it on the loop alone, with `on_loop`."""
        house: House = self._server.config.app.state.house  # type: ignore[union-attr]
        return house

    def on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's loop."""
        loop = self.house.tables._sweeper.get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def readers(self, table: str) -> int:
        """Connections that the table knows."""

        async def count() -> int:
            live = await self.house.tables.find(table)
            assert isinstance(live, Live)
            return len(live.presences.connections)

        return self.on_loop(count())

    def visitor(self, name: str | None = None) -> Visitor:
        """Somebody comes by."""
        self._visitors.append(Visitor(self.base, name))
        return self._visitors[-1]

    def stop(self) -> None:
        """Stop as an operator would."""
        for visitor in self._visitors:
            visitor.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"


def stored(served: Served) -> str:
    """Every word in the database, but the ids of those who are forgotten once more in a minute."""

    def read(connection: sa.Connection) -> str:
        rows = [row for table in {*META.tables.values()} - {LEAVING} for row in connection.execute(sa.select(table))]
        return "\n".join(str([bytes(x).decode() if isinstance(x, bytes) else x for x in row]) for row in rows)

    return served.on_loop(served.house.store.run(read))


def at(node: Served, visitor: Visitor) -> Visitor:
    """The same visitor at another node."""
    again = node.visitor()
    again.http.cookies.update(visitor.http.cookies)
    return again


class Process:
    """A server in a process of its own, always at the same port and with the same database."""

    def __init__(self, folder: Path, *arguments: str, program: Sequence[str] = PLAIN) -> None:
        """program: begins with the name of a module, or with the path of an executable."""
        self._held = socket.socket()  # bound and silent: the port is nobody else's, and the server may bind it, too
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self._port = self._held.getsockname()[1]
        self.base = f"http://127.0.0.1:{self._port}"
        self.log = folder / "server.log"
        furnish(str(folder / "t.db"))
        self._command = [*program, "--port", str(self._port), "--db", str(folder / "t.db"), *arguments]
        self._process: subprocess.Popen[bytes] | ForkServerProcess | None = None
        self._visitors: list[Visitor] = []
        self.start()

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process is not None and self._process.pid is not None
        return self._process.pid

    def visitor(self, name: str | None = None) -> Visitor:
        """Somebody comes by."""
        self._visitors.append(Visitor(self.base, name))
        return self._visitors[-1]

    def stop(self) -> None:
        """Send everybody home and end."""
        for visitor in self._visitors:
            visitor.close()
        self.kill()
        self._held.close()

    def start(self) -> float:
        """Start and wait for the first page; seconds that took."""
        begin = time.monotonic()
        if os.sep not in self._command[0]:
            self._process = copies.start(self._command, self.log)
        else:
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)
        while True:
            try:
                httpx.get(self.base, **HERE).raise_for_status()
                return time.monotonic() - begin
            except httpx.TransportError:
                assert self._status is None, self.log.read_text()
                assert time.monotonic() - begin < 60, "the server has not started"
                time.sleep(0.02 + (time.monotonic() - begin) / 20)

    @property
    def _status(self) -> int | None:
        if isinstance(self._process, subprocess.Popen):
            return self._process.poll()
        assert self._process is not None
        return self._process.exitcode

    def end(self, how: signal.Signals) -> int:
        """Send a signal; the exit status."""
        self.signal(how)
        wait_for(lambda: self._status is not None, "the server's end")
        assert self._status is not None
        return self._status

    def signal(self, how: signal.Signals) -> None:
        """Send a signal and go on; who has ended gets none."""
        if self._status is None:
            os.kill(self.pid, how)

    def kill_child(self, child: int) -> None:
        """One of its processes, without any warning."""
        os.kill(child, signal.SIGKILL)

    def kill(self) -> None:
        """Without any warning."""
        self.end(signal.SIGKILL)


Serve = Callable[..., Served]  # what the fixture of this name gives
