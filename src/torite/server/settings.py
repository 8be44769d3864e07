"""What a running server can be told."""

import os
import time
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field, fields
from typing import Any

from torite.games import GAMES
from torite.games.game import Game


@dataclass(frozen=True)
class Settings:
    """All times in seconds."""

    db: str  # URL of the database, as SQLAlchemy reads it
    key: bytes  # signs the guests' cookies
    games: MutableMapping[str, Game] = field(default_factory=lambda: dict(GAMES))  # changed only where watched
    origins: frozenset[str] = frozenset()  # allowed besides the server's own, such as "https://cards.example"
    hosts: frozenset[str] = frozenset()  # names of this server, besides those of `origins` and the machine's own
    proxies: frozenset[str] = frozenset()  # addresses whose X-Forwarded-For and X-Forwarded-Proto are believed
    watched: Mapping[str, str] = field(default_factory=dict)  # file by game: looked at again whenever it is saved
    bot_pause: float = 0.7  # before a bot's move, so that people can follow
    claim_pause: float = 1.0  # a claim is answered after so long, whatever the cards are
    grace: float = 30.0  # a person is away for so long before a bot stands in
    now: Callable[[], float] = time.time  # unix time, by which the clocks of the tables go
    pulse: Callable[[], float] = time.time  # the same, by which it is noticed that the machine has slept
    idle: float = 300.0  # a table that nobody uses stays in memory for so long
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # bots that think at once; one core is left to the loop
    thought: float = 30.0  # a bot that has not decided after so long is given up
    rate: float = 20.0  # messages a second from one connection
    burst: int = 40  # messages at once
    crowd: float = 30.0  # messages a second from all live connections of one address; more wait
    crowd_burst: int = 120  # at once
    told: float = 1000.0  # readers of a crowd who are told something, a second, by messages from one address; more wait
    told_burst: int = 1000  # at once
    talk: float = 5.0  # lines that are said, a second from one address; the tables keep them
    talk_burst: int = 60  # at once
    reviews: int = 8  # that are made at once for one address, of 16: guests are quickly made
    begins: float = 0.5  # matches begun by live connections, a second from one address; those played are kept for ever
    begins_burst: int = 150  # at once
    switches: float = 5.0  # what is no play, as seats and options, a second from one address; the tables keep it
    switches_burst: int = 300  # at once: a school begins
    requests: float = 50.0  # HTTP requests a second from one address; more wait
    requests_burst: int = 400  # at once
    sockets: int = 400  # open ones from one address: a school is behind one, too
    connections: int = 200  # live connections from one address
    tables: float = 0.2  # new ones a second from one address, and from one guest
    tables_burst: int = 30  # at once, of one guest; of an address five times as many, as of all that is counted so
    challenges: float = 0.1  # deals made a challenge of, a second from one address, and by one guest
    challenges_burst: int = 20  # at once, of one guest
    oneself: float = 0.2  # exports, deletions and the like a second from one address, and of one guest
    oneself_burst: int = 10  # at once, of one guest
    misses: float = 0.5  # links that lead nowhere, a second from one address
    misses_burst: int = 60  # at once
    words: float = 0.05  # words of tables that are not right, a second from one address, and by one guest
    words_burst: int = 10  # at once
    replays: float = 5.0  # deals shown again, exercises asked and answered, a second from one address
    replays_burst: int = 200  # at once
    queue: int = 256  # messages that wait for a slow reader before it is dropped
    breath: float = 1.5  # who waits for others to play with is told so often
    glance: float = 1.0  # the list of tables is the same for all, and put together at most so often
    keep: float = 30 * 86400.0  # a table at which nobody has played is deleted after so long; inf = never
    push: str | None = None  # who runs the house, "mailto:…" or "https://…"; None = no notices are sent
    push_hosts: frozenset[str] = frozenset()  # of push services beside the known ones: "push.example", "*.example"
    bot_reviews: float = 60.0  # from one bot whose decisions are reviewed to the next; inf = none are
    practice: int = 10  # matches that bots play for exercises of a game, at most, as guests have done the others
    workers: int = 1  # processes at one address
    only_thinks: bool = False  # serve no visitor: think for the bots of the other nodes
    address: str = "127.0.0.1:0"  # host:port for other nodes at the same database; the port 0 = any
    metrics: int | None = None  # port on this machine at which Prometheus may ask
    log_json: bool = False  # one JSON object a line instead of a line for people
    stuck: float = 10.0  # a socket that takes no bytes, or sends no whole request, for so long is cut


PERSONS = 100  # who may come from one address at a time, by the limits above
BY_ADDRESS = (  # each with a burst
    "crowd", "told", "talk", "begins", "switches", "requests", "tables", "challenges", "oneself", "replays",
)  # fmt: skip


def of_crowd(persons: int) -> dict[str, Any]:
    """The limits where so many people may come from one address; what is guessed there is as many times as before."""
    names = [*BY_ADDRESS, *(f"{name}_burst" for name in BY_ADDRESS), "sockets", "connections", "reviews"]
    usual: dict[str, Any] = {field.name: field.default for field in fields(Settings)}
    return {name: type(usual[name])(usual[name] * max(1.0, persons / PERSONS)) for name in names}
