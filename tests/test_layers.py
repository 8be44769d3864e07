"""Imports point one way: cards <- games <- knowledge <- search <- table <- review <- server; lab beside; cli on top."""

import ast
import os
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from torite.games import GAMES

PACKAGE = Path(__file__).parents[1] / "src" / "torite"
CLIENT = PACKAGE.parents[1] / "client" / "src"
GAME = re.compile(rf"['\"`]({'|'.join(GAMES)})['\"`]")

# What each part may import of torite, beside itself.  `locale` is data for everybody; "" is torite/__init__.py,
# "rules" the one door for games from outside.
MAY = {
    "locale": set(),
    "cards": set(),
    "games": {"cards", "locale"},
    "rules": {"cards", "games"},
    "": {"cards", "games", "lab"},
    "knowledge": {"cards", "games"},
    "search": {"cards", "games", "knowledge", "locale"},
    "table": {"cards", "games", "search", "locale"},
    "review": {"cards", "games", "knowledge", "search", "table", "locale"},
    "server": {"", "cards", "games", "search", "table", "review", "locale"},
    "lab": {"", "cards", "games", "search", "table", "locale"},
    "adapters": {"", "cards", "games", "search", "table", "lab", "locale"},
    "cli": {"", "cards", "games", "search", "table", "review", "server", "lab", "adapters", "locale"},
}

# Below the house nobody waits, talks to a database or asks for the time; the store of kernels and files of games may.
PURE = ("cards", "games", "rules", "knowledge", "search", "table", "review", "locale")
NEEDS = {"numpy", "numba", "llvmlite", "msgspec", "platformdirs"}  # all that these need from elsewhere
OUTSIDE = {"asyncio", "http", "logging", "socket", "sqlite3", "urllib"}

# The rooms of the server: each may import those before it.  What lies beside them may import all.
ROOMS = ["storage", "bots", "visitors", "people", "play", "matches", "api"]


def part_of(module: str) -> str:
    """The part that a module of torite belongs to: torite.games.rwd -> games."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in MAY else ""


def imports(path: Path) -> list[tuple[int, str]]:
    """Line and full name of everything that a file imports, also within functions."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "relative" if node.level else node.module
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
    return found


def files() -> list[Path]:
    """Every Python file of the package."""
    return sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    relative = path.relative_to(PACKAGE).with_suffix("")
    own = part_of(".".join(("torite", *relative.parts)))
    for line, module in imports(path):
        assert not module.startswith("relative"), f"{relative}:{line}: {module}"
        if module.split(".")[0] == "torite":
            part = part_of(module)
            assert part == own or part in MAY[own], f"{relative}:{line}: {own or 'torite'} imports {part or 'torite'}"


@pytest.mark.parametrize("part", PURE)
def test_what_lies_below_the_house_is_pure(part: str) -> None:
    """`table/` most of all is synchronous: its time comes from whoever calls it."""
    for path in PACKAGE.glob(f"{part}/**/*.py"):
        for line, module in imports(path):
            top = module.partition(".")[0]
            known = top == "torite" or top in NEEDS or top in sys.stdlib_module_names - OUTSIDE
            assert known, f"{path.name}:{line}: {module}"


def test_the_house_names_no_game() -> None:
    """What a game needs there it declares.  A family of faces may be called as a game is."""
    named = []
    for path in (file for part in ("search", "table", "review", "server") for file in PACKAGE.glob(f"{part}/**/*.py")):
        said = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant))
        named += [f"{path.name}:{node.lineno}: {node.value}" for node in said if node.value in GAMES]
    for path in CLIENT.rglob("*.*"):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name and path.name != "fixtures.ts":
            named += [f"{path.name}: {name}" for name in re.findall(GAME, path.read_text("utf-8"))]
    assert named == []


def test_rooms_of_the_server_import_one_way() -> None:
    server = PACKAGE / "server"
    assert set(ROOMS) == {path.parent.name for path in server.glob("*/__init__.py")}
    for i, room in enumerate(ROOMS):
        for path in (server / room).rglob("*.py"):
            for line, module in imports(path):
                other = module.removeprefix("torite.server.").split(".")[0]
                assert other not in ROOMS[i + 1 :], f"{room}/{path.name}:{line}: {module}"


BY_NAME = {("torite.games.game", "torite.games"), ("torite.games.game", "torite.games.load")}  # how a game is pickled


def needs() -> dict[str, set[str]]:
    """The modules of the package, and those that each of them imports, also within functions."""
    modules = {".".join(("torite", *path.relative_to(PACKAGE).with_suffix("").parts)): path for path in files()}
    modules = {module.removesuffix(".__init__"): path for module, path in modules.items()}
    return {
        module: {name if name in modules else name.rpartition(".")[0] for _, name in imports(path)} & set(modules)
        for module, path in modules.items()
    }


def test_imports_go_in_no_circle() -> None:
    graph = {module: {name for name in names if (module, name) not in BY_NAME} for module, names in needs().items()}
    assert "torite.table.scribe" in graph["torite.table.fairness"]
    list(TopologicalSorter(graph).static_order())  # raises CycleError with the circle


@pytest.mark.parametrize("place", [".", "table"])
def test_what_the_client_consists_of_imports_in_no_circle(place: str) -> None:
    """Folders, and the files beside them, but for the one that brings pages when they are wanted."""
    source = CLIENT / place
    parts: dict[str, set[str]] = {}
    for path in {*source.glob("**/*.*")} - {CLIENT / "pages.svelte.ts"}:
        own = path.relative_to(source).parts[0]
        for name in re.findall(r"(?:from |import |import\()'(\.\.?/[^']+)'", path.read_text("utf-8")):
            other = Path(os.path.normpath(path.parent / name))
            if source in other.parents:
                parts.setdefault(own, set()).update({other.relative_to(source).parts[0]} - {own})
    assert any(parts.values())
    list(TopologicalSorter(parts).static_order())


def test_every_part_has_its_place() -> None:
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"} <= set(MAY)


def test_references_share_nothing_with_the_rules() -> None:
    """They are a second opinion; and where torite is not imported, nothing can differ without the compiler."""
    tests = Path(__file__).parent
    for path in [*tests.glob("references/*.py"), *tests.glob("games/ref_*.py")]:
        assert not [module for _, module in imports(path) if module.split(".")[0] == "torite"], path.name


def test_a_wrong_import_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(
        "def f():\n    from torite.server import run\n    import torite.lab.match\n    from torite import games\n"
    )
    assert imports(file) == [(2, "torite.server.run"), (3, "torite.lab.match"), (4, "torite.games")]
    assert [part_of(module) for _, module in imports(file)] == ["server", "lab", "games"]
