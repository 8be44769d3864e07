"""How fast and how exact play is where everything is known.

python bench/solver.py [--positions N] [--seed S]
python bench/solver.py --dds 200 [--cards 9]      four hands: equal to DDS (endplay), and how much slower?
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.knowledge import informed
from torite.search import solve
from torite.search.open_tricks import ENTRY, solve_tricks

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
    spent, knows = [], informed(game)
    for deal in range(deals):
        position = Position(game, 2, seed=deal)
        position.deal()
        while (seat := position.turn) is not None:
            view = position.view(seat)
            if knows.known is not None and knows.known(view, seat):
                spent.append(timed(lambda view=view, seat=seat: solve.analyse(game, view, seat)))  # type: ignore[misc]
                break
            actions = list_actions(knows.likely(view, seat) if knows.likely else game.legal(view, seat))
            game.play(position.state, seat, actions[rng.integers(len(actions))])
    return spent


def beside_dds(deals: int, cards: int, rng: Any) -> None:
    """Four random hands of so many cards: our solver and DDS, its threads counted too."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from dds import deal_of, tricks_of

    work, ours, theirs = solve.space(), [], []
    rest, table = work.rest[0], np.zeros(1 << 20, ENTRY).view(np.recarray)
    for deal in range(deals + 1):
        deck = [DECK[i] for i in rng.permutation(52)]
        hands = [sum(1 << card for card in deck[p * cards : (p + 1) * cards]) for p in range(4)]
        rest.seats, rest.lain, rest.worth, rest.extra = 4, 0, 1, 0
        rest.lead, rest.trump = rng.integers(4), rng.integers(-1, 4)
        rest.hands[:] = hands
        work.problem[0].stamp += 1
        spent = timed(lambda: solve_tricks(rest, work.trick_nodes, table, work.problem))
        told = deal_of(hands, int(rest.lead), int(rest.trump))
        begin = time.process_time()
        tricks = tricks_of(told)
        assert rest.won[rest.lead & 1] == tricks, told
        if deal:  # the first one compiles
            ours.append(spent)
            theirs.append(time.process_time() - begin)
    line(f"4 x {cards} cards", ours)
    line("the same, DDS; all equal", theirs)
    print(f"ratio of the sums {sum(ours) / sum(theirs):.1f}, of the medians {np.median(ours) / np.median(theirs):.1f}")


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--dds", type=int, metavar="DEALS")
    options.add_argument("--cards", type=int, default=13)
    told = options.parse_args()
    rng = np.random.default_rng(told.seed)
    if told.dds:
        beside_dds(told.dds, told.cards, rng)
        return
    thirteen(5, rng)
    line("13 x 13, one position", thirteen(told.positions, rng))
    for name in ("wysiwyg", "bingo"):
        spent = first_known(GAMES[name], 1 + told.positions // 10, rng)
        line(f"{name}: all actions where first known", spent[1:])


if __name__ == "__main__":
    main()
