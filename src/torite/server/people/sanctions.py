"""What the operator does not allow: who is banned or may not speak, and which tables are closed.

There are few of them, so that every node knows them all; a look every second, or as soon as `torite admin` calls, finds
what it has written.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import inf

import sqlalchemy as sa

from torite.server.storage.calls import Calls
from torite.server.storage.database import Work
from torite.server.storage.rounds import repeated
from torite.server.storage.schema import SANCTIONS, WAITING
from torite.server.storage.store import Store
from torite.server.visitors.connection import End
from torite.server.visitors.doors import Begin, begin_of, network_of
from torite.table.commands import is_command
from torite.table.messages import FromClient, Say
from torite.table.refusals import RefusalCode, Refused
from torite.table.returning import Kind, MySanction

OFTEN = 1.0  # seconds between two looks


class Sanctions:
    """Those that hold now, and the open sockets, which end when one meets them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until: dict[tuple[str, str], float] = {}  # by kind and whom it concerns
        self._networks: dict[tuple[str, Begin], float] = {}  # those among them that are networks, until when
        self._sizes: set[tuple[str, int, int]] = set()  # kind, version and bits of each of those
        self._open: defaultdict[str, list[End]] = defaultdict(list)  # by whom it would concern

    def check_visitor(self, *who: str | None) -> None:
        """who: id of a guest, address.  Raises Refused if one of them is banned."""
        if any(self._hold("ban", one) for one in who):
            raise Refused(RefusalCode.BANNED)

    def check_words(self, request: FromClient, *who: str | None) -> None:
        """Commands are no words.  Raises Refused if one of them is muted."""
        is_word = isinstance(request, Say) and not is_command(request.text)
        if is_word and any(self._hold("mute", one) for one in who):
            raise Refused(RefusalCode.MUTED)

    def check_table(self, table_id: str) -> None:
        """Raises Refused if it is closed."""
        if self.is_closed(table_id):
            raise Refused(RefusalCode.CLOSED)

    def is_closed(self, table_id: str) -> bool:
        """Is nobody let in there?"""
        return self._hold("close", table_id)

    def _hold(self, kind: Kind, who: str | None) -> bool:
        if who is None:
            return False
        now = time.time()
        return self._until.get((kind, who), 0.0) > now or any(until > now for until in self._around(kind, who))

    def _around(self, kind: Kind, address: str) -> Iterator[float]:
        """Until when the networks hold in which it lies.  An id, which is none, is not read: that takes 10 µs, and
        at each look everybody who is here is looked up.
        """
        sizes = [(version, bits) for of, version, bits in self._sizes if of == kind]
        if not sizes or not ("." in address or ":" in address) or (own := network_of(address)) is None:
            return
        for version, bits in sizes:
            if version == own.version and bits <= own.prefixlen:
                yield self._networks.get((kind, begin_of(own, bits)), 0.0)

    @contextmanager
    def open(self, ended: End, *keys: str | None) -> Iterator[None]:
        """A socket, as long as it lasts; `ended` comes when it has to.

        keys: id of its guest, address, table.
        """
        places = [self._open[key] for key in keys if key is not None]
        for place in places:
            place.append(ended)
        try:
            yield
        finally:
            for place in places:
                place.remove(ended)
            for key in [key for key in keys if key is not None and not self._open[key]]:
                del self._open[key]

    async def of_guest(self, guest: str) -> list[MySanction]:
        """For the guest to be told.  Raises StoreError."""
        rows = await self._store.read(sa.select(SANCTIONS).where(SANCTIONS.c.who == guest))
        return [MySanction(row.kind, row.since, None if row.until == inf else row.until) for row in rows]

    async def work(self, calls: Calls) -> None:
        """For ever."""
        wait = partial(calls.wait, "sanctions")
        await repeated(self.look, OFTEN, "who is banned is not known: %(error)s", wait)

    async def look(self) -> None:
        """Know what holds now, and end the sockets that it concerns.  Raises StoreError."""
        rows = await self._store.read(sa.select(SANCTIONS))
        self._until = {(row.kind, row.who): row.until for row in rows}
        wide = [(row, network) for row in rows if "/" in row.who and (network := network_of(row.who)) is not None]
        self._networks = {(row.kind, begin_of(network, network.prefixlen)): row.until for row, network in wide}
        self._sizes = {(row.kind, network.version, network.prefixlen) for row, network in wide}
        for kind in ("ban", "close"):
            for who in [who for who in self._open if self._hold(kind, who)]:
                for ended in self._open[who]:
                    ended.come()


def impose(kind: Kind, who: str, until: float) -> Work[None]:
    """Write one down, instead of an older one; who is banned waits for nobody.  until: unix time or inf."""

    def write(connection: sa.Connection) -> None:
        lift(kind, who)(connection)
        if kind == "ban":
            connection.execute(WAITING.delete().where(WAITING.c.guest == who))
        connection.execute(SANCTIONS.insert(), {"kind": kind, "who": who, "until": until, "since": time.time()})

    return write


def drop_old(connection: sa.Connection) -> None:
    """Delete what does not hold any more: addresses are among it."""
    connection.execute(SANCTIONS.delete().where(SANCTIONS.c.until <= time.time()))


def lift(kind: Kind, who: str) -> Work[bool]:
    """Take one back; False if there is none."""
    gone = SANCTIONS.delete().where(SANCTIONS.c.kind == kind, SANCTIONS.c.who == who)
    return lambda connection: bool(connection.execute(gone).rowcount)
