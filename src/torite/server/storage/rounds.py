"""What is done again and again, as long as the house is open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from torite.server.logs import where
from torite.server.storage.database import StoreError

LOG = logging.getLogger("torite")


def why(error: Exception) -> str:
    """For the log: the store says what is wrong with it, all else may name cards."""
    return str(error) if isinstance(error, StoreError) else where(error)


async def repeated(
    look: Callable[[], Awaitable[None]],
    seconds: float,
    trouble: str,
    wait: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> None:
    """For ever, so many seconds apart; trouble: what is logged, with `error`, when one round fails: the next may not.

    wait: may be over sooner.
    """
    while True:
        try:
            await look()
        except Exception as error:
            LOG.error(trouble, {"error": why(error)})
        await wait(seconds)
