"""A few threads that work for everybody in turn.

What is asked for at a table where a person plays comes before what is asked for at one that is only watched, and last
comes what no table waits for.  Within each, those who have asked take turns, however much each has asked for.

Work that does not end is given up: its asker is told, and another thread takes the place of the lost one.  A thread
cannot be killed, so a lost one goes on using a core until its work ends or the process does.
"""

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

LOG = logging.getLogger("torite")
NICENESS = 5
LOST_AT_MOST = 8  # threads that are replaced; a machine has only so many cores
ENDING = 1.0  # seconds that running work has when the pool closes

T = TypeVar("T")


class StuckError(Exception):
    """The work has not ended in time and was given up."""


@dataclass(frozen=True)
class Asker:
    """For whom it is done: `payer` is an address or a guest; `plays` = for a person who sits at the table."""

    table: str = ""
    payer: str = ""
    plays: bool = False
    later: bool = False  # no table waits for it
    last: bool = False  # nobody does


NOBODY = Asker()


class Pool:
    """The threads.  Everything here happens on the loop, apart from the work."""

    def __init__(self, workers: int, patience: float) -> None:
        """patience: seconds after which work is given up, unless `cold`."""
        self.cold = False  # kernels cannot be kept on disk and are compiled here: everything may take minutes
        self._patience = patience
        self._free = [_Worker(self._ended) for _ in range(workers)]
        self._busy: dict[_Worker, asyncio.TimerHandle] = {}  # with the clock of its work
        self._lost: set[_Worker] = set()
        self._queues: list[OrderedDict[str, deque[_Job]]] = [OrderedDict() for _ in range(4)]

    @property
    def lost(self) -> int:
        """Threads whose work was given up and has not ended since."""
        return len(self._lost)

    @property
    def waiting(self) -> int:
        """Jobs that no thread has taken."""
        return sum(len(jobs) for queue in self._queues for jobs in list(queue.values()))

    @property
    def is_idle(self) -> bool:
        """Does no thread have anything to do?"""
        return not self._busy and not self.waiting

    async def run(self, work: Callable[[], T], asker: Asker, begun: Callable[[], None] = lambda: None) -> T:
        """The result of `work`; `begun` is called when a thread takes it.  Raises StuckError, and what it raises."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue = self._queues[3 if asker.last else 2 if asker.later else not asker.plays]
        queue.setdefault(asker.payer, deque()).append(_Job(work, done, begun))
        self._assign()
        return await done

    async def close(self) -> None:
        """Drop what waits, let running work end if it does so soon."""
        for queue in self._queues:
            queue.clear()
        for clock in self._busy.values():
            clock.cancel()
        workers = [*self._free, *self._busy]
        for worker in workers:
            worker.inbox.put(None)
        end = time.monotonic() + ENDING
        while any(worker.thread.is_alive() for worker in workers) and time.monotonic() < end:
            await asyncio.sleep(0.01)

    def _assign(self) -> None:
        while self._free and (job := self._next()) is not None:
            worker = self._free.pop()
            self._busy[worker] = job.done.get_loop().call_later(self._patience, self._give_up, worker, job)
            job.begun()
            worker.inbox.put(job)

    def _next(self) -> "_Job | None":
        """The next job of the one whose turn it is; those that nobody waits for any more are left out."""
        for queue in self._queues:
            while queue:
                payer, jobs = queue.popitem(last=False)
                job = jobs.popleft()
                if jobs:
                    queue[payer] = jobs  # at the end: the others come first
                if not job.done.done():
                    return job
        return None

    def _ended(self, worker: "_Worker", job: "_Job", result: Any, error: BaseException | None) -> None:
        if worker in self._lost:  # its place has been taken
            self._lost.discard(worker)
            worker.inbox.put(None)
            return
        self._busy.pop(worker).cancel()
        self._free.append(worker)
        if not job.done.done():
            if error is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(error)
        self._assign()

    def _give_up(self, worker: "_Worker", job: "_Job") -> None:
        if self.cold:
            self._busy[worker] = job.done.get_loop().call_later(self._patience, self._give_up, worker, job)
            return
        LOG.error("a thread has been lost to work that does not end")
        del self._busy[worker]
        self._lost.add(worker)
        if len(self._lost) <= LOST_AT_MOST:
            self._free.append(_Worker(self._ended))
        if not job.done.done():
            job.done.set_exception(StuckError())
        self._assign()


@dataclass(eq=False)
class _Job:
    work: Callable[[], Any]
    done: asyncio.Future[Any]
    begun: Callable[[], None]


class _Worker:
    """A thread that does one job after the other."""

    def __init__(self, ended: Callable[["_Worker", _Job, Any, BaseException | None], None]) -> None:
        self.inbox: SimpleQueue[_Job | None] = SimpleQueue()
        self._ended = ended
        self.thread = threading.Thread(target=self._labour, name="torite-bot", daemon=True)
        self.thread.start()

    def _labour(self) -> None:
        """Nicer than the loop: a move that arrives while bots think is still served at once."""
        with contextlib.suppress(OSError, AttributeError):  # only Linux has priorities by thread
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while (job := self.inbox.get()) is not None:
            result, error = None, None
            try:
                result = job.work()
            except BaseException as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                job.done.get_loop().call_soon_threadsafe(self._ended, self, job, result, error)
