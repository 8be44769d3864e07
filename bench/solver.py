"""How fast and how exact play is where everything is known.

python bench/solver.py [--positions N] [--seed S]
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.search import solve
from torite.search.tricks import solve_tricks

DECK = [suit << 4 | rank for suit in range(4) for rank in range(13)]


def line(name: str, seconds: list[float]) -> None:
    """Median, 99th percentile and worst, in milliseconds of the processor."""
    ms = 1000 * np.array(seconds)
    median, most = np.median(ms), np.quantile(ms, 0.99)
    print(f"{name:44} {len(ms):5}  ms: median {median:.2f}  99 % {most:.2f}  worst {ms.max():.2f}")


def timed(function: Callable[[], object]) -> float:
    """Processor seconds of a call: other programs do not count."""
    begin = time.thread_time()
    function()
    return time.thread_time() - begin


def thirteen(positions: int, rng: Any) -> list[float]:
    """Random hands of 13 and 13, any trump or none, two marks a trick and one more for the last."""
    work, spent = solve.space(), []
    rest = work.rest[0]
    for _ in range(positions):
        cards = [DECK[i] for i in rng.permutation(52)]
        rest.seats, rest.lead, rest.lain = 2, rng.integers(2), 0
        rest.trump, rest.worth, rest.extra = rng.integers(-1, 4), 2, 1
        rest.hands[:2] = [sum(1 << card for card in cards[p * 13 : p * 13 + 13]) for p in range(2)]
        work.problem[0].stamp += 1  # nothing remembered from the one before
        spent.append(timed(lambda: solve_tricks(rest, work.trick_nodes, work.table, work.problem)))
    return spent


def first_known(game: Game, deals: int, rng: Any) -> list[float]:
    """The value of every legal action where, in random play, everything is known for the first time."""
    spent = []
    for deal in range(deals):
        position = Position(game, 2, seed=deal)
        position.deal()
        while (seat := position.turn) is not None:
            view = position.view(seat)
            if game.known is not None and game.known(view, seat):
                spent.append(timed(lambda view=view, seat=seat: solve.analyse(game, view, seat)))  # type: ignore[misc]
                break
            actions = list_actions(game.likely(view, seat) if game.likely else game.legal(view, seat))
            game.play(position.state, seat, actions[rng.integers(len(actions))])
    return spent


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    told = options.parse_args()
    rng = np.random.default_rng(told.seed)
    thirteen(5, rng)
    line("13 x 13, one position", thirteen(told.positions, rng))
    for name in ("wysiwyg", "bingo"):
        spent = first_known(GAMES[name], 1 + told.positions // 10, rng)
        line(f"{name}: all actions where first known", spent[1:])


if __name__ == "__main__":
    main()
