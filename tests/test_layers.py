"""Imports point one way: cards <- games <- knowledge <- search <- table <- review <- server; lab beside; cli on top."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "torite"

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


def part_of(module: str) -> str:
    """The part that a module of torite belongs to: torite.games.rwd -> games."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in MAY else ""


def imports(path: Path) -> list[tuple[int, str]]:
    """Line and module of everything that a file imports, also within functions."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                found.append((node.lineno, f"relative import of {module}"))
            else:
                found += [
                    (node.lineno, f"{module}.{alias.name}" if module == "torite" else module) for alias in node.names
                ]
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
    assert imports(file) == [(2, "torite.server"), (3, "torite.lab.match"), (4, "torite.games")]
    assert [part_of(module) for _, module in imports(file)] == ["server", "lab", "games"]
