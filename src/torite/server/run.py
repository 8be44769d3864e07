"""Starting the server: one process, one loop, SQLite beside it."""

import argparse
import asyncio
import contextlib
import logging
import socket
import sys
import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn

from torite.games import GAMES
from torite.games.game import Game
from torite.locale import TextError
from torite.search.warm import warm_all
from torite.server.app import make_app
from torite.server.guests import load_key
from torite.server.settings import Settings
from torite.server.store import Store, UnusableError, database_url
from torite.server.thinking import where
from torite.server.wire import impatient

LOG = logging.getLogger("torite")
MAX_MESSAGE = 64 * 1024  # bytes; above it uvicorn closes with 1009, above 4 KiB the table refuses
GOODBYE = 5  # seconds that open connections have when the server stops
BACKLOG = 1024
TALKATIVE = ("uvicorn", "sqlalchemy")  # at DEBUG they log frames and rows, cards included


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
    settings = make_settings(db, games or GAMES, origins, **changes)
    try:
        asyncio.run(_try_store(settings.db))
    except UnusableError as error:
        raise ServeError(error.code, **error.params) from error
    sock = listen(host, port)
    _set_up_logging()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn has shut down by then
        make_server(settings, f"http://{_shown(host)}:{sock.getsockname()[1]}/").run(sockets=[sock])


def make_server(settings: Settings, address: str) -> uvicorn.Server:
    """A server that is not running yet; `address` is what it tells people."""
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    config = uvicorn.Config(
        make_app(settings),
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        ws=impatient(settings.stuck),
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=sorted(settings.proxies),
        timeout_graceful_shutdown=GOODBYE,
    )
    return _Server(config, address, settings.games.values())


def make_settings(db: str | None, games: Mapping[str, Game], origins: Iterable[str], **changes: Any) -> Settings:
    """Settings for this database; the signing key lies beside it.  Raises ServeError."""
    folder = Path(platformdirs.user_data_dir("torite"))
    is_url = db is not None and "://" in db
    file = folder / "torite.db" if db is None else Path(db)
    key_file = folder / "cookie.key" if is_url else file.with_name(file.name + ".key")
    try:
        key_file.parent.mkdir(parents=True, exist_ok=True)
        key = load_key(key_file)
    except OSError as error:
        raise ServeError("key", file=str(key_file), reason=error.strerror or str(error)) from error
    url = database_url(str(db) if is_url else str(file.absolute()))
    settings = Settings(url, key, games, frozenset(origins))
    return replace(settings, **changes)


def listen(host: str, port: int) -> socket.socket:
    """A bound socket.  Raises ServeError if the address is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        sock.close()
        raise ServeError("listen", address=f"{_shown(host)}:{port}", reason=str(error)) from error
    return sock


class _Server(uvicorn.Server):
    """Says where it is once it answers, and gets the kernels ready while it does."""

    def __init__(self, config: uvicorn.Config, address: str, games: Iterable[Game]) -> None:
        super().__init__(config)
        self._address, self._games = address, games

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(f"torite serves at {self._address} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        threading.Thread(target=_warm, args=(self._games,), daemon=True).start()


def _warm(games: Iterable[Game]) -> None:
    """Load every kernel, so that no first move waits for it; out of the cache that takes a moment."""
    try:
        for _ in warm_all(games):
            pass
    except Exception as error:
        LOG.error("getting ready: %s", where(error))


async def _try_store(url: str) -> None:
    await (await Store.open(url)).close()


def _set_up_logging() -> None:
    """One line an event, without bodies."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)


def _shown(host: str) -> str:
    """The host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def main() -> None:
    """`python -m torite.server.run`: the plain way in, without the command line of `torite serve`."""
    parser = argparse.ArgumentParser(description="Serve the house of trick-taking games.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--db", help="SQLite file or PostgreSQL URL")
    parser.add_argument("--origin", action="append", default=[], help="allow pages of this other origin")
    parser.add_argument("--bot-pause", type=float, help="seconds before a bot's move")
    parser.add_argument("--grace", type=float, help="seconds before a bot stands in for an absent person")
    args = vars(parser.parse_args())
    changes = {name: args[name] for name in ("bot_pause", "grace") if args[name] is not None}
    try:
        serve(args["host"], args["port"], args["db"], origins=args["origin"], **changes)
    except ServeError as error:
        parser.exit(1, f"torite: {error}\n")


if __name__ == "__main__":
    main()
