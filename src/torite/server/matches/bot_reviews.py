"""Reviews of bots' seats, so that the figures of bots tell, too, what a decision costs them.

Nobody asks for them, and nothing waits for them: one at a time is made while the bots' threads have nothing to do, of a
match drawn from the last ones that counted, so that these are a fair sample.
"""

import asyncio
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from torite.server.matches.figures import readable
from torite.server.matches.reviews import ALL, Reviews
from torite.server.play.tables import Tables
from torite.server.settings import Settings
from torite.server.storage.rounds import repeated
from torite.server.storage.schema import MATCHES, REVIEWS, same_match
from torite.server.storage.store import Store
from torite.table.refusals import RefusalCode, Refused

AMONG = 200  # matches that counted, the last ones; about 2 s of the processor each


class Seat(NamedTuple):
    """A seat of a finished match."""

    table: str
    number: int  # of the match of that table
    seat: int


class Levels(msgspec.Struct):
    """Of a MatchSummary, who was a bot; None = a person."""

    levels: list[str | None]


class BotReviews:
    """Has them made."""

    def __init__(self, store: Store, tables: Tables, reviews: Reviews, settings: Settings) -> None:
        self._store, self._tables, self._reviews = store, tables, reviews
        self._often, self._games = settings.bot_reviews, settings.games
        self._hopeless: set[tuple[str, int]] = set()  # matches that cannot be reviewed

    async def work(self) -> None:
        """For ever."""
        if self._often != float("inf"):
            await asyncio.sleep(self._often)
            await repeated(self._make_one_if_idle, self._often, "no bot could be reviewed: %(error)s")

    async def _make_one_if_idle(self) -> None:
        if self._tables.thinkers.pool.is_idle:
            await self.make_one()

    async def make_one(self) -> Seat | None:
        """Begin one review; of whom.  None = there is nobody left.  Raises StoreError."""
        share = self._tables.thinkers.readiness.share
        ready = {name for name, game in self._games.items() if share(game) is None}  # nothing is compiled for this
        found = _unreviewed([row for row in await self._store.read(_last()) if row.game in ready])
        left = [seat for seat in found if seat[:2] not in self._hopeless]
        if not left:
            return None
        chosen = random.choice(left)
        try:
            table = await self._tables.finished(await self._tables.read(chosen.table), chosen.number)
            await self._reviews.review(table, chosen.seat, guest="", payer="")
        except Refused as refused:
            if refused.code != RefusalCode.REVIEW_RUNNING:  # then the one before is not done
                self._hopeless.add(chosen[:2])
            return None
        return chosen


def _last() -> sa.Select[Any]:
    """The last matches that counted, once for each of their seats that was reviewed, or once with None."""
    last = (
        sa.select(MATCHES.c.table_id, MATCHES.c.number, MATCHES.c.game, MATCHES.c.summary)
        .where(MATCHES.c.counts == sa.true(), MATCHES.c.nth.is_not(None))
        .order_by(MATCHES.c.nth.desc())
        .limit(AMONG)
        .cte("last")
    )
    return sa.select(last, REVIEWS.c.seat).outerjoin(REVIEWS, same_match(REVIEWS, last.c) & (REVIEWS.c.seat != ALL))


def _unreviewed(rows: Sequence[Any]) -> list[Seat]:
    """Of each level of bots in each match one seat, if there is no review of such a seat."""
    levels = {(row.table_id, row.number): match.levels for row, match in readable(rows, "summary", Levels)}
    seats: dict[tuple[str, int, str], list[Seat]] = {}
    for match, of in levels.items():
        for seat, level in enumerate(of):
            if level is not None:
                seats.setdefault((*match, level), []).append(Seat(*match, seat))
    reviewed = [((row.table_id, row.number), row.seat) for row in rows if row.seat is not None]
    done = {(*match, levels[match][seat]) for match, seat in reviewed if match in levels}
    return [random.choice(of) for key, of in seats.items() if key not in done]
