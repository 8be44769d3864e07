"""From nothing to a bot's first move: a wheel in an empty environment, or a fresh clone; one sits down in each game.

    python bench/first_minute.py WHEEL|CLONE [GAME ...] [--strict] [--oldest]

Home and cache folder are empty.  Seconds count from the start of `torite serve`, or of the clone's `scripts/serve`,
which sets it up the first time and says how far it is: until the page is there, until a person who sits down with bots
has done something (a bid, a card), until a bot has.  CPU-seconds are the server's, from the end of pip on, with all its
processes.  Compilations are counted by what the cache folder holds afterwards.  With --strict it fails if something is
above the target of a wheel; of the seconds to the page the least count, since on a busy machine the others tell of it
alone.  With --oldest a wheel gets the oldest libraries that pyproject.toml allows, by uv.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
PAGE, CPU = 3.0, 20.0  # targets: seconds to the page, CPU-seconds to a bot's first move
PATIENCE = 120.0
LEVEL = "steady"


class House:
    """A server of an installed torite, with a home of its own."""

    def __init__(self, program: list[str], home: Path, **env: str) -> None:
        self.cache = home / "cache"
        self._begin, self._used = time.perf_counter(), _children()
        self._process = subprocess.Popen(
            [*program, "--port", "0", "--db", str(home / "house.db")],
            env=os.environ | {"HOME": str(home), "XDG_CACHE_HOME": str(self.cache)} | env,
            cwd=home,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._base = self._address()
        self._http = httpx.Client(base_url=self._base, trust_env=False, timeout=PATIENCE)
        self.page_is_built = '<script type="module"' in self._http.get("/").raise_for_status().text
        self.page = time.perf_counter() - self._begin
        self._http.post("/api/me", json={"name": "Ann"}).raise_for_status()

    def _address(self) -> str:
        """Where it serves; what it says before is shown with its second."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := next((word for word in line.split() if word.startswith("http")), None):
                return found.rstrip("/")
            print(f"  {time.perf_counter() - self._begin:6.1f} s  {line.rstrip()}", flush=True)
        raise SystemExit("the server has not started")

    def first_moves(self, game: str) -> tuple[float, float]:
        """Play with bots; seconds since the server's start until the person has done something, and until a bot has."""
        infos: list[dict[str, Any]] = self._http.get("/api/games").raise_for_status().json()
        seats = next(info["min_players"] for info in infos if info["name"] == game)
        new = {"game": game, "seats": seats, "fill": LEVEL, "sit": True, "start": True}
        table = self._http.post("/api/tables", json=new).raise_for_status().json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        url = f"{self._base.replace('http', 'ws', 1)}/api/tables/{table}/live"
        seat = None
        times: dict[bool, float] = {}  # by whether it was the person
        with connect(url, additional_headers={"Cookie": cookie}, proxy=None) as wire:
            while len(times) < min(seats, 2):
                message = json.loads(wire.recv(PATIENCE))
                event, view = message.get("event", {}), message.get("table")
                if event.get("type") == "acted":
                    times.setdefault(event["seat"] == seat, time.perf_counter() - self._begin)
                if view is not None and view["scene"] and (legal := view["scene"]["legal"]):
                    seat, seq = view["seat"], message["seq"]
                    wire.send(json.dumps({"type": "act", "code": legal[0], "seq": seq, "id": seq}))
        return times[True], times.get(False, math.nan)

    def close(self) -> float:
        """Stop; CPU-seconds that all this took."""
        self._http.close()
        self._process.terminate()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return _children() - self._used

    def compilations(self) -> int:
        """How much has been compiled: what is compiled is kept."""
        return sum(path.suffix in (".code", ".machine") for path in self.cache.rglob("*"))


def _children() -> float:
    """CPU-seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def install(wheel: str, folder: Path, oldest: bool) -> list[str]:
    """Install into an empty environment; how the server is started there."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    lowest = ["--resolution", "lowest-direct", "--only-binary", ":all:", "--requirement", str(ROOT / "pyproject.toml")]
    with_uv = ["uv", "pip", "install", "--quiet", "--python", python, *lowest]
    subprocess.run([*(with_uv if oldest else [python, "-m", "pip", "install", "-qq"]), wheel], check=True)
    return [str(folder / "bin" / "torite"), "serve"]


def main() -> int:
    """Measure and print; 1 if strict and something is above its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("torite", metavar="WHEEL|CLONE")
    parser.add_argument("games", nargs="*", metavar="GAME", default=["wizard", "schieber"])
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--oldest", action="store_true")
    told = parser.parse_args()
    fine, pages = True, []
    print(f"{'':14}{'page':>8}{'person':>8}{'bot':>8}{'CPU':>8}  s; compilations", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        is_clone = Path(told.torite).is_dir()
        clone = [str(Path(told.torite, "scripts", "serve").resolve())]
        program = clone if is_clone else install(told.torite, Path(folder, "environment"), told.oldest)
        for game in told.games:
            home = Path(folder, game)
            home.mkdir()
            house = House(program, home)
            try:
                person, bot = house.first_moves(game)
            finally:
                cpu = house.close()
            print(f"{game:14}{house.page:8.1f}{person:8.1f}{bot:8.1f}{cpu:8.1f}  {house.compilations()}", flush=True)
            pages.append(house.page)
            fine &= house.page_is_built and cpu <= CPU and not house.compilations()
    return 1 if told.strict and not (fine and min(pages) <= PAGE) else 0


if __name__ == "__main__":
    sys.exit(main())
