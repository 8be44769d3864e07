"""How many kingdoms the emissary wins: the distribution over many matches, for every preset.

python bench/emissary.py [--games N] [--bot SPEC] [--preset NAME ...] [--seed S] [--processes N] [--out FILE]

Ctrl-C ends it with what is known by then.  With --out every match is written down as it ends, a line each, and matches
that stand there already are not played again.
"""

import argparse
import csv
import math
import time
from collections import Counter
from functools import partial
from pathlib import Path

from torite.cards.rng import match_seed
from torite.cli.words import bar
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.workers import cores, spread
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player

GAME = GAMES["emissary"]


def kingdoms(spec: str, preset: str, seed: bytes) -> int:
    """Kingdoms won in one match."""
    position = Position(GAME, 1, seed=seed, preset=preset)
    bot, rng = player(spec), bots_rng(seed)
    while not position.finished():
        position.deal()
        play_deal(position, [bot], rng)
    return int(position.state.reached)


def mean(won: list[int]) -> tuple[float, float]:
    """Mean and its standard error."""
    middle = sum(won) / len(won)
    return middle, math.sqrt(sum((n - middle) ** 2 for n in won)) / len(won)


def line(preset: str, told: argparse.Namespace, won: list[int], seconds: float) -> str:
    """What is printed."""
    count = Counter(won)
    shares = " ".join(f"{k}:{100 * count[k] / len(won):.1f}" for k in range(9))
    middle, error = mean(won)
    return (
        f"{preset:10} {told.bot} seed {told.seed} games {len(won)} mean {middle:.2f} ± {error:.2f}"
        f"  % by kingdoms won  {shares}  {seconds:.0f} s"
    )


def known(told: argparse.Namespace, preset: str) -> list[int]:
    """Kingdoms of the matches that stand in the file, from the first on."""
    if told.out is None or not told.out.exists():
        return []
    with told.out.open(newline="") as file:
        rows = [row[4] for row in csv.reader(file) if row[:3] == [told.bot, preset, str(told.seed)]]
    return [int(won) for won in rows][: told.games]


def measure(told: argparse.Namespace, preset: str) -> None:
    """Play on from the matches in the file; print what is known in the end."""
    won = known(told, preset)
    seeds = (match_seed(told.seed, i) for i in range(len(won), told.games))
    begin = time.perf_counter()
    with bar(preset) as progress:
        task = progress.task_ids[0]
        progress.update(task, total=told.games, completed=len(won))
        try:
            for n in spread(partial(kingdoms, told.bot, preset), seeds, told.processes):
                if told.out is not None:
                    with told.out.open("a", newline="") as file:
                        csv.writer(file).writerow([told.bot, preset, told.seed, len(won), n])
                won.append(n)
                middle, error = mean(won)
                progress.update(task, completed=len(won), description=f"{preset} {middle:.2f} ± {error:.2f}")
        finally:
            if won:
                print(line(preset, told, won, time.perf_counter() - begin), flush=True)


def main() -> None:
    """Print a line a preset; Ctrl-C is an ordinary end."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--bot", default="plan:16")
    options.add_argument("--preset", nargs="*", default=list(GAME.presets))
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--processes", type=int, default=cores())
    options.add_argument("--out", type=Path, default=None)
    told = options.parse_args()
    try:
        for preset in told.preset:
            measure(told, preset)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
