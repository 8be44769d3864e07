"""Guests who wait for others: brought together as soon as there are enough for a game, or with bots after a while.

Who waits asks again and again, and each time it is looked whether he can be seated; who has not asked for a while does
not wait any more.  So no node has anything to do by itself, and any of them may be asked: who is seated is written down
in the transaction that makes the table, which fails if one of them has gone, or has been seated elsewhere.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from torite.search.players import LEVELS
from torite.server.people.sanctions import Sanctions
from torite.server.play.tables import Tables
from torite.server.settings import Settings
from torite.server.storage.database import StaleWriter, StoreError, Work
from torite.server.storage.schema import WAITING
from torite.server.storage.store import Store
from torite.server.visitors.connection import End
from torite.table.bodies import Queue, Waiting, Wish
from torite.table.conditions import check_players
from torite.table.refusals import RefusalCode, Refused, game_named
from torite.table.table import Guest

AWAY = 15.0  # seconds after which somebody of whom nothing was noted does not wait any more
WAIT = sa.text(
    "INSERT INTO waiting (guest, name, wish, since, until, seen) VALUES (:guest, :name, :wish, :now, :until, :now) "
    "ON CONFLICT (guest) DO UPDATE "
    "SET name = :name, wish = :wish, since = :now, until = :until, seen = :now, table_id = NULL"
)
NOTED = 5.0  # seconds from one note that somebody has asked to the next: not every question is a write


@dataclass(frozen=True)
class Waiter:
    """Somebody who waits."""

    guest: Guest
    wish: Wish
    since: float
    until: float | None
    table: str | None  # at which he has been seated

    def wants(self, game: str, players: int) -> bool:
        """Would he play this with so many?"""
        return self.wish.games.get(game) == players


class Meetings:
    """Who waits, and for what."""

    def __init__(self, store: Store, tables: Tables, settings: Settings, sanctions: Sanctions) -> None:
        self._store, self._tables, self._settings, self._sanctions = store, tables, settings, sanctions
        self._minded: dict[str, asyncio.Task[None]] = {}  # by guest, who may be banned while he waits

    async def begin(self, guest: Guest, wish: Wish, address: str | None) -> Waiting:
        """Wait from now on, and for nothing else.  Raises Refused, StoreError."""
        self._check(wish)
        now = self._settings.now()
        until = None if wish.wait is None else now + wish.wait
        row = {"guest": guest.id, "name": guest.name, "wish": msgspec.json.encode(wish), "now": now, "until": until}
        await self._store.run(lambda connection: connection.execute(WAIT, row))
        return await self.look(guest, address)

    def _check(self, wish: Wish) -> None:
        """Raises Refused."""
        if wish.level not in LEVELS:
            raise Refused(RefusalCode.UNKNOWN_LEVEL, name=wish.level[:40])
        for name, players in wish.games.items():
            game = game_named(self._settings.games, name)
            if players < 2:
                raise Refused(RefusalCode.TOO_FEW_PLAYERS, min=next((each for each in game.tables if each > 1), 2))
            check_players(game, players)

    async def look(self, guest: Guest, address: str | None) -> Waiting:
        """Still here: has a table been found, or is there one now?  Raises Refused, StoreError."""
        now = self._settings.now()
        rows = await self._store.run(partial(seen, guest.id, now))
        own = next((each for each in rows if each.guest.id == guest.id), None)
        if own is None:
            raise Refused(RefusalCode.NOT_WAITING)
        if own.table is not None:
            return Waiting(own.table, [], None)
        self._mind(guest.id, address)
        pool = [each for each in rows if each.table is None]
        if (found := company(pool, own, now)) is not None:
            game, people = found
            guests, players = [each.guest for each in people], own.wish.games[game]
            with suppress(StaleWriter):  # one of them is gone, or another node was first
                table = await self._tables.meet(game, players, guests, own.wish.level, partial(_seated, people))
                return Waiting(table, [], None)
        wanted = [Queue(*each, sum(other.wants(*each) for other in pool)) for each in own.wish.games.items()]
        return Waiting(None, wanted, None if own.until is None else max(0.0, own.until - now))

    def _mind(self, guest: str, address: str | None) -> None:
        """From where somebody waits is written nowhere, so the node that was asked drops him if he is banned."""
        if (before := self._minded.get(guest)) is not None:
            before.cancel()
        self._minded[guest] = task = asyncio.create_task(self._drop_once_banned(guest, address))

        def forget(_: object) -> None:
            if self._minded.get(guest) is task:
                del self._minded[guest]

        task.add_done_callback(forget)

    async def _drop_once_banned(self, guest: str, address: str | None) -> None:
        ended = End()
        with suppress(TimeoutError, StoreError), self._sanctions.open(ended, guest, address):
            async with asyncio.timeout(AWAY):
                await ended
            await self.drop(guest)

    async def queues(self) -> list[Queue]:
        """How many wait for what, most first.  Raises StoreError."""
        now = self._settings.now()
        pool = [each for each in await self._store.run(partial(_all, now)) if each.table is None]
        counted = Counter(each for waiter in pool for each in waiter.wish.games.items())
        return [Queue(*each, number) for each, number in counted.most_common()]

    async def of_guest(self, guest: str) -> Wish | None:
        """What the guest waits for, or has been seated for last.  Raises StoreError."""
        rows = await self._store.read(sa.select(WAITING.c.wish).where(WAITING.c.guest == guest))
        return msgspec.json.decode(rows[0].wish, type=Wish) if rows else None

    async def drop(self, guest: str) -> None:
        """The guest does not wait any more.  Raises StoreError."""
        gone = WAITING.delete().where(WAITING.c.guest == guest)
        await self._store.run(lambda connection: connection.execute(gone))


def company(pool: Sequence[Waiter], own: Waiter, now: float) -> tuple[str, list[Waiter]] | None:
    """What one who waits plays now, and with whom; None = he waits on.  pool: all who wait, the first ones first."""
    for game, players in own.wish.games.items():
        people = [each for each in pool if each.wants(game, players)][:players]
        if len(people) == players and own in people:
            return game, people
    if own.until is None or now < own.until:
        return None

    def with_bots(game: str) -> list[Waiter]:
        """Whoever would have bots in the end has them now."""
        players = own.wish.games[game]
        others = [each for each in pool if each.wants(game, players) and each.until is not None and each != own]
        return [own, *others][:players]

    game = max(own.wish.games, key=lambda name: len(with_bots(name)))
    return game, with_bots(game)


def _all(now: float, connection: sa.Connection) -> list[Waiter]:
    query = sa.select(WAITING).where(WAITING.c.seen > now - AWAY).order_by(WAITING.c.since, WAITING.c.guest)
    return [_waiter(row) for row in connection.execute(query)]


def _waiter(row: Any) -> Waiter:
    wish = msgspec.json.decode(row.wish, type=Wish)
    return Waiter(Guest(row.guest, row.name), wish, row.since, row.until, row.table_id)


def seen(guest: str, now: float, connection: sa.Connection) -> list[Waiter]:
    """Note that the guest is there, and let those go who are not; all who wait."""
    drop_old(now, connection)
    own = (WAITING.c.guest == guest, WAITING.c.seen <= now - NOTED)
    connection.execute(WAITING.update().where(*own).values(seen=now))
    return _all(now, connection)


def drop_old(now: float, connection: sa.Connection) -> None:
    """Delete those who do not wait any more: names are among it.  now: unix time, by which they wait"""
    connection.execute(WAITING.delete().where(WAITING.c.seen <= now - AWAY))


def _seated(people: Sequence[Waiter], table_id: str) -> Work[None]:
    """They have a table, all of them."""

    def write(connection: sa.Connection) -> None:
        for each in sorted(people, key=lambda waiter: waiter.guest.id):  # rows are locked in one order by all
            own = (WAITING.c.guest == each.guest.id, WAITING.c.since == each.since, WAITING.c.table_id.is_(None))
            if not connection.execute(WAITING.update().where(*own).values(table_id=table_id)).rowcount:
                raise StaleWriter

    return write
