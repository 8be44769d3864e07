"""Who may have a socket at all: counted before a byte of it is read.

Sockets need descriptors, and those are few; some are kept for the database and for the house itself.  When all others
are taken, the socket goes that has waited longest without a whole request: who really wants something asks at once.
"""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

LOG = logging.getLogger("torite")
KEPT = 64  # descriptors for the database, logs, built files
WANTED = 65_536  # descriptors; more would not help one process
FEW = 1024  # below it the operator is told
SITE, REGION = 64, 48  # bits of an IPv6 address that one household has, and that are given to who asks for many
REMEMBERED = 4096  # addresses of which it is known by what they are counted, which is asked at each request
LONGEST = 64  # signs of an address, with the name of a network interface
MAPPED = 96  # bits of an IPv6 address before the IPv4 address that it stands for
REGIONAL = 4  # times as much as one address may have: there may be other households
Begin = tuple[int, int, int]  # version, number of bits, and those bits


class Doors:
    """The open sockets, by address and in all."""

    def __init__(self, most: int, by_address: int, proxies: Iterable[str] = ()) -> None:
        """most: sockets in all; by_address: of one address; nobody has more than half of all."""
        self._most, self._by_address = most, by_address
        self._proxies = list(_networks(proxies))
        self._addresses: Counter[str] = Counter()
        self._inside: dict[asyncio.Transport, str | None] = {}  # with the address by which it is counted
        self._waiting: dict[asyncio.Transport, None] = {}  # without a whole request, oldest first

    def enter(self, transport: asyncio.Transport, host: str) -> bool:
        """May this new socket stay?  It waits until `serve` is called."""
        address = None if self._is_proxy(host) else counted_as(host)
        half, wanted = max(1, self._most // 2), self._by_address
        if any(self._addresses[each] >= min(wanted * times, half) for each, times in counted_with(address).items()):
            return False
        if len(self._inside) >= self._most and not self._make_room():
            return False
        self._inside[transport] = address
        self._waiting[transport] = None
        self._addresses.update(dict.fromkeys(counted_with(address), 1))
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
        release(self._addresses, counted_with(self._inside.pop(transport, None)))

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
    return _counted_as(host[:LONGEST])  # a proxy may hand on what a visitor says, all of which would be remembered


@lru_cache(REMEMBERED)
def _counted_as(host: str) -> str | None:
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


def network_of(written: str) -> IPv4Network | IPv6Network | None:
    """The network that is written there, of one address too; None = it is none.

    An IPv6 network is never smaller than what is counted as one address.
    """
    try:
        network = ip_network(written, strict=False)
    except ValueError:
        return None
    if isinstance(network, IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen >= MAPPED:
            return ip_network((mapped, network.prefixlen - MAPPED), strict=False)
        return network if network.prefixlen <= SITE else network.supernet(new_prefix=SITE)
    return network


def begin_of(network: IPv4Network | IPv6Network, bits: int) -> Begin:
    """The first bits of a network: those that all have in common which lie with it in one of this size."""
    return network.version, bits, int(network.network_address) >> network.max_prefixlen - bits


@lru_cache(REMEMBERED)
def counted_with(address: str | None) -> Mapping[str, int]:
    """What is counted where an address is: how many times as much may be there; {} if it is not counted.

    Who has one IPv6 network as a household has may have 65,536 of them for the asking.
    """
    if address is None:
        return {}
    region = {str(ip_network(address).supernet(new_prefix=REGION)): REGIONAL} if ":" in address else {}
    return {address: 1, **region}


def neighbourhood(payer: str) -> str:
    """For whom work is done in turn: an address with its neighbours, or whoever is named otherwise."""
    return [*counted_with(payer)][-1]


def release(counter: Counter[str], keys: Iterable[str]) -> None:
    """One of each less; nothing is kept of those of which there is none."""
    for key in keys:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


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
