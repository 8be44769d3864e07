"""One open socket as a table knows it: who reads there, and the frames on their way out."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from torite.table.table import Guest


class Connection:
    """A bounded queue of frames for one reader.  Sending never waits: who reads too slowly is dropped."""

    def __init__(self, guest: Guest | None, queue: int) -> None:
        self.guest = guest  # None = a spectator without a name
        self.slow = False  # the queue has overflowed: no more frames, the socket will be closed
        self._frames: asyncio.Queue[str | None] = asyncio.Queue(queue)

    def send(self, frame: str) -> None:
        """Queue a frame."""
        if self.slow:
            return
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.slow = True
            self._frames.get_nowait()
            self._frames.put_nowait(None)

    async def pump(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write frame after frame; ends when the reader has proved too slow."""
        while not self.slow:
            frame = await self._frames.get()
            if frame is not None:
                await write(frame)

    async def drain(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write what is still queued, before the socket is closed on purpose."""
        while not self._frames.empty():
            frame = self._frames.get_nowait()
            if frame is not None:
                await write(frame)


class Bucket:
    """A token bucket: `rate` messages a second, `burst` at once."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._tokens, self._at = self._burst, clock()

    def take(self) -> bool:
        """Is there room for one more message now?"""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
