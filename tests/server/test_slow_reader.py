"""A reader that takes no bytes is dropped, and nobody else notices."""

import socket
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from server.servers import LAVISH, Serve, Served
from server.visitor import Visitor, Wire, wait_for


def lazy_wire(served: Served, visitor: Visitor, table: str) -> Wire:
    """A connection with a tiny window whose messages nobody takes out."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    parts = urlsplit(served.base)
    raw.connect((parts.hostname, parts.port))
    return visitor.raw_wire(table, sock=raw, max_queue=1, close_timeout=0.1, ping_interval=None)


@pytest.mark.parametrize("limits", [{"queue": 8, "stuck": 60.0}, {"queue": 100_000, "stuck": 0.3}])
def test_slow_reader_is_dropped(serve: Serve, limits: dict[str, Any]) -> None:
    served = serve(**LAVISH, **limits)
    ann, eve = served.visitor("Ann"), served.visitor("Eve")
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    table = wire.table["id"]
    lazy = lazy_wire(served, eve, table)
    wire.until(lambda m: m["type"] == "presence" and m["spectators"] == 1)

    def dropped() -> bool:
        for _ in range(50):
            lazy.send({"type": "resync"})
        return served.readers(table) == 1

    with suppress(ConnectionClosed):
        wait_for(dropped, "the end of the slow connection")
    wire.until(lambda m: m["type"] == "presence" and m["spectators"] == 0)
    wire.until_legal()
    assert wire.act()["type"] == "ack"
