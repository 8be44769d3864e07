"""Who may have a socket at all: counted before a byte of it is read.

Sockets need descriptors, and those are few; some are kept for the database and for the house itself.  When all others
are taken, the socket goes that has waited longest without a whole request: who really wants something asks at once.
"""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

LOG = logging.getLogger("torite")
KEPT = 64  # descriptors for the database, logs, built files
WANTED = 65_536  # descriptors; more would not help one process
FEW = 1024  # below it the operator is told
SITE = 64  # bits of an IPv6 address that one household has


class Doors:
    """The open sockets, by address and in all."""

    def __init__(self, most: int, by_address: int, proxies: Iterable[str] = ()) -> None:
        """most: sockets in all; by_address: of one address, never more than half of all."""
        self._most, self._by_address = most, min(by_address, max(1, most // 2))
        self._proxies = list(_networks(proxies))
        self._addresses: Counter[str] = Counter()
        self._inside: dict[asyncio.Transport, str | None] = {}  # with the address by which it is counted
        self._waiting: dict[asyncio.Transport, None] = {}  # without a whole request, oldest first

    def enter(self, transport: asyncio.Transport, host: str) -> bool:
        """May this new socket stay?  It waits until `serve` is called."""
        address = None if self._is_proxy(host) else counted_as(host)
        if address is not None and self._addresses[address] >= self._by_address:
            return False
        if len(self._inside) >= self._most and not self._make_room():
            return False
        self._inside[transport] = address
        self._waiting[transport] = None
        if address is not None:
            self._addresses[address] += 1
        return True

    def serve(self, transport: asyncio.Transport) -> None:
        """It has asked for something."""
        self._waiting.pop(transport, None)

    def wait(self, transport: asyncio.Transport) -> None:
        """It has been answered."""
        if transport in self._inside:
            self._waiting[transport] = None

    def leave(self, transport: asyncio.Transport) -> None:
        """It is closed; no error if it was never let in."""
        self._waiting.pop(transport, None)
        address = self._inside.pop(transport, None)
        if address is not None:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def _make_room(self) -> bool:
        longest = next(iter(self._waiting), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.abort()
        return True

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in proxy for proxy in self._proxies)


def is_inner(local: tuple[str, int | None], door: tuple[str, int]) -> bool:
    """Is the local address of a socket the inner door's, which is for other nodes alone?"""
    return local[1] == door[1] and door[0] in (local[0], "0.0.0.0", "::")


def counted_as(host: str) -> str | None:
    """By what an address is counted: itself, for IPv6 its network; None = not counted, as this machine itself."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, SITE), strict=False))
    return str(address)


def room() -> int:
    """Raise the number of descriptors as far as we may; how many sockets there may be."""
    if sys.platform == "win32":
        return FEW
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    sockets = WANTED if soft == resource.RLIM_INFINITY else max(1, soft - KEPT)
    if sockets < FEW:
        LOG.warning("only %d connections at once: the system allows %d descriptors (ulimit -n)", sockets, soft)
    return sockets


def _networks(proxies: Iterable[str]) -> Iterator[IPv4Network | IPv6Network]:
    """Addresses and networks among the names of proxies; `*` is everybody."""
    for proxy in proxies:
        for written in ("0.0.0.0/0", "::/0") if proxy == "*" else (proxy,):
            with suppress(ValueError):  # a name: uvicorn compares it as it stands
                yield ip_network(written, strict=False)
