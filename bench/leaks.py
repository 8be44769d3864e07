"""Does anything that is told tell a card too much?  Every game, number of players and kind of reader.

    python bench/leaks.py [--views 1000000] [--wire 100000] [--seed 1] [GAME ...]

Two worlds: at every decision of random matches a table whose hidden cards, sealed actions and secrets are others; what
seats and spectators read of both, and what they are told of the next action, must be the same byte by byte
(tests/table/two_worlds.py).  Over the wire: whole matches at a server, every frame, answer and line of the log against
what the second implementations say may be known (tests/server/tracker.py).  Planted leaks come first, and must be
found.  A million views take 8 minutes of processor time, 100,000 over the wire 6; the exit code is 1 if anything was
told, or a planted leak was not found.
"""

import argparse
import contextlib
import io
import logging
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from unittest import mock

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("tests", "tests/games"))

from rich.progress import Progress
from worlds import random_options

from server.servers import LAVISH, Served
from server.tracker import Audience, cards_in, check, known
from table.two_worlds import PERSONS, compare
from torite.games import GAMES
from torite.games.scenes import Scenes

OUR_CLIENTS = ("httpx", "httpcore", "websockets")  # these log in the same process
PLANTED = 2_000  # views within which a planted leak must be found
Counts = tuple[int, int, int]  # views; decisions; of these apart, or card codes over the wire
Found = tuple[Counts, str]  # and what was told


def two_worlds(name: str, wanted: int, seed: int) -> Found:
    """So many views of random matches of this game, in two worlds each."""
    chance, total = random.Random(f"{name}{seed}"), (0, 0, 0)
    try:
        while total[0] < wanted:
            seats = chance.randint(*GAMES[name].players)
            reader = chance.randrange(min(seats, len(PERSONS)))
            for done in compare(name, random_options(GAMES[name], chance), seats, reader, chance.randrange(1 << 30)):
                total = total[0] + done.views, total[1] + done.actions, total[2] + done.apart
    except AssertionError as error:
        return total, str(error) or "told"
    return total, ""


def over_the_wire(name: str, wanted: int, seed: int) -> Found:
    """So many views that came out of a server, in whole matches."""
    chance, total, log = random.Random(f"{name}{seed}"), (0, 0, 0), io.StringIO()
    logging.basicConfig(stream=log, level=logging.DEBUG, force=True)
    for client in OUR_CLIENTS:
        logging.getLogger(client).setLevel(logging.WARNING)
    while total[0] < wanted:
        with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(log):
            served = Served(f"{place}/t.db", **LAVISH)
            try:
                seats, options = chance.randint(*GAMES[name].players), random_options(GAMES[name], chance)
                audience = Audience(served, name, seats, options)
                audience.play()
                may = known(audience.record(), Path(place, "t.db"), audience.table)
                for wire in audience.everybody:
                    came, codes = check(wire, name, may)
                    total = total[0] + came, total[1], total[2] + codes
                total = total[0], total[1] + len(may), total[2]
                for text in (*audience.answers, log.getvalue()):
                    assert not cards_in(text, name), text
            except AssertionError as error:
                return total, str(error)
            finally:
                served.stop()
        log.truncate(0)
    return total, ""


def planted(name: str, wanted: int, seed: int) -> Found:
    """Everybody is shown the hand of another seat, in every fiftieth scene: the two worlds must differ."""
    of, chance = Scenes.of, random.Random(f"{name}{seed}")

    def leaky(scenes: Scenes, seat: int | None) -> object:
        seats = GAMES[name].players[0]
        return of(scenes, chance.randrange(seats) if chance.random() < 1 / 50 else seat)

    with mock.patch.object(Scenes, "of", leaky):
        total, told = two_worlds(name, wanted, seed)
    return total, "" if told else "a planted leak was not found"


def main() -> None:
    """Look, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--views", type=int, default=1_000_000)
    parser.add_argument("--wire", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    kinds: dict[str, tuple[Callable[[str, int, int], Found], int]] = {
        "planted": (planted, PLANTED * len(args.games)),
        "two worlds": (two_worlds, args.views),
        "wire": (over_the_wire, args.wire),
    }
    rows, begun = {}, time.monotonic()
    with Progress(transient=True) as progress, ProcessPoolExecutor(os.cpu_count()) as pool:
        bar = progress.add_task("looking", total=len(kinds) * len(args.games))
        jobs = {
            pool.submit(look, name, -(-views // len(args.games)), args.seed): (kind, name)
            for kind, (look, views) in kinds.items()
            for name in args.games
        }
        for job in as_completed(jobs):
            rows[jobs[job]] = job.result()
            progress.advance(bar)
    print("| game | kind | views | decisions | apart, or card codes | told |")
    print("|---|---|---|---|---|---|")
    for (kind, name), ((seen, decisions, more), told) in sorted(rows.items()):
        print(f"| {name} | {kind} | {seen:,} | {decisions:,} | {more:,} | {told[:300] or 'nothing'} |")
    for kind in kinds:
        print(f"{kind}: {sum(counts[0] for (of, _), (counts, _) in rows.items() if of == kind):,} views")
    wrong = [told for _, told in rows.values() if told]
    print(f"{len(wrong)} leaks, {time.monotonic() - begun:.0f} s")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
