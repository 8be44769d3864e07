"""One owner a table, on SQLite and on PostgreSQL: the epoch decides, not the clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from server.databases import empty
from torite.server.storage.appends import Entry, Lease
from torite.server.storage.database import Succeeded, database_url
from torite.server.storage.leases import ALONE, COMING, FORGOTTEN, LEASE, Elsewhere, Leases
from torite.server.storage.schema import NODES, TABLES, now_of
from torite.server.storage.store import Store

__all__ = ["empty"]
PLAYING = Entry(True, "playing", b"{}")
Work = Callable[[Store, Leases, Leases], Awaitable[None]]


def on(db: str, work: Work) -> None:
    """Do it with two nodes that are alive, at one database."""

    async def whole() -> None:
        stores = [await Store.open(database_url(db)) for _ in range(2)]
        nodes = [Leases(store, f"127.0.0.1:{port}") for port, store in enumerate(stores)]
        for node in nodes:
            assert not await node.renew()
        try:
            await work(stores[0], *nodes)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(whole())


async def let_pass(store: Store, node: Leases, seconds: float) -> None:
    """Let so much of the node's lease go by."""
    older = sa.update(NODES).where(NODES.c.node == node.node).values(until=NODES.c.until - seconds)
    await store.run(lambda connection: connection.execute(older))


def test_a_table_is_had_by_one(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING)
        assert await one.claim("t") == Lease(one.node, 1)
        assert await two.claim("t") == Elsewhere(one.node, "127.0.0.1:0")
        await one.release("other", 1)
        assert await two.claim("t") == Elsewhere(one.node, "127.0.0.1:0")
        await one.release("t", 0)  # comes late: it has been taken anew
        assert await two.claim("t") == Elsewhere(one.node, "127.0.0.1:0")
        await one.release("t", 1)
        assert await two.claim("t") == Lease(two.node, 2)
        await two.leave()
        assert await one.claim("t") == Lease(one.node, 3)
        assert await one.claim("nowhere") is None
        assert await one.held() == {("t", 3)}
        assert await two.held() == set()

    on(empty, work)


def test_who_opens_a_table_owns_it(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING, Lease(one.node, 1))
        assert await two.claim("t") == Elsewhere(one.node, "127.0.0.1:0")
        await store.append("t", 2, [b"b"], PLAYING, Lease(one.node, 1))

    on(empty, work)


def test_the_successor_writes_and_the_predecessor_does_not(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING)
        old = await one.claim("t")
        await let_pass(store, one, LEASE + 1)
        new = await two.claim("t")
        assert isinstance(old, Lease)
        assert isinstance(new, Lease)
        for lease in (old, Lease()):
            with pytest.raises(Succeeded):
                await store.append("t", 2, [b"late"], PLAYING, lease)
        await store.append("t", 2, [b"b"], PLAYING, new)
        assert await store.load("t") == [b"a", b"b"]

    on(empty, work)


def test_a_lease_is_renewed_or_has_run_out(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        for _ in range(3):
            await let_pass(store, one, LEASE / 2)
            assert await one.renew()
        await let_pass(store, one, LEASE)
        assert not await one.renew()
        await let_pass(store, two, LEASE + FORGOTTEN)
        await let_pass(store, one, LEASE)
        assert not await one.renew()
        assert [row.node for row in await store.read(sa.select(NODES.c.node))] == [one.node]

    on(empty, work)


async def left(store: Store, node: Leases) -> float:
    """Seconds that the node's lease has still."""
    query = sa.select(NODES.c.until).where(NODES.c.node == node.node)
    return await store.run(lambda connection: connection.execute(query).scalar_one() - now_of(connection))


def test_who_is_alone_writes_once_a_minute(empty: str) -> None:
    """A house on a memory card would wear it out, idle as it is."""

    async def work(store: Store, one: Leases, two: Leases) -> None:
        await two.leave()
        assert await one.renew()
        for passes in (ALONE - LEASE / 2, -3600):  # or the clock of the database was set back
            await let_pass(store, one, passes)
            assert await one.renew()
            assert LEASE < await left(store, one) <= ALONE
        await let_pass(store, one, ALONE / 2)
        before = await store.read(sa.select(NODES))
        assert await one.renew()
        assert await store.read(sa.select(NODES)) == before  # nothing was written
        await let_pass(store, one, ALONE)
        assert not await one.renew()

    on(empty, work)


def test_whoever_comes_need_not_wait_for_a_long_lease(empty: str) -> None:
    """Who lives renews it; of who does not it ends soon, also where the clock has been set back since."""

    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING, Lease(one.node, 1))
        await two.leave()
        dead, three = Leases(store, "127.0.0.1:2"), Leases(store, "127.0.0.1:3")
        await dead.renew()
        await let_pass(store, dead, -1e6)
        assert not await three.renew()
        assert await left(store, dead) <= LEASE
        await let_pass(store, dead, LEASE)
        for _ in range(3):
            await let_pass(store, one, LEASE / 2)
            assert await one.renew()
            assert 0 < await left(store, one) <= LEASE
        assert await three.claim("t") == Elsewhere(one.node, "127.0.0.1:0")
        await let_pass(store, one, LEASE)
        assert await three.claim("t") == Lease(three.node, 2)

    on(empty, work)


def test_renewing_at_once_is_renewing_one_after_the_other(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        three = Leases(store, "127.0.0.1:3")
        assert sorted(await asyncio.gather(*(three.renew() for _ in range(5)))) == [False] + [True] * 4

    on(empty, work)


def test_a_node_that_is_gone_is_succeeded_at_once(empty: str, caplog: pytest.LogCaptureFixture) -> None:
    """It is said once."""
    caplog.set_level(logging.INFO)

    async def work(store: Store, one: Leases, two: Leases) -> None:
        for table in ("t", "u"):
            await store.append(table, 1, [b"a"], PLAYING)
            await one.claim(table)
            assert isinstance(await two.claim(table, dead="somebody else"), Elsewhere)
            assert await two.claim(table, dead=one.node) == Lease(two.node, 2)
            await two.release(table, 2)
            await two.claim(table)
        await two.leave()  # nothing has happened to it
        assert await one.claim("t") == Lease(one.node, 4)

    on(empty, work)
    assert caplog.messages.count("node 127.0.0.1:0 is gone; its tables go on here") == 1
    assert caplog.text.count("is gone") == 1
    assert caplog.text.count("--node") == ("://" in empty)  # with a file of SQLite it is on this machine


def test_how_long_nobody_had_a_table_is_known_as_long_as_nobody_has_it(empty: str) -> None:
    """Until others had been there for a while: who has not come by then could have."""
    hours = 2 * FORGOTTEN

    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING)
        assert await one.claim("t") == Lease(one.node, 1)
        older = TABLES.update().values(changed=TABLES.c.changed - 2 * hours)
        await store.run(lambda connection: connection.execute(older))
        for node in (one, two):
            await let_pass(store, node, hours)
        three = Leases(store, "127.0.0.1:2")
        assert not await three.renew()
        told = await store.read(sa.select(NODES.c.node))
        assert {row.node for row in told} == {one.node, three.node}
        three._alive -= 600
        lease = await three.claim("t")
        assert isinstance(lease, Lease)
        assert lease.gap == pytest.approx(hours - 600 + COMING + ALONE - LEASE, abs=5)

    on(empty, work)


def test_of_many_who_take_at_once_one_writes(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING)
        claims = [await asyncio.gather(*(node.claim("t") for node in (one, two))) for _ in range(5)]
        assert all(sum(isinstance(claim, Elsewhere) for claim in pair) == 1 for pair in claims)
        leases = [claim for pair in claims for claim in pair if isinstance(claim, Lease)]
        assert [lease.epoch for lease in leases] == [1, 2, 3, 4, 5]
        ends = await asyncio.gather(
            *(store.append("t", 2, [b"b"], PLAYING, lease) for lease in leases), return_exceptions=True
        )
        assert [type(end) for end in ends] == [Succeeded] * 4 + [type(None)]

    on(empty, work)


def test_who_writes_while_another_takes_has_written_before_or_not_at_all(empty: str) -> None:
    """What the successor reads after its claim is everything."""

    async def work(store: Store, one: Leases, two: Leases) -> None:
        for number in range(20):
            table = f"t{number}"
            await store.append(table, 1, [b"a"], PLAYING, Lease(one.node, 1))
            write = asyncio.create_task(store.append(table, 2, [b"b"], PLAYING, Lease(one.node, 1)))
            await two.claim(table, dead=one.node)
            read = await store.load(table)
            [end] = await asyncio.gather(write, return_exceptions=True)
            assert (end is None) == (read == [b"a", b"b"]) == (await store.load(table) == [b"a", b"b"])

    on(empty, work)


def test_a_deleted_table_is_not_written_to(empty: str) -> None:
    async def work(store: Store, one: Leases, two: Leases) -> None:
        await store.append("t", 1, [b"a"], PLAYING, Lease(one.node, 1))
        assert await store.delete("t")
        assert not await store.delete("t")
        with pytest.raises(Succeeded):
            await store.append("t", 2, [b"b"], PLAYING, Lease(one.node, 1))
        assert await store.load("t") == []

    on(empty, work)
