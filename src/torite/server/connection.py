"""One open socket as a table knows it: who reads there, and the frames on their way out."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from torite.table.table import Guest

SHUT, TOO_SLOW = 4403, 4408  # close codes


def never(frames: Sequence[str]) -> bool:
    """Nothing can be written at once."""
    return False


class Connection:
    """A bounded queue of frames for one reader.  Sending never waits: who reads too slowly is dropped.

    What is sent in one turn of the loop, as an update and the answer to who has caused it, is written together.
    """

    def __init__(
        self, guest: Guest | None, queue: int, payer: str = "", now: Callable[[Sequence[str]], bool] = never
    ) -> None:
        """now: writes frames at once, if there is room; nearly always there is, and then no task has to wake up."""
        self.guest = guest  # None = a spectator without a name
        self.payer = payer  # address or guest by which the bots' thoughts are counted
        self.dropped = asyncio.Event()  # set: this reader's socket will be closed
        self.code = TOO_SLOW  # with this code
        self._now = now
        self._fresh: list[str] = []  # of this turn of the loop
        self._frames: asyncio.Queue[str] = asyncio.Queue(queue)
        self._waiting = 0  # frames that are queued, or being written

    def send(self, frame: str) -> None:
        """Let a frame be written soon, after those before it; nothing more to who may not look in."""
        if self.dropped.is_set() and self.code == SHUT:
            return
        if not self._fresh:
            asyncio.get_running_loop().call_soon(self._write)
        self._fresh.append(frame)

    def _write(self) -> None:
        """Write what is fresh, or queue it."""
        fresh, self._fresh = self._fresh, []
        if not self._waiting and self._now(fresh):
            return
        try:
            for frame in fresh:
                self._frames.put_nowait(frame)
                self._waiting += 1
        except asyncio.QueueFull:
            self.drop(TOO_SLOW)  # it has missed a frame

    def drop(self, code: int) -> None:
        """Let this reader's socket be closed."""
        self.code = code
        self.dropped.set()

    async def pump(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write frame after frame, for ever."""
        while True:
            await write(await self._frames.get())
            self._waiting -= 1

    async def drain(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write what is still there, before the socket is closed on purpose."""
        self._write()
        while not self._frames.empty():
            await write(self._frames.get_nowait())


class Bucket:
    """A token bucket: `rate` things a second, `burst` at once."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._tokens, self._at = self._burst, clock()

    def take(self, count: int = 1) -> bool:
        """Is there room for so many more now?  If not, nothing is taken."""
        self._fill()
        if self._tokens < count:
            return False
        self._tokens -= count
        return True

    def give_back(self) -> None:
        """One that was taken has not counted."""
        self._tokens = min(self._burst, self._tokens + 1)

    def reserve(self) -> float:
        """Take one in any case; seconds until there would have been room for it."""
        self._fill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def is_empty(self) -> bool:
        """Would one more be refused?"""
        self._fill()
        return self._tokens < 1

    def is_full(self) -> bool:
        """Has nothing been taken for so long that it is as good as new?"""
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
