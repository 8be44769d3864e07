"""Small things that one visitor could do to another, or to the log."""

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from websockets.exceptions import InvalidStatus

from hostile.raw import answer, connected, frame, handshake, live, rest
from server.servers import LAVISH, Process, Serve, Served
from server.visitor import Visitor
from torite.server.pages import SECURITY_HEADERS
from torite.server.people.guests import COOKIE

BEHIND = {"proxies": frozenset({"127.0.0.1"})}
DEEP = b"[" * 16_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all of them."""
    house = Served(str(tmp_path_factory.mktemp("manners") / "t.db"))
    yield house
    house.stop()


def refused(reply: httpx.Response) -> tuple[int, str]:
    """Status and code of a problem."""
    return reply.status_code, reply.json()["code"]


# ---- a running match is not one player's to end ----
def test_a_match_is_given_up_by_all_who_are_here(served: Served) -> None:
    ann, ben, cat = (served.visitor(name) for name in ("Ann", "Ben", "Cat"))
    a = ann.wire(ann.open_table("rwd", 4))
    b, c = (visitor.wire(a.table["id"]) for visitor in (ben, cat))
    for wire in (b, c):
        wire.ask("sit")
    a.ask("bot", level="gentle")
    a.ask("start")
    assert a.ask("reset")["type"] == "ack"
    assert b.until(lambda m: m.get("event", {}).get("type") == "proposed")["event"] == {
        "type": "proposed",
        "seat": 0,
        "name": "Ann",
        "what": {"what": "reset"},
    }
    assert a.ask("say", text="/reset")["type"] == "ack"  # once more is as good as once
    assert a.table["phase"] == "playing"
    assert (a.table["pending"]["agreed"], a.table["pending"]["waits"]) == ([0], [1, 2])
    assert b.ask("reset")["type"] == "ack"
    assert b.table["phase"] == "playing"
    c.close()
    a.until_table(lambda table: table["phase"] == "lobby")  # who is away for longer than the grace has agreed


def test_who_plays_with_bots_alone_may_give_up(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    assert wire.ask("reset")["type"] == "ack"
    assert wire.table["phase"] == "lobby"


# ---- who is who ----
def test_two_guests_of_one_name_are_told_apart(served: Served) -> None:
    ann, eve = served.visitor("Ann"), served.visitor("Ann")
    a = ann.wire(ann.open_table("rwd", 4))
    e = eve.wire(a.table["id"])
    e.ask("say", text="I am Ann")
    said = a.until(lambda m: m.get("event", {}).get("type") == "said")["event"]
    assert said.pop("time") is not None
    assert said == {"type": "said", "seat": None, "name": "Ann (2)", "text": "I am Ann"}
    e.ask("sit")
    assert [seat["name"] for seat in e.table["seats"][:2]] == ["Ann", "Ann (2)"]
    a.ask("say", text="no, I am")
    assert a.messages[-2]["event"]["name"] == "Ann"
    for lookalike in ("ANN", "Ａnn", "Ann (2)", "Ann （2）", "Ann (2) (2)"):
        eve.http.post("/api/me", json={"name": lookalike}).raise_for_status()
        tab = eve.wire(a.table["id"])
        tab.ask("say", text="me again")
        assert tab.messages[-2]["event"]["name"].endswith(" (2)"), lookalike


def test_a_person_called_as_a_bot_is_told_apart(served: Served) -> None:
    ann = served.visitor("Ann")
    a = ann.wire(ann.open_table("rwd", 4))
    a.ask("bot", level="gentle")
    bot = a.table["seats"][1]["name"]
    eve = served.visitor(bot).wire(a.table["id"])
    eve.ask("sit")
    assert eve.table["seats"][2]["name"] == f"{bot} (2)"


def test_a_planted_cookie_is_not_kept(served: Served) -> None:
    """Eve names herself and gives her cookie to Ann's browser; Ann names herself as her browser does."""
    eve, ann = served.visitor("Eve"), served.visitor()
    table = eve.open_table()
    planted = {"Cookie": f"{COOKIE}={eve.http.cookies[COOKIE]}"}
    ann.http.post("/api/me", json={"name": "Ann", "key": "k" * 22}, headers=planted).raise_for_status()
    assert ann.wire(table).table["seat"] is None
    own = ann.open_table()
    ann.http.post("/api/me", json={"name": "Anne", "key": "k" * 22}).raise_for_status()
    assert ann.wire(own).table["seat"] == 0  # a new name, the same person
    assert eve.wire(own).table["seat"] is None
    ann.http.post("/api/me", json={"name": "Anne", "key": "e" * 22}).raise_for_status()
    assert ann.wire(own).table["seat"] is None


def test_a_cookie_that_somebody_else_signed_is_none(served: Served) -> None:
    forged = URLSafeSerializer(b"guess", salt=COOKIE).dumps(["id", "Ann", ""])
    visitor = served.visitor()
    visitor.http.cookies.set(COOKIE, str(forged))
    assert visitor.http.get("/api/me").json() == {"name": None}


# ---- what is no request ----
@pytest.mark.parametrize("path", ["/api/me", "/api/tables"])
@pytest.mark.parametrize("body", [DEEP, b'{"name": ' + DEEP, b'{"a":' * 2500, b'{"name": ' + b"9" * 5000 + b"}"])
def test_deep_json_is_refused(served: Served, path: str, body: bytes) -> None:
    reply = served.visitor().http.post(path, content=body, headers={"Content-Type": "application/json"})
    assert refused(reply) == (400, "wire/malformed")


@pytest.mark.parametrize("depth", [1000, 2000, 4000])
def test_deep_frames_are_refused(served: Served, depth: int) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table())
    for deep in ("[" * depth, '{"type":"act","code":' + "[" * depth, '{"a":' * (depth // 5)):
        wire.socket.send(deep[:4096])
        assert wire.until("refusal")["code"] == "wire/malformed"


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00/record",
        "/api/tables/a%00b/record",
        "/api/games/%00/rules/en",
        "/api/games/rwd/rules/%00",
        "/api/games/rwd/rules/" + "x" * 4000,
        "/%00",
        "/assets/%00",
        "/%ff%fe",
        "/api/tables/%ff/record",
        "/api/tables/" + "x" * 5000 + "/record",
    ],
)
def test_odd_paths_are_refused(served: Served, path: str, caplog: pytest.LogCaptureFixture) -> None:
    status, _ = answer(served.base, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    assert status in (400, 404)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None, ""])
def test_only_json_is_a_body(served: Served, kind: str | None) -> None:
    """What a page of another site can send without asking is none."""
    headers = {"Content-Type": kind} if kind is not None else {}
    for path, body in (("/api/me", {"name": "Ann"}), ("/api/tables", {"game": "rwd", "seats": 3, "sit": False})):
        reply = served.visitor().http.post(path, content=json.dumps(body), headers=headers)
        assert refused(reply) == (415, "http/unsupported_media_type")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/api/me", 415),
        ("GET", "/api/tables/nothere/record", 404),
        ("GET", "/nothing", 404),
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("HEAD", "/", 200),
        ("HEAD", "/readyz", 200),
        ("HEAD", "/api/nothing", 404),
        ("HEAD", "/api/tables/nothere/knock", 405),
    ],
)
def test_security_headers_are_on_every_answer(served: Served, method: str, path: str, status: int) -> None:
    reply = served.visitor().http.request(method, path)
    assert reply.status_code == status
    for name, value in SECURITY_HEADERS.items():
        assert reply.headers.get_list(name) == [value]
    if method == "HEAD":
        whole = served.visitor().http.get(path)
        assert reply.content == b"" and reply.headers["Content-Length"] == whole.headers["Content-Length"]


@pytest.mark.parametrize(
    ("call", "status"),
    [
        ("me", 200),
        ("me/tables", 200),
        ("me/export", 200),
        ("tables", 200),
        ("tables/{}/record", 200),
        ("tables/{}/record?match=2", 404),  # a status that a proxy may keep by itself, as the next three
        ("tables/nothere/record", 404),
        ("tables/{}", 404),
        ("tables/{}/knock", 405),
        ("tables/{}/replay?match=x", 400),
    ],
)
def test_nothing_that_is_told_is_kept_on_the_way(serve: Serve, call: str, status: int) -> None:
    """By a browser that others use, too, or by a proxy; refusals neither."""
    ann = serve(**LAVISH).visitor("Ann")
    table = ann.open_table("bingo", 2, fill="gentle", start=True)
    if "record" in call:
        ann.wire(table).play_on()
    reply = ann.http.get(f"/api/{call.format(table)}")
    assert reply.status_code == status
    assert reply.headers.get_list("Cache-Control") == ["no-store"]


def test_security_headers_are_on_what_is_no_http_and_on_refused_handshakes(served: Served) -> None:
    for request in (b"RUBBISH\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"y" * 17_000 + b"\r\n\r\n"):
        with connected(served.base) as sock:
            sock.sendall(request)
            assert b"nosniff" in rest(sock) or len(request) > 1000  # the reset may overtake the answer
    with pytest.raises(InvalidStatus) as caught:
        served.visitor().raw_wire("nothere", headers={"Origin": "https://evil.example"})
    assert caught.value.response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_seq_from_the_future_is_refused(served: Served) -> None:
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 3, fill="gentle", start=True))
    wire.until_legal()
    for seq in (wire.seq + 1, 10**6, 2**53 - 1):
        for request in ({"type": "act", "code": wire.legal[0]}, {"type": "hint"}):
            answered = wire.ask(**request, seq=seq)
            assert (answered["code"], answered["params"]) == ("wire/malformed", {"field": "seq"})
    assert wire.act()["type"] == "ack"


# ---- whose house it is ----
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a..b", "[::1", "@",
             "localhost:65536", "friend.example:x", "localhost:-1", "127.0.0.1:" + "9" * 50]
)  # fmt: skip
def test_a_rebound_name_is_refused(served: Served, host: str) -> None:
    """A page of evil.example, whose name now means this machine, is of our own origin as far as its browser knows."""
    http = served.visitor().http
    headers = {"Host": host, "Origin": f"http://{host}"}
    for path in ("/schema/openapi.json", "/api/tables", "/api/me", "//api/tables", "/./api/me", "/healthz"):
        assert refused(http.get(path, headers=headers)) == (403, "wire/host")
    assert refused(http.post("/api/me", json={"name": "Ann"}, headers=headers)) == (403, "wire/host")
    is_name = host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "a..b")  # said by some browser
    assert http.get("/", headers=headers).status_code == (200 if is_name else 403)  # it says what is wrong, in words
    upgrade = handshake(served.base, "nothere").replace(served.base.removeprefix("http://").encode(), host.encode())
    assert answer(served.base, upgrade)[0] in (400, 403)


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1", "192.168.1.7:8000", "[::1]:8000", "friend.example",
             "FRIEND.example:443", socket.gethostname(), f"{socket.gethostname()}.local:8000"]
)  # fmt: skip
def test_our_own_names_are_ours(served: Served, host: str) -> None:
    """Addresses, this machine's own name, and the names that were given (`--origin https://friend.example`)."""
    assert served.visitor().http.get("/api/me", headers={"Host": host}).status_code == 200


def test_a_proxy_that_was_not_named_is_told_of_once(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    for settings, times in (({}, 1), (BEHIND, 0)):
        caplog.clear()
        http = serve(**settings).visitor().http
        for _ in range(3):
            http.get("/api/me", headers={"X-Forwarded-For": "203.0.113.5"})
        assert caplog.text.count("a proxy that was not named") == times


def test_whoever_believes_everybody_is_warned(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    for proxies, times in (({"127.0.0.1"}, 0), ({"*"}, 1)):
        caplog.clear()
        serve(proxies=frozenset(proxies))
        assert caplog.text.count("limits hold for nobody") == times


# ---- the log ----
def test_no_bad_input_leaves_a_traceback(process: Process) -> None:
    ann = process.visitor("Ann")
    table = ann.open_table()
    frames = [
        frame(1, b"\xff\xfe"),
        frame(8, b"\x00"),
        frame(3),
        b"\x81\x05hello",
        frame(9, b"x" * 130),
        b"\xff" * 99,
    ]

    odd = [
        b"RUBBISH\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: torite_guest=\xff\xfe\r\nConnection: close\r\n\r\n",
        b"GET /api/me?%ff=%00 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        handshake(process.base, table).replace(b"Version: 13", b"Version: 12"),
        handshake(process.base, table).replace(b"AAAA", b"\xff\xff"),
        handshake(process.base, table)[:-2] + b"x: y\r\n" * 200 + b"\r\n",
        handshake(process.base, table)[:-2] + b"x: " + b"y" * 9000 + b"\r\n\r\n",
        handshake(process.base, table).replace(b"HTTP/1.1", b"HTTP/1.0"),
        handshake(process.base, table).replace(table.encode(), b"%00%ff"),
        handshake(process.base, table).replace(b"GET", b"POST"),
    ]
    for data in frames:
        with live(process.base, table) as sock:
            sock.sendall(data)
            rest(sock)
    for request in odd:
        with connected(process.base) as sock, suppress(ConnectionError):
            sock.sendall(request)
            sock.recv(65536)  # and gone
    assert ann.wire(table).ask("say", text="still here")["type"] == "ack"
    log = process.log.read_text()
    assert "Traceback" not in log
    assert "ERROR" not in log
    assert len(log.splitlines()) < 5, log


# ---- links ----
def test_guessing_links_is_slow(serve: Serve) -> None:
    served = serve(**BEHIND, misses_burst=5, misses=0.001)
    eve, ann = served.visitor("Eve"), served.visitor("Ann")
    table = ann.open_table()

    def look(visitor: Visitor, guess: str, address: str) -> tuple[int, str] | int:
        reply = visitor.http.get(f"/api/tables/{guess}/record", headers={"X-Forwarded-For": address})
        return refused(reply)

    assert [look(eve, f"guess{n}", "203.0.113.5") for n in range(5)] == [(404, "table/not_found")] * 5
    assert look(eve, table, "203.0.113.5") == (429, "wire/too_fast")
    knock = eve.http.post(f"/api/tables/{table}/knock", headers={"X-Forwarded-For": "203.0.113.5"})
    assert refused(knock) == (429, "wire/too_fast")
    wire = eve.raw_wire(table, headers={"X-Forwarded-For": "203.0.113.5"})
    assert wire.read()["code"] == "wire/too_fast"
    assert look(ann, table, "203.0.113.6") == (400, "move/no_match")


def test_who_has_been_at_a_table_comes_back_whatever_others_have_guessed(serve: Serve) -> None:
    """They share an address with somebody who follows links that lead nowhere."""
    served = serve(**BEHIND, misses_burst=5, misses=0.001)
    eve, ann = served.visitor("Eve"), served.visitor("Ann")
    table = ann.open_table()
    here = {"X-Forwarded-For": "203.0.113.5"}
    for _ in range(5):
        assert refused(eve.http.get("/api/challenges/nosuch", headers=here)) == (404, "challenge/not_found")
    assert ann.wire(table, headers=here).ask("resync")["type"] == "ack"
    assert ann.http.post(f"/api/tables/{table}/knock", headers=here).status_code == 204
    assert refused(ann.http.get(f"/api/tables/{table}/record", headers=here)) == (400, "move/no_match")
    for guess in (table, "nosuch", "no%00such"):
        assert refused(eve.http.post(f"/api/tables/{guess}/knock", headers=here)) == (429, "wire/too_fast")
    for guess in ("nosuch", "no%00such"):
        assert refused(ann.http.post(f"/api/tables/{guess}/knock", headers=here)) == (429, "wire/too_fast")


def test_no_table_has_an_odd_name(served: Served, monkeypatch: Any) -> None:
    """The database is not even asked."""

    async def load(_: str) -> list[bytes]:
        raise AssertionError("asked")

    monkeypatch.setattr(served.house.store, "load", load)
    for name in ("x" * 41, "a'b", "A", "ä", "a.b", "-"):
        assert refused(served.visitor().http.get(f"/api/tables/{name}/record")) == (404, "table/not_found")
