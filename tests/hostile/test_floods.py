"""One connection cannot keep the loop from the others: what it sends is counted before it costs anything."""

import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from hostile.raw import EMPTY_FRAGMENT, EMPTY_PING, FIRST_FRAGMENT, PING, TEXT, connected, frame, handshake, live, rest
from server.servers import Served
from torite.server.visitors import wire

MEGABYTE = 1 << 20
HELD = 0.05  # seconds of processor time in one callback


class Held:
    """The most processor time that one callback of the protocol took, and how many pieces it was given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, protocol: type) -> None:
        self.longest = self.whole = 0.0
        real: Callable[..., None] = protocol.data_received  # type: ignore[attr-defined]

        def measured(this: Any, data: bytes) -> None:
            begin = time.thread_time()
            real(this, data)
            took = time.thread_time() - begin
            self.longest, self.whole = max(self.longest, took), self.whole + took

        monkeypatch.setattr(protocol, "data_received", measured)


def flood(sock: socket.socket, data: bytes) -> bytes:
    """Send and read at the same time, until the server closes; what was read."""
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(rest, sock)
        with suppress(ConnectionError):
            sock.sendall(data)
        return reading.result()


@pytest.mark.parametrize(
    "data",
    [
        EMPTY_PING * (8 * MEGABYTE // 6),
        FIRST_FRAGMENT + EMPTY_FRAGMENT * (8 * MEGABYTE // 6),
        frame(PING, b"x" * 125) * (8 * MEGABYTE // 131),
        frame(TEXT, b"{}") * MEGABYTE,
        frame(TEXT) * MEGABYTE,
    ],
    ids=["pings", "fragments", "large pings", "messages", "empty messages"],
)
def test_a_flood_of_frames_is_cut(served: Served, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table()
    held = Held(monkeypatch, wire.BoundedSocket)
    with live(served.base, table) as sock:
        told = flood(sock, data)
    assert told.count(b"\x8a") < 500  # pongs
    assert told.count(b"refusal") < 500
    assert held.longest < HELD
    assert ann.wire(table).ask("say", text="still here")["type"] == "ack"


def test_a_flood_after_the_close_is_cut(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits for the peer's close; meanwhile frames count as before."""
    held = Held(monkeypatch, wire.BoundedSocket)
    with live(served.base, "nothere") as sock:
        sock.recv(4096)  # 4404
        flood(sock, EMPTY_PING * MEGABYTE)
    assert held.longest < HELD
    assert held.whole < 10 * HELD


def test_rubbish_before_the_handshake_is_answered_is_cut(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = wire.BoundedSocket.data_received

    def hurried(this: Any, data: bytes) -> None:
        real(this, data)
        real(this, b"\xff" * 20)

    monkeypatch.setattr(wire.BoundedSocket, "data_received", hurried)
    with connected(served.base) as sock:
        sock.sendall(handshake(served.base, "nothere"))
        assert rest(sock) == b""
    assert served.visitor().http.get("/api/me").status_code == 200
    assert caplog.text == ""


def test_pipelined_requests_are_cut(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    held = Held(monkeypatch, wire.BoundedHttp)
    with connected(served.base) as sock:
        told = flood(sock, b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 100_000)
    assert told.count(b"HTTP/1.1") < 100
    assert held.longest < HELD
    assert served.visitor().http.get("/api/me").status_code == 200
    assert "Exception" not in caplog.text


def test_a_patient_client_may_ping_and_fragment(served: Served) -> None:
    """What a library does by itself is no flood."""
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table(), ping_interval=0.05)
    for _ in range(10):
        wire.socket.send(iter(['{"type":', ' "say", "id": 7, ', '"text": "in', ' parts"}']))
        assert wire.until(lambda m: m.get("id") == 7)["type"] == "ack"
        wire.socket.ping().wait(5)
