"""By which names this server is called, and which pages may talk to it: its own, and those it was told.

The name of a page's host may be made to mean this machine, after the page has been loaded from elsewhere (DNS
rebinding); to its browser that page and this server are one.  So who calls us by a host that is neither an address
nor one of our names gets the built pages, which but for that host are the same everywhere and say what is wrong, and
nothing else.

A browser names the page's origin in every WebSocket handshake and every POST; a program that is no browser sends
none and could send anything, so a missing one is let through.
"""

import logging
import re
import socket
from collections.abc import Iterable, Mapping
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.utils.path import normalize_path

from torite.server.pages import CLIENT_ROUTES, ENCODED_HEADERS
from torite.server.visitors.doors import is_inner
from torite.server.visitors.passing import INSIDE
from torite.server.visitors.problems import problem_of
from torite.table.bodies import Problem
from torite.table.refusals import RefusalCode, Refused

LOG = logging.getLogger("torite")
FOR_ALL = (*CLIENT_ROUTES, "assets")  # first part of the addresses of pages that say what is wrong
REFUSED = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"), (b"connection", b"close"))
USUAL = 4096  # bytes of headers, each with 32 more
LATER = (b"retry-after", b"1")  # seconds in which there is room again
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::(\d{,5}))?", re.ASCII)
LAST_PORT = 65535


class Doorman:
    """An ASGI application that lets in what calls this server by one of its names, one after the other."""

    def __init__(self, app: Any, names: Iterable[str], door: tuple[str, int]) -> None:
        """door: where the other nodes come in, as the socket has it: their word for it may be a name."""
        self._app, self.state, self._door = app, app.state, door
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}
        self._told = False  # of a foreign host
        self._proxied = False  # of a proxy that nobody has named

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI."""
        if "server" in scope and self._is_at_the_wrong_door(scope):
            await _answer(HTTPStatus.NOT_FOUND, Problem(str(RefusalCode.NOT_FOUND), {}), scope, send)
            return
        if _leads_inside(scope):
            await self._app(scope, receive, send)
            return
        hosts = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"]
        foreign = next((host for host in hosts if not self.is_ours(host)), None)
        first = next(filter(None, scope.get("path", "").split("/")), "")
        if first in FOR_ALL and foreign is not None and name_in(foreign):
            foreign = None
        if not self._proxied and not self.state.settings.proxies:
            self._look_for_proxy(scope)
        try:
            if client := scope.get("client"):
                # Nothing but a GET is sent from memory.
                is_file = first == "assets" and scope.get("method") == "GET" and _is_usual(scope)
                await self.state.house.limits.wait(client[0], is_file)
        except Refused as refused:
            await _answer(*problem_of(refused), scope, send, LATER)
            return
        if scope.get("method") == "HEAD":  # uvicorn, whose scope stays as it was, leaves out the body
            scope = {**scope, "method": "GET"}
        await (self._app if foreign is None else partial(self._refuse, foreign))(scope, receive, send)

    def _look_for_proxy(self, scope: Any) -> None:
        if any(name == b"x-forwarded-for" for name, _ in scope.get("headers", ())):
            self._proxied = True
            LOG.warning("a proxy that was not named (--proxy) stands before this server: its visitors count as one")

    def is_ours(self, host: str) -> bool:
        """Is a Host header an address, or one of our names?"""
        name = name_in(host)
        return name in self._names or name.endswith(".localhost") or is_address(name)

    async def _refuse(self, host: str, scope: Any, receive: Any, send: Any) -> None:
        if not self._told:
            self._told = True
            LOG.warning("refused: somebody calls this server %r; if that is its name, give it: --origin", host[:80])
        await _answer(*problem_of(Refused(RefusalCode.FOREIGN_HOST, host=host[:80])), scope, send)

    def _is_at_the_wrong_door(self, scope: Any) -> bool:
        """Nodes have their own door, and behind it nothing but tables for them."""
        return is_inner(scope["server"], self._door) is not _leads_inside(scope)


def _is_usual(scope: Any) -> bool:
    """Is the head of the request as long as browsers write it?  To read a long one takes longer than to send a file."""
    return sum(len(name) + len(value) + 32 for name, value in scope.get("headers", ())) <= USUAL


def _leads_inside(scope: Any) -> bool:
    """Is it an address behind the inner door, as Litestar will read it?"""
    return normalize_path(scope.get("path", "")).startswith(INSIDE)


async def _answer(status: HTTPStatus, problem: Problem, scope: Any, send: Any, *more: tuple[bytes, bytes]) -> None:
    """Refuse a request or a handshake.  more: headers."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    headers = [*REFUSED, *more]
    headers += ENCODED_HEADERS if scope["type"] == "websocket" else []
    await send({"type": f"{kind}.start", "status": int(status), "headers": headers})
    await send({"type": f"{kind}.body", "body": msgspec.json.encode(problem)})


def name_in(host: str) -> str:
    """The name or bare address in a Host header, in small letters; "" = there is none, or no such port."""
    found = HOST.fullmatch(host)
    if found is None or int(found[3] or 0) > LAST_PORT:
        return ""
    return (found[1] or found[2]).lower().removesuffix(".")


def is_address(name: str) -> bool:
    """Is a host a bare IP address?"""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def may_call(headers: Mapping[str, str], allowed: frozenset[str]) -> bool:
    """Does the request come from this host's pages, from an allowed origin, or from no browser at all?

    Where it was said by which scheme the pages of this host come, others of its name are not its own.
    """
    origin, host = headers.get("origin"), headers.get("host", "").lower()
    if origin is None or origin in allowed:
        return True
    return _host(origin) == host != "" and host not in map(_host, allowed)


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
