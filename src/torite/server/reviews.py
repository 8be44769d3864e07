"""Reviews of finished matches: made once, in the bots' threads while no bot needs them, and kept.

A review is asked for again and again until it is done; each answer tells what is known by then.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import msgspec
import sqlalchemy as sa

from torite.games.game import Game
from torite.review.review import COARSE, FULL, Task
from torite.server.pool import Asker, StuckError
from torite.server.schema import PLAYED, REVIEWS
from torite.server.store import StaleWriter, Store, StoreError
from torite.server.thinking import Thinkers, where
from torite.table.format import RecordError
from torite.table.looking import Judged, Review
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Table
from torite.table.views import table_record

LOG = logging.getLogger("torite")
AT_MOST = 16  # reviews that are being made
Key = tuple[str, int, int]  # table, number of the match, seat


class _Running:
    """A review that is being made."""

    def __init__(self, guest: str) -> None:
        self.guest = guest  # for whom
        self.judged: dict[int, Judged] = {}
        self.ready: asyncio.Future[Task] = asyncio.get_running_loop().create_future()
        self.work: asyncio.Task[None] | None = None

    async def tell(self) -> Review:
        """What is known.  Raises Refused."""
        task = await asyncio.shield(self.ready)
        return task.tell([self.judged[n] for n in sorted(self.judged)], done=False)


class Reviews:
    """Those that are being made here, and those that are kept."""

    def __init__(self, store: Store, thinkers: Thinkers, games: Mapping[str, Game]) -> None:
        self._store, self._thinkers, self._games = store, thinkers, games
        self._running: dict[Key, _Running] = {}
        self._preparing = asyncio.Semaphore(1)  # as with matches that are shown again

    async def ask(self, table: Table, seat: int, guest: str | None, payer: str) -> Review:
        """The review of a seat in the match that has just ended at the table, as far as it is known.

        guest: who may have it made; None = only one that is there is told.  Raises Refused, StoreError.
        """
        key = table.id, table.played, seat
        if (running := self._running.get(key)) is None:
            if (kept := await kept_review(self._store, key)) is not None:
                return kept
            if guest is None:
                raise Refused(RefusalCode.PRIVATE)
            running = self._running.get(key) or self._begin(key, table, guest, payer)
        return await running.tell()

    def _begin(self, key: Key, table: Table, guest: str, payer: str) -> _Running:
        if len(self._running) >= AT_MOST or guest in {each.guest for each in self._running.values()}:
            raise Refused(RefusalCode.REVIEW_RUNNING)
        running = self._running[key] = _Running(guest)
        running.work = asyncio.create_task(self._work(key, table, running, Asker(table.id, payer, later=True)))
        return running

    async def _work(self, key: Key, table: Table, running: _Running, asker: Asker) -> None:
        """Make the review and keep it."""
        pool = self._thinkers.pool
        try:
            await self._thinkers.readiness.wait(table.game)
            prepare = partial(_prepared, table, key[2], {**self._games, table.game.name: table.game})
            async with self._preparing:  # not in the pool: whoever asks waits for it, and is told at once
                running.ready.set_result(task := await asyncio.to_thread(prepare))

            async def judge(number: int, worlds: int) -> None:
                running.judged[number] = await pool.run(partial(task.judge, number, worlds), asker)

            for worlds in (COARSE, FULL):
                async with asyncio.TaskGroup() as group:
                    for number in range(len(task.decisions)):
                        group.create_task(judge(number, worlds))
            told = task.tell([running.judged[n] for n in sorted(running.judged)], done=True)
            await _keep(self._store, key, told)
        except BaseException as error:
            if not running.ready.done():
                running.ready.set_exception(_refused(error))
                running.ready.exception()  # whoever asks is told; nobody may have
            if isinstance(error, asyncio.CancelledError):
                raise
            if not isinstance(error, Refused | RecordError):
                LOG.error("a review could not be made: %(error)s", {"error": where(error)})
        finally:
            del self._running[key]

    async def close(self) -> None:
        """Stop; what is not done will be made anew when somebody asks."""
        works = [each.work for each in self._running.values() if each.work is not None]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


def _prepared(table: Table, seat: int, games: Mapping[str, Game]) -> Task:
    return Task(table_record(table), seat, games)


def _refused(error: BaseException) -> Refused:
    """What whoever asks is told."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, RecordError):
        return Refused(RefusalCode.BAD_RECORD, reason=error.code, about=error.params, deal=error.deal, action=None)
    if isinstance(error, StuckError | asyncio.CancelledError):
        return Refused(RefusalCode.SERVER_ERROR)
    return Refused(RefusalCode.STORE_UNAVAILABLE if isinstance(error, StoreError) else RefusalCode.SERVER_ERROR)


async def kept_review(store: Store, key: Key) -> Review | None:
    """The review that has been made, if there is one.  Raises StoreError."""
    query = sa.select(REVIEWS.c.body).where(
        REVIEWS.c.table_id == key[0], REVIEWS.c.number == key[1], REVIEWS.c.seat == key[2]
    )
    rows = await store.read(query)
    return msgspec.json.decode(rows[0].body, type=Review) if rows else None


async def _keep(store: Store, key: Key, told: Review) -> None:
    row = dict(zip(("table_id", "number", "seat"), key, strict=True)) | {"body": msgspec.json.encode(told)}
    with suppress(StaleWriter):  # another node has been first
        await store.run(lambda connection: connection.execute(REVIEWS.insert(), row))


async def reviewed(store: Store, guest: str) -> list[Review]:
    """All reviews of seats that this guest has played.  Raises StoreError."""
    same = sa.and_(*(REVIEWS.c[name] == PLAYED.c[name] for name in ("table_id", "number", "seat")))
    query = sa.select(REVIEWS.c.body).join(PLAYED, same).where(PLAYED.c.guest == guest)
    rows = await store.read(query.order_by(REVIEWS.c.table_id, REVIEWS.c.number))
    return [msgspec.json.decode(row.body, type=Review) for row in rows]
