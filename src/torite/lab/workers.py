"""Many matches on all cores: jobs go to processes, results come back in the order of the jobs.

Of a share of jobs that one process does together, each result comes as soon as it is there.
"""

import multiprocessing
import multiprocessing.util
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any, Protocol, TypeAlias, TypeVar


class WorkerError(RuntimeError):
    """A process of the pool ended by itself; the matches it had are lost."""


Job = TypeVar("Job")
Share = TypeVar("Share")
Result = TypeVar("Result")
FROM_TERMINAL = {signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])}
BLOCKS = hasattr(signal, "pthread_sigmask")  # Windows does not
SAFE = "PYTHONSAFEPATH"  # set: no file of the folder that one is in, `random.py` say, is taken for one of Python's
THREADS = "OMP_NUM_THREADS"  # of NumPy and its like: where there is a process for each core, more get in their way
SECONDS = 0.2  # until it is looked again whether a process has ended that has nothing more to send
STOPPED = (KeyboardInterrupt, SystemExit, GeneratorExit)  # by who has heard enough
AGAIN = 2.0  # until processes that are to end are told once more
AHEAD = 4  # jobs a process may have waiting, so that nothing is held in memory for long


class Cluster(Protocol):
    """Other machines that do jobs, see cluster.py."""

    def __call__(self, function: Callable[[Any], Any], jobs: Iterable[Any]) -> Generator[Any, None, None]:
        """function(job) for every job, in order."""


Workers: TypeAlias = int | Cluster  # so many processes of this machine, or others


def spread(function: Callable[[Job], Result], jobs: Iterable[Job], processes: Workers) -> Generator[Result, None, None]:
    """function(job) for every job, in order; in this process if `processes` is 1.  To close it cancels the rest."""
    if not isinstance(processes, int):
        yield from processes(function, jobs)
        return
    if processes == 1:
        yield from map(function, jobs)
        return
    with _pool(function.__module__, processes) as pool:
        waiting: deque[Future[Result]] = deque()
        with _ended_in_order():
            for job in jobs:
                waiting.append(_submitted(pool, function, job))
                if len(waiting) >= AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()


def stream(
    function: Callable[[Share], Iterable[Result]], shares: Iterable[Share], processes: Workers
) -> Generator[Result, None, None]:
    """What function(share) yields for every share, as it comes.  To close it cancels the rest."""
    if not isinstance(processes, int):
        for found in processes(partial(_whole, function), shares):
            yield from found
        return
    if processes == 1:
        for share in shares:
            yield from function(share)
        return
    context = _context(function.__module__)
    (reader, writer), lock = context.Pipe(duplex=False), context.Lock()
    with _pool(function.__module__, processes, (writer, lock)) as pool, _ended_in_order((BaseException,)):
        rest, running = iter(shares), set[Future[None]]()
        while True:
            for share in islice(rest, 2 * processes - len(running)):
                running.add(future := _submitted(pool, _send, function, share))
                future.add_done_callback(partial(_close_if_broken, writer))
            done = {future for future in running if future.done()}  # all that they have sent is there
            try:
                found = [reader.recv()] if reader.poll(0 if done else SECONDS) else []
            except (EOFError, OSError):  # see `_close_if_broken`
                found, done = [], {*running}
            if found:
                yield found[0]
                continue
            for future in done:
                future.result()
            running -= done
            if not running:
                return


def _close_if_broken(writer: Connection, future: Future[None]) -> None:
    """Of half a message no more will come: once its processes have ended, this one alone could still send some."""
    if not future.cancelled() and isinstance(future.exception(), BrokenProcessPool):
        writer.close()


def _whole(function: Callable[[Share], Iterable[Result]], share: Share) -> list[Result]:
    return [*function(share)]


def _send(function: Callable[[Share], Iterable[Result]], share: Share) -> None:
    """In a process of the pool."""
    writer, lock = _TELLING
    for found in function(share):
        with lock:
            writer.send(found)


@contextmanager
def aside(function: Callable[[Job], Result]) -> Iterator[Callable[[Job], Result]]:
    """function in another process, one job at a time, which can end no more than that process."""
    with _pool(function.__module__, 1) as pool:

        def asked(job: Job) -> Result:
            with _ended_in_order():
                with _later(), _told(SAFE, "1"):
                    answer = pool.submit(function, job)
                return answer.result()

        yield asked


def _submitted(pool: ProcessPoolExecutor, function: Callable[..., Result], *told: Any) -> "Future[Result]":
    with _later(), _told(SAFE, "1"), _told(THREADS, os.environ.get(THREADS, "1")):
        return pool.submit(function, *told)


@contextmanager
def _pool(module: str, processes: int, telling: Any = None) -> Iterator[ProcessPoolExecutor]:
    with _later():
        pool = ProcessPoolExecutor(
            processes, mp_context=_context(module), initializer=_follow, initargs=(os.environ.get(SAFE), telling)
        )
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _ended_in_order(at: tuple[type[BaseException], ...] = STOPPED) -> Iterator[None]:
    try:
        yield
    except (BrokenPipeError, BrokenProcessPool) as error:  # not to be taken for a closed output
        raise WorkerError("a worker process ended unexpectedly") from error
    except at:  # what they are at is not waited for
        _end_all()
        raise


def _end_all() -> None:
    """Whoever is told just before it waits, say for a lock whose owner is ended, hears of it only when told again."""
    while processes := multiprocessing.active_children():
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(AGAIN / len(processes))


@contextmanager
def _later() -> Iterator[None]:
    """Ctrl-C waits here, where a process may begin: one that is not known yet would not be ended with the others.

    It is blocked as well, for what begins inherits that: it would come while it imports, and be told with a traceback.
    So is the end of the terminal, which this process hears alone and ends the others in order.
    """
    came: list[tuple[int, FrameType | None]] = []
    before = signal.getsignal(signal.SIGINT)
    comes = callable(before) and threading.current_thread() is threading.main_thread()  # else Ctrl-C is for others
    if comes:
        signal.signal(signal.SIGINT, lambda *told: came.append(told))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, FROM_TERMINAL) if BLOCKS else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if comes:
            signal.signal(signal.SIGINT, before)
        if came and callable(before):
            before(*came[0])


@contextmanager
def _told(name: str, value: str) -> Iterator[None]:
    """What begins here finds this in its environment."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        _set(name, before)


def _set(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


_TELLING: Any = None  # in a process of the pool: what it sends its results through, and who may send now


def _follow(safe: str | None, telling: Any) -> None:
    """In a process of the pool: end when told to, or when the process that asks is gone; Ctrl-C is for that alone."""
    global _TELLING
    _TELLING = telling
    _set(SAFE, safe)  # the programs of its bots are as they are without a pool
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        _end()

    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Also for the programs of its bots; set whole, for what forks the processes may have begun before, for another.
    if BLOCKS:
        signal.pthread_sigmask(signal.SIG_SETMASK, FROM_TERMINAL - {signal.SIGINT})
    threading.Thread(target=follow, daemon=True).start()


def _end(*_: object) -> None:
    multiprocessing.util._exit_function()  # type: ignore[attr-defined]  # with the programs of its bots
    os._exit(1)


def _context(module: str) -> multiprocessing.context.BaseContext:
    """How processes begin: not as a fork of this one, which would copy the threads of a progress bar."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])  # imported once for all processes instead of by each
    return context


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
