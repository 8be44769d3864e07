"""Compiled kernels on disk: one file an entry, named by all that it was compiled from, so that none is ever stale.

What came with the package (`packed.py`) is looked at first, and never written.

An entry is written whole or not at all, whoever else writes it at the same time, and is checked when it is read: one
that is damaged, or from somebody else, is as good as absent.  Nothing here ever stops a game: without a folder that
can be used, kernels are compiled anew in each process, and one line on standard error says so.
"""

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import tempfile
import time
from functools import cached_property
from pathlib import Path
from typing import Any

import platformdirs

from torite.cards.packed import PACKED

KEPT_DAYS = 30  # unused for so long, an entry goes away
SWEPT = "swept"  # its date tells when that was last looked at
DIGEST = 32  # bytes of SHA-256 before an entry


class Shelf:
    """The entries of one user.

    Entries are pickles.  A folder that others can write to is not read: they could have put anything there.
    """

    @cached_property
    def folder(self) -> Path | None:
        """Where entries are written; None = nowhere."""
        folder = Path(platformdirs.user_cache_dir("torite")) / "kernels"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = folder.stat()
            if os.name == "posix" and (found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
                _without(f"others may write to {folder}")
                return None
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            _without(f"{folder}: {error.strerror}")
            return None
        self._sweep(folder)
        return folder

    def get(self, name: str) -> Any:
        """An entry; None if it is not there."""
        if (entry := PACKED.get(name)) is not None:
            return entry
        return None if self.folder is None else _read(self.folder / name[:2] / name)

    def has(self, name: str) -> bool:
        """Is there such an entry?  It may still be damaged."""
        return PACKED.has(name) or (self.folder is not None and (self.folder / name[:2] / name).exists())

    def put(self, name: str, entry: Any) -> None:
        """Keep an entry, if that can be done."""
        if self.folder is None:
            return
        content = pickle.dumps(entry, protocol=5)
        try:
            place = self.folder / name[:2] / name
            place.parent.mkdir(mode=0o700, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
                file.write(hashlib.sha256(content).digest() + content)
            os.replace(file.name, place)
        except OSError as error:
            with contextlib.suppress(OSError, UnboundLocalError):
                os.unlink(file.name)
            _without(f"{self.folder}: {error.strerror}")
            self.folder = None

    def _sweep(self, folder: Path) -> None:
        """Once a day: what nobody has read for long goes away, and what a killed writer has left."""
        mark, now = folder / SWEPT, time.time()
        with contextlib.suppress(OSError):
            if mark.exists() and now - mark.stat().st_mtime < 24 * 3600:
                return
            mark.touch()
            for path in folder.glob("*/*"):
                if now - max(path.stat().st_atime, path.stat().st_mtime) > KEPT_DAYS * 24 * 3600:
                    path.unlink()


def _read(path: Path) -> Any:
    """The entry in a file; None if there is none, or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # in use; access times are not kept everywhere
    return pickle.loads(content[DIGEST:])


def _without(reason: str) -> None:
    sys.stderr.write(f"torite: compiled kernels cannot be kept ({reason}); they are compiled anew each time\n")


SHELF = Shelf()
