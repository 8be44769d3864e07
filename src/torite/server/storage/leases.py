"""One owner a table: the node that has it in memory, decides what happens there, and writes its events.

A node holds a lease, a row with a time until which it counts as alive, and renews it.  A table is taken by raising its
`epoch`, which every append has to name: who has been succeeded is refused by the store, whatever its clock says.
The lease only tells when a table may be taken, and its time is the database's.

Whoever is alone has nobody to tell it to, and every renewal is synced to a disk that may be a memory card: that one
takes a long lease.  Whoever comes shortens it, so that the other one, if it lives, renews it from then on.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import sqlalchemy as sa

from torite.server.storage.appends import Lease
from torite.server.storage.calls import call
from torite.server.storage.database import StoreError
from torite.server.storage.schema import NODES, TABLES, now_of
from torite.server.storage.store import Store

LOG = logging.getLogger("torite")
LEASE = 5.0  # seconds after which a node that has not renewed its lease may be succeeded
ALONE = 60.0  # the same of one that is alone
RENEWALS = 4  # in that time
COMING = 60.0  # seconds in which whoever was at a table of a node that is gone has come to another one
FORGOTTEN = 3600.0  # seconds after which the row of a dead node goes, unless it tells since when tables are nobody's
OWNED = sa.select(  # tables, with the node that has each
    TABLES.c.table_id, TABLES.c.node, TABLES.c.epoch, TABLES.c.changed, NODES.c.address, NODES.c.until
).outerjoin_from(TABLES, NODES, TABLES.c.node == NODES.c.node)
OTHERS = sa.select(NODES.c.node).where(NODES.c.node != sa.bindparam("own"), NODES.c.until > sa.bindparam("now"))
ALIVE = "node %(node)s was alive a moment ago: if it runs on another machine, and still does, give it its --node there"


@dataclass(frozen=True)
class Elsewhere:
    """The table is another node's."""

    node: str
    address: str  # host:port of its inner door


@dataclass(frozen=True)
class Mind:
    """A node that thinks for others."""

    node: str
    address: str  # host:port of its inner door
    thinks: int  # threads


class Leases:
    """What one node holds."""

    def __init__(self, store: Store, address: str, thinks: int = 0) -> None:
        """address: host:port at which the other nodes reach this one; thinks: threads that it has for their bots."""
        self.node = secrets.token_hex(8)
        self._store, self._address, self._thinks = store, address, thinks
        self._renewing = asyncio.Lock()
        self._succeeded: set[str] = set()  # nodes that are gone, and were told of
        self._alive = inf  # since when, without a break; inf = never yet

    async def renew(self) -> bool:
        """Be alive for another while; False if the lease had run out, and others may have taken tables.

        Raises StoreError.
        """

        def write(connection: sa.Connection) -> bool:
            now, mine = now_of(connection), NODES.c.node == self.node
            query = sa.select(NODES.c.node, NODES.c.until).where(mine | (NODES.c.until > now))
            leases = {row.node: row.until for row in connection.execute(query)}
            left = leases.pop(self.node, 0.0) - now
            if not leases and LEASE < left <= ALONE:
                return True
            until = now + (LEASE if leases else ALONE)
            if connection.execute(NODES.update().where(mine, NODES.c.until > now).values(until=until)).rowcount:
                return True
            owning = sa.select(TABLES.c.node).where(TABLES.c.node.is_not(None))
            forgotten = (NODES.c.until < now - FORGOTTEN) & NODES.c.node.not_in(owning)
            connection.execute(NODES.delete().where(mine | forgotten))
            connection.execute(NODES.update().where(NODES.c.until > now + LEASE).values(until=now + LEASE))
            connection.execute(NODES.insert(), self._row(now + LEASE))
            self._alive = now
            return False

        async with self._renewing:
            return await self._store.run(write, first=True)

    def _row(self, until: float) -> dict[str, object]:
        return {"node": self.node, "address": self._address, "until": until, "thinks": self._thinks}

    async def claim(self, table_id: str, dead: str | None = None) -> Lease | Elsewhere | None:
        """Own the table from now on, unless another node does that is alive; None = there is no such table.

        dead: a node that is known to be gone before its lease is.  Raises StoreError.
        """
        return await self._store.run(lambda connection: self._claim(connection, table_id, dead))

    def _claim(self, connection: sa.Connection, table_id: str, dead: str | None) -> Lease | Elsewhere | None:
        here = TABLES.c.table_id == table_id
        while (row := connection.execute(OWNED.where(here)).first()) is not None:
            now = now_of(connection)
            is_alive = row.until is not None and row.until > now and row.node != dead
            if is_alive and row.node != self.node:
                return Elsewhere(row.node, row.address)
            take = TABLES.update().where(here, TABLES.c.epoch == row.epoch).values(node=self.node, epoch=row.epoch + 1)
            if connection.execute(take).rowcount:
                is_given_back = row.node is None or (is_alive and row.node == self.node)
                if row.address and row.node not in {self.node, *self._succeeded}:
                    self._succeeded.add(row.node)
                    LOG.info("node %(node)s is gone; its tables go on here", {"node": row.address})
                    if row.until > now and _is_here(row.address) and connection.dialect.name == "postgresql":
                        LOG.warning(ALIVE, {"node": row.address})
                return Lease(self.node, row.epoch + 1, 0.0 if is_given_back else self._gap(row, now))
        return None

    async def gaps(self, tables: Sequence[str]) -> dict[str, float]:
        """By table what `claim` would tell of it now, of those of a node that is gone.  Raises StoreError."""

        def read(connection: sa.Connection) -> dict[str, float]:
            now, query = now_of(connection), OWNED.where(TABLES.c.table_id.in_(tables), TABLES.c.node.is_not(None))
            rows = connection.execute(query)
            return {row.table_id: self._gap(row, now) for row in rows if row.until is None or row.until <= now}

        return await self._store.run(read)

    def _gap(self, row: Any, now: float) -> float:
        """Seconds in which nobody could play at a table of a node that is gone: others have been there since then."""
        until = now if row.node == self.node else max(self._alive, row.until or 0.0) + COMING
        return max(0.0, min(now, until) - _last_seen(row))

    async def seize(self, table_id: str) -> Lease | None:
        """Have the table written by nobody but the caller, whoever owns it; None = there is no such table.

        It is nobody's: the next visitor may take it.  Raises StoreError.
        """

        def write(connection: sa.Connection) -> tuple[Lease | None, str | None]:
            here = TABLES.c.table_id == table_id
            owner = connection.execute(sa.select(TABLES.c.node).where(here)).scalar()
            take = TABLES.update().where(here).values(node=None, epoch=TABLES.c.epoch + 1).returning(TABLES.c.epoch)
            epoch = connection.execute(take).scalar()
            return Lease(None, epoch) if epoch is not None else None, owner

        lease, owner = await self._store.run(write)
        if owner is not None:
            await call(self._store, "tables", owner)
        return lease

    async def held(self) -> set[tuple[str, int]]:
        """Id and epoch of the tables that are this node's.  Raises StoreError."""
        query = sa.select(TABLES.c.table_id, TABLES.c.epoch).where(TABLES.c.node == self.node)
        return {(row.table_id, row.epoch) for row in await self._store.read(query)}

    async def others(self) -> set[str]:
        """The other nodes that are alive.  Raises StoreError."""

        def read(connection: sa.Connection) -> set[str]:
            return set(connection.execute(OTHERS, {"own": self.node, "now": now_of(connection)}).scalars())

        return await self._store.run(read)

    async def minds(self) -> list[Mind]:
        """The nodes that think for this one and are alive.  Raises StoreError."""
        query = sa.select(NODES.c.node, NODES.c.address, NODES.c.thinks).where(NODES.c.thinks > 0)
        query = query.where(NODES.c.node != self.node)

        def read(connection: sa.Connection) -> list[Mind]:
            return [Mind(*row) for row in connection.execute(query.where(NODES.c.until > now_of(connection)))]

        return await self._store.run(read)

    async def release(self, table_id: str, epoch: int) -> None:
        """Let others have this table, at which nobody is, unless it has been taken anew.  Raises StoreError."""
        same = (TABLES.c.table_id == table_id, TABLES.c.node == self.node, TABLES.c.epoch == epoch)
        free = TABLES.update().where(*same).values(node=None)
        await self._store.run(lambda connection: connection.execute(free))

    async def leave(self) -> None:
        """Let others have everything.  The row stays, without address: it tells since when the tables are nobody's."""

        def write(connection: sa.Connection) -> None:
            mine = NODES.update().where(NODES.c.node == self.node)
            connection.execute(mine.values(until=now_of(connection), address=""))

        try:
            await self._store.run(write)
        except StoreError as error:
            LOG.error("the tables could not be handed over: %(error)s", {"error": error})


def _is_here(address: str) -> bool:
    """Does host:port mean whatever machine it is asked on?"""
    return address.startswith(("127.", "localhost:", "[::1]:"))


def _last_seen(row: Any) -> float:
    """When the node that had the table was alive, for all that is known: a lease too early at most."""
    if row.until is None:
        return float(row.changed)
    return float(max(row.changed, row.until - ALONE if row.address else row.until))
