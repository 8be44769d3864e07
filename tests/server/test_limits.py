"""Nobody can take the house from the others: connections and new tables by address, new tables by guest."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from server.servers import Serve
from server.visitor import Visitor, wait_for
from torite.server.people.guests import COOKIE, SEALED
from torite.server.settings import Settings, of_crowd
from torite.server.visitors.limits import Caller, Limits, Turns, payer_of
from torite.table.refusals import Refused
from torite.table.table import Guest

NEW = {"game": "rwd", "seats": 3, "sit": False}
BEHIND = {"proxies": frozenset({"127.0.0.1"})}


def from_(address: str) -> dict[str, str]:
    """What a proxy says of a visitor."""
    return {"X-Forwarded-For": address}


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a problem."""
    return answer.status_code, answer.json()["code"]


def opened(visitor: Visitor, address: str | None = None, tries: int = 10) -> int:
    """How many tables of so many are opened before the first refusal, which is that of the limit."""
    for n in range(tries):
        answer = visitor.http.post("/api/tables", json=NEW, headers=from_(address) if address else {})
        if answer.status_code != 201:
            assert refused(answer) == (429, "table/too_many")
            return n
    return tries


def test_connections_from_one_address(serve: Serve) -> None:
    served = serve(connections=2, **BEHIND)
    ann = served.visitor("Ann")
    table = ann.open_table()
    first, _ = (ann.wire(table, headers=from_("203.0.113.5")) for _ in range(2))
    with pytest.raises(InvalidStatus) as caught:
        ann.raw_wire(table, headers=from_("203.0.113.5"))
    assert caught.value.response.status_code == 429
    assert caught.value.response.body == b'{"code":"wire/too_many","params":{"max":2}}'
    assert first.ask("resync")["type"] == "ack"
    ann.wire(table, headers=from_("203.0.113.6"))  # somebody else
    first.close()
    knock = f"/api/tables/{table}/knock"
    wait_for(
        lambda: ann.http.post(knock, headers=from_("203.0.113.5")).status_code == 204, "a closed connection uncounted"
    )
    ann.wire(table, headers=from_("203.0.113.5"))


def test_one_household_has_many_ipv6_addresses(serve: Serve) -> None:
    served = serve(connections=1, **BEHIND)
    ann = served.visitor("Ann")
    table = ann.open_table()
    ann.wire(table, headers=from_("2001:db8:1:2::1"))
    with pytest.raises(InvalidStatus):
        ann.raw_wire(table, headers=from_("2001:db8:1:2:ffff::2"))
    ann.wire(table, headers=from_("2001:db8:1:3::1"))


def test_who_has_a_hundred_ipv6_networks_has_no_hundred_limits() -> None:
    """They are for the asking: 65,536 of them to whoever wants a /48."""
    limits = Limits(replace(Settings("", b""), words=0.0, tables=0.0, replays=0.0, talk=0.0))

    def many(count: Callable[[Caller, Guest], Any]) -> int:
        """How often until the first refusal, each time as another guest from another network."""
        for n in range(4_000):
            scope: Any = {"type": "http", "client": (f"2001:db8:1:{n:x}::1", 1), "headers": []}
            caller = Caller(scope)
            try:
                count(caller, Guest(f"g{n}", "Eve"))
            except Refused:
                return n
        return 4_000

    def guess(caller: Caller, guest: Guest) -> None:
        with suppress(KeyError), limits.word(caller, guest, "t"):
            raise KeyError  # a wrong one

    assert many(limits.count_table) == 4 * 5 * 30
    assert many(guess) == 4 * 10
    assert many(lambda caller, guest: limits.count_replay(caller)) == 4 * 200
    assert many(lambda caller, guest: limits.count_talk(payer_of(caller, guest))) == 4 * 60


def test_who_is_refused_for_others_of_his_address_has_used_nothing_of_his_own() -> None:
    limits = Limits(replace(Settings("", b""), tables=0.0))

    def opened(name: str, address: str) -> int:
        scope: Any = {"type": "http", "client": (address, 1), "headers": []}
        for n in range(200):
            try:
                limits.count_table(Caller(scope), Guest(name, name))
            except Refused:
                return n
        return 200

    assert [opened(name, "192.0.2.1") for name in "abcde"] == [30] * 5
    assert [opened("Eve", "192.0.2.1") for _ in range(40)] == [0] * 40
    assert opened("Eve", "192.0.2.2") == 30


def test_nobody_is_believed_to_be_a_proxy_unasked(serve: Serve) -> None:
    """Made-up addresses change nothing, and this machine itself, perhaps a proxy, is not counted."""
    served = serve(connections=1, tables_burst=3)
    ann = served.visitor("Ann")
    table = ann.open_table()
    for _ in range(2):
        ann.wire(table, headers=from_("203.0.113.5"))
    assert [opened(served.visitor(name), "203.0.113.5") for name in ("Ben", "Cat")] == [3, 3]


def test_new_tables_of_one_guest(serve: Serve) -> None:
    served = serve(tables_burst=3, tables=0.001)
    assert opened(served.visitor("Ann")) == 3
    assert opened(served.visitor("Ben")) == 3


def test_new_tables_from_one_address(serve: Serve) -> None:
    """A class has more at once than one of them has alone, who takes nothing from the others; new names do not help."""
    served = serve(tables_burst=2, tables=0.001, **BEHIND)
    greedy, *others = [served.visitor(name) for name in "ABCDEF"]
    assert [opened(greedy, "203.0.113.5") for _ in range(9)] == [2] + 8 * [0]
    assert [opened(each, "203.0.113.5") for each in others] == [2, 2, 2, 2, 0]
    assert opened(served.visitor("Ben"), "203.0.113.6") == 2


def test_a_school_begins(serve: Serve) -> None:
    """A hundred come from one address within minutes: each opens a table, and looks at a first lesson."""
    served = serve(tables=0.0, replays=0.0, **BEHIND)
    for pupil in (served.visitor(f"P{number}") for number in range(100)):
        assert opened(pupil, "203.0.113.5", tries=1) == 1
        assert pupil.http.get("/api/games/emissary/lesson/en", headers=from_("203.0.113.5")).status_code == 200


def test_knock_says_what_the_handshake_would(serve: Serve) -> None:
    served = serve(connections=1, **BEHIND)
    ann = served.visitor("Ann")
    knock = f"/api/tables/{ann.open_table()}/knock"
    post = ann.http.post
    assert post(knock).status_code == 204
    assert post(knock, headers={"Origin": served.base}).status_code == 204
    assert refused(post(knock, headers={"Origin": "https://evil.example"})) == (403, "wire/origin")
    assert refused(post("/api/tables/nothere/knock")) == (404, "table/not_found")
    ann.wire(knock.split("/")[3], headers=from_("203.0.113.5"))
    answer = post(knock, headers=from_("203.0.113.5"))
    assert refused(answer) == (429, "wire/too_many")
    assert answer.json()["params"] == {"max": 1}


def test_tls_is_believed_only_of_a_proxy(serve: Serve) -> None:
    secure = {"X-Forwarded-Proto": "https"}
    for settings, marked in ((BEHIND, True), ({}, False)):
        answer = serve(**settings).visitor().http.post("/api/me", json={"name": "Ann"}, headers=secure)
        assert ("secure" in answer.headers["Set-Cookie"].lower()) is marked


def test_a_secure_site_has_a_cookie_that_nobody_else_can_set(serve: Serve) -> None:
    """Another host of the domain, or somebody on the way who has no encryption, could plant the plain one."""
    served = serve(**BEHIND)
    secure = {"X-Forwarded-Proto": "https"}
    answer = served.visitor().http.post("/api/me", json={"name": "Ann"}, headers=secure)
    whole = answer.headers["Set-Cookie"]
    assert whole.startswith(f"{SEALED}=") and "Path=/" in whole and "Secure" in whole and "Domain" not in whole
    signed = whole.split("=", 1)[1].split(";")[0]

    def name_of(cookie: str) -> str | None:
        found = served.visitor().http.get("/api/me", headers=secure | {"Cookie": f"{cookie}={signed}"}).json()["name"]
        return str(found) if found is not None else None

    assert (name_of(SEALED), name_of(COOKIE)) == ("Ann", None)
    table = served.visitor().open_table("bingo", 2, sit=False)
    headers = secure | {"Cookie": f"{SEALED}={signed}"}
    assert served.visitor().raw_wire(table, headers=headers).until("snapshot")["name"] == "Ann"
    broken = served.visitor().http.get("/api/me", headers=secure | {"Cookie": f"{SEALED}=x{signed}"})
    assert "Secure" in broken.headers["Set-Cookie"]  # else a browser does not take it away


def test_what_is_said_from_one_address_at_whatever_tables(serve: Serve) -> None:
    """A table keeps it for ever.  Who says too much stays, and plays on."""
    served = serve(talk=0.001, talk_burst=3, **BEHIND)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    tables = [ann.open_table("wizard", 3) for _ in range(2)]
    wires = [ann.wire(table, headers=from_("203.0.113.5")) for table in tables]
    for wire in (wires[0], wires[1], wires[0]):
        assert wire.ask("say", text="hello")["type"] == "ack"
    assert [wire.refused("say", text="hello") for wire in wires] == ["wire/too_fast"] * 2
    assert wires[0].ask("hints", on=False)["type"] == "ack"
    assert ben.wire(tables[0], headers=from_("203.0.113.6")).ask("say", text="hello")["type"] == "ack"


def test_matches_begun_from_one_address_at_whatever_tables(serve: Serve) -> None:
    """Those that somebody has played are kept for ever, however soon they are given up."""
    served = serve(begins=0.001, begins_burst=3, **BEHIND)
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    tables = [ann.open_table("emissary", 1) for _ in range(2)]
    a, other = (ann.wire(table, headers=from_("203.0.113.5")) for table in tables)
    assert a.ask("start")["type"] == "ack"
    for _ in range(2):
        a.ask("act", code="concede", seq=a.seq)
        a.until_table(lambda t: t["phase"] == "over")
        assert a.ask("again")["type"] == "ack"
    assert other.refused("start") == "wire/too_fast"
    assert other.refused("say", text="/start") == "wire/too_fast"
    assert a.ask("act", code="concede", seq=a.seq)["type"] == "ack"
    b = ben.wire(ben.open_table("emissary", 1), headers=from_("203.0.113.6"))
    assert b.ask("start")["type"] == "ack"


def test_switches_from_one_address_at_whatever_tables(serve: Serve) -> None:
    """Tables keep what is done there, and a long one is much work when it is read; play has bounds of its own."""
    served = serve(switches=0.001, switches_burst=4, **BEHIND)
    ann = served.visitor("Ann")
    a, other = (ann.wire(ann.open_table("emissary", 1), headers=from_("203.0.113.5")) for _ in range(2))
    for request in ({"type": "lock", "on": True}, {"type": "nonce", "nonce": "00" * 4}, {"type": "hints", "on": False}):
        assert a.ask(**request)["type"] == "ack"
    assert a.ask("start")["type"] == "ack"
    assert [a.refused("reset"), other.refused("nonce", nonce="00" * 4)] == ["wire/too_fast"] * 2
    assert other.ask("leave")["type"] == "ack"
    assert a.act()["type"] == "ack"
    b = ann.wire(ann.open_table("emissary", 1), headers=from_("203.0.113.6"))
    assert b.ask("lock", on=True)["type"] == "ack"


def test_a_club_behind_one_address(serve: Serve) -> None:
    """As many times the usual limits as there are hundreds of people; fewer people have no tighter ones."""
    club, few = of_crowd(300), of_crowd(10)
    assert (club["connections"], club["tables_burst"], club["talk"], club["replays"]) == (600, 90, 15.0, 15.0)
    assert few == {name: getattr(Settings("", b""), name) for name in few}
    assert "words" not in club and "misses" not in club  # who guesses is one
    served = serve(**{**of_crowd(200), "tables": 0.001}, **BEHIND)
    assert opened(served.visitor("Ann"), "203.0.113.5", tries=61) == 60


def done_in_turn(payers: list[str]) -> list[str]:
    """In which order it is done if all want work at once."""
    turns, done = Turns(), list[str]()

    async def work(payer: str) -> None:
        async with turns.of(payer):
            await asyncio.sleep(0)
            done.append(payer)

    async def all_at_once() -> None:
        await asyncio.gather(*map(work, payers))

    asyncio.run(all_at_once())
    assert len(done) == len(payers)
    return done


@pytest.mark.parametrize("greedy", [["greedy"] * 20, [f"2001:db8:1:{n:x}::/64" for n in range(20)]])
def test_who_wants_much_work_waits_for_himself(greedy: list[str]) -> None:
    assert done_in_turn([*greedy, "ann", "ben"])[:4] == [greedy[0], "ann", "ben", greedy[1]]


def test_who_wants_much_work_keeps_no_neighbour_waiting() -> None:
    """A network of phones is one /48, of which each has a /64."""
    greedy, neighbour = "2001:db8:1::/64", "2001:db8:1:1::/64"
    assert {*done_in_turn([*[greedy] * 20, neighbour, "ann"])[:3]} == {greedy, neighbour, "ann"}
