"""Whether the house has been awake all the time: a machine that sleeps, or a process that is stopped, ends nothing.

Nobody could move meanwhile, and clocks go by the time of day; so what the house has slept is told to the tables, before
they look at their clocks.
"""

import asyncio
from collections.abc import Callable

BEAT = 1.0  # seconds between two beats
LATE = 5.0  # a beat that is so late has been slept through


class Pulse:
    """Beats, and counts what it has missed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """clock: unix time, which goes on while the machine sleeps."""
        self._clock, self._last = clock, clock()
        self._slept = 0.0

    def slept(self) -> float:
        """Seconds so far; right also if it is asked before the next beat."""
        before, self._last = self._last, self._clock()
        if self._last - before > BEAT + LATE:
            self._slept += self._last - before
        return self._slept

    async def work(self, woken: Callable[[], None]) -> None:
        """For ever; woken: is called when some time has been slept through."""
        before = self.slept()
        while True:
            await asyncio.sleep(BEAT)
            if self.slept() != before:
                before = self.slept()
                woken()
