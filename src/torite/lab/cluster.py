"""Many matches on many machines: the same jobs, in the same order, done by a Ray cluster (`pip install 'torite[ray]'`).

A worker that is lost costs only the jobs that it had: others do them again, with the same seeds and so the same result.
"""

import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from torite.lab.workers import AHEAD, Cluster, WorkerError, cores
from torite.locale import TextError

LOCAL = "local"
SHARE = 4  # jobs that a worker takes at once; of quick ones the way there takes longer than they do
SECONDS = 5.0  # in which a cluster answers
AGAIN = 3  # times that a share is done again when its worker is lost

Job = TypeVar("Job")
Result = TypeVar("Result")


class ClusterError(TextError, RuntimeError):
    """There is no cluster to work on."""

    KEY = "cli.cluster"


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster at HOST:PORT or ray://HOST:PORT, or one of this machine alone for `local`.  Raises ClusterError."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody else is told
    try:
        import ray
    except ImportError:
        raise ClusterError("no_ray") from None
    if address != LOCAL:
        _reach(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    own: dict[str, Any] = {"num_cpus": cores(), "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, **quiet, **own)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError("unreachable", address=address, reason=str(error).strip().splitlines()[0]) from None
    try:
        yield _spread
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Does anything listen there?  Ray itself would try for a minute, and complain of each time."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 2**16:
        raise ClusterError("form", address=address or "''")
    try:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS).close()
    except OSError as error:
        raise ClusterError("unreachable", address=address, reason=error.strerror or error) from None


def _spread(function: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[Result, None, None]:
    """function(job) for every job, in order.  To close it cancels the rest."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    remote: Any = ray.remote(max_retries=AGAIN)(_share)
    told: Any = ray
    workers = int(told.cluster_resources().get("CPU", 1))
    rest, waiting = iter(jobs), deque[Any]()
    try:
        while True:
            while len(waiting) < AHEAD * workers and (share := list(islice(rest, SHARE))):
                waiting.append(remote.remote(function, share))
            if not waiting:
                return
            yield from ray.get(waiting.popleft())
    except RayTaskError as error:
        raise error.cause from None  # as it would have been raised here
    except RayError as error:
        raise WorkerError("a worker of the cluster ended again and again") from error
    finally:
        for share in waiting:
            ray.cancel(share, force=True)


def _share(function: Callable[[Job], Result], jobs: list[Job]) -> list[Result]:
    return [function(job) for job in jobs]
