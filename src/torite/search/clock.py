"""How long a search may take: processor time of its thread, so that a busy machine makes bots later, not weaker."""

import time
from collections.abc import Callable

CHUNK_MS = 10.0  # the clock is read about this often; kernels never look at it


def spend(ms: float, search: Callable[[int], None], first: int) -> int:
    """Call search(worlds) with a few worlds at a time, at first `first`, until `ms` are spent; returns their number."""
    begin = time.thread_time()
    spent, done, chunk = 0.0, 0, first
    while spent < ms:
        search(chunk)
        done += chunk
        spent = max((time.thread_time() - begin) * 1000, 1e-3)
        chunk = max(1, min(int(done / spent * min(CHUNK_MS, ms - spent)), 2 * done))
    return done
