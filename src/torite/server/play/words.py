"""Words of tables: who has said the right one is asked for it no more, at no node, until there is another."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from torite.server.storage.database import StaleWriter
from torite.server.storage.schema import ADMITTED
from torite.server.storage.store import Store
from torite.table import word as words
from torite.table.admission import is_of
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest, Table

T = TypeVar("T")
THREAD = ThreadPoolExecutor(1, "torite-word")  # one after the other: each takes 16 MiB


async def _aside(work: Callable[[], T]) -> T:
    """Off the loop."""
    return await asyncio.get_running_loop().run_in_executor(THREAD, work)


async def seal(word: str) -> str:
    """What a table keeps of its word.  Raises Refused."""
    return await _aside(partial(words.sealed, words.clean_word(word)))


async def say(store: Store, table: Table, guest: Guest, word: str) -> None:
    """The guest says the word of the table; a right one is remembered.  Raises Refused, StoreError."""
    if table.word is None or is_of(table, guest):
        return
    if not await _aside(partial(words.opens, word, table.word)):
        raise Refused(RefusalCode.WRONG_WORD)
    which = {"table_id": table.id, "guest": guest.id}
    row = which | {"version": words.version(table.word)}

    def write(connection: sa.Connection) -> None:
        connection.execute(ADMITTED.delete().where(*(ADMITTED.c[key] == value for key, value in which.items())))
        connection.execute(ADMITTED.insert(), row)

    with suppress(StaleWriter):  # said twice at a time
        await store.run(write)


async def knows(store: Store, table: Table, guest: Guest | None) -> bool:
    """May the guest come in without being asked for the word?  Raises StoreError."""
    if table.word is None or is_of(table, guest):
        return True
    if guest is None:
        return False
    said = (ADMITTED.c.version == words.version(table.word), ADMITTED.c.guest == guest.id)
    return bool(await store.read(sa.select(ADMITTED.c.guest).where(ADMITTED.c.table_id == table.id, *said)))


async def of_guest(store: Store, guest: str) -> list[str]:
    """Ids of the tables whose word the guest has said.  Raises StoreError."""
    query = sa.select(ADMITTED.c.table_id).where(ADMITTED.c.guest == guest).order_by(ADMITTED.c.table_id)
    return [row.table_id for row in await store.read(query)]
