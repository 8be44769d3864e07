"""What the handlers of the server share."""

from typing import Any

from litestar.connection import ASGIConnection

from torite.server.guests import COOKIE, BrokenCookie, Cookies
from torite.server.limits import Limits
from torite.server.origins import may_call
from torite.server.settings import Settings
from torite.server.store import Store
from torite.server.tables import Tables
from torite.table.refusals import RefusalCode, Refused
from torite.table.table import Guest


class House:
    """The running server: its tables, its store, and who may come in."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.cookies = Cookies(settings.key)
        self.tables = Tables(store, settings)
        self.limits = Limits(settings)

    def guest(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
        """Who is at the other end; None without a name.  A broken cookie is none."""
        try:
            return self.cookies.read(connection.cookies.get(COOKIE))
        except BrokenCookie:
            return None

    def check_origin(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Refuse what another site's page has sent.  Raises Refused."""
        if not may_call(connection.headers, self.settings.origins):
            raise Refused(RefusalCode.FOREIGN_ORIGIN)

    def check_handshake(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """May a live connection be opened from there?  Raises Refused."""
        self.check_origin(connection)
        self.limits.check_connection(connection)

    async def close(self) -> None:
        """Stop the tables, then the store."""
        await self.tables.close()
        await self.store.close()
