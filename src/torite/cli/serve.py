"""torite serve: the house, open to browsers."""

import os
import re
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from math import inf
from typing import Annotated
from urllib.parse import urlsplit

import typer

from torite.cli.which import GameFiles, load_files
from torite.cli.words import Complaint, complaint, end_at_once, say, told
from torite.games import GAMES

Host = Annotated[str, typer.Option("--host", help=say("help.host"))]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help=say("help.port"))]
Db = Annotated[str | None, typer.Option("--db", metavar="PATH", help=say("help.db"))]
Origins = Annotated[list[str] | None, typer.Option("--origin", metavar="URL", help=say("help.origin"))]
Proxies = Annotated[list[str] | None, typer.Option("--proxy", metavar="ADDRESS", help=say("help.proxy"))]
BotPause = Annotated[float, typer.Option("--bot-pause", min=0, max=60, metavar="SECONDS", help=say("help.bot_pause"))]
Grace = Annotated[float, typer.Option("--grace", min=0, max=86400, metavar="SECONDS", help=say("help.grace"))]
Watch = Annotated[bool, typer.Option("--watch", help=say("help.watch"))]

Keep = Annotated[float, typer.Option("--keep", min=0, metavar="DAYS", help=say("help.keep"))]
Workers = Annotated[int, typer.Option("--workers", min=1, max=64, help=say("help.workers"))]
Node = Annotated[str, typer.Option("--node", metavar="HOST:PORT", help=say("help.node"))]
OnlyThink = Annotated[bool, typer.Option("--only-think", help=say("help.only_think"))]
Metrics = Annotated[int | None, typer.Option("--metrics", min=1, max=65535, metavar="PORT", help=say("help.metrics"))]
Push = Annotated[str | None, typer.Option("--push", metavar="CONTACT", help=say("help.push"))]
PushHosts = Annotated[list[str] | None, typer.Option("--push-host", metavar="HOST", help=say("help.push_host"))]
Persons = Annotated[int, typer.Option("--persons", min=1, metavar="N", help=say("help.persons"))]
LogJson = Annotated[bool, typer.Option("--log-json", help=say("help.log_json"))]

NODE = re.compile(r"([^\[\]:\s]+|\[[^\[\]\s]+\])(?::([0-9]{1,5}))?")
EVERYWHERE = re.compile(r"\[(::ffff:)?[0:.]+\]|(0x)?[0.]+", re.IGNORECASE)  # as the system reads it
DAY = 86400.0  # seconds


def command(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    db: Db = None,
    origins: Origins = None,
    proxies: Proxies = None,
    bot_pause: BotPause = 0.7,
    grace: Grace = 30.0,
    keep: Keep = 30.0,
    workers: Workers = 1,
    node: Node = "127.0.0.1:0",
    only_think: OnlyThink = False,
    metrics: Metrics = None,
    push: Push = None,
    push_hosts: PushHosts = None,
    persons: Persons = 100,
    log_json: LogJson = False,
    files: GameFiles = None,
    watch: Watch = False,
) -> None:
    """Serve until interrupted."""
    end_at_once()
    own = load_files(files)
    if watch and not own:
        raise complaint("watch_what")
    if workers > 1 and only_think:
        raise complaint("serve.one_mind")
    if workers > 1 and not hasattr(os, "fork"):
        raise complaint("no_workers")
    from torite.server.run import ServeError, serve  # heavy, and only this command needs it
    from torite.server.settings import of_crowd

    try:
        serve(
            host=_host(host),
            port=port,
            db=db,
            games=GAMES | {name: ref.game() for name, ref in own.items()},
            watched={name: str(ref.file) for name, ref in own.items() if watch},
            origins=[_origin(origin) for origin in origins or ()],
            proxies=frozenset(_proxy(proxy) for proxy in proxies or ()),
            bot_pause=bot_pause,
            grace=grace,
            keep=keep * DAY or inf,
            workers=workers,
            address=_address(node),
            only_thinks=only_think,
            metrics=metrics,
            push=_contact(push),
            push_hosts=frozenset(push_hosts or ()),
            **of_crowd(persons),
            log_json=log_json,
        )
    except ServeError as error:
        raise Complaint(told(error)) from None


def _contact(push: str | None) -> str | None:
    """Of whoever runs the house, as push services want it; an address for mail may stand alone."""
    if push is None:
        return None
    if find_spec("pywebpush") is None:
        raise complaint("no_push")
    contact = f"mailto:{push}" if "@" in push and ":" not in push else push
    if not contact.startswith(("mailto:", "https://")):
        raise complaint("serve.push", value=push)
    return contact


def _origin(told: str) -> str:
    """As browsers say it: scheme, host and port, in small letters and without the usual one."""
    origin = told.rstrip("/").lower()
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.hostname or origin != f"{parts.scheme}://{parts.netloc}":
        raise complaint("serve.origin", value=told)
    return origin.removesuffix({"http": ":80", "https": ":443"}[parts.scheme])


def _proxy(told: str) -> str:
    """An address, a network, or all."""
    try:
        return told if told == "*" else str(ip_network(told) if "/" in told else ip_address(told))
    except ValueError:
        raise complaint("serve.proxy", value=told) from None


def _address(node: str) -> str:
    """host:port; the port may be left out.  "All addresses" is none at which another machine finds this one."""
    found = NODE.fullmatch(node)
    if found is None or int(found[2] or 0) > 65535 or EVERYWHERE.fullmatch(found[1]):
        raise complaint("serve.node", value=node)
    return f"{found[1]}:{found[2] or 0}"


def _host(told: str) -> str:
    """An IPv6 address may stand in brackets.  To the system "" is all addresses, which nobody means by it."""
    if not (host := told.removeprefix("[").removesuffix("]")):
        raise complaint("serve.host", value=told)
    return host
