"""What taking the luck of the cards out is worth: standard errors of `torite match --luck-adjusted`, game by game.

python bench/adjusted.py [--deals N] [--bots A,B] [--processes N] [GAME ...]

plain      standard error of the difference, each deal played once
÷ adjusted by how much the par of the cards shortens it; twice means a quarter of the deals
÷ at most  by how much any par could: what is left is how differently the same bots play the same cards
÷ twofold  by how much playing each deal in all seatings shortens it, for the same number of plays
bias       difference with the par less without it, in standard errors of that: within 2 in 19 of 20 games
"""

import argparse
import math
from dataclasses import replace

import numpy as np

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.duplicate import DealJob, play_duplicate, play_single, seatings
from torite.lab.match import paired
from torite.lab.par import Adjustment
from torite.lab.seating import GameRef
from torite.lab.workers import cores, spread


def again(job: DealJob) -> list[float]:
    """The same cards and seats, other chance of the bots; and all seatings."""
    return play_single(replace(job, repeat=1))[0] + play_duplicate(job)[0]


def measure(name: str, bots: tuple[str, str], deals: int, seed: int, processes: int) -> str:
    """One line for a game."""
    game = GAMES[name]
    players = game.usual_players
    options = Position(game, players).options
    jobs = [DealJob(GameRef(name), players, "seed", options, bots, n, match_seed(seed, n)) for n in range(deals)]
    plain = np.array(list(spread(play_single, jobs, processes)))
    others = np.array(list(spread(again, jobs, processes)))
    adjustment = Adjustment()
    adjusted = np.array([adjustment.adjusted(worths, pars) for worths, pars in plain])
    luckless = adjusted[:, 0] - adjusted[:, 1]
    lucky = plain[:, 0, 0] - plain[:, 0, 1]
    duplicate = others[:, 2] - others[:, 3]
    same = float(np.corrcoef(lucky, others[:, 0] - others[:, 1])[0, 1])
    error, plays = paired(lucky)[1], math.sqrt(len(seatings((0, 1), range(players))))
    bias, unsure = paired(luckless - lucky)
    cuts = error / paired(luckless)[1], 1 / math.sqrt(1 - max(0.0, same)), error / paired(duplicate)[1] / plays
    told = " ".join(f"{cut:10.2f}" for cut in cuts)
    return (
        f"{name:13} {players:7} {error:9.4f} {told} {bias / unsure if unsure else 0.0:+6.2f} {adjustment.weight:7.2f}"
    )


def main() -> None:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[name for name, game in GAMES.items() if game.players[1] > 1])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--bots", default="steady,gentle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=cores())
    told = parser.parse_args()
    first, second = told.bots.split(",")
    print(f"{told.bots}, {told.deals} deals")
    print("game          players     plain ÷ adjusted  ÷ at most  ÷ twofold   bias  weight")
    for name in told.games:
        print(measure(name, (first, second), told.deals, told.seed, told.processes), flush=True)


if __name__ == "__main__":
    main()
