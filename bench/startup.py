"""What the compiler costs: processor seconds of each game, cold and warm, and what was compiled.

    python bench/startup.py [GAME|FILE ...] [--alone] [--kernels N] [--wheel FILE]

Every game is compiled in a process of its own, as a table, its bots and simulations need it.  The games share one fresh
cache, in their order here, so what is the same in several is paid for once; with --alone each has a fresh one.  FILE is
a game's page from outside, such as examples/whist.py.  Warm is the same process once more; wheel is the torite of this
wheel with a fresh cache, and how much it has compiled.  With --kernels the N dearest kernels of each game are listed:
intermediate code of a kernel itself, without what it calls, and machine code of those that are called from outside.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from zipfile import ZipFile

from torite.games import GAMES

ONE = """
import json, sys, time
from collections import Counter
begin = time.process_time()
from torite.cards.compiler import Kernel, Library
from torite.games import GAMES
from torite.games.load import load_game
from torite.search.warm import warm
imported = time.process_time() - begin
spent, inside = Counter(), []

def timed(make, name):
    def made(self, *args):
        begin = time.process_time()
        inside.append(0.0)
        found = make(self, *args)
        took = time.process_time() - begin
        spent[name(self)] += took - inside.pop()
        if inside:
            inside[-1] += took
        return found
    return made

Kernel._compiled = timed(Kernel._compiled, lambda kernel: kernel.py_func.__qualname__)
Library.finalize = timed(Library.finalize, lambda library: f"{library.name}, machine code")
name = sys.argv[1]
game = GAMES[name] if name in GAMES else load_game(name)
begin = time.process_time()
warm(game)
print(json.dumps([imported, time.process_time() - begin, spent]))
"""


def one(game: str, cache: str, site: str = "") -> tuple[float, float, Counter[str]]:
    """Seconds to import torite, seconds to get the game ready, and where they went; in a process of its own.

    site  where another torite is installed than the one that is found otherwise
    """
    command = [sys.executable, "-W", "ignore", "-c", ONE, game]
    environment = os.environ | {"XDG_CACHE_HOME": cache} | ({"PYTHONPATH": site} if site else {})
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    imported, ready, spent = json.loads(done.stdout)
    return imported, ready, Counter(spent)


def in_wheel(game: str, wheel: str) -> str:
    """CPU-seconds of a game with what a wheel holds, and compilations."""
    with tempfile.TemporaryDirectory() as site, tempfile.TemporaryDirectory() as cache:
        with ZipFile(wheel) as content:
            content.extractall(site)
        _, ready, spent = one(game, cache, site)
    return f"{ready:8.2f} ({sum(not name.endswith('machine code') for name in spent)})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME|FILE", default=list(GAMES))
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--kernels", type=int, default=0)
    parser.add_argument("--wheel")
    told = parser.parse_args()
    total = 0.0
    print(f"{'':14}{'cold':>8}{'warm':>8}{'import':>8}  CPU-seconds; compilations, machine code made; wheel")
    with tempfile.TemporaryDirectory() as together:
        for game in told.games:
            with tempfile.TemporaryDirectory() as alone:
                cache = alone if told.alone else together
                _, cold, spent = one(game, cache)
                imported, warm, _ = one(game, cache)
            machine = sum(name.endswith("machine code") for name in spent)
            wheel = in_wheel(game, told.wheel) if told.wheel else ""
            made = f"{len(spent) - machine}, {machine}"
            print(f"{game:14}{cold:8.1f}{warm:8.2f}{imported:8.2f}  {made}{wheel}", flush=True)
            total += cold
            for name, seconds in spent.most_common(told.kernels):
                print(f"{seconds:22.2f}  {name}")
    print(f"{'all':14}{total:8.1f}")


if __name__ == "__main__":
    main()
