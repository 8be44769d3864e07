"""One reader's frames on their way out, without a socket."""

import asyncio
from collections.abc import Sequence

from torite.server.connection import NORMAL, TOO_SLOW, Connection


class Line:
    """What a reader gets.  While it is not `free` nothing goes at once, and who writes waits."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.free = asyncio.Event()
        self.free.set()

    def now(self, frames: Sequence[str]) -> bool:
        if self.free.is_set():
            self.got += frames
        return self.free.is_set()

    async def write(self, frame: str) -> None:
        await self.free.wait()
        if frame == "gone":
            raise OSError
        self.got.append(frame)


def opened(queue: int = 10) -> tuple[Line, Connection]:
    line = Line()
    return line, Connection(None, queue, "", line.write, line.now)


async def send(connection: Connection, *frames: str) -> None:
    """Each in a turn of the loop of its own."""
    for frame in frames:
        connection.send(frame)
        await asyncio.sleep(0.001)


def test_frames_stay_in_order_while_some_wait() -> None:
    async def talk() -> list[str]:
        line, connection = opened()
        await send(connection, "a")
        line.free.clear()
        await send(connection, "b", "c")
        line.free.set()
        connection.send("d")
        await asyncio.sleep(0.001)
        await send(connection, "e")
        return line.got

    assert asyncio.run(talk()) == list("abcde")


def test_what_waits_is_written_before_the_last_word() -> None:
    async def talk() -> list[str]:
        line, connection = opened()
        line.free.clear()
        await send(connection, "a", "b", "c")  # "a" is being written
        connection.stop()
        await asyncio.sleep(0.001)
        line.free.set()
        connection.send("d")
        await connection.drain()
        return line.got

    assert asyncio.run(talk()) == ["b", "c", "d"]


def test_who_falls_behind_is_dropped_and_so_is_who_has_gone() -> None:
    async def fall(queue: int, *frames: str) -> tuple[bool, int]:
        line, connection = opened(queue)
        line.free.clear()
        await send(connection, *frames)
        was_there = not connection.dropped.done()
        line.free.set()
        await asyncio.sleep(0.001)
        return was_there, connection.code if connection.dropped.done() else 0

    assert asyncio.run(fall(2, "a", "b", "c")) == (True, 0)  # one is being written
    assert asyncio.run(fall(2, "a", "b", "c", "d")) == (False, TOO_SLOW)
    assert asyncio.run(fall(2, "gone")) == (True, NORMAL)
