"""Decisions a second that `torite export` writes from random play.

python bench/export.py [--seconds S] [GAME ...]
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from torite.games import GAMES
from torite.lab.env import BatchEnv
from torite.lab.export import LANES, random_rows
from torite.lab.samples import About, Rows, write

MOST = 10**9  # matches


def for_seconds(rows: Iterator[Rows], seconds: float) -> Iterator[Rows]:
    """The parts that come within this time."""
    end = time.perf_counter() + seconds
    for part in rows:
        yield part
        if time.perf_counter() > end:
            return


def measure(name: str, seconds: float, folder: Path) -> str:
    """One line for a game."""
    rates, told = [], ""
    with BatchEnv(name, LANES, episode="match", threads=1) as env:
        about = About.of(env.game, env.players, "seed", env.options, "random", 0)
        sum(len(part.seat) for part in for_seconds(random_rows(env, about, MOST), 0.2))
        for ending in (None, ".parquet", ".npz"):
            begin, used = time.perf_counter(), time.process_time()
            parts = for_seconds(random_rows(env, about, MOST), seconds)
            if ending is None:
                n = sum(len(part.seat) for part in parts)
            else:
                n = write(file := folder / f"s{ending}", about, parts)
                told += f" {file.stat().st_size / n:7.1f}"
            rates += [n / (time.perf_counter() - begin) / 1e6, n / (time.process_time() - used) / 1e6]
    return f"{name:13} {env.players:7} {about.size:6}" + "".join(f" {rate:5.2f}" for rate in rates) + told


def main() -> None:
    """Measure the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=1.0)
    told = parser.parse_args()
    print("million decisions      a second, a second of one core, of which others may use much")
    print("game          players values    made        parquet     npz       bytes each")
    with tempfile.TemporaryDirectory() as folder:
        for name in told.games:
            print(measure(name, told.seconds, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
