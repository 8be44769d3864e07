"""Files with bots, read as Python does: when a match is prepared, and again if they have changed since.

They may import what lies beside them, by its plain name.  What they read besides, such as weights, is part of them.
"""

import importlib.util
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import file_digest
from pathlib import Path
from types import ModuleType

from torite.games.load import PAGE, Source
from torite.search.players import SpecError


@dataclass
class _Read:
    """A file that was loaded, and what it and those beside it that it has imported or read were then."""

    module: ModuleType
    sources: dict[Path, bytes]
    made: dict[str, dict[Path, bytes]] = field(default_factory=dict)  # by bot, what it has read when it was made

    def is_current(self) -> bool:
        """Are they so still?"""
        every = [pair for read in (self.sources, *self.made.values()) for pair in read.items()]
        return all(path.is_file() and _content(path) == was for path, was in every)


_READ: dict[Path, _Read] = {}


def sources(file: str, bot: str) -> list[bytes]:
    """What a file that was loaded was then, and those from beside it that it has imported, or this bot has read."""
    path = Path(file).resolve()
    found = _READ[path].sources | _READ[path].made.get(bot, {})
    return [was for _, was in sorted(found.items(), key=lambda each: (each[0] != path, each[0]))]


def files() -> list[Path]:
    """Those whose bots this process has read."""
    return [*_READ]


def module(file: str, anew: bool) -> ModuleType:
    """The file as it was read, or `anew` as it is now.  Raises SpecError."""
    path = Path(file).resolve()
    if path not in _READ or (anew and not _READ[path].is_current()):
        _READ[path] = _read(path, file)
    return _READ[path].module


@contextmanager
def at_home(file: str, bot: str) -> Iterator[None]:
    """While a bot of a file that was loaded is made: it may still import and read what lies beside."""
    path, found = Path(file).resolve(), set[Path]()
    with _beside(path.parent, found):
        yield
    _READ[path].made.setdefault(bot, {}).update((source, _content(source)) for source in found)


def _read(path: Path, file: str) -> _Read:
    if not path.is_file():
        raise SpecError("no_file", file=file)
    name = f"torite_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=Source(name, str(path)))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    found = {path}
    try:
        with _beside(path.parent, found):
            spec.loader.exec_module(module)
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # as `sys.exit(main())` at the end of a program
        raise SpecError(
            "broken_file", file=file, kind=type(error).__name__, reason=error, line=line_of(error, path)
        ) from None
    return _Read(module, {source: _content(source) for source in found})


def _content(source: Path) -> bytes:
    """All of a text of Python; of what may be large, as weights, what stands for it."""
    if source.suffix == ".py":
        return source.read_bytes()
    with source.open("rb") as file:  # it may be larger than the memory
        return file_digest(file, "sha256").digest()


@contextmanager
def _beside(folder: Path, found: set[Path]) -> Iterator[None]:
    """What is imported and read from this folder meanwhile is found, and the imports are forgotten again."""
    _notice()
    before, outer, opened = set(sys.modules), _HERE.opened, set[str]()
    _HERE.opened = opened
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        _HERE.opened = outer
        found.update(_forget(set(sys.modules) - before, folder))
        found.update(path for path in map(Path, map(os.path.realpath, opened)) if _is_read(path, folder))


class _Here(threading.local):
    opened: set[str] | None = None  # what this thread reads, while that is of interest


_HERE = _Here()


@cache
def _notice() -> None:
    """From now on; Python takes no such hook back."""

    def hook(event: str, told: tuple[object, ...]) -> None:
        if event == "open" and _HERE.opened is not None:
            name, mode, _ = told
            if isinstance(name, str) and isinstance(mode, str) and mode.startswith("r") and "+" not in mode:
                _HERE.opened.add(name)

    sys.addaudithook(hook)


def _is_read(path: Path, folder: Path) -> bool:
    """Is it something of one's own, and nothing that Python itself reads, or Numba has compiled?"""
    prefix, is_code = Path(sys.prefix).resolve(), path.suffix in (".py", ".pyc") or "__pycache__" in path.parts
    return path.is_relative_to(folder) and not path.is_relative_to(prefix) and not is_code and os.path.isfile(path)


def _forget(names: set[str], folder: Path) -> list[Path]:
    """Let the next file import its own of these modules, and not those of this folder; where they stand."""
    found = {name: Path(getattr(sys.modules[name], "__file__", None) or "") for name in names}
    beside = {name: path for name, path in found.items() if path.parent == folder and not name.startswith(PAGE)}
    for name in beside:
        del sys.modules[name]
    return [*beside.values()]


def line_of(error: BaseException, path: Path) -> int:
    """The line of the file that is to blame, whatever else was at work; 0 = none of it."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 0
    return next((f.lineno or 0 for f in traceback.extract_tb(error.__traceback__)[::-1] if f.filename == str(path)), 0)
