"""Fixtures: servers with a database of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.servers import Process, Served


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Makes servers with a database of their own; `db=` and any setting may be given."""
    served: list[Served] = []

    def start(db: str | None = None, **changes: Any) -> Served:
        served.append(Served(db or str(tmp_path / f"{len(served)}.db"), **changes))
        return served[-1]

    yield start
    for each in served:
        each.stop()


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    """A server with quick bots."""
    return serve()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """A server process that may be killed."""
    process = Process(tmp_path)
    yield process
    process.kill()
