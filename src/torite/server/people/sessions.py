"""Which cookies still count, and for what name: a guest may log out everywhere, or take another name in one browser.

Every cookie has an age; to log out is to raise the age that the guest's cookies must have.  It is looked up whenever
somebody comes in, so that all nodes know of it at once, and open sockets are ended by a look every second, or as soon
as another node calls.  With it the name is found that has been taken since the cookie was given.
"""

import hashlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import sqlalchemy as sa

from torite.server.people.guests import Badge
from torite.server.storage.calls import Calls, call
from torite.server.storage.rounds import repeated
from torite.server.storage.schema import SESSIONS, now_of
from torite.server.storage.store import Store
from torite.server.visitors.connection import End
from torite.table.table import Guest

OFTEN = 1.0  # seconds between two looks for guests who have logged out
SINCE = 30.0  # seconds that a look goes back: longer than a transaction takes, or a visitor who is coming in

KNOWN = sa.select(SESSIONS.c.age, SESSIONS.c.name).where(SESSIONS.c.mark == sa.bindparam("mark"))
RAISE = sa.text(  # the cookies that count from now on say the name
    "INSERT INTO sessions (mark, age, changed) VALUES (:mark, 1, :now) "
    "ON CONFLICT (mark) DO UPDATE SET age = sessions.age + 1, changed = :now, name = NULL RETURNING age"
)
RENAME = sa.text(  # unless the guest has logged out, or is forgotten, meanwhile
    "INSERT INTO sessions (mark, age, changed, name) VALUES (:mark, :age, 0, :name) "
    "ON CONFLICT (mark) DO UPDATE SET name = :name WHERE sessions.age = :age"
)


class Sessions:
    """Who has logged out, and the sockets that are open here."""

    def __init__(self, store: Store, heard: Callable[[], Awaitable[None]]) -> None:
        """heard: is called when somebody has logged out, here or at another node."""
        self._store, self._heard = store, heard
        self._open: defaultdict[str, list[tuple[int, End]]] = defaultdict(list)  # by mark: age, its end
        self._known: dict[str, int] = {}  # mark -> age, as the last look has found it

    async def now(self, badge: Badge) -> Badge | None:
        """The badge by the name that the guest has by now; None = has logged out since it was given.

        Raises StoreError.
        """
        age, name = await self._known_of(badge.guest.id)
        if age > badge.age:
            return None
        return badge if name is None else replace(badge, guest=Guest(badge.guest.id, name))

    async def age(self, guest: str) -> int:
        """What the guest's cookies have to have by now.  Raises StoreError."""
        return (await self._known_of(guest))[0]

    async def _known_of(self, guest: str) -> tuple[int, str | None]:
        key = {"mark": mark(guest)}
        row = await self._store.run(lambda connection: connection.execute(KNOWN, key).first())
        return (0, None) if row is None else (row.age, row.name)

    async def rename(self, badge: Badge) -> None:
        """From now on the guest has the name of this badge, in every browser.  Raises StoreError."""
        named = {"mark": mark(badge.guest.id), "age": badge.age, "name": badge.guest.name}
        await self._store.run(lambda connection: connection.execute(RENAME, named))

    async def end(self, guest: str) -> int:
        """Log the guest out everywhere; the age of the cookies that count from now on.  Raises StoreError."""

        def write(connection: sa.Connection) -> int:
            return int(connection.execute(RAISE, {"mark": mark(guest), "now": now_of(connection)}).scalar_one())

        age = await self._store.run(write)
        self._cut(mark(guest), age)
        await call(self._store, "sessions")
        return age

    @contextmanager
    def open(self, badge: Badge | None) -> Iterator[End]:
        """A socket, as long as it lasts; and that it has to end."""
        ended = End()
        if badge is None:
            yield ended
            return
        key, entry = mark(badge.guest.id), (badge.age, ended)
        self._open[key].append(entry)
        try:
            yield ended
        finally:
            self._open[key].remove(entry)
            if not self._open[key]:
                del self._open[key]

    async def work(self, calls: Calls) -> None:
        """For ever."""
        wait = partial(calls.wait, "sessions")
        await repeated(self.look, OFTEN, "who has logged out is not known: %(error)s", wait)

    async def look(self) -> None:
        """End the sockets of those who have logged out lately.  Raises StoreError."""

        def read(connection: sa.Connection) -> dict[str, int]:
            query = sa.select(SESSIONS.c.mark, SESSIONS.c.age).where(SESSIONS.c.changed > now_of(connection) - SINCE)
            return {row.mark: row.age for row in connection.execute(query)}

        before, self._known = self._known, await self._store.run(read)
        for key, age in self._known.items():
            self._cut(key, age)
        if self._known.items() - before.items():
            await self._heard()

    def _cut(self, key: str, age: int) -> None:
        for given, ended in self._open.get(key, ()):
            if given < age:
                ended.come()


def mark(guest: str) -> str:
    """By what a guest is known here: nobody can go back from it to the id, which is random."""
    return hashlib.sha256(guest.encode()).hexdigest()
