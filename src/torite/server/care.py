"""What an operator does to a database, whether a server runs at it or not.

A backup is a database in one SQLite file, whatever the source is: it can be served as it is, or be restored into an
empty database of either kind.
"""

import logging
import math
import os
import re
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from torite.games import GAMES
from torite.locale import TextError
from torite.review.review import Task
from torite.server.health import UNREADABLE
from torite.server.logs import where
from torite.server.matches import exercises
from torite.server.people import history
from torite.server.people.ratings import Ratings
from torite.server.people.sanctions import impose, lift
from torite.server.people.sessions import Sessions
from torite.server.play.forgetting import forget_at, forget_everywhere, is_known
from torite.server.storage.calls import call
from torite.server.storage.database import BROKEN, StoreError, database_url
from torite.server.storage.leases import Leases
from torite.server.storage.schema import (
    ADMITTED,
    ANSWERS,
    CHALLENGES,
    DEVICES,
    EVENTS,
    EXERCISES,
    HEAD,
    HIDDEN,
    LEAVING,
    MATCHES,
    META,
    NODES,
    PASSKEYS,
    PLAYED,
    RATINGS,
    REVIEWS,
    SANCTIONS,
    SESSIONS,
    TABLES,
    TRIES,
    VERSION,
    VISITS,
    SchemaError,
    prepare,
)
from torite.server.storage.store import Store
from torite.server.visitors.doors import network_of
from torite.server.visitors.problems import refusal_of
from torite.table import dossier
from torite.table.events import Stored, decode
from torite.table.evolution import replayed
from torite.table.refusals import RefusalCode
from torite.table.returning import Kind
from torite.table.table import Guest

LOG = logging.getLogger("torite")
DAY = 24 * 3600.0  # seconds
GUEST_ID = re.compile("[A-Za-z0-9_-]{16,64}")  # see guests.py; older ones were of more letters
LOOPBACK = {4: ip_network("127.0.0.0/8"), 6: ip_network("::1")}  # as `counted_as` has it
NOBODYS = {"node": None}
OF_TABLES = (TABLES, EVENTS, VISITS, ADMITTED, MATCHES, PLAYED, REVIEWS)
OF_ALL = (SESSIONS, LEAVING, PASSKEYS, DEVICES, RATINGS, HIDDEN, CHALLENGES, TRIES, EXERCISES, ANSWERS, SANCTIONS)
OF_HOUSES = {VERSION, NODES}  # there as soon as a house has been opened, before anybody comes
KNOWN_REASONS = {RefusalCode.UNKNOWN_GAME}  # a game from outside: what it has stored cannot be judged here


class CareError(TextError):
    """It cannot be done, and nothing has been."""

    KEY = "cli.admin"


@asynccontextmanager
async def opened(url: str, new: bool = False, older: bool = False, reads: bool = False) -> AsyncIterator[Store]:
    """The database; new, older, reads: as in Store.open.  Raises UnusableError."""
    store = await Store.open(url, new, older, reads)
    try:
        yield store
    finally:
        await store.close()


async def upgrade(url: str) -> str:
    """Number of the schema that the database has now.  Raises UnusableError."""
    async with opened(url, older=True):
        return HEAD


async def tables(url: str) -> list[Any]:
    """table_id, phase, listed, changed, summary and node of all tables, the newest last."""
    async with opened(url, reads=True) as store:
        return await store.read(sa.select(TABLES).order_by(TABLES.c.changed))


async def delete(url: str, table_id: str) -> bool:
    """Delete a table; a server that has it sends its readers away.  False if there is none."""
    async with opened(url) as store:
        is_gone = await store.delete(table_id)
        await call(store, "tables")
        return is_gone


async def guests(url: str, table_id: str) -> dict[str, str]:
    """Names by id of those whom the events of a table name, in their order; {} if there is no such table.

    Damaged events hide no others: somebody at such a table is to be forgotten or banned, too.
    """
    async with opened(url, reads=True) as store:
        bodies, read = await store.load(table_id), list[Stored]()
    for body in bodies:
        try:
            read.append(decode(body))
        except BROKEN as error:
            LOG.error(UNREADABLE, {"table": table_id, "error": where(error)})
    return dossier.guests(read)


async def forget(url: str, who: str) -> None:
    """Let nothing tell of the guest with this id any more, as if the guest had asked for it.  Raises CareError."""

    async def look_again() -> None:
        """Servers do that by themselves."""

    async def at_tables(guest: Guest) -> None:
        for table_id in await history.visited(store, guest.id):
            await forget_at(store, Leases(store, ""), GAMES, table_id, guest)

    async with opened(url) as store:
        if not await store.run(lambda connection: is_known(connection, who)):
            raise CareError("no_guest", who=who)
        await forget_everywhere(store, Sessions(store, look_again), Guest(who, ""), at_tables)


async def sanctions(url: str) -> list[Any]:
    """kind, who, since and until (unix times) of those that hold, the oldest first."""
    async with opened(url, reads=True) as store:
        query = sa.select(SANCTIONS).where(SANCTIONS.c.until > time.time())
        return await store.read(query.order_by(SANCTIONS.c.since))


async def sanction(url: str, kind: Kind, who: str, days: float | None) -> str:
    """Ban or mute who has this id, or an address or network, or close a table, for so many days, None = for ever.

    Whom it concerns, as `named`.  Raises CareError.
    """
    key = named(who, kind)
    async with opened(url) as store:
        known = sa.select(TABLES.c.table_id).where(TABLES.c.table_id == who)
        if kind == "close" and not await store.read(known):
            raise CareError("no_table", table=who)
        await store.run(impose(kind, key, math.inf if days is None else time.time() + days * DAY))
        await call(store, "sanctions")
        return key


async def pardon(url: str, kind: Kind, who: str) -> str:
    """Let it hold no more.  Whom it concerned, as `named`.  Raises CareError."""
    key = named(who, kind)
    async with opened(url) as store:
        if not await store.run(lift(kind, key)):
            raise CareError("no_sanction", who=key)
        await call(store, "sanctions")
        return key


def named(who: str, kind: Kind) -> str:
    """By what a server knows an address or a network; an id as it stands.

    Raises CareError if it is neither, or this machine's.
    """
    network = network_of(who) if kind != "close" else None
    if network is None:
        if kind != "close" and not GUEST_ID.fullmatch(who):
            raise CareError("nobody", who=who)
        return who
    if network.overlaps(LOOPBACK[network.version]):
        raise CareError("everybody", who=who)
    return str(network.network_address if network.num_addresses == 1 else network)


async def rate(url: str) -> int:
    """Compute all ratings anew; the number of matches that count."""
    async with opened(url) as store:
        return await Ratings(store).recompute()


async def add_exercises(url: str, seed: int, number: int, reviewed: Task) -> int:
    """Keep those of a match that bots have played, of this number with this seed; how many are new.

    Raises UnusableError.
    """
    async with opened(url, new=True, older=True) as store:
        return await store.run(exercises.add(f"{exercises.BOTS}{seed}", number, reviewed))


async def check(url: str) -> list[str]:
    """What is wrong: damaged pages, and tables whose events cannot be read or do not fit the rules."""
    async with opened(url, reads=True) as store:
        lines = await store.check()
        for row in await store.read(sa.select(TABLES.c.table_id).order_by(TABLES.c.table_id)):
            try:
                replayed([decode(body) for body in await store.load(row.table_id)])
            except Exception as error:
                refused = refusal_of(error)
                if refused.code not in KNOWN_REASONS:
                    lines.append(f"{row.table_id}: {refused.code}")
        return lines


async def backup(url: str, file: Path) -> int:
    """Write all tables as they are at one moment into a new file; their number.  Raises CareError."""
    part = file.with_name(file.name + ".part")
    async with opened(url, reads=True) as store:
        try:
            if file.exists():
                raise CareError("exists", file=str(file))
            part.unlink(missing_ok=True)
            part.touch(0o600)  # cards and names are in it
            number = await store.run(lambda source: _write(source, part))
            os.replace(part, file)
        except (StoreError, OSError) as error:
            with suppress(OSError):  # where nothing can be written, nothing can be removed
                part.unlink()
            reason = getattr(error, "strerror", None) or str(error)
            raise CareError("not_written", file=str(file), reason=reason) from error
    return number


def _write(source: sa.Connection, file: Path) -> int:
    if source.dialect.name == "sqlite":
        source.exec_driver_sql("BEGIN")  # one moment; the driver begins only before rows are written
    else:
        source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    engine = sa.create_engine(database_url(str(file)))
    try:
        with engine.begin() as target:
            prepare(target)
            return _copy(source, target)
    finally:
        engine.dispose()


async def restore(file: Path, url: str) -> int:
    """Write all tables of a backup into an empty database; their number.  Raises CareError, UnusableError."""
    if not file.is_file():
        raise CareError("no_file", file=str(file))

    def work(target: sa.Connection) -> int:
        if any(target.execute(sa.select(kind).limit(1)).first() for kind in {*META.sorted_tables} - OF_HOUSES):
            raise CareError("not_empty")
        with engine.begin() as source:
            return _copy(source, target)

    with TemporaryDirectory() as folder:  # a backup of an older torite stays as it is
        engine = sa.create_engine(database_url(shutil.copy2(file, folder)))
        if (latest := file.with_name(file.name + "-wal")).is_file():  # what a house has written last, if it is its file
            shutil.copy2(latest, folder)
        try:
            with engine.begin() as source:
                prepare(source, new=False, copied=True)
            async with opened(url, new=True, older=True) as store:
                return await store.run(work)
        except (SchemaError, SQLAlchemyError) as error:
            raise CareError("no_backup", file=str(file)) from error
        finally:
            engine.dispose()


def _copy(source: sa.Connection, target: sa.Connection) -> int:
    """One table after the other, so that no more than one is in memory; nobody owns the copies.

    Who has logged out stays so; links to another device, who waits for others, and the pars of challenges, which can be
    made again, are left behind.
    """
    names = list(source.execute(sa.select(TABLES.c.table_id)).scalars())
    for name in names:
        for kind in OF_TABLES:
            rows = source.execute(sa.select(kind).where(kind.c.table_id == name)).mappings()
            if copies := [{**row, **NOBODYS} if kind is TABLES else {**row} for row in rows]:
                target.execute(kind.insert(), copies)
    for kind in OF_ALL:
        if copies := [{**row} for row in source.execute(sa.select(kind)).mappings()]:
            target.execute(kind.insert(), copies)
    return len(names)
