"""Processor time of a server's process, from outside (Linux only)."""

import time
from pathlib import Path

PATIENCE = 120.0  # most seconds for a server to have its kernels ready
QUIET = 0.02  # share of a core below which a server does nothing


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has had, all its threads together; 0 where the system does not tell."""
    return sum(cpu_by_thread(pid).values())


def cpu_by_thread(pid: int) -> dict[int, float]:
    """The same of each thread; the first has the number of the process."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return {int(task.parent.name): int(task.read_text().split()[0]) / 1e9 for task in tasks}


def until_ready(server: int) -> None:
    """Wait until it has loaded its kernels, which it does beside serving: until it does nothing any more."""
    begin = time.perf_counter()
    while time.perf_counter() - begin < PATIENCE:
        before = cpu_seconds(server)
        time.sleep(1.0)
        if cpu_seconds(server) - before < QUIET:
            return
    raise SystemExit("the server does not come to rest: are the kernels compiled (torite compile)?")
