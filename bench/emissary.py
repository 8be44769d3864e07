"""How many kingdoms the emissary wins: the distribution over many matches, for every preset.

python bench/emissary.py [--games N] [--bot SPEC] [--preset NAME ...] [--seed S]
"""

import argparse
import math
import time
from collections import Counter
from functools import partial

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.seating import bots_rng, play_deal
from torite.lab.workers import cores, spread
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


def main() -> None:
    """Print a line a preset."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--bot", default="plan:6")
    options.add_argument("--preset", nargs="*", default=list(GAME.presets))
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--processes", type=int, default=cores())
    told = options.parse_args()
    for preset in told.preset:
        begin = time.perf_counter()
        seeds = (match_seed(told.seed, i) for i in range(told.games))
        won = list(spread(partial(kingdoms, told.bot, preset), seeds, told.processes))
        count = Counter(won)
        shares = " ".join(f"{k}:{100 * count[k] / len(won):.1f}" for k in range(9))
        mean = sum(won) / len(won)
        error = math.sqrt(sum((n - mean) ** 2 for n in won)) / len(won)
        seconds = time.perf_counter() - begin
        print(f"{preset:10} {told.bot} mean {mean:.2f} ± {error:.2f}  % by kingdoms won  {shares}  {seconds:.0f} s")


if __name__ == "__main__":
    main()
