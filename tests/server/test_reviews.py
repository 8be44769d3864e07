"""Reviews on the server: of one's own seat, after the end, one at a time, made once and kept."""

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from server.servers import LAVISH, Served
from server.visitor import PATIENCE, play_together, wait_for
from torite.review.par import ParTask
from torite.review.review import FULL, Task
from torite.server.bots.pool import Asker, Pool
from torite.server.storage.schema import EXERCISES, REVIEWS
from torite.table.looking import Review

PIECES = ParTask.pieces


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def ask(visitor: Any, table: str, **params: Any) -> httpx.Response:
    answer: httpx.Response = visitor.http.get(f"/api/tables/{table}/review", params=params)
    return answer


def done(visitor: Any, table: str, **params: Any) -> Review:
    """Ask until it is done."""
    found: list[Review] = []

    def is_done() -> bool:
        answer = ask(visitor, table, **params)
        assert answer.status_code == 200, answer.text
        found.append(msgspec.json.decode(answer.content, type=Review))
        return found[-1].done

    wait_for(is_done, "the review")
    numbers = [len(each.judged) for each in found]
    assert numbers == sorted(numbers)
    return found[-1]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nothing is judged until it is open."""
    opened, judge = threading.Event(), Task.judge

    def wait(self: Task, number: int, worlds: int) -> Any:
        assert opened.wait(PATIENCE)
        return judge(self, number, worlds)

    monkeypatch.setattr(Task, "judge", wait)
    yield opened
    opened.set()


def matches(served: Served, number: int = 1) -> tuple[Any, Any, str]:
    """Two people who have played so many matches, and their table."""
    ann, ben = served.visitor("Ann"), served.visitor("Ben")
    table = ann.open_table("wysiwyg", 2)
    a, b = ann.wire(table), ben.wire(table)
    b.ask("sit")
    a.ask("start")
    play_together(a, b)
    for _ in range(number - 1):
        a.ask("again")
        b.ask("answer", yes=True, seq=b.until_table(lambda t: t["pending"] is not None)["pending"]["seq"])
        play_together(a, b)
    return ann, ben, table


def test_a_review_is_made_once_and_kept(serve: Any, gate: threading.Event) -> None:
    served: Served = serve(**LAVISH)
    ann, ben, table = matches(served)
    first = ask(ann, table).json()
    assert (first["seat"], first["judged"], first["done"], first["mistakes"]) == (0, [], False, 0)
    assert first["decisions"] > 10
    assert ask(ben, table, seat=0).json() == first  # Ben may look on
    gate.set()
    found = done(ann, table)
    assert len(found.judged) == found.decisions == first["decisions"]
    assert {each.worlds for each in found.judged} == {FULL, 1}  # 1: where every card is known
    record = ann.http.get(f"/api/tables/{table}/record").json()
    for each in found.judged:
        assert record["deals"][each.deal - 1]["actions"][each.step - 1] == [0, each.played]
    gate.clear()  # nothing more is worked out
    assert done(ben, table, seat=0) == found
    assert done(ann, table, match=1) == found
    assert ann.http.get("/api/me/export").json()["reviews"] == [msgspec.to_builtins(found)]
    assert ben.http.get("/api/me/export").json()["reviews"] == []


def test_who_may_ask(serve: Any, gate: threading.Event) -> None:
    served: Served = serve(**LAVISH)
    ann, ben, table = matches(served)
    assert refused(ask(ann, table, seat=1)) == (403, "record/private")  # Ben has not asked
    assert [refused(ask(ann, table, seat=seat)) for seat in (-1, 2)] == [(400, "table/no_such_seat")] * 2
    for stranger in (served.visitor("Cat"), served.visitor()):
        assert refused(ask(stranger, table)) == (403, "record/private")
        assert refused(ask(stranger, table, seat=0)) == (403, "record/private")
    assert refused(ask(ann, table, match=2)) == (404, "table/not_found")
    assert refused(ask(ann, "nothere")) == (404, "table/not_found")
    running = ann.open_table(fill="gentle", start=True)
    assert refused(ask(ann, running)) == (409, "table/not_over")
    alone = ann.open_table("wysiwyg", 2, sit=False, fill="gentle", start=True)
    watching = ben.wire(alone)
    watching.until_table(lambda t: t["phase"] == "over")
    assert refused(ask(ben, alone)) == (403, "record/private")
    assert refused(ask(ben, alone, seat=0)) == (403, "record/private")  # bots ask for nothing


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [("203.0.113.5",) * 2 + ("203.0.113.6",), ("2001:db8::1", "2001:db8:0:1::1", "2001:db8:1::1")],
)
def test_one_at_a_time(serve: Any, gate: threading.Event, one: str, same: str, other: str) -> None:
    """And of one address, whose guests may all be one person, never all that the house makes."""
    served: Served = serve(**LAVISH, reviews=1, proxies=frozenset({"127.0.0.1"}))
    ann, ben, table = matches(served, 2)
    ann.http.headers["X-Forwarded-For"], ben.http.headers["X-Forwarded-For"] = one, same
    assert ask(ann, table, match=1).status_code == 200
    assert refused(ask(ben, table, match=2)) == (429, "review/running")
    ben.http.headers["X-Forwarded-For"] = other
    assert refused(ask(ann, table, match=2)) == (429, "review/running")
    assert ask(ann, table, match=1).status_code == 200  # the same again
    assert ask(ben, table, match=2).status_code == 200  # Ben's own
    gate.set()
    done(ann, table, match=1)
    wait_for(lambda: ask(ann, table, match=2).status_code == 200, "the next one")


def test_cards_and_play_are_told_to_all_who_may_look(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.server.matches.reviews.ParTask.pieces", lambda self: PIECES(self, 2))
    served: Served = serve(**LAVISH)
    ann, ben, table = matches(served)
    address = f"/api/tables/{table}/par"
    assert refused(served.visitor("Cat").http.get(address)) == (403, "record/private")
    assert refused(ann.http.get(address, params={"match": 2})) == (404, "table/not_found")

    def is_done() -> bool:
        answer = ann.http.get(address)
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["done"])

    wait_for(is_done, "the par")
    monkeypatch.setattr("torite.server.matches.reviews.ParTask.pieces", None)  # it is not made again
    told = ben.http.get(address).json()
    assert [share["deal"] for share in told["shares"]] == list(range(1, told["deals"] + 1))
    for share in told["shares"]:
        assert share["result"][0] == pytest.approx(share["average"] + share["cards"][0] + share["play"][0], abs=1e-3)
    assert done(ann, table).done  # the review of a seat is another matter


def test_a_game_for_one_is_reviewed_and_has_no_par(served: Served) -> None:
    ann = served.visitor("Ann")
    table = ann.open_table("emissary", 1, start=True)
    wire = ann.wire(table)
    wire.until_table(lambda t: t["phase"] == "playing")
    visited = wire.legal[0]
    wire.act(visited)
    wire.until_table(lambda t: t["scene"]["phase"] != "visit")
    wire.ask("act", code="concede", seq=wire.seq)
    wire.until_table(lambda t: t["phase"] == "over")
    told = done(ann, table)
    assert [each.played for each in told.judged] == [visited]
    assert told.unit == "kingdoms"
    answer = ann.http.get(f"/api/tables/{table}/par")
    assert refused(answer) == (400, "record/bad")
    assert answer.json()["params"]["reason"] == "no_par"


def test_who_is_forgotten_has_no_reviews(serve: Any) -> None:
    served: Served = serve(**LAVISH)
    ann, ben, table = matches(served)
    done(ann, table)
    assert ann.http.delete("/api/me").status_code == 204
    assert refused(ask(ben, table, seat=0)) == (403, "record/private")


def test_nor_one_that_is_made_while_he_is_forgotten(serve: Any, gate: threading.Event) -> None:
    served: Served = serve(**LAVISH)
    ann, ben, table = matches(served)
    assert ask(ann, table).status_code == ask(ben, table).status_code == 200
    assert ann.http.delete("/api/me").status_code == 204
    gate.set()
    done(ben, table)
    wait_for(lambda: not served.house.reviews._running, "the end of hers")
    assert refused(ask(ben, table, seat=0)) == (403, "record/private")
    reviews = served.on_loop(served.house.store.read(sa.select(REVIEWS.c.seat)))
    exercises = served.on_loop(served.house.store.read(sa.select(EXERCISES.c.seat)))
    assert {row.seat for row in reviews} == {1} >= {row.seat for row in exercises}


def test_a_server_that_stops_leaves_no_review_behind(serve: Any, gate: threading.Event) -> None:
    served: Served = serve(**LAVISH)
    ann, _, table = matches(served)
    assert ask(ann, table).status_code == 200
    gate.set()
    served.on_loop(served.house.reviews.close())
    assert served.house.reviews._running == {}


def test_bots_come_first() -> None:
    order, go_on = list[str](), threading.Event()

    async def work() -> None:
        pool = Pool(1, PATIENCE)
        blocks = asyncio.create_task(pool.run(lambda: go_on.wait(PATIENCE), Asker(payer="x", plays=True)))
        await asyncio.sleep(0)
        askers = {
            "review": Asker(payer="ann", later=True),
            "watched": Asker(payer="ben"),
            "played": Asker(payer="cat", plays=True),
        }
        jobs = [asyncio.create_task(pool.run(partial(order.append, name), asker)) for name, asker in askers.items()]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(blocks, *jobs)
        await pool.close()

    asyncio.run(work())
    assert order == ["played", "watched", "review"]
