"""Nodes at one database that are killed, paused and stopped while people play: is anything lost or done twice?

    python bench/faults.py [--rounds 34] [--nodes 3] [--players 6] [--db postgresql://…]

In every round one node is killed (SIGKILL), paused for longer than its lease (SIGSTOP, SIGCONT) or stopped (SIGTERM),
by turns, and started again.  Afterwards the checker of the tests, which is written apart from the server, compares
what every player was told with what the database holds.  A round takes about 10 s, a pause 20; the exit code is 1 if
anything was lost or happened twice.  Without --db the database is an SQLite file of its own.
"""

import argparse
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from server.checker import Player, check
from server.servers import Process
from torite.server.leases import LEASE

KINDS = (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM)
SETTLED = 2.0  # seconds that play goes on between two faults


class Crowd:
    """People who play on in threads of their own, at any node."""

    def __init__(self, nodes: list[Process], number: int) -> None:
        self._ending = threading.Event()
        self.failed: list[str] = []
        self.longest = 0.0  # seconds that somebody waited for an acknowledged move
        bases = [node.base for node in nodes]
        self.players = []
        for i in range(number):
            person = nodes[i % len(nodes)].visitor(f"P{i}")
            table = person.open_table("rwd", 4, fill="gentle", start=True)
            self.players.append(Player(person, table, bases[i % len(bases) :] + bases[: i % len(bases)]))
        self._threads = [threading.Thread(target=self._play, args=(player,)) for player in self.players]
        for thread in self._threads:
            thread.start()

    def _play(self, player: Player) -> None:
        try:
            while not self._ending.is_set():
                begun = time.monotonic()
                player.move()
                self.longest = max(self.longest, time.monotonic() - begun)
        except Exception as error:
            self.failed.append(f"{type(error).__name__}: {error}")

    def end(self) -> None:
        """Let everybody finish the move."""
        self._ending.set()
        for thread in self._threads:
            thread.join()


def disturb(node: Process, kind: signal.Signals) -> None:
    """One fault, and the node is there again."""
    if kind == signal.SIGSTOP:
        node.signal(kind)
        time.sleep(LEASE + SETTLED)
        node.signal(signal.SIGCONT)
        return
    node.end(kind)
    time.sleep(SETTLED)
    node.start()


def main() -> None:
    """Disturb, then count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=len(KINDS))
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--db")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        db = args.db or str(Path(folder) / "t.db")
        nodes = [Process(Path(folder), "--db", db) for _ in range(args.nodes)]
        for node in nodes:
            stack.callback(node.stop)
        crowd = Crowd(nodes, args.players)
        faults: Counter[str] = Counter()
        for i in range(args.rounds):
            kind = KINDS[i % len(KINDS)]
            disturb(nodes[i % len(nodes)], kind)
            faults[kind.name] += 1
            time.sleep(SETTLED)
        crowd.end()
        wrong = list(crowd.failed)
        for player in crowd.players:
            try:
                check(db, player)
            except AssertionError as error:
                wrong.append(str(error))
        moves = sum(len(player.acked) for player in crowd.players)
        unsure = sum(player.unsure for player in crowd.players)
    print(", ".join(f"{kind} {number}" for kind, number in faults.items()))
    print(f"{moves} moves acknowledged, {unsure} without an answer, longest wait {crowd.longest:.1f} s")
    print("\n".join(wrong) or "0 lost, 0 twice, every player goes on")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
