"""A guest is forgotten: the name and the id go from the events, lists and results of every table.

A table in use at this node does it in its own turn and goes on, with its clocks and readers.  Any other is taken for it
from whoever has it, so that nobody writes meanwhile; its node finds itself succeeded, and the readers come again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from torite.games.game import Game
from torite.games.position import IllegalMoveError
from torite.server.people import history, ratings
from torite.server.people.sessions import Sessions
from torite.server.storage.appends import Entry, Lease
from torite.server.storage.database import BROKEN, StaleWriter, StoreError, Succeeded, Work
from torite.server.storage.leases import Leases
from torite.server.storage.schema import (
    ADMITTED,
    ANSWERS,
    CHALLENGES,
    DEVICES,
    EVENTS,
    EXERCISES,
    HIDDEN,
    LEAVING,
    LINKS,
    MATCHES,
    PASSKEYS,
    PLAYED,
    RATINGS,
    REVIEWS,
    SANCTIONS,
    TABLES,
    TRIES,
    VISITS,
    WAITING,
    now_of,
    one_at_a_time,
    same_match,
    same_seat,
)
from torite.server.storage.store import Store
from torite.table import dossier
from torite.table.decide import decide
from torite.table.events import Stored, decode, encode
from torite.table.messages import Leave
from torite.table.reading import recalled
from torite.table.refusals import Refused
from torite.table.table import Guest, Table

LATE = 60.0  # seconds after which nothing is on its way any more that a guest had begun
AGAIN = 600.0  # seconds after which a node that was to see to it is taken for gone
LEAVE = sa.text("INSERT INTO leaving VALUES (:guest, :due) ON CONFLICT (guest) DO UPDATE SET due = :due")
ATTEMPTS = 10  # somebody may wake the table while it is being worked at
OWN = (  # rows that are one guest's
    LINKS.c.guest, PASSKEYS.c.guest, WAITING.c.guest, RATINGS.c.player, HIDDEN.c.guest, TRIES.c.guest, ANSWERS.c.guest,
    SANCTIONS.c.who, ADMITTED.c.guest, DEVICES.c.guest,
)  # fmt: skip


async def forget_everywhere(
    store: Store, sessions: Sessions, guest: Guest, at_tables: Callable[[Guest], Awaitable[None]]
) -> None:
    """Let nothing in the house tell of the guest any more.  Raises StoreError.

    at_tables: does `forget_at` at all tables where the guest has been.
    """
    await at_tables(guest)
    await sessions.end(guest.id)
    await store.run(partial(_drop, guest=guest.id, again=LATE))  # nor is there another way back
    await _forget_rest(store, guest, at_tables)  # until now the guest could be elsewhere at a table


async def forget_late(store: Store, at_tables: Callable[[Guest], Awaitable[None]]) -> None:
    """The same of all who have left a while ago: what was on its way then, wherever that was.  Raises StoreError."""

    def claim(connection: sa.Connection) -> str | None:
        """By one node; if that one ends before it is done, or fails, again later, so that others are not behind it."""
        now = now_of(connection)
        is_due = LEAVING.c.due <= now
        first = sa.select(LEAVING.c.guest).where(is_due).order_by(LEAVING.c.due).limit(1).scalar_subquery()
        mine = LEAVING.update().where(is_due, LEAVING.c.guest == first).values(due=now + AGAIN)
        return connection.execute(mine.returning(LEAVING.c.guest)).scalar()

    while (guest := await store.run(claim)) is not None:
        await _forget_rest(store, Guest(guest, ""), at_tables)
        gone = LEAVING.delete().where(LEAVING.c.guest == guest)
        await store.run(lambda connection, gone=gone: connection.execute(gone))  # type: ignore[misc]


async def _forget_rest(store: Store, guest: Guest, at_tables: Callable[[Guest], Awaitable[None]]) -> None:
    """Of one whose cookies count no more.  Raises StoreError."""
    await at_tables(guest)
    await store.run(partial(_drop, guest=guest.id))
    with suppress(StoreError):  # then later: the guest is forgotten
        await store.scrub()


def _drop(connection: sa.Connection, guest: str, again: float | None = None) -> None:
    """again: seconds after which that is to be done once more."""
    one_at_a_time(connection, ratings.LOCK)  # who is rating at the moment may have read of him
    for column in OWN:
        connection.execute(sa.delete(column.table).where(column == guest))
    made = CHALLENGES.update().where(CHALLENGES.c.guest == guest)
    connection.execute(made.values(guest=None, name=None))
    if again is not None:
        connection.execute(LEAVE, {"guest": guest, "due": now_of(connection) + again})


def is_known(connection: sa.Connection, guest: str) -> bool:
    """Does anything tell of a guest with this id?"""
    told = (VISITS.c.guest, CHALLENGES.c.guest, *OWN)
    return any(connection.execute(sa.select(column).where(column == guest).limit(1)).first() for column in told)


async def forget_at(store: Store, leases: Leases, games: Mapping[str, Game], table_id: str, guest: Guest) -> None:
    """Let nothing at this table tell of the guest any more; a seat there is left.  Raises StoreError."""
    for _ in range(ATTEMPTS):
        with suppress(StaleWriter):
            if (lease := await leases.seize(table_id)) is not None:
                await forget_by(lease, store, games, table_id, guest)
            return
    raise StoreError("the table is never quiet")


async def forget_by(lease: Lease, store: Store, games: Mapping[str, Game], table_id: str, guest: Guest) -> Table | None:
    """The same by who has the table: as it is then, None if the house cannot play its game any more.

    Raises StaleWriter if another has it by now, or it has been deleted, and StoreError.
    """
    bodies = await store.load(table_id)
    if not bodies:
        raise Succeeded
    without = await asyncio.to_thread(_without, bodies, guest, games)
    table, also = without.table, [_take_out(table_id, without.changed), _unlist(table_id, guest.id)]
    if table is not None:
        told = history.entry(table, [*also, history.note(table_id, history.visits(table))])
    else:
        told = await _old_entry(store, table_id, without.names, also)
    await store.append(table_id, len(bodies) + 1, without.added, told, lease)
    return table


class _Without(NamedTuple):
    """A table without a guest."""

    changed: list[dict[str, Any]]  # events that are others now: `at`, `fresh`
    added: list[bytes]  # those that come of it that the guest leaves
    names: set[str] | None  # by which the guest was known; None = by any, as damaged events do not tell
    table: Table | None  # None = the house cannot play its game any more: then the seat stays, without a name


def _without(bodies: Sequence[bytes], guest: Guest, games: Mapping[str, Game]) -> _Without:
    """Of a table with these events; of many events it takes seconds.

    Of damaged ones, which nobody plays on, nothing is left where the guest stands in them.
    """
    read: dict[int, Stored] = {}
    for seq, body in enumerate(bodies, 1):
        with suppress(*BROKEN):
            read[seq] = decode(body)
    stored, seqs = [*read.values()], [*read]
    fresh = {seqs[i - 1]: event for i, event in dossier.taken_out(stored, guest).items()}
    names, is_whole = dossier.names(stored, guest), len(read) == len(bodies)
    left, table = _left({**read, **fresh}, stored, guest, games) if is_whole else ([], None)
    changed = [{"at": seq, "fresh": encode(event)} for seq, event in fresh.items()]
    words = [word.encode() for word in (names | {guest.id, guest.name}) - {""}]
    damaged = ((seq, body) for seq, body in enumerate(bodies, 1) if seq not in read)
    changed += [{"at": seq, "fresh": b"{}"} for seq, body in damaged if any(word in body for word in words)]
    return _Without(changed, [encode(event) for event in left], names if is_whole else None, table)


def _left(
    fresh: Mapping[int, Stored], stored: Sequence[Stored], guest: Guest, games: Mapping[str, Game]
) -> tuple[list[Stored], Table | None]:
    """What comes of it that the guest leaves, and the table after `fresh` and that."""
    try:
        table = recalled(stored, games)
        if table.running and table.is_of_other_rules:
            return [], None
        is_there = table.seat_of(guest.id) is not None
        left = decide(table, guest, Leave()).events if is_there else []
        return left, recalled([*fresh.values(), *left], games)
    except (Refused, IllegalMoveError):
        return [], None


async def _old_entry(store: Store, table_id: str, names: set[str] | None, also: Sequence[Work[None]]) -> Entry:
    """What the list of tables knows of it, without these names."""
    query = sa.select(TABLES.c.listed, TABLES.c.phase, TABLES.c.summary).where(TABLES.c.table_id == table_id)
    (row,) = await store.read(query)

    def forget(told: dict[str, Any]) -> None:
        for seat in told["seats"]:
            seat |= {key: None for key in ("name", "played") if names is None or seat.get(key) in names}

    return Entry(row.listed, row.phase, _rewritten(row.summary, forget), also)


def _take_out(table_id: str, changed: list[dict[str, Any]]) -> Work[None]:
    """Write events over that tell of the guest: many at once, for all moves wait meanwhile."""
    same = (EVENTS.c.table_id == table_id, EVENTS.c.seq == sa.bindparam("at"))
    over = EVENTS.update().where(*same).values(body=sa.bindparam("fresh"))

    def write(connection: sa.Connection) -> None:
        if changed:
            connection.execute(over, changed)

    return write


def _unlist(table_id: str, guest: str) -> Work[None]:
    """Take the guest out of who has been there and what was played."""

    def write(connection: sa.Connection) -> None:
        connection.execute(VISITS.delete().where(VISITS.c.table_id == table_id, VISITS.c.guest == guest))
        own = sa.and_(PLAYED.c.table_id == table_id, PLAYED.c.guest == guest)
        for row in connection.execute(sa.select(PLAYED).where(own)).all():
            for kind in (REVIEWS, EXERCISES):
                connection.execute(kind.delete().where(same_seat(kind, row)))
            match = same_match(MATCHES, row)
            kept = connection.execute(sa.select(MATCHES.c.summary).where(match)).scalar_one()
            connection.execute(
                MATCHES.update().where(match).values(summary=_rewritten(kept, partial(_forget_name, row.seat)))
            )
        connection.execute(PLAYED.delete().where(own))

    return write


def _forget_name(seat: int, told: dict[str, Any]) -> None:
    told["names"][seat] = None


def _rewritten(kept: bytes, write: Callable[[dict[str, Any]], None]) -> bytes:
    """A summary, also one that a newer torite has written; of a damaged one, which may have the name in it, nothing."""
    try:
        write(told := msgspec.json.decode(kept, type=dict[str, Any]))
    except (*BROKEN, LookupError, TypeError):
        return b"{}"
    return msgspec.json.encode(told)
