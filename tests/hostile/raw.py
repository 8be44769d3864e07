"""A visitor who speaks HTTP and WebSocket by hand, and badly."""

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

PATIENCE = 20.0  # seconds until a test gives up waiting
TEXT, PING, PONG, CLOSE = 1, 9, 10, 8  # opcodes
EMPTY_PING = b"\x89\x80\0\0\0\0"
EMPTY_FRAGMENT = b"\x00\x80\0\0\0\0"  # of a message that never ends
FIRST_FRAGMENT = b"\x01\x80\0\0\0\0"


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """A whole masked frame, of at most 125 bytes or of at most 64 KiB."""
    mask = os.urandom(4)
    length = bytes([128 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
    return bytes([128 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def connected(base: str) -> socket.socket:
    """An open socket to the server of which nothing has been asked."""
    parts = urlsplit(base)
    return socket.create_connection((parts.hostname, parts.port or 80), timeout=PATIENCE)


@contextmanager
def silent(base: str, number: int) -> Iterator[list[socket.socket]]:
    """So many sockets that ask for nothing."""
    with ExitStack() as opened:
        yield [opened.enter_context(connected(base)) for _ in range(number)]


def handshake(base: str, table: str) -> bytes:
    """What opens a live connection."""
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: {urlsplit(base).netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


@contextmanager
def live(base: str, table: str) -> Iterator[socket.socket]:
    """A live connection whose handshake has been answered; some frames may have been read."""
    with connected(base) as sock:
        sock.sendall(handshake(base, table))
        read = b""
        while b"\r\n\r\n" not in read:
            read += sock.recv(4096)
        assert read.startswith(b"HTTP/1.1 101")
        yield sock


def rest(sock: socket.socket) -> bytes:
    """All that still comes, until the server closes.  Raises TimeoutError if it does not."""
    read = bytearray()
    try:
        while data := sock.recv(65536):
            read += data
    except ConnectionError:
        pass
    return bytes(read)


def answer(base: str, request: bytes) -> tuple[int, bytes]:
    """Status and body (with what follows) of a request; 0 = the server has closed without a word."""
    with connected(base) as sock:
        with suppress(ConnectionError):  # closed while we were talking: the answer may be there
            sock.sendall(request)
        head, _, body = rest(sock).partition(b"\r\n\r\n")
        return int(head.split()[1]) if head else 0, body
