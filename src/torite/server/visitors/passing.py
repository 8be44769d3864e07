"""Visitors of a table that another node has: their frames go through this node to that one, and back.

A node has an inner door, a socket of its own at an address for nodes alone; nothing else answers there.  Who knocks
brings a pass, signed with the key that the nodes share, that says which table and for whom.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeTimedSerializer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from torite.server.storage.leases import LEASE, Elsewhere
from torite.server.visitors.connection import RESTART
from torite.table.table import Guest

INSIDE = "/inside"  # first part of the addresses behind the inner door
PASS = "torite-pass"  # header
GOOD_FOR = 60  # seconds, by clocks that may differ
KNOCKING = 2.0  # seconds until a node counts as silent
PATIENCE = LEASE + KNOCKING  # seconds that a visitor waits for a node that does not answer
RETRY = 0.1  # seconds between two tries
PULSE = LEASE  # seconds from one sign of life of the other node to the next; without one its tables may be taken
SILENT = (OSError, TimeoutError, InvalidHandshake)  # what `door_of` raises if the node does not let in


class Passes:
    """Signs passes and reads them."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeTimedSerializer(key, salt=PASS)

    def sign(self, table_id: str, guest: Guest | None, payer: str) -> str:
        """Let this visitor in to this table, now."""
        return str(self._serializer.dumps([table_id, guest and [guest.id, guest.name], payer]))

    def sign_node(self, node: str) -> str:
        """Let this node in to that one, now."""
        return str(self._serializer.dumps([node]))

    def is_node(self, value: str, node: str) -> bool:
        """Is it a pass of another node to this one?"""
        return bool(self._told(value) == [node])

    def read(self, value: str, table_id: str) -> tuple[Guest | None, str] | None:
        """Guest and payer; None if the pass is not for this table, too old, or none of ours."""
        match self._told(value):
            case [str(table), [str(id), str(name)], str(payer)] if table == table_id:
                return Guest(id, name), payer
            case [str(table), None, str(payer)] if table == table_id:
                return None, payer
        return None

    def _told(self, value: str) -> Any:
        """What a pass says; None if it is none of ours, or of another time: clocks may differ in both directions."""
        with suppress(BadSignature):
            told, signed = self._serializer.loads(value, return_timestamp=True)
            return told if abs(time.time() - signed.timestamp()) <= GOOD_FOR else None
        return None


class Scouts:
    """Of all who want to come to a node at a time one looks first whether anybody listens there.

    Where it has died a crowd would shake hands in vain, and meanwhile nobody at this node got on.
    """

    def __init__(self) -> None:
        self._out: dict[str, asyncio.Task[None]] = {}  # by address

    async def look(self, address: str) -> None:
        """Raises `SILENT` if nobody listens at this address."""
        if address not in self._out:
            self._out[address] = asyncio.create_task(self._look(address))
        await asyncio.shield(self._out[address])

    async def _look(self, address: str) -> None:
        where = urlsplit(f"//{address}")
        try:
            async with asyncio.timeout(KNOCKING):
                _, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.close()
        finally:
            del self._out[address]


def door_of(place: Elsewhere, table_id: str, ticket: str) -> connect:
    """A connection to the table behind the inner door of the other node.  Entering it raises `SILENT`."""
    return connect(
        f"ws://{place.address}{INSIDE}/{table_id}",
        additional_headers={PASS: ticket},
        proxy=None,
        compression=None,
        max_size=None,
        open_timeout=KNOCKING,
        ping_interval=PULSE,
        ping_timeout=PULSE,
        close_timeout=1.0,
    )


async def pass_on(
    door: ClientConnection, read: Callable[[], Awaitable[bytes | None]], write: Callable[[str], Awaitable[None]]
) -> int | None:
    """Carry frames both ways until one side ends; the other node's close code, None = `read` has ended."""

    async def upwards() -> None:
        while (text := await read()) is not None:
            await door.send(text)

    async def downwards() -> None:
        async for text in door:
            await write(text if isinstance(text, str) else text.decode())

    tasks = [asyncio.create_task(work) for work in (upwards(), downwards())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[1].done() and tasks[0].exception() is None:
            return None
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    if isinstance(ends[0], Exception) and not isinstance(ends[0], ConnectionClosed):
        raise ends[0]
    code = door.close_code
    return code if code is not None and code not in (1005, 1006) else RESTART
