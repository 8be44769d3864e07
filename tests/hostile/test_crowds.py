"""Many sockets of one address get no more of the house than a few; another address does not notice."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import replace
from operator import attrgetter
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from hostile.raw import connected
from server.servers import Serve, Served
from server.visitor import Wire, wait_for
from table.house import ANN
from torite.games import GAMES
from torite.server.api import games
from torite.server.play import live, tables
from torite.server.play.updates import broadcast
from torite.server.settings import Settings
from torite.server.storage.database import StoreError
from torite.server.visitors import limits
from torite.server.visitors.connection import Bucket
from torite.server.visitors.limits import Caller, Limits
from torite.table.bodies import NewTable
from torite.table.decide import create, decide
from torite.table.messages import Say
from torite.table.reading import recalled
from torite.table.refusals import RefusalCode, Refused

LIMITS = Settings("", b"", requests=10.0, requests_burst=5, crowd=2.0, crowd_burst=3)


def test_a_bucket_tells_how_long_to_wait() -> None:
    now = [0.0]
    bucket = Bucket(4.0, 2, lambda: now[0])
    assert [bucket.reserve() for _ in range(5)] == [0.0, 0.0, 0.25, 0.5, 0.75]
    now[0] = 1.0
    assert bucket.reserve() == 0.0
    assert bucket.is_empty()
    now[0] = 2.0
    assert bucket.room() == 1


def test_requests_of_one_address_wait_for_each_other() -> None:
    counted = Limits(LIMITS)
    assert [counted.request_delay("203.0.113.5") > 0 for _ in range(8)] == [False] * 5 + [True] * 3
    assert counted.request_delay("203.0.113.6") == 0
    assert [counted.request_delay("127.0.0.1") for _ in range(20)] == [0.0] * 20
    assert [counted.request_delay("no address") for _ in range(20)] == [0.0] * 20
    assert [counted.request_delay(f"2001:db8:1:{n:x}::1") > 0 for n in range(22)] == [False] * 20 + [True] * 2


def test_a_class_is_let_in() -> None:
    """Forty open a link to a table for the first time at once, from one address: 32 built files, 5 other requests."""
    counted = Limits(replace(Settings("", b""), requests=0.001))
    waits = [counted.request_delay("203.0.113.5", is_file) for is_file in ([True] * 32 + [False] * 5) * 40]
    assert not any(waits)
    for _ in range(1_000):
        counted.request_delay("203.0.113.5", is_file=True)
    assert counted.request_delay("203.0.113.5", is_file=True) > 0  # files are no way around it


def test_no_more_requests_wait_than_an_address_has_sockets() -> None:
    """Who closes before the answer, again and again, does not fill the memory, and keeps nobody waiting for long."""
    counted = Limits(replace(LIMITS, requests=0.001, sockets=3))
    waits = [counted.request_delay("203.0.113.5") for _ in range(5 + 3)]
    assert waits[-1] <= 3 / 0.001
    for _ in range(20):
        with pytest.raises(Refused, match="wire/too_fast"):
            counted.request_delay("203.0.113.5")
    assert counted.request_delay("203.0.113.6") == 0


def test_nor_do_more_of_its_files() -> None:
    """Which owe a tenth each."""
    counted = Limits(replace(LIMITS, requests=0.001, sockets=3))

    async def ask() -> list[Any]:
        asked = [asyncio.create_task(counted.wait("203.0.113.5", is_file=True)) for _ in range(50 + 20)]
        for _ in range(2):  # those that need not wait come by
            await asyncio.sleep(0)
        waiting = [task for task in asked if not task.done()]
        for task in waiting:
            task.cancel()
        await asyncio.wait(asked)
        await counted.wait("203.0.113.6")
        return [len(waiting), sum(isinstance(task.exception(), Refused) for task in asked if not task.cancelled())]

    assert asyncio.run(ask()) == [3, 17]
    assert counted.request_delay("203.0.113.5", is_file=True) > 0  # those that waited have gone


def test_what_a_region_refuses_is_not_counted_for_the_household() -> None:
    counted = Limits(replace(LIMITS, requests=0.001, sockets=3))
    for n in range(4 * (5 + 3)):
        counted.request_delay(f"2001:db8:1:{n:x}::1")
    for _ in range(20):
        with pytest.raises(Refused, match="wire/too_fast"):
            counted.request_delay("2001:db8:1:ffff::1")
    household = counted._buckets["requests 2001:db8:1:ffff::/64"]
    assert household.owed() == -5


def test_a_request_that_is_too_many_is_told_so(serve: Serve) -> None:
    visitor = serve(requests=0.001, requests_burst=2, sockets=0, proxies=frozenset({"127.0.0.1"})).visitor()
    near, far = ({"X-Forwarded-For": f"203.0.113.{n}"} for n in (5, 6))
    answers = [visitor.http.get("/healthz", headers=near) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json() == {"code": "wire/too_fast", "params": {}}
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert visitor.http.get("/healthz", headers=far).status_code == 200


def test_files_count_less_unless_they_are_asked_for_at_length(serve: Serve) -> None:
    http = serve(requests=0.001, requests_burst=2, sockets=0, proxies=frozenset({"127.0.0.1"})).visitor().http
    near, far = ({"X-Forwarded-For": f"203.0.113.{n}"} for n in (5, 6))
    assert {http.get("/assets/no-1.js", headers=near).status_code for _ in range(5)} == {404}
    long = far | {"Accept-Encoding": "a," * 3000}
    assert [http.get("/assets/no-1.js", headers=long).status_code for _ in range(3)] == [404, 404, 429]


def test_few_records_are_on_their_way_at_once(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each may be a MiB, and waits for those before it: 200 of one address took 250 MB."""
    monkeypatch.setattr(limits, "RECORDS", 1)
    served = serve(proxies=frozenset({"127.0.0.1"}))
    http, counted = served.visitor().http, served.house.limits._records

    def post(n: int) -> int:
        return http.post("/api/reading", json={}, headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code

    with ExitStack() as half:
        for n in range(1, 5):
            sock = half.enter_context(connected(served.base))
            head = f"Host: localhost\r\nContent-Type: application/json\r\nX-Forwarded-For: 203.0.113.{n}"
            sock.sendall(f"POST /api/reading HTTP/1.1\r\n{head}\r\nContent-Length: 99\r\n\r\n{{".encode())
            wait_for(lambda n=n: counted[""] == n, "the record")  # type: ignore[misc]
            assert [post(1), post(9)] == [429, 400 if n < 4 else 429]
    wait_for(lambda: not counted, "the end of all")
    assert post(1) == 400


def test_whoever_has_many_records_on_their_way_leaves_room_for_others() -> None:
    """Four addresses that sent theirs slowly had everybody's refused."""
    counted, held = Limits(LIMITS), Counter[str]()

    def sent(host: str) -> AbstractContextManager[None]:
        scope: Any = {"type": "http", "client": (host, 1)}
        return counted.record(Caller(scope))

    with ExitStack() as stack:
        for host in (f"203.0.113.{n}" for n in range(8)):
            with suppress(Refused):
                while True:
                    stack.enter_context(sent(host))
                    held[host] += 1
        assert list(held.values())[:2] == [limits.RECORDS, limits.RECORDS]
        assert min(held.values()) > 0
        stack.enter_context(sent("203.0.113.99"))


def test_a_crowd_is_not_told_of_each_who_comes_and_goes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of readers, and fifty a second of one address who come and go: three addresses stopped the house."""
    monkeypatch.setattr(live, "CROWD", 1)
    monkeypatch.setattr(live, "HUSH", 3600.0)
    table = served.visitor("Ann").open_table(sit=False)
    actor = served.on_loop(served.house.tables.find(table))
    assert isinstance(actor, live.Live)

    async def later() -> None:
        actor._speak()

    def heard(wire: Wire) -> list[int]:
        """Spectators by what has come until now."""
        wire.ask("resync")
        return [each["spectators"] for each in wire.messages if each["type"] == "presence"]

    reader = served.visitor().wire(table)
    for _ in range(5):
        guest = served.visitor().wire(table)
        guest.until("presence")
        guest.close()
        wait_for(lambda: served.readers(table) == 1, "the guest's leaving")
    assert heard(reader) == [1, 2]
    last = served.visitor().wire(table)
    assert last.until("presence")["spectators"] == 2  # who comes is told at once
    monkeypatch.setattr(live, "HUSH", 0.1)
    served.on_loop(later())
    assert heard(reader) == [1, 2, 2]
    last.close()
    wait_for(lambda: heard(reader) == [1, 2, 2, 1], "the last one's leaving")  # by itself


def test_who_speaks_to_a_crowd_is_counted_by_its_readers() -> None:
    """Eight addresses with 190 readers each at one table filled the loop with what they said to each other."""
    counted = Limits(replace(LIMITS, told=1.0, told_burst=200))

    async def waits(payer: str, readers: int, is_refused: bool = False) -> bool:
        try:
            async with asyncio.timeout(0), counted.telling(payer, readers) as told:
                if not is_refused:
                    told()
        except TimeoutError:
            return True
        return False

    async def speak() -> None:
        assert not any([await waits("203.0.113.5", limits.CROWD) for _ in range(50)])
        assert not any([await waits("203.0.113.5", 150, is_refused=True) for _ in range(50)])
        assert [await waits("203.0.113.5", 150) for _ in range(3)] == [False, False, True]
        assert not await waits("203.0.113.6", 1000)  # a move alone waits for nobody who only looks on
        assert not await waits("203.0.113.6", 1)
        assert await waits("203.0.113.6", 100)

    asyncio.run(speak())


def test_neighbours_do_not_speak_to_a_crowd_all_at_once() -> None:
    """Of an IPv6 network everybody has thousands for the asking: each of them found that nothing was owed yet."""
    counted, begun = Limits(replace(LIMITS, told=1.0, told_burst=200)), list[int]()

    async def speak(n: int) -> None:
        async with counted.telling(f"2001:db8:0:{n}::/64", 500) as told:
            begun.append(n)
            await asyncio.sleep(0)  # until the table has answered
            told()

    async def work() -> None:
        speaking = [asyncio.create_task(speak(n)) for n in range(10)]
        for _ in range(100):
            await asyncio.sleep(0)
        for each in speaking:
            each.cancel()

    asyncio.run(work())
    assert begun == [0, 1]  # 800 may be told at once


def test_who_speaks_to_a_crowd_waits_and_others_do_not(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CROWD", 0)
    served = serve(told=0.001, told_burst=1, proxies=frozenset({"127.0.0.1"}))
    ann, eve = served.visitor("Ann"), served.visitor("Eve")
    table = ann.open_table(sit=False)
    one, other = (
        visitor.wire(table, headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n, visitor in enumerate((ann, eve), 5)
    )
    assert other.ask("say", text="first")["type"] == "ack"
    other.send({"type": "say", "text": "second"})
    wait_for(lambda: "203.0.113.6" in served.house.limits._telling, "the second message")
    assert one.ask("say", text="third")["type"] == "ack"
    chat = served.visitor().raw_wire(table).until("snapshot")["chat"]
    assert [said["text"] for said in chat] == ["first", "third"]


def test_what_a_crowd_does_not_hear_of_makes_nobody_wait(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """190 sockets of one address, whose messages were all refused, made its players wait 36 s."""
    monkeypatch.setattr(limits, "CROWD", 0)
    served = serve(told=0.001, told_burst=1)
    ann = served.visitor("Ann")
    wire = ann.wire(ann.open_table(sit=False))
    assert [wire.ask("start")["type"] for _ in range(3)] == ["refusal"] * 3
    assert wire.ask("say", text="still here")["type"] == "ack"


def test_others_come_in_while_a_crowd_is_told() -> None:
    turn, told = [0], list[int]()

    async def work() -> None:
        def tick() -> None:
            turn[0] += 1
            asyncio.get_running_loop().call_soon(tick)

        tick()
        reader: Any = SimpleNamespace(guest=None, send=lambda _: told.append(turn[0]))
        table = recalled(create(NewTable("wizard", 3), ANN, "t", GAMES), GAMES)
        (step,) = decide(table, ANN, Say("hello")).steps
        await broadcast(step, [reader] * 250, frozenset(), 0.0)

    asyncio.run(work())
    assert [*Counter(told).values()] == [100, 100, 50]


def test_who_plays_is_told_before_the_crowd(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, told = served.visitor("Ann"), list[list[str]]()
    table = ann.open_table()
    wires = [served.visitor("Eve").wire(table) for _ in range(15)] + [ann.wire(table)]

    async def note(step: Any, readers: Any, *_: Any) -> None:
        told.append([each.guest.name for each in readers])

    monkeypatch.setattr(live, "broadcast", note)
    for wire in wires[:2]:
        wire.ask("say", text="hello")
    assert told == [["Ann"] + ["Eve"] * 15] * 2


class AtOnce:
    """Some work of the house, done slowly: how often at the same time?"""

    def __init__(self, work: Callable[..., Awaitable[Any]]) -> None:
        self.most = self.times = self._running = 0
        self._work = work

    async def __call__(self, *arguments: Any) -> Any:
        self._running += 1
        self.times += 1
        self.most = max(self.most, self._running)
        await asyncio.sleep(0.05)
        self._running -= 1
        return await self._work(*arguments)


def test_the_lobby_is_put_together_once_for_all(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,250 tables that took 10 ms: a single address that asked for it kept others' moves waiting for 0.7 s."""
    served = serve(glance=3600.0)
    table, read = served.visitor("Ann").open_table(), AtOnce(served.house.store.listed)
    monkeypatch.setattr(served.house.store, "listed", read)
    visitors = [served.visitor() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda visitor: visitor.http.get("/api/tables").json(), visitors)]
    assert [[each["id"] for each in answer] for answer in answers] == [[table]] * 4
    assert read.times == 1


def test_where_the_store_is_silent_the_lobby_says_so_to_all_at_once(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find that out takes ten seconds: of twenty who asked the last one waited for three minutes."""
    served = serve(glance=3600.0)
    read = AtOnce(AsyncMock(side_effect=StoreError("silent")))
    monkeypatch.setattr(served.house.store, "listed", read)
    visitors = [served.visitor() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda visitor: visitor.http.get("/api/tables"), visitors)]
    assert [answer.json()["code"] for answer in answers] == ["store/unavailable"] * 4
    assert read.times == 1


def test_the_games_are_put_together_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight addresses that asked for them kept others' moves waiting for half a second."""
    first = served.visitor().http.get("/api/games")
    monkeypatch.setattr(games, "game_info", None)
    assert served.visitor().http.get("/api/games").json() == first.json()


def test_homes_are_looked_up_one_after_the_other(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a guest with thousands of tables it takes the store long: all moves would wait behind forty of them."""
    ann, home = served.visitor("Ann"), AtOnce(served.house.tables.home)
    monkeypatch.setattr(served.house.tables, "home", home)
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda _: ann.http.get("/api/me/tables"), range(4))
        assert [answer.status_code for answer in answers] == [200] * 4
    assert home.most == 1


def test_tables_are_woken_one_after_the_other(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """One at which somebody has played for years takes a thread seconds; those of others come in between."""
    served = serve(idle=0.1)
    ann = served.visitor("Ann")
    crowd = [ann.open_table() for _ in range(4)]
    wait_for(lambda: served.house.tables.in_use == 0, "the tables' leaving memory")
    load = AtOnce(served.house.tables._archive.load)
    monkeypatch.setattr(served.house.tables._archive, "load", load)
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda table: ann.http.post(f"/api/tables/{table}/knock"), crowd)
        assert [answer.status_code for answer in answers] == [204] * 4
    assert load.most == 1


def test_a_table_is_read_in_the_turn_of_whoever_is_first(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of who has come there first, and has much read before."""
    served = serve(idle=0.1)
    eve, ann, go_on, begun = served.visitor("Eve"), served.visitor("Ann"), threading.Event(), list[str]()
    long, short = eve.open_table(), ann.open_table()
    wait_for(lambda: served.house.tables.in_use == 0, "the tables' leaving memory")
    load = served.house.tables._archive.load

    async def slow(table_id: str, until: int | None = None) -> Any:
        begun.append(table_id)
        while table_id == long and not go_on.is_set():
            await asyncio.sleep(0.01)
        return await load(table_id, until)

    monkeypatch.setattr(served.house.tables._archive, "load", slow)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(eve.http.post, f"/api/tables/{long}/knock")]
        try:
            wait_for(lambda: bool(begun), "the reading of the long table")
            asked.append(pool.submit(eve.http.post, f"/api/tables/{short}/knock"))
            wait_for(lambda: short in served.house.tables._loading, "the other's knock")
            assert ann.http.post(f"/api/tables/{short}/knock", timeout=5.0).status_code == 204
        finally:
            go_on.set()
        assert [each.result().status_code for each in asked] == [204, 204]
    assert begun == [long, short]


@pytest.mark.parametrize(
    ("whose", "work", "method", "path"),
    [("tables._archive", "told", "GET", "/api/me/export"), ("tables", "_forget", "DELETE", "/api/me")],
)
def test_others_come_in_between_the_tables_of_one_guest(
    served: Served, monkeypatch: pytest.MonkeyPatch, whose: str, work: str, method: str, path: str
) -> None:
    eve, ann, done = served.visitor("Eve"), served.visitor("Ann"), list[str]()
    for _ in range(10):
        eve.open_table()
    owner = attrgetter(whose)(served.house)
    real = getattr(owner, work)

    async def slow(*arguments: Any) -> Any:
        done.append("a table")
        await asyncio.sleep(0.1)
        return await real(*arguments)

    monkeypatch.setattr(owner, work, slow)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(eve.http.request, method, path)
        wait_for(lambda: bool(done), "the first table")
        assert ann.http.get("/api/me/figures").status_code == 200
        done.append("ann")
        assert asked.result().status_code < 300
    assert done[-1] == "a table"


def test_one_who_looks_at_long_matches_keeps_nobody(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    eve, ann, go_on, begun = served.visitor("Eve"), served.visitor("Ann"), threading.Event(), list[str]()
    tables = [eve.open_table() for _ in range(2)]

    async def endless(table_id: str) -> Any:
        begun.append(table_id)
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        raise Refused(RefusalCode.NOT_FOUND)

    monkeypatch.setattr(served.house.tables, "read", endless)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(eve.http.get, f"/api/tables/{table}/replay") for table in tables]
        try:
            wait_for(lambda: bool(begun), "the first look")
            assert ann.http.get("/api/games/rwd/lesson/en", timeout=5.0).status_code == 200
        finally:
            go_on.set()
        assert {each.result().status_code for each in asked} == {404}


def test_a_crowd_of_tables_that_are_knocked_at_does_not_stay(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SWEEP", 0.1)
    monkeypatch.setattr(tables, "CROWD", 0)
    served = serve(idle=300.0)
    eve = served.visitor("Eve")
    crowd = [eve.open_table() for _ in range(3)]
    wait_for(lambda: served.house.tables.in_use == 0, "the tables' leaving memory")
    monkeypatch.setattr(tables, "CROWD", 2)
    for table in crowd[:2]:
        assert eve.http.post(f"/api/tables/{table}/knock").status_code == 204
    time.sleep(0.5)
    assert served.house.tables.in_use == 2


def test_messages_of_one_payer_wait_for_each_other() -> None:
    counted = Limits(LIMITS)
    assert [counted.message_delay("eve") > 0 for _ in range(6)] == [False] * 3 + [True] * 3
    assert counted.message_delay("ann") == 0


def test_many_others_do_not_make_one_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", 10)
    counted = Limits(LIMITS)
    while not counted.message_delay("eve"):
        pass
    for n in range(100):
        assert counted.message_delay(f"nobody {n}") == 0
    assert counted.message_delay("eve") > 0


def test_a_hundred_tabs_do_not_talk_faster(served: Served) -> None:
    """They take turns, and nobody is sent away: they may be a school."""

    async def slow() -> None:
        served.house.limits._settings = LIMITS

    served.on_loop(slow())
    eve, ann = served.visitor("Eve"), served.visitor("Ann")
    table = eve.open_table()
    tabs = [eve.wire(table) for _ in range(5)]
    for tab in tabs:
        tab.send({"type": "say", "text": "spam"})
    own = ann.wire(ann.open_table())
    assert own.ask("say", text="hello")["type"] == "ack"
    tabs[0].until_table(lambda _: tabs[0].seq == 2 + len(tabs))
