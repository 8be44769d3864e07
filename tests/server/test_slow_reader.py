"""A reader that takes no bytes is dropped, and nobody else notices."""

import socket
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from server.servers import Served
from server.visitor import Visitor, Wire

LAVISH = {"rate": 1e6, "burst": 1_000_000}


def lazy_wire(served: Served, visitor: Visitor, table: str) -> Wire:
    """A connection with a tiny window whose messages nobody takes out."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    parts = urlsplit(served.base)
    raw.connect((parts.hostname, parts.port))
    return visitor.raw_wire(table, sock=raw, max_queue=1, close_timeout=0.1, ping_interval=None)


def readers(served: Served, table: str) -> int:
    """Connections that the table knows."""

    async def count() -> int:
        return len((await served.house.tables.find(table)).presences.connections)

    return served.on_loop(count())


@pytest.mark.parametrize("limits", [{"queue": 8, "stuck": 60.0}, {"queue": 100_000, "stuck": 0.3}])
def test_slow_reader_is_dropped(serve: Callable[..., Served], limits: dict[str, Any]) -> None:
    served = serve(**LAVISH, **limits)
    ann, eve = served.visitor("Ann"), served.visitor("Eve")
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    table = wire.table["id"]
    lazy = lazy_wire(served, eve, table)
    wire.until(lambda m: m["type"] == "presence" and m["spectators"] == 1)
    deadline = time.monotonic() + 20
    try:
        while readers(served, table) == 2:
            assert time.monotonic() < deadline
            for _ in range(50):
                lazy.send({"type": "resync"})
    except ConnectionClosed:
        pass
    wire.until(lambda m: m["type"] == "presence" and m["spectators"] == 0)
    wire.until_legal()
    assert wire.act()["type"] == "ack"
