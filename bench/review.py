"""How long the review of a match takes, from the record to the first figures and to the last.

    python bench/review.py [schieber wizard ...] [--bots ismcts:300] [--matches N] [--threads N]

Matches of four bots where that can be; one seat is reviewed.  `cpu` is processor time, which is nearly the same on a
busy machine.  What is compiled is compiled before the clock runs.
"""

import argparse
import os
import time

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.seating import default_players
from torite.lab.workers import cores
from torite.review.review import FULL, QUICK, Task, review
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player
from torite.search.warm import warm
from torite.table.scribe import Scribe


def played(name: str, bots: str, seed: int) -> dict[str, object]:
    """The record of a match between such bots."""
    game = GAMES[name]
    position = Position(game, default_players(game), seed=seed)
    rng = bots_rng(match_seed(seed))
    while not position.finished():
        position.deal()
        play_deal(position, [player(bots)] * position.players, rng)
    return Scribe.of(position).record()


def measure(record: dict[str, object], worlds: int, threads: int) -> str:
    """One line of figures."""
    begin, cpu, first = time.perf_counter(), time.process_time(), 0.0
    task = Task(record, 0)
    ready = time.perf_counter() - begin
    for number, last in enumerate(review(task, worlds, threads)):  # noqa: B007 (the last one is told)
        if number == len(task.decisions):
            first = time.perf_counter() - begin
    took, cpu = time.perf_counter() - begin, time.process_time() - cpu
    return (
        f"{last.game:12} {worlds} worlds  {last.decisions:4} decisions  {last.mistakes:3} mistakes  "
        f"mean {last.mean:.3f} ± {last.error:.3f}  record {ready:.1f} s  coarse {first:.1f} s  all {took:.1f} s  "
        f"cpu {cpu:.1f} s"
    )


def main() -> None:
    """A line a match and number of worlds."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", default=["schieber", "wizard"])
    options.add_argument("--bots", default="ismcts:300")
    options.add_argument("--matches", type=int, default=2)
    options.add_argument("--threads", type=int, default=cores())
    told = options.parse_args()
    print(f"{told.threads} threads, load {os.getloadavg()[0]:.1f}")
    for name in told.games:
        warm(GAMES[name])
        for seed in range(told.matches):
            record = played(name, told.bots, seed)
            for worlds in (QUICK, FULL):
                print(measure(record, worlds, told.threads), flush=True)


if __name__ == "__main__":
    main()
