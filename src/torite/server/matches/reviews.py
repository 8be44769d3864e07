"""Reviews and pars of finished matches: made once, in the bots' threads while no bot needs them, and kept.

They are asked for again and again until they are done; each answer tells what is known by then.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import cast

import msgspec
import sqlalchemy as sa

from torite.games.game import Game
from torite.review.par import ParTask
from torite.review.review import Task, Work
from torite.server.bots.pool import Asker, StuckError
from torite.server.bots.thinking import Thinkers
from torite.server.logs import where
from torite.server.matches import exercises
from torite.server.settings import Settings
from torite.server.storage.database import StaleWriter, StoreError
from torite.server.storage.schema import PLAYED, REVIEWS, VISITS, same_seat
from torite.server.storage.store import Store
from torite.server.visitors.doors import neighbourhood
from torite.table.challenge import opening
from torite.table.claiming import before_claims
from torite.table.events import Challenge
from torite.table.format import RecordError
from torite.table.looking import Par, Review
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Table
from torite.table.views import table_record

LOG = logging.getLogger("torite")
AT_MOST = 16  # that are being made
READY = 600.0  # seconds in which the game's kernels have to be there
ALL = -1  # in place of a seat: the par of all seats
PAR = "challenge "  # before its id: in place of the table of a par that is a challenge's
Key = tuple[str, int, int]  # table, number of the match, seat
Told = Review | Par
Prepare = Callable[[Mapping[str, Game]], Work[Told]]


class _Running:
    """A review or par that is being made."""

    def __init__(self, guest: str, near: str) -> None:
        self.guest, self.near = guest, near  # for whom, of which neighbourhood
        self.ready: asyncio.Future[Work[Told]] = asyncio.get_running_loop().create_future()
        self.work: asyncio.Task[None] | None = None

    async def tell(self) -> Told:
        """What is known.  Raises Refused."""
        return (await asyncio.shield(self.ready)).tell(done=False)


class Reviews:
    """Those that are being made here, and those that are kept."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self._store, self._thinkers, self._games = store, thinkers, settings.games
        self._of_one = settings.reviews
        self._running: dict[Key, _Running] = {}
        self._preparing = asyncio.Semaphore(1)  # as with matches that are shown again

    async def review(self, table: Table, seat: int, guest: str | None, payer: str) -> Review:
        """The review of a seat in the match that has just ended at the table, as far as it is known.

        guest: who may have it made; "" = the house, when nobody waits for anything; None = only one that is there is
        told.  Raises Refused, StoreError.
        """

        def work(games: Mapping[str, Game]) -> Work[Told]:
            assert table.match is not None
            claimed = before_claims(table.match)
            return Task(table_record(table), seat, games, since=first_deal(table), claimed=claimed)

        return cast(Review, await self._ask((table.id, table.played, seat), table.game, work, guest, payer))

    async def par(self, table: Table, guest: str | None, payer: str) -> Par:
        """Cards and play of all seats in that match, as far as they are known; else as `review`."""

        def work(games: Mapping[str, Game]) -> Work[Told]:
            return ParTask(table_record(table), games, since=first_deal(table))

        return cast(Par, await self._ask((table.id, table.played, ALL), table.game, work, guest, payer))

    async def par_of(self, challenge: Challenge, game: Game, guest: str, payer: str) -> Par:
        """Cards of all seats in what is played in a challenge, as far as they are known; else as `review`."""

        def work(_: Mapping[str, Game]) -> Work[Told]:
            return (ParTask.of_match if challenge.whole else ParTask.of_deal)(opening(challenge, game))

        return cast(Par, await self._ask((PAR + challenge.id, 0, ALL), game, work, guest, payer))

    async def _ask(self, key: Key, game: Game, prepare: Prepare, guest: str | None, payer: str) -> Told:
        if (running := self._running.get(key)) is None:
            if (kept := await _kept(self._store, key)) is not None:
                return kept
            if guest is None:
                raise Refused(RefusalCode.PRIVATE)
            running = self._running.get(key) or self._begin(key, game, prepare, guest, payer)
        return await running.tell()

    def _begin(self, key: Key, game: Game, prepare: Prepare, guest: str, payer: str) -> _Running:
        near = neighbourhood(payer)
        busy = {(each.guest, other[2] == ALL) for other, each in self._running.items()}
        same = sum(each.near == near for each in self._running.values())
        if (guest, key[2] == ALL) in busy or same >= self._of_one or len(self._running) >= AT_MOST:
            raise Refused(RefusalCode.REVIEW_RUNNING)
        running = self._running[key] = _Running(guest, near)
        asker = Asker(key[0], payer, later=True, last=not guest, near=near)
        running.work = asyncio.create_task(self._work(key, game, prepare, running, asker))
        return running

    async def _work(self, key: Key, game: Game, prepare: Prepare, running: _Running, asker: Asker) -> None:
        """Make the review and keep it."""
        pool = self._thinkers.pool
        try:
            async with asyncio.timeout(READY):
                await self._thinkers.readiness.wait(game)
            async with self._preparing:  # not in the pool: whoever asks waits for it, and is told at once
                running.ready.set_result(task := await asyncio.to_thread(prepare, {**self._games, game.name: game}))

            for stage in task.pieces():
                async with asyncio.TaskGroup() as group:
                    for piece in stage:
                        group.create_task(pool.run(piece, asker))
            await _keep(self._store, key, task, running.guest)
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


def first_deal(table: Table) -> int | None:
    """The only deal of its match that was played at the table; None = all were."""
    return None if table.challenge is None or table.challenge.whole else table.challenge.deal


def _refused(error: BaseException) -> Refused:
    """What whoever asks is told."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, RecordError):
        return Refused(RefusalCode.BAD_RECORD, reason=error.code, about=error.params, deal=error.deal, action=None)
    if isinstance(error, StuckError | asyncio.CancelledError):
        return Refused(RefusalCode.SERVER_ERROR)
    return Refused(RefusalCode.STORE_UNAVAILABLE if isinstance(error, StoreError) else RefusalCode.SERVER_ERROR)


async def _kept(store: Store, key: Key) -> Told | None:
    """What has been made, if it has.  Raises StoreError."""
    query = sa.select(REVIEWS.c.body).where(
        REVIEWS.c.table_id == key[0], REVIEWS.c.number == key[1], REVIEWS.c.seat == key[2]
    )
    rows = await store.read(query)
    if not rows:
        return None
    kind: type[Par] | type[Review] = Par if key[2] == ALL else Review
    return msgspec.json.decode(rows[0].body, type=kind)


async def _keep(store: Store, key: Key, work: Work[Told], maker: str) -> None:
    """Keep what has been made, and the exercises that come of it; no review for who has been forgotten meanwhile."""
    body = msgspec.json.encode(work.tell(done=True))
    row = dict(zip(("table_id", "number", "seat"), key, strict=True)) | {"body": body}

    still = sa.select(VISITS.c.guest).where(VISITS.c.guest == maker, VISITS.c.table_id == key[0]).with_for_update()

    def write(connection: sa.Connection) -> None:
        if maker and key[2] != ALL and connection.scalar(still) is None:
            return
        connection.execute(REVIEWS.insert(), row)
        if isinstance(work, Task):
            exercises.add(*key[:2], work)(connection)

    with suppress(StaleWriter):  # another node has been first
        await store.run(write)


async def reviewed(store: Store, guest: str) -> list[Review]:
    """All reviews of seats that this guest has played.  Raises StoreError."""
    query = sa.select(REVIEWS.c.body).join(PLAYED, same_seat(PLAYED, REVIEWS.c)).where(PLAYED.c.guest == guest)
    rows = await store.read(query.order_by(REVIEWS.c.table_id, REVIEWS.c.number))
    return [msgspec.json.decode(row.body, type=Review) for row in rows]
