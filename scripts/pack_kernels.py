"""Compiles kernels for every machine of a kind, not for this one alone, and packs them into one file for a wheel.

    python scripts/pack_kernels.py FILE [GAME ...] [--cache FOLDER]

Without games, those of all.  In FOLDER compiled kernels are kept; without it all are compiled anew, and nothing else is
packed.  `torite.cards.packed` reads the file.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numba

from torite.cards.packed import baseline, versions
from torite.cards.shelf import DIGEST
from torite.games import GAMES

HERE = [str(Path(file).resolve().parents[1]) for file in (numba.__file__, __file__)]  # nobody else has them there


def compile_all(games: list[str], cache: str) -> None:
    """Compile games for the baseline, as many at a time as there are cores.  Raises CalledProcessError."""
    env = os.environ | {"XDG_CACHE_HOME": cache, "NUMBA_CPU_NAME": baseline(), "NUMBA_CPU_FEATURES": ""}

    def one(game: str) -> None:
        command = [sys.executable, "-m", "torite.search.warm", game]
        subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
        print(f"kernels: {game}", flush=True)

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        list(workers.map(one, games))


def pack(kernels: Path, file: Path) -> int:
    """Pack all that has been compiled into a folder; returns the number of entries."""
    entries = sorted(path for path in kernels.glob("*/*") if path.suffix in (".code", ".machine", ".warm"))
    with ZipFile(file, "w") as archive:
        archive.comment = json.dumps({"versions": versions(), "cpu": baseline()}).encode()
        for path in entries:
            content = path.read_bytes()[DIGEST:]
            if any(folder.encode() in content for folder in HERE):
                sys.exit(f"pack_kernels: {path} says in which folder it was made; what in a kernel may raise?")
            archive.writestr(ZipInfo(path.name), content, ZIP_DEFLATED)
    return len(entries)


def main() -> None:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--cache", metavar="FOLDER")
    told = parser.parse_args()
    if not baseline():
        parser.exit(1, "pack_kernels: no kind of machine is named for this one\n")
    with tempfile.TemporaryDirectory() as fresh:
        compile_all(told.games or list(GAMES), told.cache or fresh)
        count = pack(Path(told.cache or fresh, "torite", "kernels"), told.file)
    print(f"kernels: {count} entries for {baseline()}, {told.file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
