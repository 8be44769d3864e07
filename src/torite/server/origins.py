"""Which pages may talk to this server: its own, and those it was told.

A browser names the page's origin in every WebSocket handshake and every POST; a program that is no browser sends
none and could send anything, so a missing one is let through.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit


def may_call(headers: Mapping[str, str], allowed: frozenset[str]) -> bool:
    """Does the request come from this host's pages, from an allowed origin, or from no browser at all?"""
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin in allowed or _host(origin) == headers.get("host", "").lower() != ""


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
