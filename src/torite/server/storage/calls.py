"""What nodes call to each other: look at this now.

PostgreSQL carries it, by a channel for all nodes and one for each; SQLite carries nothing.  It is only haste.  Whoever
misses a call finds the same in the database at the next look, so it is made after the change is written, in a
transaction of its own: one that notifies makes all commits wait for each other.
"""

import asyncio
import logging
from collections import defaultdict
from functools import partial
from typing import Literal

from torite.server.storage.database import StoreError
from torite.server.storage.rounds import repeated
from torite.server.storage.store import Store

LOG = logging.getLogger("torite")
AGAIN = 1.0  # seconds until a lost line is sought anew
NODES = "torite"  # the channel of all

Topic = Literal["sanctions", "sessions", "tables"]
TOPICS: tuple[Topic, ...] = ("sanctions", "sessions", "tables")


async def call(store: Store, topic: Topic, node: str | None = None) -> None:
    """Let this node, None = all, look at the topic now."""
    try:
        await store.call(channel_of(node), topic)
    except StoreError as error:
        LOG.warning("other nodes will see it later: %(error)s", {"error": error})


def channel_of(node: str | None) -> str:
    """The name of a node's channel, None = that of all."""
    return NODES if node is None else f"{NODES}_{node}"


class Calls:
    """What has been called to this node and not been looked at."""

    def __init__(self, store: Store, node: str) -> None:
        self._store, self._channels = store, (NODES, channel_of(node))
        self._made: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def wait(self, topic: Topic, seconds: float) -> bool:
        """Until somebody calls this, or for so long; whether somebody has."""
        event = self._made[topic]
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return False
        event.clear()
        return True

    async def work(self) -> None:
        """For ever."""
        listen = partial(self._store.listen, self._channels, self._hear, self._hear_all)
        await repeated(listen, AGAIN, "other nodes are not heard: %(error)s")

    def _hear(self, topic: str) -> None:
        if topic in TOPICS:
            self._made[topic].set()

    def _hear_all(self) -> None:
        """Anything may have been called while nobody listened."""
        for topic in TOPICS:
            self._hear(topic)
