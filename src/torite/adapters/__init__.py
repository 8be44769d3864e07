"""torite's games in the shape that other libraries expect: `pettingzoo`, `gymnasium`, `open_spiel`, `rlcard`.

Each needs its library: `pip install 'torite[pettingzoo]'`, `[gymnasium]`, `[openspiel]`, `[rlcard]`.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """What is imported here comes with this extra.  Raises ModuleNotFoundError that says so."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}; pip install 'torite[{extra}]'", name=error.name) from None
