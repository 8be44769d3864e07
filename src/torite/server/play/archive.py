"""Tables as they lie in the store, whoever has them: read as a whole, and nobody plays at them."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from torite.games.game import Game
from torite.server.health import UNREADABLE
from torite.server.logs import where
from torite.server.storage.database import BROKEN, DamagedError
from torite.server.storage.store import Store
from torite.table import dossier
from torite.table.claiming import without_claims
from torite.table.events import Created, Started, Stored, decode
from torite.table.reading import as_written, recalled
from torite.table.refusals import RefusalCode, Refused
from torite.table.returning import MyEvents
from torite.table.table import Table, other_rules

LOG = logging.getLogger("torite")


class Archive:
    """All tables of the store.  What is decoded is decoded in another thread."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store, self._games = store, games

    async def load(self, table_id: str, until: int | None = None) -> Table:
        """The table as it is, or as it was at the end of match `until`.  Raises Refused, StoreError."""
        return await asyncio.to_thread(self._decoded, table_id, await self._bodies(table_id), until)

    async def written(self, table_id: str, until: int | None) -> Table:
        """The same `as_written`: also where its game has changed.  Raises Refused, StoreError."""
        return await asyncio.to_thread(_as_written, table_id, await self._bodies(table_id), until)

    async def told(self, table_id: str, guest: str) -> MyEvents | None:
        """What its events hold about this guest; None = it is gone, or cannot be read.  Raises StoreError."""
        bodies = await self._store.load(table_id)
        if not bodies:
            return None  # it has been deleted meanwhile
        try:
            return await asyncio.to_thread(self._told, table_id, bodies, guest)
        except BROKEN as error:
            LOG.error(UNREADABLE, {"table": table_id, "error": where(error)})
            return None

    async def _bodies(self, table_id: str) -> list[bytes]:
        """The stored events of a table that there is.  Raises Refused, StoreError."""
        try:
            bodies = await self._store.load(table_id)
        except DamagedError as error:
            LOG.error(UNREADABLE, {"table": table_id, "error": error})
            raise Refused(RefusalCode.GONE) from error
        if not bodies:
            raise Refused(RefusalCode.NOT_FOUND)
        return bodies

    def _decoded(self, table_id: str, bodies: Sequence[bytes], until: int | None) -> Table:
        """Raises Refused: also for a game from outside that this server has not been given."""
        events: list[Stored] = []
        try:
            events = [decode(body) for body in bodies]
            table = without_claims(recalled(events, self._games, until))
        except Refused:
            raise
        except Exception as error:
            LOG.error(UNREADABLE, {"table": table_id, "error": where(error)})
            raise Refused(RefusalCode.OTHER_RULES if self._are_other(events) else RefusalCode.GONE) from error
        if table.running and table.is_of_other_rules:
            raise Refused(RefusalCode.OTHER_RULES)
        return table

    def _are_other(self, events: Sequence[Stored]) -> bool:
        """Has a match in this log been begun with other rules than those of today?"""
        if not events or not isinstance(events[0], Created):
            return False
        game = self._games[events[0].game]
        return any(other_rules(event.rules, game) for event in events if isinstance(event, Started))

    def _told(self, table_id: str, bodies: Sequence[bytes], guest: str) -> MyEvents:
        stored = [decode(body) for body in bodies]
        game = stored[0].game if isinstance(stored[0], Created) else ""
        return MyEvents(table_id, game, dossier.told(stored, guest, self._games))


def _as_written(table_id: str, bodies: Sequence[bytes], until: int | None) -> Table:
    """See `as_written`.  Raises Refused."""
    try:
        return as_written([decode(body) for body in bodies], until)
    except Exception as error:
        LOG.error(UNREADABLE, {"table": table_id, "error": where(error)})
        raise Refused(RefusalCode.GONE) from error
