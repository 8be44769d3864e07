"""A way between two ends that can be cut and slowed: TCP to a port of its own goes on to another one."""

import asyncio
import threading
from contextlib import suppress

from server.visitor import PATIENCE

CHUNK = 1 << 16  # bytes


class Cable:
    """Runs on a loop in a thread of its own until `close`."""

    def __init__(self, host: str, port: int) -> None:
        self._far = host, port
        self._delay = 0.0
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        opening = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._carry, "127.0.0.1", 0), self._loop)
        self._server = opening.result(PATIENCE)
        self.address = "127.0.0.1:{1}".format(*self._server.sockets[0].getsockname())

    def cut(self) -> int:
        """Cut everybody off who is connected; how many ends that were."""

        async def cut() -> int:
            ends = list(self._ends)
            for end in ends:
                end.transport.abort()
            return len(ends)

        return asyncio.run_coroutine_threadsafe(cut(), self._loop).result(PATIENCE)

    def slow(self, seconds: float) -> None:
        """Let everything take so much longer, each way."""
        self._delay = seconds

    def close(self) -> None:
        """Cut, and carry nothing any more."""
        self._loop.call_soon_threadsafe(self._server.close)
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    async def _carry(self, read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        try:
            far_read, far_write = await asyncio.open_connection(*self._far)
        except OSError:
            write.transport.abort()
            return
        ends = {write, far_write}
        self._ends |= ends
        await asyncio.gather(self._pour(read, far_write), self._pour(far_read, write))
        self._ends -= ends

    async def _pour(self, read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await read.read(CHUNK):
                if self._delay:
                    await asyncio.sleep(self._delay)
                write.write(data)
                await write.drain()
        write.close()
