"""Steps a second of the batch environment, with observations and masks, next to other libraries.

python bench/env.py [--lanes N] [--threads N] [--dtype uint8|float32] [--peers PYTHON] [GAME ...]

Random legal actions are drawn in a kernel; `step` is one call for all lanes, `play` many steps in one call.  Peers run
one after the other in the same run, by the interpreter PYTHON, which need not have torite; those it has not are left
out.  Their games are other ones, so the figures say how fast a library is, not how fast the same game is.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from torite.games import GAMES
from torite.games.load import load_game
from torite.lab.env import BatchEnv
from torite.lab.workers import cores

HERE = Path(__file__).parent
WHIST = HERE.parent / "examples" / "whist.py"
PEERS = ("open_spiel:hearts", "open_spiel:oh_hell", "rlcard:bridge", "pgx:bridge_bidding", "pgx:leduc_holdem")
ROUNDS, SECONDS = 7, 0.3


def best(work: Callable[[], object], steps: int) -> str:
    """Million steps a second, and a second of one core, the best of some rounds: others use this machine too."""
    work()
    rates = []
    for _ in range(ROUNDS):
        done, begin, used = 0, time.perf_counter(), time.process_time()
        while (spent := time.perf_counter() - begin) < SECONDS:
            work()
            done += steps
        rates.append((done / spent / 1e6, done / (time.process_time() - used) / 1e6))
    return " ".join(f"{max(rate):8.1f}" for rate in zip(*rates, strict=True))


def measure(name: str, lanes: int, threads: int, dtype: str) -> None:
    """One line for a game."""
    game = GAMES[name] if name in GAMES else load_game(name)
    with BatchEnv(game, lanes, threads=threads, dtype=dtype) as env:
        stepped = best(lambda: env.step(env.random_actions()), lanes)
        played = best(lambda: env.play_random(50), 50 * lanes)
        size = f"{env.obs.shape[1]} + {env.n_actions}"
        print(f"{game.name:14} {env.players:7} {size:>12} {stepped} {played}")


def peer(what: str, python: str) -> None:
    """One line for a peer, or why there is none."""
    command = [python, str(HERE / "peers" / "steps.py"), what]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{what:24} left out: {done.stderr.strip().splitlines()[-1][:80]}")
        return
    told = json.loads(done.stdout.splitlines()[-1])
    print(f"{what:24} {told['steps'] / told['seconds'] / 1e6:10.3f}")


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games", nargs="*", default=[str(WHIST), "plus-minus", "molotov", "wizard", "rwd"])
    arguments.add_argument("--lanes", type=int, default=4096)
    arguments.add_argument("--threads", type=int, default=cores())
    arguments.add_argument("--dtype", default="uint8")
    arguments.add_argument("--peers", default=sys.executable, metavar="PYTHON")
    chosen = arguments.parse_args()
    print(f"{chosen.lanes} lanes, {chosen.threads} threads, {chosen.dtype}; million steps a second")
    print(f"{'game':14} {'players':>7} {'obs + mask':>12} {'step':>8} {'a core':>8} {'play':>8} {'a core':>8}")
    for name in chosen.games:
        measure(name, chosen.lanes, chosen.threads, chosen.dtype)
    for what in PEERS:
        peer(what, chosen.peers)


if __name__ == "__main__":
    main()
