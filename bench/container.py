"""Takes the steps of the Containerfile in a bare Debian tree, without a container engine, and opens the house there.

    python bench/container.py [--tree FOLDER] [--mirror URL] [--lend FILE ...]

Needs root, debootstrap and port 8000.  A tree that is there already is used, and stays; else one is made (2 min) and
removed.  --lend: files of this machine that the steps need to reach the package registries, such as pip.conf, and the
certificates that PIP_CERT names, elsewhere than in /etc/ssl, where the first step puts Debian's.  The house has to
answer its page and its health check, to keep its database where the volume is, and to end on SIGTERM.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[1]
PAGE, ENDING = 60.0, 12.0  # seconds until the page is there, and until the house has ended
ALWAYS = ("/etc/resolv.conf", "/etc/hosts")


class Tree:
    """A Debian of its own, and where the steps have come in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.user, self.env = folder, "root", {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/"}

    def command(self, *words: str) -> list[str]:
        """How something is run in it."""
        return ["chroot", f"--userspec={self.user}", str(self.folder), "env", "-i", *self._settings(), *words]

    def _settings(self) -> Iterator[str]:
        lent = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        yield from (f"{name}={value}" for name, value in (lent | self.env).items())

    def take(self, step: str, rest: str, context: Path) -> None:
        """One step; those that only tell the engine something do nothing here."""
        match step:
            case "RUN":
                subprocess.run(self.command("sh", "-ec", rest), check=True, stdout=sys.stderr)
            case "COPY":
                *sources, target = rest.split()
                place = self.folder / target.lstrip("/")
                place.mkdir(parents=True, exist_ok=True)
                for file in (file for source in sources for file in context.glob(source)):
                    shutil.copy(file, place)
            case "ENV":
                self.env |= dict(pair.split("=", 1) for pair in rest.split())
            case "USER":
                self.user = rest


@contextmanager
def mounted(tree: Path) -> Iterator[None]:
    """What programs expect to be there."""
    places = ("proc", "dev", "sys")
    for place in places:
        subprocess.run(["mount", "--rbind", f"/{place}", tree / place], check=True)
        subprocess.run(["mount", "--make-rslave", tree / place], check=True)
    try:
        yield
    finally:
        for place in places:
            subprocess.run(["umount", "-lR", tree / place], check=True)


def steps() -> list[tuple[str, str]]:
    """The lines of the Containerfile."""
    lines = (ROOT / "Containerfile").read_text("utf-8").splitlines()
    return [(step, rest) for step, _, rest in (line.partition(" ") for line in lines) if re.fullmatch("[A-Z]+", step)]


def open_house(tree: Tree, entry: list[str], health: list[str]) -> float:
    """Start it, ask it, and end it; seconds to the page."""
    begun = time.monotonic()
    house = subprocess.Popen(tree.command(*entry))
    try:
        while True:
            try:
                page = httpx.get("http://127.0.0.1:8000/", trust_env=False).raise_for_status()
                break
            except httpx.TransportError:
                if house.poll() is not None or time.monotonic() - begun > PAGE:
                    raise SystemExit("the house has not opened") from None
                time.sleep(0.05)
        seconds = time.monotonic() - begun
        assert '<script type="module"' in page.text, "there is no client in the wheel"
        subprocess.run(tree.command(*health), check=True)
        assert (tree.folder / "var/lib/torite/torite.db").is_file(), "the database is not where the volume is"
        house.send_signal(signal.SIGTERM)
        house.wait(ENDING)
        return seconds
    finally:
        house.kill()


def main() -> None:
    """Take the steps, and open the house."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--mirror", default="")
    parser.add_argument("--lend", nargs="*", type=Path, default=[])
    args = parser.parse_args()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder = args.tree or work / "tree"
        if not (folder / "etc").is_dir():
            bare = ["debootstrap", "--variant=minbase", "bookworm", str(folder), *filter(None, [args.mirror])]
            subprocess.run(bare, check=True, stdout=sys.stderr)
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(work / "dist")]
        subprocess.run(build, check=True, cwd=ROOT, stdout=sys.stderr)
        shutil.copy(ROOT / "constraints.txt", work)
        for file in (*map(Path, ALWAYS), *args.lend):
            place = folder / file.resolve().relative_to("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(file, place, dirs_exist_ok=True) if file.is_dir() else shutil.copy(file, place)
        stack.enter_context(mounted(folder))
        tree, told = Tree(folder), dict(steps())
        for step, rest in steps():
            print(f"{step} {rest}", flush=True)
            tree.take(step, rest, work)
        seconds = open_house(tree, json.loads(told["ENTRYPOINT"]), json.loads(told["HEALTHCHECK"].removeprefix("CMD ")))
    print(f"the page after {seconds:.1f} s, healthy, ended on SIGTERM")


if __name__ == "__main__":
    main()
