"""Fixtures: servers with a database of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.servers import Process, Served
from torite.cards.compiler import waits
from torite.games import GAMES
from torite.search.warm import warm


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile first, so that no test's clock runs meanwhile."""
    for game in GAMES.values():
        warm(game)


@pytest.fixture(autouse=True)
def no_house_is_left() -> Iterator[None]:
    """Whose thread would compile nothing any more, whatever a later test asks of it."""
    yield
    assert waits(), "a house was begun in this thread and not ended"


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
def launch(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Makes a server process, with any arguments."""
    launched: list[Process] = []

    def start(*arguments: str) -> Process:
        launched.append(Process(tmp_path, *arguments))
        return launched[-1]

    yield start
    for each in launched:
        each.stop()


@pytest.fixture
def process(launch: Callable[..., Process]) -> Process:
    """A server process that may be killed."""
    return launch()
