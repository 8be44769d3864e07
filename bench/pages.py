"""How long are the pages of rules?  Lines, the longest function, and places that know the game, a row each.

    python bench/pages.py

How long they may be is asserted by tests/games/test_pages.py.
A place is a file of the package beside the page whose code names the game, or that is named by it: the lists of games
and of what bots know, texts, the lesson, rules for people (one, in three languages).  What is built of them (docs, the
client), and what several games share, is in no row.
"""

import ast
from pathlib import Path

from torite.games import GAMES

PACKAGE = Path(__file__).parents[1] / "src" / "torite"
BUILT = {"static", "docs", "__pycache__"}


def longest(page: Path) -> tuple[int, str]:
    """Lines and name of the longest function."""
    nodes = ast.walk(ast.parse(page.read_text("utf-8")))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return max((len(range(node.lineno, (node.end_lineno or 0) + 1)), node.name) for node in functions)


def lines(file: Path) -> int:
    """Lines of a file; 0 = there is none."""
    return len(file.read_text("utf-8").splitlines()) if file.is_file() else 0


def names(file: Path, name: str, module: str) -> bool:
    """Does its code name the game?  What it says in a docstring or a comment is no code."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and f".{module}" in f".{node.module}"[-len(module) - 1 :]:
            return True
        if isinstance(node, ast.Constant) and node.value == name:
            return True
    return False


def places(name: str, page: Path) -> set[str]:
    """Files of the package that know the game; those that differ by their language are one."""
    found = set[str]()
    for file in PACKAGE.rglob("*.*"):
        at = file.relative_to(PACKAGE)
        if file == page or BUILT & set(at.parts):
            continue
        own = at.name.split(".")[0]
        if own in (name, page.stem) or (file.suffix == ".py" and names(file, name, page.stem)):
            found.add(f"{at.parent}/{own}")
    return found


def main() -> None:
    """Print the table."""
    print("| game | lines | longest function | what bots know | places |")
    print("|---|---|---|---|---|")
    for name, game in GAMES.items():
        page = Path(game.page)
        most, function = longest(page)
        known, named = lines(PACKAGE / "knowledge" / page.name), len(places(name, page))
        print(f"| {name} | {lines(page)} | {most} `{function}` | {known} | {named} |")


if __name__ == "__main__":
    main()
