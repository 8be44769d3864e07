"""What a running server can be told."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from torite.games import GAMES
from torite.games.game import Game


@dataclass(frozen=True)
class Settings:
    """All times in seconds."""

    db: str  # URL of the database, as SQLAlchemy reads it
    key: bytes  # signs the guests' cookies
    games: Mapping[str, Game] = field(default_factory=lambda: GAMES)
    origins: frozenset[str] = frozenset()  # allowed besides the server's own, such as "https://cards.example"
    proxies: frozenset[str] = frozenset()  # addresses whose X-Forwarded-For and X-Forwarded-Proto are believed
    bot_pause: float = 0.7  # before a bot's move, so that people can follow
    grace: float = 30.0  # a person is away for so long before a bot stands in
    idle: float = 300.0  # a table that nobody uses stays in memory for so long
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # bots that think at once; one core is left to the loop
    rate: float = 20.0  # messages a second from one connection
    burst: int = 40  # messages at once
    connections: int = 200  # open ones from one address: a school is behind one, too
    tables: float = 0.2  # new ones a second from one address, and from one guest
    tables_burst: int = 30  # new ones at once
    queue: int = 256  # messages that wait for a slow reader before it is dropped
    stuck: float = 10.0  # a socket that takes no bytes for so long is cut
