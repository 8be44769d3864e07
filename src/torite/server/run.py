"""Starting the server: one process, one loop, SQLite beside it."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import platformdirs
import uvicorn
from litestar import Litestar

from torite.games import GAMES
from torite.games.game import Game
from torite.locale import TextError
from torite.server import logs, systemd
from torite.server.app import make_app
from torite.server.metrics import HERE
from torite.server.pages import SECURITY_HEADERS
from torite.server.people.guests import load_key
from torite.server.settings import Settings
from torite.server.storage.database import StoreError, UnusableError, database_url, shown_url
from torite.server.storage.store import Store
from torite.server.visitors.doors import Doors, room
from torite.server.visitors.origins import Doorman
from torite.server.visitors.reach import EVERYWHERE, outward
from torite.server.visitors.wire import protocols
from torite.server.workers import Workers

LOG = logging.getLogger("torite")
MAX_MESSAGE = 64 * 1024  # bytes; above it uvicorn closes with 1009, above 4 KiB the table refuses
GOODBYE = 5  # seconds that open connections have when the server stops
DEADLINE = 9.0  # seconds that everything has
BACKLOG = 1024
YOUNG = 400  # objects more before Python looks for garbage among them: with 1,250 tables 10,000 took it 60 ms
NEVER = 2**31 - 1
TIDY = 3600.0  # seconds from one search for garbage among all objects to the next
GROWN = 256 * 2**20  # bytes more of memory after which there is one sooner
LOOK = 60.0  # seconds after which that is looked at
READY = partial(systemd.notify, "READY=1")
SWITCH = 0.0005  # seconds that a thread keeps Python's lock while another one wants it; Python's own: 0.005


class ServeError(TextError):
    """The server cannot start."""

    KEY = "cli.serve"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str | None = None,
    games: Mapping[str, Game] | None = None,
    origins: Iterable[str] = (),
    **changes: Any,
) -> None:
    """Serve until stopped.  Raises ServeError.

    db       a file for SQLite (None = in the user's data folder) or a PostgreSQL URL
    games    all games on offer; None = those of the house
    origins  pages of other sites that may talk to this server, "https://cards.example"
    changes  any other field of Settings
    """
    logs.set_up(bool(changes.get("log_json")))  # before an older database is changed, which is told
    url, key_file = places(db)
    if url.startswith("sqlite"):
        _make_folder(key_file)
    try:
        asyncio.run(_try_store(url))  # no key is left where there is no house
    except UnusableError as error:
        raise ServeError(error.code, **error.params) from error
    settings = make_settings(db, games or GAMES, origins, hosts=frozenset({host}), **changes)
    node, _, door = settings.address.rpartition(":")
    if settings.workers > 1 and int(door) and not settings.only_thinks:
        raise ServeError("one_door", value=settings.address, host=node)
    sock = None if settings.only_thinks else listen(host, port)
    try:
        listen(node.strip("[]"), int(door)).close()  # a clear line now, not one of each process
        for number in range(settings.workers if settings.metrics is not None else 0):
            listen(HERE, (settings.metrics or 0) + number).close()  # a clear line now, if it is taken
    except ServeError:
        if sock is not None:
            sock.close()
        raise
    if sock is None:
        with contextlib.suppress(KeyboardInterrupt):
            _run(replace(settings, thinkers=os.cpu_count() or 1), "", None)
        return
    address = f"http://{_shown(EVERYWHERE.get(host, host))}:{sock.getsockname()[1]}/"
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn has shut down by then
        if settings.workers == 1:
            _run(settings, address, sock)
        else:
            Workers(settings.workers, partial(_work, settings, address, sock)).run()


def _work(settings: Settings, address: str, sock: socket.socket, number: int, ready: Callable[[], None]) -> None:
    """Be one of several processes.  ready: is called when it answers."""
    metrics = None if settings.metrics is None else settings.metrics + number
    thinkers = max(1, settings.thinkers // settings.workers)
    own = replace(settings, metrics=metrics, thinkers=thinkers)
    _run(own, "" if number else address, sock, ready)


def _run(settings: Settings, address: str, sock: socket.socket | None, ready: Callable[[], None] = READY) -> None:
    """Be the server.  What is there for good is not searched for garbage while people play: that took some 0.1 s.

    What is new is looked through once, and soon, while there is little of it.  All that has come since the start is
    searched every hour, or when memory has grown: requests and readers who go leave some, moves nothing.  With 5,000
    readers it takes a second in which no move is answered, and by Python's own measure it was done twice a minute.

    The thread that writes to the database asks for Python's lock at each statement, and waits for it as long as the
    loop may keep it: moves of several tables wait with it.
    """
    server = make_server(settings, address, ready)
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    server.run(sockets=[sock] if sock is not None else [])


def make_server(settings: Settings, address: str, ready: Callable[[], None] = READY) -> uvicorn.Server:
    """A server that is not running yet; `address` is what it tells people, "" = nothing."""
    logs.quieten()
    host, _, port = settings.address.rpartition(":")
    door = listen(host.strip("[]"), int(port))
    at = door.getsockname()[:2]
    settings = replace(settings, address=f"{host}:{at[1]}")
    doors = Doors(room(), settings.sockets, settings.proxies)
    http, ws = protocols(doors, settings.stuck, at)
    if "*" in settings.proxies:
        LOG.warning("--proxy * believes what visitors say of their address: name the proxy, or limits hold for nobody")
    names = [urlsplit(origin).hostname or "" for origin in settings.origins]
    app = make_app(settings)
    config = uvicorn.Config(
        Doorman(app, {*names, *settings.hosts} - {""}, at),
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=http,
        ws=ws,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        headers=list(SECURITY_HEADERS.items()),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=sorted(settings.proxies),
        timeout_graceful_shutdown=GOODBYE,
    )
    return _Server(config, app, address, door, ready)


def make_settings(db: str | None, games: Mapping[str, Game], origins: Iterable[str], **changes: Any) -> Settings:
    """Settings for this database; the signing key lies beside it.  Raises ServeError."""
    url, key_file = places(db)
    _make_folder(key_file)
    try:
        key = load_key(key_file)
    except OSError as error:
        raise ServeError("key", file=str(key_file), reason=error.strerror or str(error)) from error
    settings = Settings(url, key, dict(games), frozenset(origins))
    return replace(settings, **changes)


def _make_folder(file: Path) -> None:
    """Of this file.  Raises ServeError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError("key", file=str(file.parent), reason=error.strerror or str(error)) from error


def places(db: str | None) -> tuple[str, Path]:
    """URL of the database and file of the key, as `--db` says."""
    folder = Path(platformdirs.user_data_dir("torite"))
    if db is not None and "://" in db:
        return database_url(db), folder / "cookie.key"
    file = (folder / "torite.db" if db is None else Path(db)).absolute()
    return database_url(str(file)), file.parent / f"{file.name}.key"


def listen(host: str, port: int) -> socket.socket:
    """A bound socket.  Raises ServeError if the address is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(BACKLOG)
    except (OSError, OverflowError, TypeError, ValueError) as error:  # the latter of names that cannot be written
        sock.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise ServeError("listen", address=f"{_shown(host)}:{port}", reason=reason) from error
    return sock


class _Server(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(
        self, config: uvicorn.Config, app: Litestar, address: str, door: socket.socket, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._app, self._address, self._door, self._ready = app, address, door, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([*(sockets or ()), self._door])
        if self.should_exit:  # it has failed, and said why
            return
        settings: Settings = self._app.state.settings
        if self._address:
            _tell("torite serves at %(address)s", self._address, settings)
            port = urlsplit(self._address).port
            if (there := outward(settings.origins, settings.hosts, port)) is not None:
                _tell("others find it at %(address)s", there, settings, "")
        if settings.only_thinks:
            _tell("torite thinks for other nodes at %(address)s", settings.address, settings)
        self._ready()
        self._watchdog = asyncio.create_task(systemd.watchdog())
        self._tidying = asyncio.create_task(_tidy())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        systemd.notify("STOPPING=1")
        self._watchdog.cancel()
        self._tidying.cancel()
        await self._app.state.house.tables.hand_over()  # before the readers go: they come again elsewhere
        await super().shutdown([*(sockets or ()), self._door])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        threading.Thread(target=_end_at_last, daemon=True).start()


def _tell(line: str, address: str, settings: Settings, end: str = " (Ctrl-C ends it)") -> None:
    """Where it is: to people without a date, to programs as everything else."""
    named = {"address": address}
    if settings.log_json:
        LOG.info(line, named)
    else:
        sys.stdout.write(f"{line % named}{end}\n")
        sys.stdout.flush()


async def _tidy() -> None:
    while True:
        tidied, size = time.monotonic(), _memory()
        while time.monotonic() - tidied < TIDY and _memory() - size < GROWN:
            await asyncio.sleep(LOOK)
        gc.collect()


def _memory() -> int:
    """Bytes of memory that this process has; 0 = the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _end_at_last() -> None:
    """Work that never ends must not keep the process alive."""
    time.sleep(DEADLINE)
    LOG.error("something has not come to an end; everything acknowledged is stored")
    os._exit(1)


async def _try_store(url: str) -> None:
    store = await Store.open(url)
    try:
        await store.probe()
    except StoreError as error:
        raise UnusableError("database", url=shown_url(url), reason=str(error)) from error
    finally:
        await store.close()


def _shown(host: str) -> str:
    """The host as it stands in an address."""
    return f"[{host}]" if ":" in host else host
