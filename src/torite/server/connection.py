"""One open socket as a table knows it: who reads there, and the frames on their way out."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from torite.table.table import Guest


class Connection:
    """A bounded queue of frames for one reader.  Sending never waits: who reads too slowly is dropped."""

    def __init__(self, guest: Guest | None, queue: int) -> None:
        self.guest = guest  # None = a spectator without a name
        self.overflow = asyncio.Event()  # set: this reader has missed a frame, and its socket will be closed
        self._frames: asyncio.Queue[str] = asyncio.Queue(queue)

    def send(self, frame: str) -> None:
        """Queue a frame."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.overflow.set()

    async def pump(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write frame after frame, for ever."""
        while True:
            await write(await self._frames.get())

    async def drain(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write what is still queued, before the socket is closed on purpose."""
        while not self._frames.empty():
            await write(self._frames.get_nowait())


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

    def is_full(self) -> bool:
        """Has nothing been taken for so long that it is as good as new?"""
        return self._tokens + (self._clock() - self._at) * self._rate >= self._burst
