"""What a test run can depend on: the content of files and of everything of ours that they import."""

import ast
import hashlib
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = (ROOT / "src", ROOT / "tests" / "games", ROOT / "tests")  # where modules of ours lie


@cache
def imports(file: Path) -> frozenset[Path]:
    """Files of ours that a Python file imports, also within functions; the packages they lie in, too."""
    names = set[str]()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    parts = [name.split(".") for name in names]
    packages = {tuple(path[:n]) for path in parts for n in range(1, len(path) + 1)}
    places = [room.joinpath(*path) for room in ROOMS for path in packages]
    both = [way for place in places for way in (place.with_suffix(".py"), place / "__init__.py")]
    return frozenset(way for way in both if way.is_file())


def reach(files: Iterable[Path], apart: Collection[Path] = ()) -> set[Path]:
    """These files and all that their imports lead to, but for those that stand apart."""
    found, waiting = set[Path](), list(files)
    while waiting:
        file = waiting.pop()
        if file not in found and file not in apart:
            found.add(file)
            waiting += imports(file) if file.suffix == ".py" else ()
    return found


def content(files: Iterable[Path], *more: str) -> str:
    """Short hash of what stands in these files, wherever the checkout lies."""
    total = hashlib.sha256("\n".join(more).encode())
    for file in sorted(files):
        total.update(f"\n{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return total.hexdigest()[:16]
