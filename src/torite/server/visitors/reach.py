"""Where others find this house, for whoever has it open at an address that leads to one's own machine from anywhere."""

import contextlib
import socket
from collections.abc import Iterable
from ipaddress import ip_address

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # addresses to listen on, and where one's own machine finds it then
OUTSIDE = ("192.0.2.1", 9)  # for use in documents alone (RFC 5737); nothing is sent to it


def outward(origins: Iterable[str], hosts: Iterable[str], port: int | None) -> str | None:
    """The origin of the house for others: the name that it was given, or its address in the network.

    origins  names of the house, with scheme
    hosts    on which it listens
    port     where; None = what is not a name of it is not to be told
    None = there is none to tell, it listens to this machine alone, or is in no network.
    """
    if named := sorted(origins, key=lambda origin: (not origin.startswith("https:"), origin)):
        return named[0]
    return in_network(port) if port is not None and EVERYWHERE.keys() & {*hosts} else None


def is_own(host: str) -> bool:
    """Does this host of an address lead to one's own machine, wherever one is?"""
    if host == "localhost" or host.endswith(".localhost") or host in EVERYWHERE:
        return True
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return False


def in_network(port: int) -> str | None:
    """The origin of what this machine serves at a port in its network; None = it is in none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(OUTSIDE)
        return f"http://{sock.getsockname()[0]}:{port}"
    return None
