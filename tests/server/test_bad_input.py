"""What people and programs get wrong on the wire: each has its code and leaves the game as it was."""

import logging
import math
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from server.servers import LAVISH, Serve, Served
from server.visitor import Visitor, Wire
from torite.server.people.sanctions import impose

Running = tuple[Wire, Callable[[], Any]]


@pytest.fixture
def limits() -> dict[str, float]:
    """Settings of the server; tests may have others."""
    return {}


@pytest.fixture
def served(serve: Serve, limits: dict[str, float]) -> Served:
    """A server with quick bots."""
    return serve(**limits)


@pytest.fixture
def running(served: Served) -> Running:
    """A visitor to move in a match, and a look at the table as another tab sees it."""
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table("wizard", 3, fill="gentle", start=True))
    wire.until_legal()

    def look() -> Any:
        tab = ann.wire(wire.table["id"])
        tab.close()
        return tab.seq, tab.table

    return wire, look


def test_illegal_actions(running: Running) -> None:
    wire, look = running
    before = look()
    for code in ("R99", "bid:77", "", "pass", "trump:none", "x" * 3000):
        answer = wire.ask("act", code=code, seq=wire.seq)
        assert (answer["type"], answer["code"]) == ("refusal", "move/illegal_action"), code
        assert len(str(answer)) < 500
    assert look() == before


def test_what_does_not_go_together(running: Running) -> None:
    wire, look = running
    before = look()
    for codes in ([], [wire.legal[0]] * 2, wire.legal[:2], ["x" * 40] * 30):
        assert wire.refused("choose", codes=codes, seq=wire.seq) == "move/wrong_number"
    assert wire.refused("choose", codes=["R99"], seq=wire.seq) == "move/illegal_action"
    assert wire.refused("choose", codes=wire.legal[:1], seq=1) == "move/stale_seq"
    assert look() == before


def test_not_your_turn(serve: Serve) -> None:
    ann = serve(bot_pause=30.0).visitor("Ann")
    wire = ann.wire(ann.open_table("rwd", 4, fill="gentle", start=True))
    while wire.legal:
        wire.act()
    assert wire.refused("act", code="take:?", seq=wire.seq) == "move/not_your_turn"


def test_stale_seq(running: Running) -> None:
    wire, look = running
    before = look()
    assert wire.refused("act", code=wire.legal[0], seq=1) == "move/stale_seq"
    assert wire.refused("act", code=wire.legal[0], seq=-5) == "move/stale_seq"
    assert look() == before


def test_requests_out_of_place(running: Running) -> None:
    wire, look = running
    before = look()
    assert wire.refused("start") == "table/already_started"
    assert wire.refused("option", name="tie", value="shared") == "table/already_started"
    assert wire.refused("preset", name="seed") == "table/already_started"
    assert wire.refused("again") == "table/not_over"
    assert wire.refused("bot") == "table/already_started"
    assert wire.refused("remove", seat=1) == "table/already_started"
    assert wire.refused("remove", seat=77) == "table/no_such_seat"
    assert look() == before


def test_stranger_cannot_touch_the_match(running: Running, served: Served) -> None:
    wire, look = running
    before = look()
    eve = served.visitor("Eve").wire(wire.table["id"])
    assert eve.refused("act", code=wire.legal[0], seq=wire.seq) == "table/not_seated"
    for kind in ("leave", "confirm", "reset", "start"):
        assert eve.refused(kind) == "table/not_seated"
    assert eve.refused("sit", seat=0) == "table/seat_taken"
    assert look() == before


def test_lobby_refusals(served: Served) -> None:
    ann, eve = served.visitor("Ann"), served.visitor("Eve")
    wire = ann.wire(ann.open_table("wizard", 3))
    other = eve.wire(wire.table["id"])
    assert wire.refused("start") == "table/too_few_players"
    assert wire.refused("say", text="/start") == "table/too_few_players"
    assert wire.refused("say", text="/dance") == "chat/unknown_command"
    assert wire.refused("say", text="x" * 600) == "chat/too_long"
    assert wire.refused("option", name="colour", value=1) == "table/unknown_option"
    assert wire.refused("option", name="tie", value="never") == "table/bad_value"
    assert wire.refused("preset", name="odd") == "table/unknown_preset"
    assert wire.refused("bot", level="genius") == "table/unknown_level"
    assert other.refused("sit", seat=0) == "table/seat_taken"
    assert other.refused("sit", seat=9) == "table/no_such_seat"
    assert other.refused("sit", seat=-1) == "table/no_such_seat"
    assert other.refused("option", name="tie", value="shared") == "table/not_seated"
    assert wire.refused("act", code="R1", seq=1) == "move/no_match"
    assert wire.refused("confirm") == "move/no_match"
    assert wire.refused("again") == "move/no_match"
    assert wire.refused("nonce", nonce="xyz") == "wire/malformed"
    assert wire.refused("invite", table="t2", game="cheat-on-eve") == "game/unknown"  # all would read it
    for table in ("..", "t2\n", "T2", "t" * 41):
        assert wire.refused("invite", table=table, game="rwd") == "table/not_found"
    assert wire.seq == other.seq == 2


MALFORMED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"17",
    b'"act"',
    b"{}",
    b'{"type": "fly"}',
    b'{"type": 5}',
    b'{"type": "act"}',
    b'{"type": "act", "code": "R1"}',
    b'{"type": "act", "code": 5, "seq": 1}',
    b'{"type": "act", "code": "R1", "seq": "1"}',
    b'{"type": "act", "code": "R1", "seq": 1e400}',
    b'{"type": "choose", "seq": 1}',
    b'{"type": "choose", "codes": "R1", "seq": 1}',
    b'{"type": "choose", "codes": ["R1", 5], "seq": 1}',
    b'{"type": "say", "text": "hi", "colour": "red"}',
    b'{"type": "sit", "seat": 1.5}',
    b'{"type": "option", "name": "tie", "value": {}}',
    b'{"type": "resync", "id": "one"}',
    b'{"type": "resync", "id": 99999999999999999999999999}',
    b"[" * 2000,
    b'{"type": "act", "code": "R1", "seq": 99999999999999999999999999}',
    b'{"type": "say", "text": "\\ud800"}',
    b"\x00\x01\x02",
]
NOT_TEXT = [b'{"type": "say", "text": "\xed\xa0\x80"}', b"\xff\xfe"]


@pytest.mark.parametrize("limits", [LAVISH])
def test_malformed_frames(running: Running) -> None:
    wire, look = running
    before = look()
    frames: list[str | bytes] = [*MALFORMED, *NOT_TEXT, *(frame.decode() for frame in MALFORMED)]
    for data in frames:
        wire.socket.send(data)
        answer = wire.until("refusal")
        assert answer["code"] == "wire/malformed", data
    assert look() == before


def test_malformed_refusal_names_the_field_but_no_value(running: Running) -> None:
    wire, _ = running
    wire.socket.send('{"type": "act", "id": 7, "code": "R1", "seq": "my-secret"}')
    refusal = wire.until("refusal")
    assert refusal == {"type": "refusal", "id": 7, "code": "wire/malformed", "params": {"field": "seq"}}


def test_frame_above_4_kib_is_refused_and_the_connection_stays(running: Running) -> None:
    wire, look = running
    before = look()
    wire.send({"type": "say", "text": "x" * 5000})
    assert wire.until("refusal")["code"] == "wire/too_large"
    assert wire.ask("resync")["type"] == "ack"
    assert look() == before


def test_huge_frame_closes_the_connection(running: Running) -> None:
    wire, look = running
    before = look()
    wire.send({"type": "say", "text": "x" * 100_000})
    assert wire.closed() == 1009
    assert look() == before


def test_thousand_messages_a_second_close_the_connection(running: Running) -> None:
    wire, look = running
    before, begin = look(), time.monotonic()
    try:
        for _ in range(1000):
            wire.send({"type": "say", "text": "spam"})
    except Exception as error:
        assert "Closed" in type(error).__name__
    assert wire.closed() == 4429
    assert [m["code"] for m in wire.messages if m["type"] == "refusal"] == ["wire/too_fast"]
    allowed = 45 + 20 * (time.monotonic() - begin)
    seq, after = look()
    assert seq - before[0] <= allowed  # the burst got through, as chat
    assert after["scene"] == before[1]["scene"]


def test_no_such_table(served: Served) -> None:
    wire = served.visitor("Ann").raw_wire("nothere")
    assert wire.read() == {"type": "refusal", "id": None, "code": "table/not_found", "params": {}}
    assert wire.closed() == 4404


def test_foreign_origin_is_refused_at_the_handshake(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table()
    for origin in ("https://evil.example", "null", "", "http://[", served.base + ".evil.example"):
        with pytest.raises(InvalidStatus) as caught:
            ann.raw_wire(table, headers={"Origin": origin})
        assert caught.value.response.status_code == 403
        assert caught.value.response.body == b'{"code":"wire/origin","params":{}}'
    with pytest.raises(InvalidStatus):  # of this name, but not as its pages come
        ann.raw_wire(table, headers={"Origin": "http://friend.example", "Host": "friend.example"})


BODIES = {
    "/api/me": {"name": "Eve"},
    "/api/me/hidden": {"hidden": True},
    "/api/me/take": {"token": "x"},
    "/api/me/waiting": {"games": {"wysiwyg": 2}, "wait": None, "level": "gentle"},
    "/api/me/notices": {"endpoint": "https://x.example", "key": "x", "secret": "x", "lang": "en"},
    "/api/me/notices/off": {"endpoint": "https://x.example"},
    "/api/me/passkeys": {"label": "x", "answer": {}},
    "/api/passkeys": {"answer": {}},
    "/api/tables": {"game": "rwd", "seats": 3},
    "/api/tables/{table_id}/word": {"word": "x"},
    "/api/challenges": {"table": "x", "match": 1, "deal": 1},
    "/api/exercises/{exercise}/answer": {"code": "SA"},
}
ALONE = (
    "delete /",
    "/hidden",
    "/logout",
    "/off",
    "passkeys",
    "/replay",
    "/reading",
)  # in calls that nobody else notices


def changing(visitor: Visitor, but: tuple[str, ...] = (), **headers: str) -> dict[str, str]:
    """The code by which each call is refused that changes something, whatever calls there will be."""
    paths = visitor.http.get("/schema/openapi.json").json()["paths"]
    told = {}
    for method, path in [(method, path) for path, item in paths.items() for method in item if method != "get"]:
        if not any(part in f"{method} {path}" for part in but):
            body, address = BODIES.get(path, {}), re.sub(r"{\w+}", "x", path)
            answer = visitor.http.request(method, address, json=body, headers=headers)
            told[path] = answer.json()["code"] if answer.is_error else ""
    return told


def test_foreign_origin_is_refused_by_every_call_that_changes_something(served: Served) -> None:
    assert {*changing(served.visitor("Ann"), Origin="https://evil.example").values()} == {"wire/origin"}


def test_who_is_banned_is_refused_by_every_call_that_others_would_notice(served: Served) -> None:
    eve = served.visitor("Eve")
    who = eve.http.get("/api/me/export").json()["id"]
    served.on_loop(served.house.store.run(impose("ban", who, math.inf)))
    served.on_loop(served.house.sanctions.look())
    assert {*changing(eve, ALONE).values()} == {"guest/banned"}


def test_a_refused_handshake_is_no_error_of_ours(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    ann = served.visitor("Ann")
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(InvalidStatus):
            ann.raw_wire("nothere", headers=headers)
    assert ann.raw_wire("nothere").closed() == 4404
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []


def test_own_and_allowed_origins_come_in(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table()
    for origin in (served.base, "https://friend.example"):
        ann.wire(table, headers={"Origin": origin})
