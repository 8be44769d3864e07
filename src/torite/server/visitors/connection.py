"""One open socket as a table knows it: who reads there, and the frames on their way out."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from torite.table.messages import Refusal, ServerMessage
from torite.table.refusals import Refused
from torite.table.table import Guest

# Close codes: why a socket ends.
NORMAL = 1000
RESTART = 1012  # the server restarts, or the table has moved, or a trouble passes: come again
SHUT = 4403  # the table is not for this visitor, or not now
NO_SUCH_TABLE = 4404  # nobody gets in there
TOO_SLOW = 4408  # in reading
TOO_FAST = 4429  # in sending
_ENCODER = msgspec.json.Encoder()


def frame(message: ServerMessage) -> str:
    """The message as it goes over the wire."""
    return _ENCODER.encode(message).decode()


class End(asyncio.Future[None]):
    """That something ends.  It takes a tenth of the memory of an event with a task of its own."""

    __slots__ = ()

    def come(self) -> None:
        """Now, or it was before."""
        if not self.done():
            self.set_result(None)


class until:  # noqa: N801 - as `asyncio.timeout` is written
    """Breaks off what is done inside once an end comes, and goes on behind it."""

    def __init__(self, end: End) -> None:
        self._end, self._is_cut = end, False
        self._task: asyncio.Task[object] | None = None  # while it is inside

    def __enter__(self) -> None:
        self._task = asyncio.current_task()
        assert self._task is not None
        self._cancelling = self._task.cancelling()
        self._end.add_done_callback(self._cut)

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> bool:
        task, self._task = self._task, None
        self._end.remove_done_callback(self._cut)
        assert task is not None
        is_ours = self._is_cut and task.uncancel() <= self._cancelling
        return is_ours and kind is not None and issubclass(kind, asyncio.CancelledError)

    def _cut(self, end: asyncio.Future[None]) -> None:
        if self._task is not None:
            self._is_cut = True
            self._task.cancel()


def never(frames: Sequence[str]) -> bool:
    """Nothing can be written at once."""
    return False


async def nowhere(frame: str) -> None:
    """Nobody reads."""


class Connection:
    """A bounded queue of frames for one reader.  Sending never waits: who reads too slowly is dropped.

    What is sent in one turn of the loop, as an update and the answer to who has caused it, is written together.
    """

    def __init__(
        self,
        guest: Guest | None,
        queue: int,
        payer: str = "",
        write: Callable[[str], Awaitable[None]] = nowhere,
        now: Callable[[Sequence[str]], bool] = never,
    ) -> None:
        """now: writes frames at once, if there is room; nearly always there is, and then no task is needed."""
        self.guest = guest  # None = a spectator without a name
        self.payer = payer  # address or guest by which the bots' thoughts are counted
        self.dropped = End()  # this reader's socket will be closed
        self.code = TOO_SLOW  # with this code
        self._most, self._write, self._now = queue, write, now
        self._fresh: list[str] = []  # of this turn of the loop
        self._frames: list[str] = []  # that wait until those before them are written
        self._writer: asyncio.Task[None] | None = None
        self._is_over = False  # from now on nothing is written but by `drain`

    def tell(self, message: ServerMessage) -> None:
        """Send a message that is for this reader alone."""
        self.send(frame(message))

    def refuse(self, refused: Refused, request: int | None = None) -> None:
        """Tell why not.  request: its number; None = nothing was asked, or without one."""
        self.tell(Refusal(request, refused.code, refused.params))

    def send(self, frame: str) -> None:
        """Let a frame be written soon, after those before it; nothing more to who may not look in."""
        if self.dropped.done() and self.code == SHUT:
            return
        if not self._fresh:
            asyncio.get_running_loop().call_soon(self._let_go)
        self._fresh.append(frame)

    def _let_go(self) -> None:
        """Write what is fresh, or queue it."""
        fresh, self._fresh = self._fresh, []
        is_behind = self._writer is not None or self._frames
        if not fresh or (not is_behind and self._now(fresh)):
            return
        if len(self._frames) + len(fresh) > self._most:
            self.drop(TOO_SLOW)  # it misses a frame
            return
        self._frames += fresh
        if self._writer is None and not self._is_over:
            self._writer = asyncio.create_task(self._work())

    def drop(self, code: int) -> None:
        """Let this reader's socket be closed."""
        self.code = code
        self.dropped.come()

    async def _work(self) -> None:
        """Write frame after frame, as long as some wait."""
        try:
            while self._frames:
                await self._write(self._frames.pop(0))
        except Exception:
            self.drop(NORMAL)  # the reader is gone
        finally:
            self._writer = None

    def stop(self) -> None:
        """Write no more by itself."""
        self._is_over = True
        if self._writer is not None:
            self._writer.cancel()

    async def drain(self) -> None:
        """Write what is still there, before the socket is closed on purpose."""
        self.stop()
        self._let_go()
        while self._frames:
            await self._write(self._frames.pop(0))


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

    def reserve(self, count: float = 1.0) -> float:
        """Take so much in any case; seconds until there would have been room for it."""
        self._fill()
        self._tokens -= count
        return max(0.0, -self._tokens / self._rate)

    def owed(self) -> float:
        """How many were reserved for which there is no room yet; below 0 = there is room."""
        self._fill()
        return -self._tokens

    def is_empty(self) -> bool:
        """Would one more be refused?"""
        self._fill()
        return self._tokens < 1

    def room(self) -> float:
        """Which share of all is left; 1 = it is as good as new, below 0 = some are owed."""
        self._fill()
        return self._tokens / self._burst

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
