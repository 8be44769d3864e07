"""What is done again and again goes on, whatever one round has met."""

import asyncio
import logging
from contextlib import suppress

import pytest

from torite.server.storage.database import StoreError
from torite.server.storage.rounds import repeated


def test_a_round_that_fails_is_not_the_last(caplog: pytest.LogCaptureFixture) -> None:
    troubles: list[Exception | None] = [StoreError("locked"), KeyError("secret"), None]

    async def look() -> None:
        if (trouble := troubles.pop(0)) is not None:
            raise trouble

    async def wait(_: float) -> None:
        if not troubles:
            raise asyncio.CancelledError

    with caplog.at_level(logging.ERROR), suppress(asyncio.CancelledError):
        asyncio.run(repeated(look, 1.0, "no luck: %(error)s", wait))
    told = [record.getMessage() for record in caplog.records]
    assert told[0] == "no luck: locked"
    assert told[1].startswith("no luck: KeyError at ")
    assert "secret" not in told[1]
    assert len(told) == 2
