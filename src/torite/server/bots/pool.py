"""A few threads that work for everybody in turn.

What is asked for at a table where a person plays comes before what is asked for at one that is only watched, and last
comes what no table waits for.  Within each, those who have asked take turns, however much each has asked for.

What others wait may tell nothing of the work either: a thread that is held counts as busy for that long.

What can be done elsewhere is, where somebody there has room (minds.py).

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
from typing import Any, Protocol, TypeVar

LOG = logging.getLogger("torite")
NICENESS = 5
LOST_AT_MOST = 8  # threads that are replaced; a machine has only so many cores
ENDING = 1.0  # seconds that running work has when the pool closes

T = TypeVar("T")


class StuckError(Exception):
    """The work has not ended in time and was given up."""


class GoneError(Exception):
    """Who was asked elsewhere does not answer any more."""


@dataclass(frozen=True)
class Asker:
    """For whom it is done: `payer` is an address or a guest; `plays` = for a person who sits at the table.

    near: the neighbours with whom the payer has one turn; "" = he has his own
    """

    table: str = ""
    payer: str = ""
    plays: bool = False
    later: bool = False  # no table waits for it
    last: bool = False  # nobody does
    near: str = ""


NOBODY = Asker()


class Pool:
    """The threads.  Everything here happens on the loop, apart from the work."""

    def __init__(self, workers: int, patience: float) -> None:
        """patience: seconds after which work is given up, unless `cold`."""
        self.cold = False  # kernels cannot be kept on disk and are compiled here: everything may take minutes
        self._patience = patience
        self._workers = workers
        self._free = [_Worker(self._ended) for _ in range(workers)]
        self._busy: dict[_Worker, asyncio.TimerHandle] = {}  # with the clock of its work
        self._lost: set[_Worker] = set()
        self._queues: list[Queue] = [OrderedDict() for _ in range(4)]
        self.minds: list[Elsewhere] = []

    @property
    def lost(self) -> int:
        """Threads whose work was given up and has not ended since."""
        return len(self._lost)

    @property
    def waiting(self) -> int:
        """Jobs that no thread has taken, and for which somebody still waits."""
        # Copies: figures are asked for by another thread (metrics.py).
        queued = [list(jobs) for queue in self._queues for jobs in list(queue.values())]
        return sum(not job.done.done() for jobs in queued for job in jobs)

    @property
    def is_idle(self) -> bool:
        """Does no thread have anything to do?"""
        return not self._busy and not self.waiting

    async def run(
        self,
        work: Callable[[], T],
        asker: Asker,
        begun: Callable[[], None] = lambda: None,
        asks: Any = None,
        held: float = 0.0,
    ) -> T:
        """The result of `work`; `begun` is called when a thread takes it.  Raises StuckError, and what it raises.

        asks: what the same comes to elsewhere; None = it can only be done here.  Then it raises GoneError, too.
        held: seconds for which its thread does nothing else, however soon it is done
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue = self._queues[3 if asker.last else 2 if asker.later else not asker.plays]
        job, payer = Job(work, done, begun, asks, held), (asker.near or asker.payer, asker.payer)
        queue.setdefault(payer, deque()).append(job)
        self.assign()
        try:
            return await done
        except asyncio.CancelledError:
            self._drop(queue, payer, job)
            raise

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

    def assign(self) -> None:
        """Let what waits be begun, as far as there is room."""
        while True:
            mind = max(self.minds, key=lambda mind: mind.room, default=None)
            mind = mind if mind is not None and mind.room > 0 else None
            job = self._next(bool(self._free), mind is not None)
            if job is None:
                return
            job.begun()
            if mind is not None and job.asks is not None:
                mind.take(job)
                continue
            worker = self._free.pop()
            loop = job.done.get_loop()
            job.until = loop.time() + job.held
            self._busy[worker] = loop.call_later(self._patience, self._give_up, worker, job)
            worker.inbox.put(job)

    def _drop(self, queue: "Queue", payer: tuple[str, str], job: "Job") -> None:
        """Nobody waits for it any more; it may have been begun.  While others are busy nobody else would look there."""
        jobs = queue.get(payer, deque())
        with contextlib.suppress(ValueError):
            jobs.remove(job)
        if not jobs:
            queue.pop(payer, None)

    def _next(self, here: bool, elsewhere: bool) -> "Job | None":
        """The next job of the one whose turn it is, of those that can be done; what nobody waits for is left out."""
        for queue in self._queues:
            for payer, jobs in [*queue.items()]:
                while jobs and jobs[0].done.done():
                    jobs.popleft()
                if jobs and not (here or (elsewhere and jobs[0].asks is not None)):
                    continue
                del queue[payer]
                if jobs:
                    job = jobs.popleft()
                    if jobs:
                        queue[payer] = jobs
                    for other in [other for other in queue if other[0] == payer[0]]:
                        queue[other] = queue.pop(other)  # at the end: those who are no neighbours come first
                    return job
        return None

    def _ended(self, worker: "_Worker", job: "Job", result: Any, error: BaseException | None) -> None:
        if worker in self._lost:
            self._lost.discard(worker)
            if len(self._free) + len(self._busy) >= self._workers:  # its place has been taken
                worker.inbox.put(None)
            else:
                self._free.append(worker)
                self.assign()
            return
        self._busy[worker].cancel()
        if error is None:
            job.answer(result)
        else:
            job.fail(error)
        if (loop := job.done.get_loop()).time() < job.until:
            self._busy[worker] = loop.call_at(job.until, self._set_free, worker)
        else:
            self._set_free(worker)

    def _set_free(self, worker: "_Worker") -> None:
        del self._busy[worker]
        self._free.append(worker)
        self.assign()

    def _give_up(self, worker: "_Worker", job: "Job") -> None:
        if self.cold:
            self._busy[worker] = job.done.get_loop().call_later(self._patience, self._give_up, worker, job)
            return
        LOG.error("a thread has been lost to work that does not end")
        del self._busy[worker]
        self._lost.add(worker)
        if len(self._lost) <= LOST_AT_MOST:
            self._free.append(_Worker(self._ended))
        job.fail(StuckError())
        self.assign()


@dataclass(eq=False)
class Job:
    """Something to be done."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]
    begun: Callable[[], None]
    asks: Any
    held: float = 0.0  # seconds
    until: float = 0.0  # by the loop's clock, from when a thread has it

    def answer(self, result: Any) -> None:
        """It is done."""
        if not self.done.done():
            self.done.set_result(result)

    def fail(self, error: BaseException) -> None:
        """It has come to nothing."""
        if not self.done.done():
            self.done.set_exception(error)


Queue = OrderedDict[tuple[str, str], deque[Job]]  # by neighbours, and by payer


class Elsewhere(Protocol):
    """Somebody who does jobs at another place."""

    @property
    def room(self) -> int:
        """How many more."""

    def take(self, job: Job) -> None:
        """Do it, and answer."""


class _Worker:
    """A thread that does one job after the other."""

    def __init__(self, ended: Callable[["_Worker", Job, Any, BaseException | None], None]) -> None:
        self.inbox: SimpleQueue[Job | None] = SimpleQueue()
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
