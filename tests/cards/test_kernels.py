"""Compiled kernels on disk: never stale, never lost, never in the way."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from torite.cards.kernel import JIT
from torite.cards.shelf import SHELF
from torite.games import GAMES
from torite.search.playout import play_out

if JIT:
    from numba.np.numpy_support import from_dtype

    from torite.cards import compiler
    from torite.cards.compiler import MACHINE
    from torite.games.calls import RNG

pytestmark = pytest.mark.skipif(not JIT, reason="by design: nothing is compiled")

PAGE = '''
"""A page of kernels."""
import sys
import numpy as np
from torite.cards.kernel import kernel
from torite.cards.compiler import Kernel
from helper import step

TABLE = np.arange(4)

@kernel
def twice(x: int) -> int:
    """Two steps."""
    return step(step(x)) + TABLE[1]

if __name__ == "__main__":
    compiled = Kernel._compiled
    names = []
    def counted(self, args, key):
        names.append(self.py_func.__name__)
        return compiled(self, args, key)
    Kernel._compiled = counted
    print(twice(int(sys.argv[1])), *sorted(names))
'''
HELPER = """
from torite.cards.kernel import kernel

@kernel
def step(x: int) -> int:
    return x + 1
"""
Run = Callable[..., str]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page, and beside it what it imports."""
    return write(tmp_path)


@pytest.fixture
def run(page: Path) -> Run:
    """Runs the page in a process of its own: its result, and the kernels that had to be compiled."""
    return partial(in_process, page, page / "cache")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a first run of the page keeps."""
    folder = write(tmp_path_factory.mktemp("compiled"))
    assert in_process(folder, folder / "cache") == "4 step twice"
    return folder / "cache"


@pytest.fixture
def kept(page: Path, compiled: Path) -> None:
    """The page has been run before."""
    shutil.copytree(compiled, page / "cache")


def write(folder: Path) -> Path:
    (folder / "page.py").write_text(PAGE)
    (folder / "helper.py").write_text(HELPER)
    return folder


def in_process(folder: Path, cache: Path, **env: str) -> str:
    # Python's own kept code knows an edit by the second and the size of the file.
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"} | env
    command = [sys.executable, "-W", "ignore", str(folder / "page.py"), "1"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    return done.stdout.strip() + (f" | {done.stderr.strip()}" if done.stderr else "")


def entries(page: Path) -> list[Path]:
    return [path for path in (page / "cache").rglob("*") if path.suffix in (".code", ".machine")]


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_a_kernel_is_compiled_once(run: Run) -> None:
    assert run() == "4 step twice"
    assert run() == "4"


@pytest.mark.usefixtures("kept")
def test_what_is_kept_is_called_without_the_compiler(page: Path) -> None:
    """What Numba looks up before it compiles takes half a second."""
    asked = "import sys, page; print(page.twice(1), 'numba.np.linalg' in sys.modules)"
    environment = os.environ | {"XDG_CACHE_HOME": str(page / "cache"), "PYTHONPATH": str(page)}
    command = [sys.executable, "-W", "ignore", "-c", asked]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    assert done.stdout.split() == ["4", "False"]


@pytest.mark.usefixtures("kept")
def test_only_what_can_reach_an_edit_is_compiled_again(page: Path, run: Run) -> None:
    change(page / "page.py", "np.arange(4)", "np.arange(4) * 10")
    assert run() == "13 twice"
    change(page / "helper.py", "x + 1", "x + 2")
    assert run() == "15 step twice"


@pytest.mark.usefixtures("kept")
def test_words_and_places_compile_nothing(page: Path, run: Run) -> None:
    change(page / "page.py", '"""Two steps."""', '"""Two steps, one after the other."""\n    # a comment')
    change(page / "helper.py", "\nfrom", "\n\n\nNAME = 'something else'\nfrom")
    assert run() == "4"


@pytest.mark.usefixtures("kept")
def test_another_checkout_is_warm(page: Path) -> None:
    elsewhere = page / "elsewhere"
    elsewhere.mkdir()
    assert in_process(write(elsewhere), page / "cache") == "4"


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("damage", ["cut", "empty", "other", "foreign"])
def test_a_damaged_entry_is_made_anew(page: Path, run: Run, damage: str) -> None:
    for path in entries(page):
        content = path.read_bytes()
        flipped = bytes([content[-1] ^ 1])
        made = {"cut": content[:-9], "empty": b"", "other": content[:-1] + flipped, "foreign": b"#!/bin/sh\n"}
        path.write_bytes(made[damage])
    assert run() == "4 step twice"
    assert run() == "4"


def test_where_nothing_can_be_kept_it_is_said_and_played_all_the_same(page: Path, run: Run) -> None:
    (page / "cache").write_text("this is no folder")
    told = run()
    assert told.startswith("4 step twice | torite: compiled kernels cannot be kept")
    assert told.count("\n") == 0


@pytest.mark.usefixtures("kept")
def test_a_folder_that_others_can_write_to_is_not_read(page: Path, run: Run) -> None:
    (page / "cache" / "torite" / "kernels").chmod(0o777)
    assert re.match(r"4 step twice \| torite: .*others may write", run())


def test_two_at_once_lose_nothing(page: Path, run: Run) -> None:
    command = [sys.executable, "-W", "ignore", str(page / "page.py"), "1"]
    environment = os.environ | {"XDG_CACHE_HOME": str(page / "cache")}
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
    assert all(process.communicate(timeout=120)[0].startswith("4") for process in both)
    assert run() == "4"


@pytest.mark.usefixtures("kept")
def test_what_a_killed_writer_left_is_not_in_the_way(page: Path, run: Run) -> None:
    for path in entries(page):
        path.rename(path.with_name("tmp1234"))  # as a file that was never given its name
    assert run() == "4 step twice"


@pytest.mark.usefixtures("kept")
def test_another_machine_is_another_entry(page: Path, run: Run) -> None:
    assert run(NUMBA_CPU_NAME="x86-64-v2", NUMBA_CPU_FEATURES="") == "4 step twice"


BEGINNING = '''
"""Two records that begin alike, one kernel for both, called by another kernel and from outside."""
import sys
import numpy as np
from numba.core.typing.typeof import typeof
from torite.cards.kernel import kernel

for n in range(int(sys.argv[2])):
    typeof(np.ones(1, [(f"other {n}", np.int64)])[0])  # Numba numbers records as they come
SMALL = np.dtype([("a", np.int64)])
LARGE = [np.dtype([("a", np.int64), (name, np.int64)]) for name in "bc"]

def count(s: object) -> int:
    return s.a

count = kernel(count, of=SMALL)

@kernel
def twice(s: object) -> int:
    return 2 * count(s)

if __name__ == "__main__":
    calls = {"count": count, "twice": twice}
    records = [np.ones(1, kind) for kind in LARGE]
    print(*(calls[name](record[0]) for name in sys.argv[1].split(",") for record in records))
'''


def ask(page: Path, order: str, cache: str = "cache", others: int = 0) -> str:
    """Call these kernels in a process of its own, in which Numba has met other records before."""
    environment = os.environ | {"XDG_CACHE_HOME": str(page / cache)}
    command = [sys.executable, "-W", "ignore", str(page / "page.py"), order, str(others)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    return done.stdout.strip()


def test_what_is_shared_by_records_that_begin_alike(page: Path) -> None:
    (page / "page.py").write_text(BEGINNING)
    for order, told in (("count,twice", "1 1 2 2"), ("twice", "2 2"), ("twice,count", "2 2 1 1"), ("count", "1 1")):
        for _ in range(2):
            assert ask(page, order) == told
        for path in (page / "cache").rglob("*.code" if "count" in order else "*.machine"):
            path.unlink()  # the other half of what was kept must do


def test_entries_of_two_processes_fit_together(page: Path) -> None:
    (page / "page.py").write_text(BEGINNING)
    ask(page, "twice")
    ask(page, "twice", "other", others=7)
    mine, theirs = (
        {path.name: path for path in (page / name).rglob("*") if path.suffix} for name in ("cache", "other")
    )
    assert mine.keys() == theirs.keys()
    for name, entry in theirs.items():
        if name.endswith(".machine"):
            mine[name].unlink()
        elif name.replace(".code", ".machine") not in theirs:  # what is called by the other alone
            mine[name].write_bytes(entry.read_bytes())
    assert ask(page, "twice") == "2 2"


PAIRS = """
import sys
import numpy as np
from torite.cards.kernel import kernel

@kernel
def inner(pair: tuple) -> int:
    return pair[0][0] + pair[1][0]

@kernel
def outer(pair: tuple) -> int:
    return 10 * inner(pair)

if __name__ == "__main__":
    print({"inner": inner, "outer": outer}[sys.argv[1]]((np.array([1]), np.array([2]))))
"""


def test_what_a_kernel_has_called_is_called_from_outside_later(page: Path) -> None:
    """It is kept as code; to call it with a tuple takes what Numba looks up only where something is compiled."""
    (page / "page.py").write_text(PAIRS)
    assert ask(page, "outer") == "30"
    assert ask(page, "inner") == "3"


def test_records_are_read_the_fast_way() -> None:
    assert compiler._is_laid_open()  # a Python or NumPy in which they lie otherwise is slower, no more


def test_no_references_are_counted_in_a_playout() -> None:
    """Of arrays that are only handed on; counting them would cost half of the time."""
    game = GAMES["rwd"]
    args = (from_dtype(game.state.dtype), RNG)
    kernel: Any = play_out(game, blind=True)
    kernel.address(*args)
    assert b"NRT_" not in SHELF.get(kernel.entry_name(*args) + MACHINE).content
