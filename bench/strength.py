"""How strong the bots are, game by game: the lines of the table in docs/strength.md.

python bench/strength.py [--games A,B] [--ms N] [--deals N] [--seed N] [--processes N] [--full]

For each game: the tree search against flat Monte Carlo of the same time, flat Monte Carlo against random play, and each
level against the one below; the highest level gets --ms, too, unless --full gives it its whole time.  Every line is a
`torite match` with these bots, deals and seed; a line is printed as soon as it is known.
"""

import argparse
import sys
from itertools import pairwise

from torite.games import GAMES
from torite.lab.match import match
from torite.lab.seating import GameRef, default_players
from torite.search.players import LEVELS

SURE = 3.0  # standard errors
HEAD = "| game | players | bots | deals | difference | in standard errors |\n|---|---|---|---|---|---|"


def line(name: str, better: str, worse: str, told: argparse.Namespace) -> str:
    """One line of the table; `**` where the first is ahead by more than SURE standard errors."""
    players = default_players(GAMES[name])
    report = match(GameRef(name), players, [better, worse], deals=told.deals, seed=told.seed, processes=told.processes)
    side = report.sides[1]
    sure = -side.difference / side.error if side.error else 0.0
    mark = "**" if sure > SURE else ""
    ahead = f"{-side.difference:+.3f} ± {side.error:.3f}"
    return f"| {name} | {players} | `{better},{worse}` | {told.deals} | {ahead} | {mark}{sure:.1f}{mark} |"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--ms", type=int, default=50)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--full", action="store_true")
    told = parser.parse_args()
    tree, flat = f"solve+ismcts:{told.ms}ms", f"flat:{told.ms}ms"
    bots = list(LEVELS) if told.full else [*list(LEVELS)[:-1], tree]
    levels = [(better, worse) for worse, better in pairwise(bots)]
    print(HEAD)
    for name in told.games.split(","):
        for better, worse in [(tree, flat), (flat, "random"), *levels]:
            print(line(name, better, worse, told))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
