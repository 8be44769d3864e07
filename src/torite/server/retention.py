"""What is not kept for long: tables without a match, of bots or of forgotten guests alone, challenges that nobody has
tried, bans that are over, links that are too old, who has waited and is gone.
"""

import logging
import time
from collections.abc import Container
from functools import partial

import msgspec

from torite.server.matches.challenges import Challenges
from torite.server.people import links
from torite.server.people.sanctions import drop_old
from torite.server.play import meetings
from torite.server.settings import Settings
from torite.server.storage.database import BROKEN
from torite.server.storage.rounds import repeated
from torite.server.storage.store import Store
from torite.table.bodies import TableSummary

LOG = logging.getLogger("torite")
OFTEN = 3600.0  # seconds between two looks
AT_ONCE = 500  # tables that are looked at together

_SUMMARY = msgspec.json.Decoder(TableSummary)


class Retention:
    """Deletes such tables; each table that stays is looked at once, as long as it is not touched."""

    def __init__(self, store: Store, settings: Settings, in_use: Container[str], challenges: Challenges) -> None:
        """in_use: tables that are spared."""
        self._store, self._keep, self._now = store, settings.keep, settings.now
        self._in_use, self._challenges = in_use, challenges
        self._looked_at = (float("-inf"), "")  # last event and id of the last of those that stay

    async def work(self) -> None:
        """For ever."""
        await repeated(self.clear, OFTEN, "old tables could not be deleted: %(error)s")

    async def clear(self) -> None:
        """Delete what is old enough, and what the disk still has of what was deleted before.  Raises StoreError."""
        for drop in (drop_old, links.drop_old, partial(meetings.drop_old, self._now())):
            await self._store.run(drop)
        await self._challenges.clear(time.time() - self._keep)
        if number := await self.forget(time.time() - self._keep):
            LOG.info("%(tables)d old tables without a match of people are gone", {"tables": number})
        await self._store.scrub()

    async def forget(self, before: float) -> int:
        """Delete those whose last event is from before that time; their number.  Raises StoreError."""
        number = 0
        while rows := await self._store.untouched(*self._looked_at, before, AT_ONCE):
            for table, phase, stored, _, deserted in rows:
                if table not in self._in_use and (deserted or is_dispensable(phase, stored)):
                    number += await self._store.delete(table, before)
            self._looked_at = rows[-1].changed, rows[-1].table_id
        return number


def is_dispensable(phase: str, stored: bytes) -> bool:
    """Has nobody played there?  A summary that cannot be read stays, for somebody to look at."""
    try:
        seats = _SUMMARY.decode(stored).seats
    except BROKEN:
        return False
    return phase == "lobby" or all(seat.kind == "bot" and not seat.stand_in for seat in seats)
