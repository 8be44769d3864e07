"""Sockets are counted before a byte of them is read, and a request has to arrive, soon and not too large."""

import asyncio
import resource
import secrets
import socket
import sys
import time
from contextlib import suppress

import pytest

from hostile.raw import PATIENCE, answer, connected, live, silent
from server.servers import Process, Serve, Served
from torite.server import run
from torite.server.visitors import doors
from torite.server.visitors.doors import Doors

COSTS = 0.02  # seconds of processor time
GET = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Socket(asyncio.Transport):
    """A transport that only knows whether it was cut."""

    cut = False

    def abort(self) -> None:
        self.cut = True


def test_sockets_of_one_address() -> None:
    house = Doors(100, 2, proxies=["192.0.2.1", "10.0.0.0/8", "the-proxy"])
    first, second, third = Socket(), Socket(), Socket()
    assert house.enter(first, "203.0.113.5")
    assert house.enter(second, "203.0.113.5")
    assert not house.enter(third, "203.0.113.5")
    assert house.enter(third, "203.0.113.6")
    house.leave(first)
    house.leave(first)
    assert house.enter(Socket(), "203.0.113.5")
    assert not house.enter(Socket(), "::ffff:203.0.113.5")
    for uncounted in ("192.0.2.1", "10.1.2.3", "127.0.0.1", "::1"):
        assert all(house.enter(Socket(), uncounted) for _ in range(5))
    assert house.enter(Socket(), "2001:db8:1:2::1")
    assert house.enter(Socket(), "2001:db8:1:2::2")
    assert not house.enter(Socket(), "2001:db8:1:2:ffff::3")


def test_one_address_never_gets_more_than_half() -> None:
    house = Doors(10, 400)
    assert sum(house.enter(Socket(), "203.0.113.5") for _ in range(20)) == 5
    assert house.enter(Socket(), "203.0.113.6")


def test_many_networks_of_one_who_has_asked_for_them() -> None:
    house, doors_of_region = Doors(1000, 2), [Socket() for _ in range(20)]
    entered = [house.enter(each, f"2001:db8:1:{n:x}::1") for n, each in enumerate(doors_of_region)]
    assert entered == [True] * 8 + [False] * 12
    assert house.enter(Socket(), "2001:db8:2::1")
    for each in doors_of_region:
        house.leave(each)
    assert house.enter(Socket(), "2001:db8:1:77::1")


def test_who_waits_longest_without_a_request_makes_room() -> None:
    house = Doors(3, 400)
    old, busy, idle, new = (Socket() for _ in range(4))
    for sock in (busy, old, idle):
        assert house.enter(sock, "127.0.0.1")
    house.serve(busy)
    assert house.enter(new, "127.0.0.1")
    assert [sock.cut for sock in (old, busy, idle, new)] == [True, False, False, False]
    house.serve(idle)
    house.serve(new)
    assert not house.enter(Socket(), "127.0.0.1")
    house.wait(idle)
    assert house.enter(Socket(), "127.0.0.1")
    assert idle.cut


def test_nothing_long_is_kept_that_a_visitor_says_he_is() -> None:
    """As where a proxy hands on what it was told: 4,096 texts of 16 KB are 64 MB."""
    for long in (noise := secrets.token_hex(8_000), f"fe80::1%{noise}"):
        before = sys.getrefcount(long)
        doors.counted_as(long)
        assert sys.getrefcount(long) == before
    assert doors.counted_as(f"fe80::1%{noise}") == "fe80::/64"


def test_newcomers_are_served_while_the_doors_are_full(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "room", lambda: 10)
    served = serve(stuck=60.0)
    with silent(served.base, 30):
        table = served.visitor("Ann").open_table()
        with live(served.base, table), silent(served.base, 20):
            assert served.visitor().http.get("/api/me").status_code == 200


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP",
        GET + b"X: y\r\n",
        b"\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"POST /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
    ],
    ids=["nothing", "line", "head", "blanks", "body", "chunks"],
)
def test_half_a_request_is_cut_in_time(serve: Serve, half: bytes) -> None:
    """Also when a few bytes come now and then."""
    served = serve(stuck=0.5)
    with connected(served.base) as sock:
        begin = time.monotonic()
        sock.settimeout(0.1)
        drip = b"1\r\nx\r\n" if b"chunked" in half else b"\r\n" if half == b"\r\n\r\n" else b"x" * bool(half)
        try:
            sock.sendall(half)
            while time.monotonic() - begin < 15:
                try:
                    if not sock.recv(4096):
                        return
                except TimeoutError:
                    sock.sendall(drip)
        except ConnectionError:
            return
    pytest.fail("half a request is still open")


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X: " + b"y" * 20_000_000,
        GET + b"x: y\r\n" * 500_000,
        b"GET /" + b"x" * 20_000_000,
        b"\r\n" * 1_000_000,
    ],
    ids=["header", "headers", "path", "blanks"],
)
def test_a_long_head_is_refused(served: Served, head: bytes) -> None:
    status, body = answer(served.base, head)
    assert status in (0, 431)
    assert body in (b"", b'{"code":"wire/too_large","params":{"max":16384}}')
    assert served.visitor().http.get("/api/me").status_code == 200


@pytest.mark.parametrize(
    "rest",
    [b"0\r\nX: " + b"y" * 4_000_000, b"0\r\n" + b"x: y\r\n" * 500_000, b"1\r\n{\r\n" * 60_000],
    ids=["trailer", "trailers", "chunks"],
)
def test_much_besides_the_body_is_cut(served: Served, rest: bytes) -> None:
    """At once: a trailer is put together piece by piece, which takes time with the square of its length."""
    begun = time.monotonic()
    status, _ = answer(served.base, GET + b"Transfer-Encoding: chunked\r\n\r\n" + rest)
    assert status in (0, 200)
    assert time.monotonic() - begun < served.house.settings.stuck / 2
    assert served.visitor().http.get("/api/me").status_code == 200


def test_a_body_in_chunks_is_read(served: Served) -> None:
    chunks = b'{"name":' + b" " * 12_000 + b'"Ann"}'
    body = b"".join(b"20\r\n%b\r\n" % chunks[at : at + 32].ljust(32) for at in range(0, len(chunks), 32))
    kind = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    begin = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n" + kind
    assert answer(served.base, begin + body + b"0\r\nX: y\r\n\r\n")[0] == 200


def test_a_long_head_is_told_so(served: Served) -> None:
    status, _ = answer(served.base, GET + b"X: " + b"y" * 17_000 + b"\r\n\r\n")
    assert status in (0, 431)  # 0: the reset overtook the answer
    assert answer(served.base, GET + b"X: " + b"y" * 12_000 + b"\r\nConnection: close\r\n\r\n")[0] == 200


@pytest.mark.parametrize(
    ("path", "cookie"), [("api/me", "\\" * 14_000), ("a/" * 7_000, "")], ids=["quotes that escape signs", "folders"]
)
def test_what_a_long_head_costs(served: Served, path: str, cookie: str) -> None:
    """Of processor time, where each sign would be looked at again and again."""
    costs = []
    for number in range(3):  # none is known from before
        head = f'GET /{path}?{number} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: x="{cookie}{number}"'
        begun = time.process_time()
        status, _ = answer(served.base, head.encode() + b"\r\n\r\n")
        costs.append(time.process_time() - begun)
        assert status in (200, 404)
    assert min(costs) < COSTS


def test_who_hangs_up_in_the_middle_of_a_body_is_no_error(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    half = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    for _ in range(3):
        with connected(served.base) as sock:
            sock.sendall(half)
        assert served.visitor().http.get("/api/me").status_code == 200
    assert "ERROR" not in caplog.text


def test_an_answer_that_nobody_reads_is_cut(serve: Serve) -> None:
    served = serve(stuck=0.3)
    deadline = time.monotonic() + PATIENCE
    with connected(served.base) as sock, pytest.raises(ConnectionError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(0.05)
        while time.monotonic() < deadline:  # one request after the other: nothing is pipelined
            sock.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            with suppress(TimeoutError):
                sock.recv(1)


@pytest.mark.skipif(sys.platform == "win32", reason="no descriptors to count")
def test_descriptors_are_raised_and_few_are_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [200, 300]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(now))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: now.__setitem__(slice(None), limits))
    assert doors.room() == 300 - doors.KEPT
    assert now == [300, 300]
    assert "only 236 connections at once: the system allows 300 descriptors" in caplog.text
    caplog.clear()
    now[:] = [1024, resource.RLIM_INFINITY]
    assert doors.room() == doors.WANTED - doors.KEPT
    assert not caplog.text


def test_newcomers_come_in_at_300_descriptors(process: Process) -> None:
    """The attack of old: 400 silent sockets at a server with 300 descriptors."""
    process.kill()
    program = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300)); "
    process._command[:1] = [sys.executable, "-c", program + "from torite.cli import main; main()"]
    process.start()
    with silent(process.base, 400):
        ann = process.visitor("Ann")
        assert ann.wire(ann.open_table()).ask("say", text="hello")["type"] == "ack"
    assert "only 236 connections" in process.log.read_text()
    assert "Traceback" not in process.log.read_text()
