"""What is looked at again and again, as long as the house is open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from torite.server.storage.database import StoreError

LOG = logging.getLogger("torite")


async def repeated(
    look: Callable[[], Awaitable[None]],
    seconds: float,
    trouble: str,
    wait: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> None:
    """For ever, so many seconds apart; trouble: what is logged, with `error`, when the store refuses.

    wait: may be over sooner.
    """
    while True:
        try:
            await look()
        except StoreError as error:
            LOG.error(trouble, {"error": error})
        await wait(seconds)
