"""Bots' seats are reviewed while nobody needs the threads, and their figures tell what a decision costs them."""

import asyncio
import threading
from functools import partial
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from server.databases import empty
from server.servers import LAVISH, Serve, Served
from server.test_ratings import ANNE, BENN, GENTLE, STRONG, ended, figures_of_bots, work
from server.visitor import play_together, wait_for
from torite.server.bots.pool import Asker
from torite.server.matches.bot_reviews import _last, _unreviewed
from torite.server.matches.reviews import ALL
from torite.server.storage.schema import REVIEWS
from torite.table.looking import Review

__all__ = ["empty"]
GAME = "wysiwyg"


@pytest.fixture
def house(empty: str, serve: Serve) -> Served:
    return serve(empty, **LAVISH, thinkers=1)


def played(served: Served) -> str:
    """The table of a match of a person and a bot that counts."""
    ann = served.visitor("Ann")
    table = ann.open_table(GAME, 2, listed=True, fill="gentle", start=True)
    play_together(ann.wire(table))
    wait_for(lambda: bool(figures_of_bots(ann, "gentle", GAME)["ratings"]), "the rating")
    return table


def make_one(served: Served) -> Any:
    return served.on_loop(served.house.bot_reviews.make_one())


def kept(served: Served) -> list[Any]:
    return [row for row in work(served, sa.select(REVIEWS)) if row["seat"] != ALL]


def test_a_bot_is_reviewed_once_and_its_figures_tell_it(house: Served) -> None:
    table = played(house)
    assert figures_of_bots(house.visitor(), "gentle", GAME)["losses"] == []
    assert make_one(house) == (table, 1, 1)  # the bot's seat, not Ann's
    wait_for(lambda: bool(kept(house)), "the review")
    (row,) = kept(house)
    review = msgspec.json.decode(row["body"], type=Review)
    assert (review.seat, review.done, len(review.judged)) == (1, True, review.decisions)
    told = figures_of_bots(house.visitor(), "gentle", GAME)
    assert [point["value"] for point in told["losses"]] == [review.mean]
    assert told["unit"] == review.unit
    assert figures_of_bots(house.visitor(), "strong", GAME)["losses"] == []
    assert make_one(house) is None  # there is nobody left


def test_who_waits_comes_first(house: Served) -> None:
    """Whatever else is to be done is done before, and a bot's review is begun only where nothing is."""
    pool, order = house.house.tables.thinkers.pool, list[Asker]()

    async def crowd() -> None:
        gate, threads = threading.Event(), len(pool._free)
        busy = [pool.run(gate.wait, Asker()) for _ in range(threads)]
        askers = (Asker(later=True, last=True), Asker(later=True), Asker(), Asker(plays=True))
        jobs = [pool.run(partial(order.append, asker), asker) for asker in askers]
        running = asyncio.gather(*busy, *jobs)
        await asyncio.sleep(0)
        assert not pool.is_idle
        gate.set()
        await running
        assert order == [*reversed(askers)]

    house.on_loop(crowd())
    wait_for(lambda: pool.is_idle, "the threads")


def test_a_match_that_cannot_be_reviewed_is_left_alone(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ended(house, 1, [ANNE, STRONG], [1, 2])  # whose table is gone
    house.on_loop(house.house.ratings.recompute())
    tried, read = [], house.house.tables.read

    async def counted(table: str) -> Any:
        tried.append(table)
        return await read(table)

    monkeypatch.setattr(house.house.tables, "read", counted)
    assert [make_one(house), make_one(house)] == [None, None]
    assert tried == ["t1"]
    assert kept(house) == []


def test_nothing_is_compiled_for_it(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    played(house)
    monkeypatch.setitem(house.house.tables.thinkers.readiness._waiting, GAME, 0.5)
    assert make_one(house) is None
    monkeypatch.delitem(house.house.tables.thinkers.readiness._waiting, GAME)
    assert make_one(house) is not None


def test_a_seat_of_each_level_in_each_match_that_counted(house: Served) -> None:
    ended(house, 1, [ANNE, STRONG, GENTLE, STRONG], [1, 2, 3, 4])
    ended(house, 2, [STRONG, BENN], [1, 2])
    ended(house, 3, [ANNE, STRONG], [1, 2], uncounted="unlisted")  # nobody else's
    ended(house, 4, [ANNE, BENN], [1, 2])
    house.on_loop(house.house.ratings.recompute())
    for seat in (ALL, 0):  # a par, and a person's review
        work(house, REVIEWS.insert(), {"table_id": "t1", "number": 1, "seat": seat, "body": b"{}"})

    def found() -> set[tuple[str, int]]:
        rows = house.on_loop(house.house.store.read(_last()))
        return {(seat.table, seat.seat) for seat in _unreviewed(rows)}

    assert set.union(*(found() for _ in range(40))) == {("t1", 1), ("t1", 2), ("t1", 3), ("t2", 0)}
    assert all(len(found()) == 3 for _ in range(5))
    work(house, REVIEWS.insert(), {"table_id": "t1", "number": 1, "seat": 3, "body": b"{}"})
    assert found() == {("t1", 2), ("t2", 0)}
