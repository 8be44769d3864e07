"""The whole check of a game file: `python -m torite.games.check FILE` prints the problems as JSON, as the last line."""

import json
import sys

from torite.games.load import GameFileError, load_game


def main(file: str) -> None:
    """Print them."""
    problems = []
    try:
        load_game(file)
    except GameFileError as error:
        problems = error.problems
    sys.stdout.write("\n" + json.dumps(problems, default=str))


if __name__ == "__main__":
    main(sys.argv[1])
