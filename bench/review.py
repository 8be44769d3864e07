"""How long the review of a match takes, from the record to the first figures and to the last.

    python bench/review.py [schieber wizard ...] [--bots ismcts:300] [--matches N] [--threads N]
    python bench/review.py [schieber wizard ...] --beside strong [--tables N] [--rounds N]

Matches of four bots where that can be; one seat is reviewed.  `cpu` is processor time, which is nearly the same on a
busy machine.  What is compiled is compiled before the clock runs.

--beside: how much slower the bots of running tables answer meanwhile, as the server has them think, pauses included.
Bots of this level play at some tables, in turns of 10 s alone and beside reviews that never end.
"""

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.workers import cores
from torite.review.review import FULL, QUICK, Task, review
from torite.search.deals import bots_rng, play_deal
from torite.search.players import player
from torite.search.warm import warm
from torite.server.bots.pool import Asker
from torite.server.bots.thinking import Thinkers
from torite.server.settings import Settings
from torite.table.scribe import Scribe
from torite.table.turns import BotTurn

TURN = 10.0  # seconds


def played(name: str, bots: str, seed: int) -> dict[str, object]:
    """The record of a match between such bots."""
    game = GAMES[name]
    position = Position(game, game.usual_players, seed=seed)
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


async def at_table(thinkers: Thinkers, name: str, table: int, level: str, took: list[float]) -> None:
    """Bots play one match after the other, for somebody who sits there."""
    game, lane, seed = GAMES[name], asyncio.Lock(), table
    while True:
        position, seed = Position(game, game.usual_players, seed=seed), seed + 100
        while not position.finished():
            position.deal()
            while actors := position.actors():
                turn, begin = BotTurn(actors[0], position.view(actors[0]), level, 0), time.perf_counter()
                asker = Asker(str(table), str(table), plays=True)
                position.play(await thinkers.choose(game, turn, lane, asker, Settings.bot_pause), turn.seat)
                took.append(time.perf_counter() - begin)


@asynccontextmanager
async def reviewed(thinkers: Thinkers, record: dict[str, object]) -> AsyncIterator[None]:
    """A review after the other is made meanwhile, as `server/matches/reviews.py` does it."""

    async def work() -> None:
        while True:
            for stage in Task(record, 0).pieces():
                await asyncio.gather(*(thinkers.pool.run(piece, Asker(later=True)) for piece in stage))

    task = asyncio.create_task(work())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def beside(name: str, record: dict[str, object], level: str, tables: int, rounds: int) -> str:
    """One line: seconds to an answer, alone and beside reviews."""
    thinkers, took = Thinkers(max(1, cores() - 1)), list[float]()
    alone, busy = list[float](), list[float]()
    playing = [asyncio.create_task(at_table(thinkers, name, table, level, took)) for table in range(tables)]
    for _ in range(rounds):
        took.clear()
        await asyncio.sleep(TURN)
        alone += took
        async with reviewed(thinkers, record):
            took.clear()
            await asyncio.sleep(TURN)
            busy += took
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await thinkers.close()
    slower = statistics.mean(busy) / statistics.mean(alone) - 1
    return (
        f"{name:12} {level}, {tables} tables: {statistics.mean(alone):.3f} s to an answer alone ({len(alone)}), "
        f"{statistics.mean(busy):.3f} s beside reviews ({len(busy)}): {slower:+.1%}"
    )


def main() -> None:
    """A line a match and number of worlds."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", default=["schieber", "wizard"])
    options.add_argument("--bots", default="ismcts:300")
    options.add_argument("--matches", type=int, default=2)
    options.add_argument("--threads", type=int, default=cores())
    options.add_argument("--beside", metavar="LEVEL")
    options.add_argument("--tables", type=int, default=4)
    options.add_argument("--rounds", type=int, default=3)
    told = options.parse_args()
    print(f"{told.threads} threads, load {os.getloadavg()[0]:.1f}")
    for name in told.games:
        warm(GAMES[name])
        if told.beside is not None:
            record = played(name, told.bots, 0)
            print(asyncio.run(beside(name, record, told.beside, told.tables, told.rounds)), flush=True)
            continue
        for seed in range(told.matches):
            record = played(name, told.bots, seed)
            for worlds in (QUICK, FULL):
                print(measure(record, worlds, told.threads), flush=True)


if __name__ == "__main__":
    main()
