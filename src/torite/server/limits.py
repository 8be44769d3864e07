"""How much one visitor may take, so that nobody can take the house from the others.

Who holds many connections or opens many tables is told apart by address, and behind a proxy by the address that the
proxy names, if the operator has said that it may be believed (`--proxy`).  This machine itself is not counted: what
comes from it may be everybody, through a proxy of which nothing was said.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

from torite.server.connection import Bucket
from torite.server.settings import Settings
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest

NEW_TABLES, NEW_TABLES_BURST = 2.0, 60  # a second, of all visitors together
KEPT = 10_000  # most buckets in memory
SITE = 64  # bits of an IPv6 address that one household has

Caller = ASGIConnection[Any, Any, Any, Any]


class Limits:
    """Counts connections and new tables."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections: Counter[str] = Counter()  # by address
        self._everybody = Bucket(NEW_TABLES, NEW_TABLES_BURST)
        self._buckets: dict[str, Bucket] = {}  # of new tables, by address and by guest

    def check_connection(self, caller: Caller) -> None:
        """May this address have one connection more?  Raises Refused."""
        address, most = address_of(caller), self._settings.connections
        if address is not None and self._connections[address] >= most:
            raise Refused(RefusalCode.TOO_MANY_CONNECTIONS, max=most)

    @contextmanager
    def connection(self, caller: Caller) -> Iterator[None]:
        """Counts a connection as long as it lasts."""
        address = address_of(caller)
        if address is None:
            yield
            return
        self._connections[address] += 1
        try:
            yield
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]

    def count_table(self, caller: Caller, guest: Guest | None) -> None:
        """Somebody opens a table.  Raises Refused."""
        address = address_of(caller)
        keys = [f"address {address}"] if address is not None else []
        keys += [f"guest {guest.id}"] if guest is not None else []
        taken = [self._bucket(key).take() for key in keys]  # from each, also if one refuses
        if not all(taken):
            raise Refused(RefusalCode.TOO_MANY_TABLES)
        if not self._everybody.take():
            raise Refused(RefusalCode.TOO_FAST)

    def _bucket(self, key: str) -> Bucket:
        if len(self._buckets) >= KEPT:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full()}
        if len(self._buckets) >= KEPT:
            self._buckets.pop(next(iter(self._buckets)))  # the oldest
        return self._buckets.setdefault(key, Bucket(self._settings.tables, self._settings.tables_burst))


def address_of(caller: Caller) -> str | None:
    """By what a caller is counted: the address, for IPv6 its network; None = not counted."""
    try:
        address = ip_address(caller.client.host if caller.client is not None else "")
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, SITE), strict=False))
    return str(address)
