"""Nodes at one database that are killed, paused, stopped and cut off while people play: is anything lost or done twice?

    python bench/faults.py [--each 100] [--nodes 3] [--players 6] [--postgres] [--kinds kill pause stop cut slow …]

Faults by turns: a node is killed (SIGKILL), paused for longer than its lease (SIGSTOP, SIGCONT) or stopped (SIGTERM)
and started again; all of them are, one after the other, as for an update (rolling); the connections between the nodes
are cut, or everything takes half a second there; PostgreSQL itself is killed (SIGKILL to all its processes) and started
again.  Afterwards the checker of the tests, which is written apart from the server, compares what every player was told
with what the database holds.  One of each takes 50 s, a hundred 90 minutes; the exit code is 1 if anything was lost or
happened twice.  Without --postgres the database is an SQLite file, which has no process to kill.
"""

import argparse
import random
import signal
import socket
import sqlite3
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import ExitStack, closing
from pathlib import Path

from rich.progress import track

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from server.cable import Cable
from server.checker import Player, check
from server.cluster import Cluster
from server.databases import statement
from server.servers import Process
from server.visitor import PATIENCE
from torite.server.storage.leases import LEASE

KINDS = ("kill", "pause", "stop", "rolling", "cut", "slow", "database")
SERVE = (sys.executable, "-m", "torite.cli", "serve", "--bot-pause", "0.05", "--grace", "0.2")
SETTLED = 2.0  # seconds that play goes on between two faults
THINK = 0.2  # seconds before a move
RESTLESS = 1 / 20  # moves before which somebody comes in at another node
LATE = 0.5  # seconds that everything takes longer on a slow way


class Crowd:
    """People who play on in threads of their own, at any node."""

    def __init__(self, nodes: list[Process], number: int) -> None:
        self._ending = threading.Event()
        self.failed: list[str] = []
        self.longest = defaultdict[str, float](float)  # seconds somebody waited for an acknowledged move, by the fault
        self.fault = ""
        bases = [node.base for node in nodes]
        self.players = []
        for i in range(number):
            person = nodes[i % len(nodes)].visitor(f"P{i}")
            table = person.open_table("rwd", 4, fill="gentle", start=True)
            self.players.append(Player(person, table, bases[(i + 1) % len(bases) :] + bases[: (i + 1) % len(bases)]))
        self._threads = [threading.Thread(target=self._play, args=(player,)) for player in self.players]
        for thread in self._threads:
            thread.start()

    def _play(self, player: Player) -> None:
        chance = random.Random(player.table)
        try:
            while not self._ending.wait(THINK):
                if chance.random() < RESTLESS:
                    player.wander()
                begun, fault = time.monotonic(), self.fault
                player.move()
                self.longest[fault] = max(self.longest[fault], time.monotonic() - begun)
        except Exception as error:
            self.failed.append(f"after {self.fault}: {type(error).__name__}: {error}")

    def end(self) -> None:
        """Let everybody finish the move."""
        self._ending.set()
        for thread in self._threads:
            thread.join()


class Site:
    """Some nodes, cables between them, and their database."""

    def __init__(self, stack: ExitStack, nodes: int, with_postgres: bool) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self.db, self.cluster = str(folder / "t.db"), None
        if with_postgres:
            self.cluster = Cluster(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            stack.callback(self.cluster.stop)
            self.db = self.cluster.url
        self.nodes, self.cables = list[Process](), dict[str, Cable]()
        for _ in range(nodes):
            door = stack.enter_context(socket.socket())  # bound and silent, as the node's own port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{door.getsockname()[1]}"
            cable = self.cables[address] = Cable(*door.getsockname())
            stack.callback(cable.close)
            self.nodes.append(Process(folder, "--db", self.db, "--node", address, program=SERVE))
            stack.callback(self.nodes[-1].stop)
        self.cut = 0  # ends of connections between nodes
        self.plug_in()

    def plug_in(self) -> None:
        """Nodes find each other through the cables."""
        for address, cable in self.cables.items():
            change = f"update nodes set address = '{cable.address}' where address = '{address}'"
            if self.cluster is not None:
                statement(self.db, change)
            else:
                with closing(sqlite3.connect(self.db, timeout=PATIENCE)) as database, database:
                    database.execute(change)

    def disturb(self, kind: str, number: int) -> None:
        """One fault, and all is there again."""
        node = self.nodes[number % len(self.nodes)]
        match kind:
            case "kill" | "stop":
                node.end(signal.SIGKILL if kind == "kill" else signal.SIGTERM)
                time.sleep(SETTLED)
                node.start()
            case "rolling":
                for each in self.nodes:
                    each.end(signal.SIGTERM)
                    each.start()
                    self.plug_in()
            case "pause":
                node.signal(signal.SIGSTOP)
                time.sleep(LEASE + SETTLED)
                node.signal(signal.SIGCONT)
            case "cut":
                self.cut += sum(cable.cut() for cable in self.cables.values())
            case "slow":
                for late in (LATE, 0.0):
                    for cable in self.cables.values():
                        cable.slow(late)
                    time.sleep(SETTLED)
            case "database":
                assert self.cluster is not None
                self.cluster.kill()
                time.sleep(SETTLED / 2)
                self.cluster.start()


def main() -> None:
    """Disturb, then count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=1, help="faults of each kind")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=[])
    args = parser.parse_args()
    kinds = args.kinds or [kind for kind in KINDS if args.postgres or kind != "database"]
    with ExitStack() as stack:
        site = Site(stack, args.nodes, args.postgres)
        crowd = Crowd(site.nodes, args.players)
        rounds = [(kind, number) for number in range(args.each) for kind in kinds]
        for kind, number in track(rounds, "disturbing", transient=True):
            crowd.fault = kind
            site.disturb(kind, number)
            site.plug_in()
            time.sleep(SETTLED)
        crowd.end()
        wrong = list(crowd.failed)
        for player in crowd.players:
            try:
                check(site.db, player)
            except AssertionError as error:
                wrong.append(str(error))
    print("| fault | times | longest wait for a move (s) |\n|---|---|---|")
    for kind in kinds:
        print(f"| {kind} | {args.each} | {crowd.longest[kind]:.1f} |")
    print(f"{site.cut} ends of connections between nodes cut")
    moves = sum(len(player.acked) for player in crowd.players)
    print(f"{moves} moves acknowledged, {sum(player.unsure for player in crowd.players)} without an answer")
    print("\n".join(wrong) or "0 lost, 0 twice, every player goes on")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
