"""How long an absent person is waited for, by a clock that the test turns."""

import asyncio
from collections.abc import Callable

from torite.server.play.presence import Presences

GRACE = 30.0


class Clockwork(asyncio.SelectorEventLoop):
    """A loop whose clock stands still until it is turned."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def turn(self, seconds: float, then: Callable[[], None] = lambda: None) -> None:
        """Let so much time pass, all that was to happen then, and this."""
        self.now += seconds
        self.call_soon(self.stop)
        self.run_forever()
        self.call_soon(then)
        self.call_soon(self.stop)
        self.run_forever()


def test_a_bot_is_called_after_the_grace_and_once() -> None:
    loop, called = Clockwork(), list[str]()
    presences = Presences(GRACE, called.append)
    loop.turn(0, lambda: presences.await_back({"ann", "ben"}))
    loop.turn(10, lambda: presences.await_back({"ann", "cat"}))  # Ben is back; Ann's clock runs on
    loop.turn(19.9)
    assert called == []
    loop.turn(0.1)
    assert called == ["ann"]
    loop.turn(10)
    assert called == ["ann", "cat"]
    loop.turn(1000)
    assert called == ["ann", "cat"]
    loop.close()


def test_who_comes_back_is_waited_for_anew() -> None:
    loop, called = Clockwork(), list[str]()
    presences = Presences(GRACE, called.append)
    loop.turn(0, lambda: presences.await_back({"ann"}))
    loop.turn(29, lambda: presences.await_back(set()))
    loop.turn(1, lambda: presences.await_back({"ann"}))
    loop.turn(29, presences.stop)
    loop.turn(1000)
    assert called == []
    loop.close()
