"""Files that are written whole or not at all: on a full disk, and if Ctrl-C comes in between, the old one stays."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """What is written into the file that this gives is in place once all of it is there.  Raises OSError."""
    path = path.resolve()  # a link stays one
    if path.exists() and not path.is_file():  # a device or a pipe
        yield path
        return
    fresh = path.with_name(f".{os.getpid()}.{path.name}")  # ends as it does
    try:
        yield fresh
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
