"""Files with bots, read as Python does: when a match is prepared, and again if they have changed since.

They may import what lies beside them, by its plain name.
"""

import importlib.util
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from torite.games.load import PAGE, Source
from torite.search.players import SpecError


@dataclass
class _Read:
    """A file that was loaded, and what it and those beside it that it has imported were then."""

    module: ModuleType
    sources: dict[Path, bytes] = field(default_factory=dict)

    def is_current(self) -> bool:
        """Are they so still?"""
        return all(path.is_file() and path.read_bytes() == was for path, was in self.sources.items())


_READ: dict[Path, _Read] = {}


def sources(file: str) -> list[bytes]:
    """What a file that was loaded was then, and those that it has imported from beside it."""
    return [*_READ[Path(file).resolve()].sources.values()]


def files() -> list[Path]:
    """Those whose bots this process has read."""
    return [*_READ]


def module(file: str, anew: bool) -> ModuleType:
    """The file as it was read, or `anew` as it is now.  Raises SpecError."""
    path = Path(file).resolve()
    if path not in _READ or (anew and not _READ[path].is_current()):
        _READ[path] = _read(path, file)
    return _READ[path].module


def _read(path: Path, file: str) -> _Read:
    if not path.is_file():
        raise SpecError("no_file", file=file)
    name = f"torite_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=Source(name, str(path)))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    before = set(sys.modules)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # as `sys.exit(main())` at the end of a program
        raise SpecError(
            "broken_file", file=file, kind=type(error).__name__, reason=error, line=_line(error, path)
        ) from None
    finally:
        sys.path.remove(str(path.parent))
        beside = _forget(set(sys.modules) - before, path.parent)
    return _Read(module, {source: source.read_bytes() for source in (path, *sorted(beside))})


def _forget(names: set[str], folder: Path) -> list[Path]:
    """Let the next file import its own of these modules, and not those of this folder; where they stand."""
    found = {name: Path(getattr(sys.modules[name], "__file__", None) or "") for name in names}
    beside = {name: path for name, path in found.items() if path.parent == folder and not name.startswith(PAGE)}
    for name in beside:
        del sys.modules[name]
    return [*beside.values()]


def _line(error: BaseException, path: Path) -> int:
    """The line of the file that is to blame, whatever else was at work."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 0
    return next((f.lineno or 0 for f in traceback.extract_tb(error.__traceback__)[::-1] if f.filename == str(path)), 0)
