"""Who is connected to a table, and who has been away for too long."""

import asyncio
import time
from collections.abc import Callable, Iterable

from torite.server.visitors.connection import Connection


class Presences:
    """The connections of a table, and a clock for each person that the others are waiting for."""

    def __init__(self, grace: float, too_long: Callable[[str], None]) -> None:
        self.connections: set[Connection] = set()
        self.here: frozenset[str] = frozenset()  # ids of the guests with at least one connection
        self._grace, self._too_long = grace, too_long
        self._clocks: dict[str, asyncio.TimerHandle] = {}  # by guest id
        self._gone: dict[str, float] = {}  # guest id -> since when; who has gone less than the grace ago

    def enter(self, connection: Connection) -> None:
        """Somebody has come."""
        self.connections.add(connection)
        self._look_round()

    def leave(self, connection: Connection) -> None:
        """Somebody has gone; no error if never seen."""
        self.connections.discard(connection)
        before, now = self.here, time.monotonic()
        self._look_round()
        self._gone = {guest: since for guest, since in self._gone.items() if now - since < self._grace}
        self._gone |= dict.fromkeys(before - self.here, now)

    def just_gone(self) -> set[str]:
        """Guests who have had no connection for less than the grace: they may be back at once, as after a reload."""
        now = time.monotonic()
        return {guest for guest, since in self._gone.items() if now - since < self._grace} - self.here

    def spectators(self, seated: Iterable[str | None]) -> int:
        """Number of those who only watch: guests count once, nameless readers by connection."""
        nameless = sum(c.guest is None for c in self.connections)
        return nameless + len(self.here - set(seated))

    def await_back(self, guests: set[str]) -> None:
        """Let a clock run for each of these, and for nobody else; a running one goes on."""
        for guest in self._clocks.keys() - guests:
            self._clocks.pop(guest).cancel()
        loop = asyncio.get_running_loop()
        for guest in guests - self._clocks.keys():
            self._clocks[guest] = loop.call_later(self._grace, self._ring, guest)

    def stop(self) -> None:
        """No more clocks."""
        self.await_back(set())

    def _look_round(self) -> None:
        self.here = frozenset(c.guest.id for c in self.connections if c.guest is not None)

    def _ring(self, guest: str) -> None:
        del self._clocks[guest]
        self._too_long(guest)
