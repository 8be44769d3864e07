"""What a move of people costs under load, and how long they wait for its answer.

    python bench/load.py [--tables 100] [--bots strong] [--think 1.0] [--seconds 20] [--restless 0.01] [--postgres]
                         [--nodes 4]

A server process of its own with SQLite (or a PostgreSQL of its own), and people over loopback, four at each table, or
with --bots one and three bots of this level, all in this process: whoever may act thinks for a while, then does
something legal, says OK between deals and plays again after a match.  Instead of acting some lose their connection and
come again, or leave the seat to a bot and take it back.  After a warm-up all acknowledged actions count for
`--seconds`, and `bot` is what bots have done, once for each who was told; then silent readers come, for the memory that
each takes.

The clock of an answer runs from the frame that is sent to the `ack` that is read.  On a machine that does other work,
too, the wall clock tells little; `cpu_ms`, the processor time that the server took for a move with all that belongs to
it, is nearly the same on a busy one (Linux only), and `loop_ms` that of the one thread that does all but write to the
database: 1000 / loop_ms is what a process would carry; `db_ms` is PostgreSQL's.  With --nodes there are several
processes at one database, and people come to the one that has their table, as behind a balancer that hashes by table;
`cpu_ms` is then that of all together, so it should stay what it is for one.  Beside it stands what this machine is:
synced writes a second of its disk, and nanoseconds for a turn of an empty Python loop, before and after.

Takes 15 s and `--seconds`, with 1,250 tables 40 s more; `--seconds 2 --tables 2` shows that it works.
The exit code is 1 if somebody was refused or heard nothing.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import uvloop

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from cpu import cpu_by_thread, until_ready
from server.cluster import Cluster
from server.servers import Process
from torite.search.players import LEVELS

SEATS = 4
GAMES = ("wizard", "rwd", "schieber", "plus-minus")
WARM = 3.0  # seconds of play before anything counts
BACK = (0.1, 1.0)  # seconds until who has lost the connection is there again
OUT = (1.0, 3.0)  # seconds that a bot has the seat of who has left
PATIENCE = 120.0  # seconds in which everybody must have sat down
STALE = "move/stale_seq"  # no failure: somebody was quicker


# ---- what people read of the server's messages ----
class Scene(msgspec.Struct):
    """What the reader may do."""

    legal: list[str]


class View(msgspec.Struct):
    """The table."""

    phase: str
    seat: int | None
    confirmed: list[int]
    scene: Scene | None


class Event(msgspec.Struct):
    """What has happened."""

    by: str = ""


class Told(msgspec.Struct):
    """Any message."""

    type: str
    event: Event | None = None
    id: int | None = None
    seq: int = 0
    code: str = ""
    table: View | None = None


TOLD = msgspec.json.Decoder(Told)


@dataclass
class Book:
    """What is counted while `open`."""

    open: bool = False
    waits: list[float] = field(default_factory=list)  # seconds until a move was acknowledged
    did: Counter[str] = field(default_factory=Counter)  # acknowledged requests by type, losses of connections
    refused: Counter[str] = field(default_factory=Counter)  # by code, at any time
    frames: int = 0
    size: int = 0  # bytes of them


class Wire(asyncio.Protocol):
    """A WebSocket with as little work as possible: frames of text, an all-zero mask, pings answered."""

    def __init__(self, person: "Person", path: str, host: str) -> None:
        self._person, self._path, self._host = person, path, host
        self._unread = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Ask for the upgrade."""
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        head += f"Cookie: {self._person.cookie}\r\n" if self._person.cookie else ""
        transport.write(f"{head}\r\n".encode())
        self._upgraded = False

    def data_received(self, data: bytes) -> None:
        """Frame after frame, as far as they are whole."""
        data = self._unread + data
        at = 0
        if not self._upgraded:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._unread = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self._person.book.refused[data[:12].decode()] += 1
                self._transport.close()
                return
            self._upgraded, at = True, end + 4
        while (length := _length(data, at)) is not None:
            begin, size = length
            kind, body = data[at] & 15, data[begin : begin + size]
            at = begin + size
            if kind == 1:
                self._person.hear(body)
            elif kind == 9:
                self._transport.write(b"\x8a" + bytes([0x80 | size]) + bytes(4) + body)
            elif kind == 8:
                self._transport.close()
        self._unread = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """The person finds out."""
        self._person.lost(self)

    def send(self, text: bytes) -> None:
        """A frame of less than 64 KiB."""
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self._transport.write(b"\x81" + size + bytes(4) + text)

    def drop(self) -> None:
        """Lose the connection, without a word."""
        self._transport.abort()


def _length(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the frame at `at` begins and how long it is; None = it is not whole."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size >= 126:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : begin], "big")
        if len(data) < begin:
            return None
    return (begin, size) if len(data) >= begin + size else None


class Person:
    """Somebody at a table, who wants to play; with `think` 0 and no seat somebody who looks on."""

    def __init__(self, base: str, table: str, cookie: str, book: Book, think: float, restless: float) -> None:
        self.cookie, self.book = cookie, book
        self._url, self._table = urlsplit(base), table
        self._think, self._restless = think, restless
        self._wire: Wire | None = None
        self.view: View | None = None
        self._seq = 0
        self._id = 0
        self._asked: tuple[str, float] | None = None  # what has not been answered yet, and since when
        self._thinking: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._coming: asyncio.Task[None] | None = None
        self._gone = False  # for good

    def come(self) -> None:
        """Open the connection."""
        self._coming = asyncio.create_task(self._come())

    async def _come(self) -> None:
        host, port = self._url.hostname, self._url.port
        assert host is not None
        assert port is not None
        path = f"/api/tables/{self._table}/live"
        make = lambda: Wire(self, path, self._url.netloc)  # noqa: E731
        _, self._wire = await self._loop.create_connection(make, host, port)

    def go(self) -> None:
        """Go home."""
        self._gone = True
        if self._thinking is not None:
            self._thinking.cancel()
        if self._wire is not None:
            self._wire.drop()

    def lost(self, wire: Wire) -> None:
        """The connection is gone: come again."""
        self._asked, self.view, self._wire = None, None, None
        if not self._gone:
            self._loop.call_later(random.uniform(*BACK), self.come)

    def ask(self, kind: str, **fields: object) -> None:
        """Send a request."""
        if self._wire is not None and self._asked is None:
            self._id += 1
            self._asked = kind, time.perf_counter()
            self._wire.send(msgspec.json.encode({"type": kind, "id": self._id, **fields}))

    def hear(self, body: bytes) -> None:
        """A message has come."""
        self.book.frames += self.book.open
        self.book.size += len(body) * self.book.open
        if not self.cookie:
            return  # who only looks on need not understand
        told = TOLD.decode(body)
        if told.table is not None:
            self.view, self._seq = told.table, told.seq
            self.book.did["bot"] += self.book.open and told.event is not None and told.event.by == "bot"
        elif told.type in ("ack", "refusal"):
            self._answered(told)
        self._consider()

    def _answered(self, told: Told) -> None:
        if told.type == "refusal" and told.code != STALE:
            self.book.refused[told.code] += 1
        if self._asked is not None and told.id == self._id:
            (kind, begun), self._asked = self._asked, None
            if told.type == "ack" and self.book.open:
                self.book.did[kind] += 1
                if kind == "act":
                    self.book.waits.append(time.perf_counter() - begun)

    def _wants(self) -> str | None:
        """What is to be done now, if anything."""
        view = self.view
        if view is None or view.seat is None or self._asked is not None:
            return None
        if view.phase == "between":
            return None if view.seat in view.confirmed else "confirm"
        if view.phase == "over":
            return "again"
        return "act" if view.scene is not None and view.scene.legal else None

    def _consider(self) -> None:
        if self._thinking is None and self._think and self._wants() is not None:
            self._thinking = self._loop.call_later(random.expovariate(1 / self._think), self._decide)

    def _decide(self) -> None:
        self._thinking = None
        kind = self._wants()
        if kind == "act" and random.random() < self._restless:
            self._be_restless()
        elif kind == "act":
            assert self.view is not None
            assert self.view.scene is not None
            self.ask("act", code=random.choice(self.view.scene.legal), seq=self._seq)
        elif kind is not None:
            self.ask(kind)

    def _be_restless(self) -> None:
        assert self._wire is not None
        if random.random() < 0.5:
            self.book.did["dropped"] += self.book.open
            self._wire.drop()
        else:
            self.ask("leave")
            self._loop.call_later(random.uniform(*OUT), self.ask, "sit")


# ---- what is measured ----
def syncs(folder: Path) -> float:
    """Synced writes of 4 KiB a second, as a commit is one."""
    with (folder / "syncs").open("wb") as file:
        begun, number = time.perf_counter(), 0
        while time.perf_counter() - begun < 1.0:
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            number += 1
        return number / (time.perf_counter() - begun)


def spin() -> float:
    """Nanoseconds of processor time for a turn of an empty loop."""
    begun = time.thread_time()
    for _ in range(2_000_000):
        pass
    return (time.thread_time() - begun) / 2_000_000 * 1e9


def resident(pid: int) -> int:
    """Bytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> float:
    """Seconds of processor time that a process and its children have had, those that have ended included."""
    ticks, waiting = 0, [pid]
    while waiting:
        with suppress(FileNotFoundError, ProcessLookupError):
            of = Path(f"/proc/{waiting.pop()}")
            ticks += sum(map(int, (of / "stat").read_text().rpartition(")")[2].split()[11:15]))
            waiting += map(int, (of / "task" / of.name / "children").read_text().split())
    return ticks / os.sysconf("SC_CLK_TCK")


def open_tables(base: str, numbers: range, bots: str | None) -> list[tuple[str, list[str]]]:
    """Tables by turns of several games, each with the cookies of those who are to sit there; the first does already."""
    tables = []
    with httpx.Client(base_url=base, trust_env=False, timeout=PATIENCE) as http:
        for i in numbers:
            cookies = []
            for seat in range(1 if bots else SEATS):
                http.cookies.clear()
                http.post("/api/me", json={"name": f"P{i}.{seat}"}).raise_for_status()
                cookies.append("; ".join(f"{name}={value}" for name, value in http.cookies.items()))
            http.headers["cookie"] = cookies[0]
            new = {"game": GAMES[i % len(GAMES)], "seats": SEATS, "listed": False, "fill": bots}
            answer = http.post("/api/tables", json=new)
            del http.headers["cookie"]
            tables.append((answer.raise_for_status().json()["id"], cookies))
    return tables


async def all_seated(people: list[Person], each: int) -> None:
    """Let everybody sit down, so many at each table, and the first of them begin."""
    deadline = time.perf_counter() + PATIENCE
    for person in people:
        person.come()
        await asyncio.sleep(0.002)
    for i, person in enumerate(people):
        while person.view is None or (i % each and person.view.seat is None):
            assert time.perf_counter() < deadline, "somebody is not let sit down"
            if person.view is not None:
                person.ask("sit")
            await asyncio.sleep(0.01)
    for person in people[::each]:
        person.ask("start")
    while any(person.view is None or person.view.phase == "lobby" for person in people):
        assert time.perf_counter() < deadline, "a match does not begin"
        await asyncio.sleep(0.1)


async def memory(server: int, base: str, tables: list[str], number: int, book: Book) -> float:
    """Bytes that a reader more takes, beside what people and bots who go on playing take meanwhile."""
    readers = [Person(base, tables[i % len(tables)], "", book, 0.0, 0.0) for i in range(number)]
    first = number // 10
    for each in readers[:first]:  # what is made once for all
        each.come()
    await asyncio.sleep(2.0)
    begun = resident(server)
    await asyncio.sleep(2.0 + 0.002 * (number - first))
    before = resident(server)
    for each in readers[first:]:
        each.come()
        await asyncio.sleep(0.002)
    await asyncio.sleep(2.0)
    taken = resident(server) - before - (before - begun)
    for each in readers:
        each.go()
    return taken / (number - first)


def spent_by(servers: list[Process], cluster: Cluster | None) -> tuple[float, float, float]:
    """Seconds of processor time so far: of the servers, of their loops' threads, of PostgreSQL."""
    threads = [(server.pid, cpu_by_thread(server.pid)) for server in servers]
    every, loops = sum(sum(of.values()) for _, of in threads), sum(of.get(pid, 0.0) for pid, of in threads)
    return every, loops, family(cluster.pid) if cluster is not None else 0.0


async def play(servers: list[Process], cluster: Cluster | None, args: argparse.Namespace) -> dict[str, object]:
    """The load, and what it cost."""
    book, people, tables = Book(), list[Person](), list[str]()
    for first, server in enumerate(servers):
        numbers = range(first, args.tables, len(servers))
        for table, cookies in await asyncio.to_thread(open_tables, server.base, numbers, args.bots):
            tables += [table] if not first else []
            people += [Person(server.base, table, cookie, book, args.think, args.restless) for cookie in cookies]
    await all_seated(people, len(people) // args.tables)
    await asyncio.sleep(WARM)
    gc.freeze()  # in a search for garbage nobody here reads the clock
    gc.disable()
    before, own, begun, book.open = spent_by(servers, cluster), time.process_time(), time.perf_counter(), True
    await asyncio.sleep(args.seconds)
    own, took, book.open = time.process_time() - own, time.perf_counter() - begun, False
    cpu, loop, database = (now - then for now, then in zip(spent_by(servers, cluster), before, strict=True))
    gc.enable()
    for person in people:
        person.go()
    await asyncio.sleep(1.0)
    each = await memory(servers[0].pid, servers[0].base, tables, args.silent, book) if args.silent else 0.0
    waits = sorted(book.waits)
    moves = len(waits)
    assert moves > 1, "nobody has moved"
    return {
        "moves": moves,
        "moves_per_s": round(moves / took, 1),
        "cpu_ms": round(cpu / moves * 1000, 3),
        "loop_ms": round(loop / moves * 1000, 3),
        "db_ms": round(database / moves * 1000, 3),
        "server_load": round(cpu / took, 2),
        "own_load": round(own / took, 2),
        "p50_ms": round(statistics.median(waits) * 1000, 1),
        "p99_ms": round(waits[int(0.99 * moves)] * 1000, 1),
        "frames_per_move": round(book.frames / moves, 2),
        "frame_bytes": round(book.size / max(1, book.frames)),
        "also": dict(book.did),
        "refused": dict(book.refused),
        "kb_per_reader": round(each / 1024, 1),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--bots", choices=LEVELS, help="three of them at each table")
    parser.add_argument("--think", type=float, default=1.0, help="seconds, on average")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--restless", type=float, default=0.01, help="share of moves before which somebody goes away")
    parser.add_argument("--silent", type=int, default=500, help="readers that come for the memory they take")
    parser.add_argument("--seed", type=int, default=0, help="of the people's chance")
    parser.add_argument("--nodes", type=int, default=1, help="server processes at one database")
    parser.add_argument("--postgres", action="store_true")
    args = parser.parse_args()
    random.seed(args.seed)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        synced, before, cluster = syncs(folder), spin(), None
        if args.postgres:
            cluster = Cluster(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            stack.callback(cluster.stop)
        servers = list[Process]()
        for _ in range(args.nodes):
            servers.append(Process(folder, *(("--db", cluster.url) if cluster else ()), "--grace", "30"))
            stack.callback(servers[-1].stop)
            until_ready(servers[-1].pid)
        told = uvloop.run(play(servers, cluster, args))
        if told["refused"]:
            sys.stderr.write(servers[0].log.read_text())
    machine = {"syncs_per_s": round(synced), "spin_ns": [round(before, 1), round(spin(), 1)]}
    print(json.dumps({"tables": args.tables, "think": args.think, "nodes": args.nodes, **told, "machine": machine}))
    sys.exit(bool(told["refused"]))


if __name__ == "__main__":
    main()
