"""How long are the pages of rules?  Lines, the longest function, and places that know the game, a row each.

    python bench/pages.py

How long they may be is asserted by tests/games/test_pages.py.
A place is a file of the package beside the page that names the game or is named by it: the lists of games and of what
bots know, texts, rules for people.  What several games share is in no row.
"""

import ast
from pathlib import Path

from torite.games import GAMES

PACKAGE = Path(__file__).parents[1] / "src" / "torite"
SUFFIXES = (".py", ".json", ".md")


def longest(page: Path) -> tuple[int, str]:
    """Lines and name of the longest function."""
    nodes = ast.walk(ast.parse(page.read_text("utf-8")))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return max((len(range(node.lineno, (node.end_lineno or 0) + 1)), node.name) for node in functions)


def lines(file: Path) -> int:
    """Lines of a file; 0 = there is none."""
    return len(file.read_text("utf-8").splitlines()) if file.is_file() else 0


def places(name: str, page: Path) -> list[str]:
    """Files of the package that name the game."""
    module = page.stem
    found = []
    for file in sorted(PACKAGE.rglob("*")):
        if file.suffix in SUFFIXES and "static" not in file.parts and file != page:
            text = file.read_text("utf-8")
            named = f'"{name}"' in text or f"game.{name}." in text or f".{module} import" in text
            if named or file.stem.split(".")[0] in (name, module):
                found.append(str(file.relative_to(PACKAGE)))
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
