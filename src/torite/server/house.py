"""What the handlers of the server share."""

from typing import Any

from litestar.connection import ASGIConnection

from torite.server.connection import Bucket
from torite.server.guests import COOKIE, BrokenCookie, Cookies
from torite.server.settings import Settings
from torite.server.store import Store
from torite.server.tables import Tables
from torite.table.table import Guest

NEW_TABLES = 2.0  # a second, of all visitors together
NEW_TABLES_BURST = 60


class House:
    """The running server: its tables, its store, and who may come in."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.cookies = Cookies(settings.key)
        self.tables = Tables(store, settings)
        self.new_tables = Bucket(NEW_TABLES, NEW_TABLES_BURST)

    def guest(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
        """Who is at the other end; None without a name.  A broken cookie is none."""
        try:
            return self.cookies.read(connection.cookies.get(COOKIE))
        except BrokenCookie:
            return None

    async def close(self) -> None:
        """Stop the tables, then the store."""
        await self.tables.close()
        await self.store.close()
