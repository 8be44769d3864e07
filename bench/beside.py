"""Is it as fast as it was?  `torite bench` of two checkouts in turn, and the ratios row by row.

    python bench/beside.py OTHER [GAME ...] [--turns N] [--strict]

OTHER is a checkout of another commit that has been set up.  A ratio is this checkout's speed by the other's: the best
of the turns by the best, and the median of the turns.  With --strict it fails if a row is more than 3 % slower in both.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from torite.games import GAMES

HERE = Path(__file__).parents[1]
ROWS = ("plays_per_s", "determinizations_per_s", "playouts_per_s")
LEAST = 0.97


def speeds(checkout: Path, games: list[str]) -> dict[tuple[str, str], float]:
    """What `torite bench` measures there, by game and row."""
    command = [str(checkout / ".venv" / "bin" / "torite"), "bench", *games, "--rounds", "5", "--json"]
    out = subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return {(speed["game"], row): speed[row] for speed in json.loads(out)["speeds"] for row in ROWS}


def main() -> int:
    """Measure and print; 1 if strict and something is slower."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--turns", type=int, default=5, metavar="N")
    parser.add_argument("--strict", action="store_true")
    told = parser.parse_args()
    measured: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for turn in range(told.turns):
        print(f"turn {turn + 1} of {told.turns}", file=sys.stderr, flush=True)
        before, now = speeds(told.other.resolve(), told.games), speeds(HERE, told.games)
        for place, speed in now.items():
            measured[place].append((before[place], speed))
    slower = 0
    print(f"{'':14}{'':24}{'other':>10}{'here':>10}  M/s{'best':>8}{'median':>8}")
    for (game, row), turns in measured.items():
        others, ours = (max(speed) / 1e6 for speed in zip(*turns, strict=True))
        best, median = ours / others, statistics.median(speed / other for other, speed in turns)
        slower += max(best, median) < LEAST
        print(f"{game:14}{row:24}{others:10.2f}{ours:10.2f}     {best:8.3f}{median:8.3f}")
    return 1 if told.strict and slower else 0


if __name__ == "__main__":
    sys.exit(main())
