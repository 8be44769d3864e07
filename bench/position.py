"""Actions a second of `Position`, played at random from Python, next to OpenSpiel's objects.

python bench/position.py [--deals N] [--rounds N]

All take turns in one run, and the best round of each counts: others use this machine too.  Of OpenSpiel's Hearts there
are two rows: the loop of its `examples/example.py`, which draws what chance does by its odds, and a leaner one that
takes any outcome, as all are equally likely.  A deal counts from the new match to the last card; its actions are those
of the players: 52 cards and, in a first deal of ours and in three of four of theirs, 12 passed.
"""

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from torite.games import GAMES
from torite.games.game import Game
from torite.games.load import load_game
from torite.games.position import Position

HEARTS = Path(__file__).parents[1] / "examples" / "hearts.py"
SEATS = 4
Draw = Callable[[Any, random.Random], int]


def ours(game: Game) -> Callable[[random.Random], int]:
    """Plays a deal; how many actions it had."""

    def deal(rng: random.Random) -> int:
        position = Position(game, SEATS, seed=rng.randrange(1 << 30))
        position.deal()
        while codes := position.legal():
            position.play(rng.choice(codes))
        return len(position.log)

    return deal


def by_odds(state: Any, rng: random.Random) -> int:
    """What chance does, as OpenSpiel's example draws it."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    return int(np.random.choice(outcomes, p=odds))


def any_outcome(state: Any, rng: random.Random) -> int:
    """What chance does where everything is equally likely."""
    return int(rng.choice(state.chance_outcomes())[0])


def theirs(draw: Draw) -> Callable[[random.Random], int]:
    """The same of OpenSpiel's Hearts."""
    import pyspiel

    hearts = pyspiel.load_game("hearts")

    def deal(rng: random.Random) -> int:
        state, actions = hearts.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state, rng))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                actions += 1
        return actions

    return deal


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=15)
    told = parser.parse_args()
    rows = {"hearts": ours(load_game(str(HEARTS))), "schieber": ours(GAMES["schieber"])}
    if find_spec("pyspiel") is None:
        print("OpenSpiel is left out: pip install 'torite[openspiel]'")
    else:
        rows |= {"OpenSpiel's hearts, its loop": theirs(by_odds), "OpenSpiel's hearts, lean loop": theirs(any_outcome)}
    rates = dict.fromkeys(rows, 0.0)
    for number in range(told.rounds):
        for name, deal in rows.items():
            rng, begin = random.Random(number), time.thread_time()
            actions = sum(deal(rng) for _ in range(told.deals))
            rates[name] = max(rates[name], actions / (time.thread_time() - begin))
    for name, rate in rates.items():
        print(f"{name:30}{rate:10,.0f} actions/s   {rates['hearts'] / rate:5.2f} = hearts / this")


if __name__ == "__main__":
    main()
