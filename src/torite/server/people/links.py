"""Recovery links: with one the same guest opens the house on another device, once, within a quarter of an hour.

What is random in the link is known to whoever has it alone: the database has a hash.  It stands in the fragment of
the address, which browsers send to nobody.
"""

import hashlib
import secrets
import time

import sqlalchemy as sa

from torite.server.people.guests import Badge
from torite.server.storage.schema import LINKS, one_at_a_time
from torite.server.storage.store import Store
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest

LOCK = 7_215_331_422  # "one is made at a time" in PostgreSQL
GOOD_FOR = 15 * 60.0  # seconds
TOKEN_BYTES = 16


class Links:
    """Makes them and takes them back."""

    def __init__(self, store: Store) -> None:
        self._store, self._clock = store, time.time

    async def make(self, badge: Badge) -> tuple[str, float]:
        """A new token, and the unix time until which it is good; the guest's older ones are not.  Raises StoreError."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        row = {"mark": _mark(token), "guest": badge.guest.id, "name": badge.guest.name, "age": badge.age}

        def write(connection: sa.Connection) -> None:
            one_at_a_time(connection, LOCK)  # two that are asked for at once do not see each other
            connection.execute(LINKS.delete().where((LINKS.c.guest == badge.guest.id) | (LINKS.c.until < now)))
            connection.execute(LINKS.insert(), {**row, "until": now + GOOD_FOR})

        await self._store.run(write)
        return token, now + GOOD_FOR

    async def take(self, token: str, lock: str) -> Badge:
        """What the cookie of the browser with this lock says from now on.  Raises Refused, StoreError.

        Nobody learns whether a token that is not good was used, is too old, or has never been.
        """
        gone = LINKS.delete().where(LINKS.c.mark == _mark(token)).returning(LINKS)
        row = await self._store.run(lambda connection: connection.execute(gone).first())
        if row is None or row.until < self._clock():
            raise Refused(RefusalCode.BAD_LINK)
        return Badge(Guest(row.guest, row.name), lock, row.age)

    async def of_guest(self, guest: str) -> float | None:
        """The unix time until which the guest's link is good; None = there is none.  Raises StoreError."""
        rows = await self._store.read(sa.select(LINKS.c.until).where(LINKS.c.guest == guest))
        return rows[0].until if rows else None

    async def drop(self, guest: str) -> None:
        """No link of this guest is good any more.  Raises StoreError."""
        gone = LINKS.delete().where(LINKS.c.guest == guest)
        await self._store.run(lambda connection: connection.execute(gone))


def drop_old(connection: sa.Connection) -> None:
    """Delete those that are good no more: names are among it."""
    connection.execute(LINKS.delete().where(LINKS.c.until < time.time()))


def _mark(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
