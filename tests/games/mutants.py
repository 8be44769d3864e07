"""Which kind of test notices which rule bug?  Deliberate bugs, one at a time, against the groups of tests.

`python tests/games/mutants.py`          every bug against every group; writes docs/mutants.md
`python tests/games/mutants.py --check`  bugs until the first group notices them; fails if one survives.  Of games alone
                                         whose rules or tests are not those of the last time; --all: of all games
`... rwd`, `... bingo schieber`          the bugs of these games alone; their sections of the page are written anew
`... --new`                              bugs that have no row on the page; the other rows stay as they are

mutants.noticed says for each game with which content of its files every bug was noticed last; it is committed.

The tree is copied to a temporary folder and a bug is a replacement of text there; the checkout stays as it is.  The
tests run without compilation: a changed kernel would be compiled anew for every bug.
"""

import compileall
import contextlib
import multiprocessing
import multiprocessing.connection
import multiprocessing.process
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from py_compile import PycInvalidationMode

os.environ["NUMBA_DISABLE_JIT"] = os.environ["TORITE_MUTANT"] = "1"

# The children fork from here: what takes long to import is imported once.
import hypothesis  # noqa: F401
import msgspec  # noqa: F401
import numba  # noqa: F401
import numpy  # noqa: F401
import pytest
from mutants_duels import DUELS
from mutants_first import RWD, VIEW, WIZARD
from mutants_jass import JASS
from reach import content, reach

for plugin in entry_points(group="pytest11"):
    if plugin.name not in ("faker", "schemathesis"):  # pyproject.toml keeps them out
        plugin.load()

ROOT = Path(__file__).parents[2]
SHARED = (
    "state",
    "fields",
    "kits/tricks",
    "kits/turned",
    "kits/talon",
    "kits/bids",
    "kits/sealed_bids",
    "kits/scores",
    "redeal",
)  # of all pages
PATIENCE = 30  # seconds of computing a test; a bug may make a loop endless, which counts as noticed
GAMES = "src/torite/games"
TABLE = "docs/mutants.md"
NOTICED = "tests/games/mutants.noticed"

GROUPS = {
    "rules": "tests/games/test_{game}.py tests/games/test_jass.py",
    "reference": "tests/games/test_agreement.py",
    "counts": "tests/games/test_counts.py::test_counts",
    "endings": "tests/games/test_counts.py::test_ends",
    "knowledge": "tests/games/test_knowledge.py",
    "invariants": "tests/games/test_invariants.py",
    "symmetry": "tests/games/test_symmetry.py",
    "two worlds": "tests/games/test_worlds.py",
}


@dataclass(frozen=True)
class Bug:
    """One wrong rule: in `file`, `old` (which stands there once) becomes `new`."""

    game: str
    title: str
    old: str
    new: str
    file: str = ""

    @property
    def path(self) -> str:
        """File in the checkout."""
        return f"{GAMES}/{self.file or self.game}.py"


BUGS = [
    *(Bug("rwd", *bug) for bug in RWD),
    *(Bug("rwd", *bug, file="state") for bug in VIEW),
    *(Bug("wizard", *bug) for bug in WIZARD),
    *(Bug("wizard", *bug, file="state") for bug in (VIEW[0], VIEW[2])),
    *(Bug(game, *bug) for game, bugs in JASS.items() for bug in bugs),
    *(Bug(game, *bug) for game, bugs in DUELS.items() for bug in bugs),
]


def places(group: str, game: str) -> list[str]:
    """Files, or tests, of a group that this game has."""
    wanted = GROUPS[group].format(game=game.replace("-", "_")).split()
    return [place for place in wanted if (ROOT / place.partition("::")[0]).exists()]


def selection(game: str) -> str:
    """What pytest -k takes: the tests of this game, and of what all Jass games share."""
    own = f"{game} or {game.replace('-', '_')}"
    return f"{own} or (test_jass and not ({' or '.join(JASS)}))" if game in JASS else own


def stand(game: str) -> str:
    """Hash of all that decides whether this game's bugs are noticed: the bugs, its rules, its tests.

    What stands apart: other games' rules and references, for no selected test plays them; bots; the compiler, for
    nothing is compiled here; how pages from outside are loaded, and batches, which torite imports for its users.
    """
    tests = ROOT / "tests" / "games"
    bugs = [bug for bug in BUGS if bug.game == game]
    rules = {ROOT / bug.path for bug in bugs}
    own = tests / f"ref_{game.replace('-', '_')}.py"
    apart = {ROOT / bug.path for bug in BUGS if bug.game != game and bug.file not in SHARED} | {
        *tests.glob("ref_*.py")
    } - {tests / "ref_jass.py"}
    package = ROOT / "src" / "torite"
    apart |= {*package.glob("search/*.py"), *package.glob("knowledge/*.py")}
    apart |= {package / "lab" / f"{name}.py" for name in ("bots", "env", "given", "own", "program", "speed", "workers")}
    apart |= {package / "games" / f"{name}.py" for name in ("load", "trial", "uncompiled", "watched")}
    apart |= {package / "cards" / f"{name}.py" for name in ("kernel", "compiler", "identity", "shelf")}
    files = {ROOT / place.partition("::")[0] for group in GROUPS for place in places(group, game)}
    if game not in JASS:
        files.discard(tests / "test_jass.py")
    fixed = {ROOT / "tests" / "conftest.py", tests / f"{game}.perft", Path(__file__)}
    fixed |= {*ROOT.glob(f"tests/references/test_ref_{game.replace('-', '_')}.py")}  # imported by name
    return content(reach(rules | files | {own}, apart - rules - {own}) | fixed, repr(bugs))


def noticed() -> dict[str, str]:
    """How each game stood when all its bugs were noticed last."""
    file = ROOT / NOTICED
    return dict(line.split() for line in file.read_text("utf-8").splitlines()) if file.exists() else {}


class Watch:
    """pytest plugin: which groups fail.  What a group has shown once need not be shown again."""

    def __init__(self, game: str, first_only: bool, report: Path) -> None:
        self.places = {group: tuple(places(group, game)) for group in GROUPS}
        self.first_only = first_only
        self.report = report
        self.noticed: list[str] = []

    def note(self, nodeid: str) -> None:
        """A test, or the file itself, has failed."""
        for group, where in self.places.items():
            here = nodeid and (nodeid.startswith(where) or any(place.startswith(nodeid) for place in where))
            if here and group not in self.noticed:
                self.noticed.append(group)
                self.report.write_text("\n".join(self.noticed))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A bug may make a loop endless."""
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, 5)  # again and again: Hypothesis repeats what failed
        if any(item.nodeid.startswith(self.places[group]) for group in self.noticed):
            pytest.skip("noticed already")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has run."""
        if report.failed:
            self.note(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file has been read."""
        if report.failed:
            self.note(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str, location: object) -> None:
        """One is enough where nobody asks for more."""
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if self.first_only and self.noticed:
            os._exit(0)


def _give_up(number: int, frame: object) -> None:
    raise TimeoutError


def _child(tree: str, game: str, order: list[str], first_only: bool, *more: str) -> None:
    """Run the groups in the tree, with more of pytest's options, and write down which of them fail."""
    with open(os.devnull, "w") as quiet:
        os.dup2(quiet.fileno(), 1)
        os.dup2(quiet.fileno(), 2)
    os.chdir(tree)
    sys.path[:0] = [f"{tree}/{part}" for part in ("src", "tests", "tests/games", "tests/references")]
    sys.dont_write_bytecode = True
    signal.signal(signal.SIGVTALRM, _give_up)
    options = [
        "-q",
        "--assert=plain",
        "--continue-on-collection-errors",
        "-p",
        "no:cacheprovider",
        "-k",
        selection(game),
        *more,
    ]
    watch = Watch(game, first_only, Path(tree, "noticed"))
    os._exit(
        int(pytest.main([*options, *(place for group in order for place in places(group, game))], plugins=[watch]))
    )


@contextlib.contextmanager
def snapshot() -> Iterator[Path]:
    """A copy of what the tests need, so that nobody's editing disturbs the run."""
    with tempfile.TemporaryDirectory(prefix="torite-mutants-") as folder:
        skip = shutil.ignore_patterns("__pycache__", "static", "node_modules")
        for part in ("src", "tests/games", "tests/references"):
            shutil.copytree(ROOT / part, Path(folder, "tree", part), ignore=skip)
        for file in ("pyproject.toml", "tests/conftest.py"):
            shutil.copy(ROOT / file, Path(folder, "tree", file))
        # Read by every child; by content, since a bug may be as long as what it replaces, and as old.
        compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        yield Path(folder)


Job = tuple["Bug | None", str]  # None = no bug; the game


@dataclass
class Run:
    """One job in a process and a tree of its own."""

    job: Job
    child: multiprocessing.process.BaseProcess
    tree: Path
    begun: float

    def groups(self) -> list[str]:
        """The groups that have noticed, when the process has ended."""
        self.child.join()
        bug, game = self.job
        report = self.tree / "noticed"
        found = report.read_text().split("\n") if report.exists() else []
        assert found or self.child.exitcode == 0, f"{game}: {bug}: pytest exits with {self.child.exitcode}"
        print(f"{game}: {bug.title if bug else 'no bug'}: {', '.join(found) or '-'}", flush=True)  # noqa: T201
        shutil.rmtree(self.tree)
        return found


def begin(clean: Path, job: Job, first_only: bool) -> Run:
    """Start a job; with `first_only` it ends at the first group that notices."""
    bug, game = job
    tree = Path(tempfile.mkdtemp(dir=clean))
    shutil.copytree(clean / "tree", tree, dirs_exist_ok=True)
    if bug is not None:
        text = (tree / bug.path).read_text("utf-8")
        (tree / bug.path).write_text(text.replace(bug.old, bug.new), "utf-8")
    order = noticed_before(bug) if bug is not None and first_only else list(GROUPS)
    # Whether the tests pass without any bug CI says; that they can be read in this tree, only this does.
    more = ["--collect-only"] if bug is None and first_only else []
    child = multiprocessing.get_context("fork").Process(target=_child, args=(str(tree), game, order, first_only, *more))
    child.start()
    return Run(job, child, tree, time.monotonic())


def run_all(clean: Path, jobs: list[Job], first_only: bool) -> dict[Job, list[str]]:
    """All jobs, as many at a time as there are cores.  No threads: a fork beside a thread may inherit its locks."""
    waiting, running, results = jobs[::-1], list[Run](), {}
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 2):
            running.append(begin(clean, waiting.pop(), first_only))
        multiprocessing.connection.wait([run.child.sentinel for run in running], timeout=5)
        for run in list(running):
            if time.monotonic() - run.begun > 30 * PATIENCE:
                run.child.kill()
            if not run.child.is_alive():
                results[run.job] = run.groups()
                running.remove(run)
    return results


def noticed_before(bug: Bug) -> list[str]:
    """The groups, those first that noticed this bug when docs/mutants.md was written."""
    before = written().get((bug.game, bug.title), [])
    return sorted(GROUPS, key=lambda group: (group not in before, group == "reference"))  # whole matches last


@cache
def written() -> dict[tuple[str, str], list[str]]:
    """What docs/mutants.md says: the groups that noticed, by game and title of the bug."""
    page = (ROOT / TABLE).read_text("utf-8") if (ROOT / TABLE).exists() else ""
    found = {}
    for game, _, rows in (part.partition("\n") for part in page.split("\n## ")[1:]):
        for title, *cells in (row.strip("| ").split(" | ") for row in rows.splitlines() if row.startswith("| ")):
            found[game, title] = [group for group, cell in zip(GROUPS, cells, strict=True) if cell == "caught"]
    return found


def table(found: dict[Bug, list[str]]) -> str:
    """docs/mutants.md: new rows for these bugs, the others as they are."""
    lines = [
        "# Deliberate rule bugs, and who notices",
        "",
        f"Written by `python tests/games/mutants.py`: {len(BUGS)} bugs, one at a time, against the groups of tests",
        "(without compilation, with a thirtieth of the examples). CI runs `--check`: every bug must be noticed, in",
        "games whose rules or tests have changed since they all were (`tests/games/mutants.noticed`).",
    ]
    for game in dict.fromkeys(bug.game for bug in BUGS):
        known = {bug: found.get(bug, written().get((game, bug.title))) for bug in BUGS if bug.game == game}
        lines += ["", f"## {game}", "", *section({bug: groups for bug, groups in known.items() if groups is not None})]
    return "\n".join(lines) + "\n"


def section(found: dict[Bug, list[str]]) -> list[str]:
    """The table of one game."""
    lines = ["| rule bug | " + " | ".join(GROUPS) + " |", "|---" * (len(GROUPS) + 1) + "|"]
    for bug, groups in found.items():
        lines.append(f"| {bug.title} | " + " | ".join("caught" if g in groups else "-" for g in GROUPS) + " |")
    sums = [str(sum(g in groups for groups in found.values())) for g in GROUPS]
    return [*lines, f"| **caught of {len(found)}** | " + " | ".join(sums) + " |"]


def main(check: bool, everything: bool, new: bool, only: list[str]) -> int:
    """Run; the exit status."""
    for bug in BUGS:
        count = (ROOT / bug.path).read_text("utf-8").count(bug.old)
        assert count == 1, f"{bug.game}: {bug.title}: {bug.old!r} stands {count} times in {bug.path}"
    stands = {game: stand(game) for game in dict.fromkeys(bug.game for bug in BUGS)}
    before = noticed()
    changed = [game for game in stands if everything or not check or before.get(game) != stands[game]]
    games = [game for game in stands if game in (only or changed)]
    begun = time.monotonic()
    bugs = [bug for bug in BUGS if bug.game in games and not (new and (bug.game, bug.title) in written())]
    games = [game for game in games if any(bug.game == game for bug in bugs)]
    with snapshot() as clean:
        results = run_all(clean, [*((None, game) for game in games), *((bug, bug.game) for bug in bugs)], check)
    for game in games:
        assert not results[None, game], f"{game}: tests fail without any bug"
    found = {bug: results[bug, bug.game] for bug in bugs}
    survivors = [bug for bug in bugs if not found[bug]]
    for bug in survivors:
        print(f"survives: {bug.game}: {bug.title}")  # noqa: T201
    print(f"{len(bugs) - len(survivors)} of {len(bugs)} bugs noticed in {time.monotonic() - begun:.0f} s")  # noqa: T201
    if rest := [game for game in stands if game not in games]:
        print(f"not tried again (--all does): {', '.join(rest)}")  # noqa: T201
    if not new:
        after = before | {game: stands[game] for game in games if all(found[bug] for bug in bugs if bug.game == game)}
        lines = [f"{game} {after[game]}\n" for game in stands if game in after]
        (ROOT / NOTICED).write_text("".join(lines), "utf-8")
    if not check:
        (ROOT / TABLE).write_text(table(found), "utf-8")
    return bool(survivors)


if __name__ == "__main__":
    options = {word for word in sys.argv[1:] if word.startswith("-")}
    sys.exit(
        main(
            "--check" in options,
            "--all" in options,
            "--new" in options,
            [word for word in sys.argv[1:] if word not in options],
        )
    )
