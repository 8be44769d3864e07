"""From a move's arrival to the views of four seats on the wire, SQLite on.

    python bench/latency.py [--moves 500] [--game wizard]

A server process of its own, four people over loopback, no bots.  The clock runs from just before the mover's frame is
written until the last of the four has its update: decision, fsynced append, four different views, four sockets, and
the client's own reading.  Prints one line of JSON; times in ms.

On a machine that does other work at the same time the wall clock tells little; `server_cpu_ms`, the processor time that
the server took for a move, is nearly the same on a busy one (Linux only).
"""

import argparse
import asyncio
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
TARGET = 5.0  # ms, median
RATE = 18.0  # moves a second at most, so that nobody exceeds the message rate
PATIENCE = 120.0  # most seconds for a server to answer, and to have its kernels ready
QUIET = 0.02  # share of a core below which a server does nothing


class Seat:
    """One person: the newest table, and when it came."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.seq = -1
        self.at = 0.0
        self.table: dict[str, Any] = {}

    async def read_to(self, seq: int) -> None:
        """Read until the update of this seq, or a later one, is here."""
        while self.seq < seq:
            frame = await self.wire.recv()
            now = time.perf_counter()
            message = json.loads(frame)
            if message["type"] == "refusal":
                raise SystemExit(f"refused: {message}")
            if message["type"] in ("snapshot", "update"):
                self.seq, self.table, self.at = message["seq"], message["table"], now


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has had, all its threads together; 0 where the system does not tell."""
    return sum(cpu_by_thread(pid).values())


def cpu_by_thread(pid: int) -> dict[int, float]:
    """The same of each thread; the first has the number of the process."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return {int(task.parent.name): int(task.read_text().split()[0]) / 1e9 for task in tasks}


def first_page(base: str, server: subprocess.Popen[bytes]) -> float:
    """Seconds until the server has answered its first page."""
    begin = time.perf_counter()
    while time.perf_counter() - begin < PATIENCE and server.poll() is None:
        try:
            httpx.get(base, trust_env=False).raise_for_status()
            return time.perf_counter() - begin
        except httpx.TransportError:
            time.sleep(0.02)
    raise SystemExit("the server does not answer")


def until_ready(server: int) -> None:
    """Wait until it has loaded its kernels, which it does beside serving: until it does nothing any more."""
    begin = time.perf_counter()
    while time.perf_counter() - begin < PATIENCE:
        before = cpu_seconds(server)
        time.sleep(1.0)
        if cpu_seconds(server) - before < QUIET:
            return
    raise SystemExit("the server does not come to rest: are the kernels compiled (torite compile)?")


def wish(seat: Seat) -> dict[str, Any] | None:
    """What this person is asked for."""
    table = seat.table
    if table["phase"] == "between" and table["seat"] not in table["confirmed"]:
        return {"type": "confirm"}
    legal = table["scene"]["legal"] if table["scene"] else []
    return {"type": "act", "code": random.choice(legal), "seq": seat.seq} if legal else None


async def measure(base: str, pid: int, game: str, moves: int) -> tuple[list[float], float]:
    """Milliseconds of so many card plays, bids and takes; milliseconds of the server's processor for one of them."""
    seats: list[Seat] = []
    table = ""
    for n in range(SEATS):
        async with httpx.AsyncClient(base_url=base, trust_env=False) as http:
            await http.post("/api/me", json={"name": f"P{n}"})
            if not table:
                table = (await http.post("/api/tables", json={"game": game, "seats": SEATS})).json()["id"]
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        url = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/live"
        seats.append(Seat(await connect(url, additional_headers={"Cookie": cookie}, proxy=None, max_queue=None)))
        await seats[-1].read_to(0)
        if n:
            await seats[-1].wire.send('{"type": "sit"}')
    times: list[float] = []
    used = 0.0
    await seats[0].read_to(SEATS + 1)
    await seats[0].wire.send('{"type": "start"}')
    for seat in seats:
        await seat.read_to(SEATS + 3)
    while len(times) < moves:
        seat, request = next(((s, r) for s in seats if (r := wish(s)) is not None), (seats[0], None))
        if request is None:
            request = {"type": "again"}
        begin, cpu = time.perf_counter(), cpu_seconds(pid)
        await seat.wire.send(json.dumps(request))
        await asyncio.gather(*(each.read_to(seat.seq + 1) for each in seats))
        await settle(seats)
        if request["type"] == "act":
            times.append((max(each.at for each in seats) - begin) * 1000)
            used += cpu_seconds(pid) - cpu
        await asyncio.sleep(max(0.0, 1 / RATE - (time.perf_counter() - begin)))
    for seat in seats:
        await seat.wire.close()
    return times, used / moves * 1000


async def settle(seats: list[Seat]) -> None:
    """Let everything that belongs to the last move arrive."""
    while True:
        newest = max(seat.seq for seat in seats)
        for seat in seats:
            try:
                async with asyncio.timeout(0.004):
                    await seat.read_to(newest + 1)
            except TimeoutError:
                continue
        if all(seat.seq == newest for seat in seats):
            return


def main() -> None:
    """Start a server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--game", default="wizard")
    args = parser.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "torite.cli", "serve", "--port", str(port), "--db", str(Path(folder) / "t.db")]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            page = first_page(base, server)
            until_ready(server.pid)
            asyncio.run(measure(base, server.pid, args.game, 50))  # caches
            times, cpu = asyncio.run(measure(base, server.pid, args.game, args.moves))
        finally:
            server.terminate()
            server.wait(PATIENCE)
    times.sort()
    report = {
        "game": args.game,
        "moves": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[int(len(times) * 0.99)], 2),
        "target_median_ms": TARGET,
        "ok": statistics.median(times) <= TARGET,
        "server_cpu_ms": round(cpu, 2),
        "first_page_s": round(page, 2),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
