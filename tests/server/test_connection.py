"""One reader's frames on their way out and in, and ends, without a socket."""

import asyncio
from collections.abc import Sequence

import pytest

from torite.server.visitors.connection import NORMAL, SHUT, TOO_SLOW, Connection, End, until
from torite.server.visitors.wire import Inbox


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


def test_who_may_look_in_no_more_gets_nothing_more() -> None:
    async def talk() -> list[str]:
        line, connection = opened()
        connection.send("why not")
        connection.drop(SHUT)
        connection.send("news")
        await connection.drain()
        return line.got

    assert asyncio.run(talk()) == ["why not"]


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


def test_an_end_breaks_off_what_is_done_until_then() -> None:
    async def work() -> list[str]:
        end, told = End(), list[str]()
        asyncio.get_running_loop().call_soon(end.come)
        with until(end):
            try:
                await asyncio.sleep(60)
            finally:
                told.append("tidied")
        told.append("goes on")
        with until(end):  # it has come before
            await asyncio.sleep(60)
        await asyncio.sleep(0)
        return told

    assert asyncio.run(work()) == ["tidied", "goes on"]


def test_an_end_that_comes_as_the_work_is_done_breaks_off_nothing_else() -> None:
    async def work() -> str:
        end = End()
        with until(end):
            end.come()
        await asyncio.sleep(0.001)
        return "done"

    assert asyncio.run(work()) == "done"


def test_two_ends_at_once_lead_behind_the_outer_one() -> None:
    async def work() -> list[str]:
        inner, outer, told = End(), End(), list[str]()
        for end in (inner, outer):
            asyncio.get_running_loop().call_soon(end.come)
        with until(outer):
            with until(inner):
                await asyncio.sleep(60)
            told.append("behind the inner one")
        assert asyncio.current_task().cancelling() == 0  # type: ignore[union-attr]
        return [*told, "behind both"]

    assert asyncio.run(work()) == ["behind both"]


def test_who_cancels_from_outside_is_obeyed() -> None:
    async def work(end: End) -> None:
        with until(end):
            await asyncio.sleep(60)

    async def cancel() -> None:
        end = End()
        task = asyncio.create_task(work(end))
        await asyncio.sleep(0.001)
        end.come()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())


def test_an_error_is_not_kept_from_who_waits_for_an_end() -> None:
    async def work() -> None:
        with until(End()):
            raise ValueError

    with pytest.raises(ValueError):
        asyncio.run(work())


def test_what_a_socket_receives_waits_for_its_reader_in_order() -> None:
    async def work() -> list[int]:
        inbox = Inbox()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        assert inbox.empty()
        for event in range(3):
            inbox.put_nowait(event)
        assert not inbox.empty()
        first = await reading
        late = asyncio.create_task(inbox.get())
        return [first, await late, await inbox.get()]

    assert asyncio.run(work()) == [0, 1, 2]


def test_who_gives_up_reading_takes_nothing_away() -> None:
    async def work() -> int:
        inbox = Inbox()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        reading.cancel()
        inbox.put_nowait(7)
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert inbox.empty() is False
        return int(await inbox.get())

    assert asyncio.run(work()) == 7
