"""Which kind of test notices which rule bug?  Deliberate bugs, one at a time, against the groups of tests.

`python tests/games/mutants.py`          every bug against every group; writes docs/mutants.md
`python tests/games/mutants.py --check`  every bug until the first group notices it; fails if one survives
`... rwd`, `... wizard`                  that game's bugs alone (writes nothing)

The tree is copied to a temporary folder and a bug is a replacement of text there; the checkout stays as it is.  The
tests run without compilation: a changed kernel would be compiled anew for every bug.
"""

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
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = os.environ["TORITE_MUTANT"] = "1"

# The children fork from here: what takes long to import is imported once.
import hypothesis  # noqa: F401
import msgspec  # noqa: F401
import numba  # noqa: F401
import numpy  # noqa: F401
import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 30  # seconds a test; a bug may make a loop endless, which counts as noticed
GAMES = "src/torite/games"
TABLE = "docs/mutants.md"

GROUPS = {
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


RWD = [
    ("no need to follow suit", "return follow if follow else hand", "return hand"),
    (
        "a void seat must ruff",
        "return follow if follow else hand",
        "ruff = hand & lane(SPADES)\n    return follow if follow else (ruff if ruff else hand)",
    ),
    ("spades are no trumps", "return high(spades if spades else cards & lane(led))", "return high(cards & lane(led))"),
    (
        "the first card taken is the lead",
        "led = (card if last == hider else s.trick[last]) >> 4",
        "led = (card if s.lead == hider else s.trick[s.lead]) >> 4",
    ),
    (
        "a hidden last card does not lead",
        "led = (card if last == hider else s.trick[last]) >> 4",
        "led = s.trick[s.lead if last == hider else last] >> 4",
    ),
    (
        "cards are taken clockwise",
        "s.turn = before(seat, s.players)\n    if s.turn == s.lead:\n        _end_backward",
        "s.turn = after(seat, s.players)\n    if s.turn == s.lead:\n        _end_backward",
    ),
    (
        "the second half goes anticlockwise",
        "s.turn = after(seat, s.players)\n    if s.turn == s.lead:\n        _end_forward",
        "s.turn = before(seat, s.players)\n    if s.turn == s.lead:\n        _end_forward",
    ),
    (
        "the winner does not begin the next trick",
        "s.last_winner = s.lead = s.turn = winner",
        "s.last_winner = winner\n    s.lead = s.turn = after(s.lead, n)",
    ),
    ("the chip goes to the taker of the hidden card", "s.chips[winner] += 1", "s.chips[hider] += 1"),
    ("another card than the hidden one", "card = s.deck[(k + 1) * n - 1]", "card = s.deck[k * n]"),
    ("row 3 is never turned up", "_turn_up(s, k + 2)", "_turn_up(s, k + 1)"),
    (
        "the hidden card is turned up",
        "for i in range(k * n, (k + 1) * n - 1):\n            s.face_up",
        "for i in range(k * n, (k + 1) * n):\n            s.face_up",
    ),
    ("the last row is not played", "s.rounds = len(deck) // s.players", "s.rounds = (len(deck) - 1) // s.players"),
    (
        "the hidden card is shown to all",
        "s.shown[hider, k] = s.shown[winner, k] = card\n    s.chips",
        "s.shown[:n, k] = card\n    s.chips",
    ),
    (
        "the hidden card is not shown to the winner",
        "s.shown[hider, k] = s.shown[winner, k] = card\n    s.chips",
        "s.shown[hider, k] = card\n    s.chips",
    ),
    (
        "the announcement tells nothing",
        "s.could[k] = could_be(open_cards, NONE if last == hider else led, NONE if winner == hider else best)",
        "s.could[k] = s.all_cards",
    ),
    (
        "lost as the lead: any suit possible",
        "within = lane(best >> 4) if led == NONE and not spades else ALL_SUITS",
        "within = ALL_SUITS",
    ),
    ("won with a lower card", "wins = suits & ~up_to_highest(open_cards)", "wins = suits"),
    ("a trick stays with its leader", "s.best = seat if seat == s.lead or", "s.best = seat if seat == s.lead and"),
    ("void never recorded", "s.void[seat] |= (card >> 4 != led) << led", "pass"),
    (
        "void recorded for the leader",
        "s.void[seat] |= (card >> 4 != led) << led",
        "s.void[s.lead] |= (card >> 4 != led) << led",
    ),
    ("played card not public", "    s.played[seat] |= bit(card)\n", ""),
    ("open takings forgotten", "s.openly[seat] |= bit(action - TAKE) & s.all_cards", "pass"),
    ("old voids leak into the next deal", "    s.void[:] = 0\n", ""),
    ("old chips leak into the next deal", "    s.chips[:] = 0\n", ""),
    ("old wins leak into the next match", "    s.wins[:] = 0\n", ""),
    (
        "in a tie fewer chips win",
        "np.int64(s.tricks[p] - s.chips[p]) + s.chips[p]",
        "np.int64(s.tricks[p] - s.chips[p]) + 32 - s.chips[p]",
    ),
    (
        "chips do not break a tie",
        "np.int64(s.tricks[p] - s.chips[p]) + s.chips[p]",
        "np.int64(s.tricks[p] - s.chips[p])",
    ),
    ("a draw is won", "if best >= 64:", "if best >= 0:"),
    ("a shared win counts for nobody", "s.options[SHARED_WIN] == SHARED_NONE", "s.options[SHARED_WIN] != SHARED_NONE"),
    ("the next starter is searched clockwise", "s.starter = before(s.starter, n)", "s.starter = after(s.starter, n)"),
    ("the starter never changes", "while not s.won >> s.starter & 1:", "while False:"),
    ("one win more is needed", "return most >= wanted and", "return most > wanted and"),
    ("play_on is ignored", "(at_top == 1 or not s.options[PLAY_ON])", "True"),
    ("hidden cards are always revealed", "if s.options[SHOW_HIDDEN]:", "if True:"),
    ("drawn: announcements ignored", "return s.could[k] & (held |", "return s.all_cards & (held |"),
    ("drawn: voids ignored", "held &= ~lane(suit)", "held &= held"),
    ("drawn: played cards lie anywhere", "unseen &= ~s.played[p]", "unseen &= unseen"),
    ("drawn: a shown card is forgotten", "s.shown[seat, k] if s.revealed[k] == NONE", "NONE if s.revealed[k] == NONE"),
    ("drawn: revealed cards are forgotten", "if s.revealed[k] == NONE else s.revealed[k]", "if True else NONE"),
    ("drawn: a card on the table is held, too", "s.hands[p] ^= bit(s.trick[p])", "pass"),
    ("view: the deck is public", 'hidden("deck"', 'public("deck"'),
    ("view: everybody sees what one was shown", 'by_seat("shown"', 'public("shown"'),
    ("view: hands are public", 'by_seat("hands"', 'public("hands"'),
]

WIZARD = [
    ("no need to follow suit", "return ordinary | (hand & SPECIALS) if ordinary else hand", "return hand"),
    (
        "Wizards and Jesters may not break the duty",
        "return ordinary | (hand & SPECIALS) if ordinary else hand",
        "return ordinary if ordinary else hand",
    ),
    (
        "a Wizard or Jester counts as a card of a suit",
        "ordinary = hand & lane(s.follow) & ~SPECIALS",
        "ordinary = hand & lane(s.follow)",
    ),
    ("a Jester led names a suit", "s.follow = suit if rank < RANKS else", "s.follow = suit if rank <= JESTER else"),
    ("a later Wizard ends the duty", "if s.follow == NONE:\n", "if s.follow == NONE or rank == WIZARD:\n"),
    ("a Wizard led does not free the trick", "else OPEN if rank == WIZARD else NONE", "else NONE"),
    ("the last of equals wins", "strength > highest", "strength >= highest"),
    ("the next trick must beat this one", "s.follow = s.strength = NONE", "s.follow = NONE"),
    ("a Jester beats plain cards", "special = 64 if rank == WIZARD else 0", "special = 64 if rank == WIZARD else 31"),
    ("a trump beats a Wizard", "special = 64 if rank == WIZARD else 0", "special = 31 if rank == WIZARD else 0"),
    ("trumps do not win", "plain = 32 + rank if", "plain = rank if"),
    ("a discard can win", "16 + rank if suit == follow else 0", "16 + rank"),
    ("a turned Wizard makes no trump", "            s.trump = OPEN\n", "            s.trump = NONE\n"),
    ("a turned Jester makes trump", "elif s.turned & 15 != JESTER:", "else:"),
    ("the last round has trump", "if s.cards_each * n < FULL:", "if s.cards_each * n <= FULL:"),
    ("the turned card is forgotten", "s.seen = bit(s.turned)", "pass"),
    ("the dealer bids first", "s.turn = s.dealer if s.trump == OPEN else forehand", "s.turn = s.dealer"),
    ("the forehand names trump", "s.turn = s.dealer if s.trump == OPEN else forehand", "s.turn = forehand"),
    (
        "after naming trump the dealer bids first",
        "s.phase = BIDDING\n        s.turn = s.lead",
        "s.phase = BIDDING\n        s.turn = s.dealer",
    ),
    (
        "the winner does not lead",
        "s.last_winner = s.lead = s.turn = winner",
        "s.last_winner = winner\n    s.lead = s.turn = after(s.lead, s.players)",
    ),
    ("nobody may bid all tricks", "np.int64(s.cards_each + 1)) - 1", "np.int64(s.cards_each)) - 1"),
    ("notequal binds everybody", "last = popcount(s.has_bid) == s.players - 1", "last = True"),
    ("notequal is ignored", "if last and s.options[NOTEQUAL]", "if False and s.options[NOTEQUAL]"),
    (
        "notequal holds for sealed bids",
        "s.options[NOTEQUAL] and not s.options[HIDDENTIP]:",
        "s.options[NOTEQUAL]:",
    ),
    ("notequal forbids another number", "rest = s.cards_each\n", "rest = s.cards_each - 1\n"),
    ("sealed bids are public at once", "s.sealed[seat] = bid", "s.sealed[seat] = s.bids[seat] = bid"),
    (
        "sealed bids come in turn",
        "if s.phase == BIDDING and s.options[HIDDENTIP]:\n        return",
        "if False:\n        return",
    ),
    ("an exact bid pays 20 a trick", "s.points[p] = 20 + 10 * won", "s.points[p] = 20 + 20 * won"),
    ("a missed bid costs 10 in all", "s.points[p] = -10 * abs(won - bid)", "s.points[p] = -10"),
    ("only the last round counts", "s.scores[p] += s.points[p]", "s.scores[p] = s.points[p]"),
    (
        "the deal does not pass on",
        "    s.dealer = after(s.dealer, n)\n",
        "    s.dealer = after(s.dealer, n) if s.deals == 1 else s.dealer\n",
    ),
    ("the last round is one card short", "min(s.deals, FULL // n)", "min(s.deals, FULL // n - 1)"),
    ("the match ends a round early", "if s.deals < FULL // s.players:", "if s.deals < FULL // s.players - 1:"),
    ("a tie never brings an extra round", "return s.options[TIE] != EXTRA_ROUND or at_top == 1", "return True"),
    ("exact bids do not break a tie", "if s.options[TIE] == EXACT_BIDS:", "if False:"),
    ("exact bids are not counted", "s.exact[p] += 1", "pass"),
    (
        "void never recorded",
        "s.void[seat] |= (rank < RANKS and suit != s.follow) << s.follow",
        "pass",
    ),
    (
        "void recorded for the leader",
        "s.void[seat] |= (rank < RANKS and suit != s.follow) << s.follow",
        "s.void[s.lead] |= (rank < RANKS and suit != s.follow) << s.follow",
    ),
    ("a Wizard proves a void", "(rank < RANKS and suit != s.follow)", "(suit != s.follow)"),
    ("old voids leak into the next round", "    s.void[:] = 0\n", ""),
    ("old tricks leak into the next round", "    s.tricks[:] = 0\n", ""),
    ("old scores leak into the next match", "    s.scores[:] = 0\n", ""),
    ("drawn: voids ignored", "admits[place] = unseen & ~barred", "admits[place] = unseen"),
    ("drawn: a void lacks Wizards and Jesters, too", "barred |= lane(suit) & ~SPECIALS", "barred |= lane(suit)"),
    ("drawn: the cards seen are dealt again", "unseen = ALL_CARDS & ~s.seen &", "unseen = ALL_CARDS &"),
    ("drawn: sealed bids beyond the hand", "below(rng, s.cards_each + 1)", "below(rng, s.cards_each + 3)"),
    ("view: sealed bids are public", 'by_seat("sealed"', 'public("sealed"'),
    ("view: hands are public", 'by_seat("hands"', 'public("hands"'),
]

VIEW = [
    (
        "view: every seat's rows are copied",
        "v[field.name][seat] = s[field.name][seat]",
        "v[field.name] = s[field.name]",
    ),
    ("view: hidden fields are copied", 'if field.who == "public":', 'if field.who != "by_seat":'),
    (
        "view: a spectator sees what seat 0 sees",
        "v[field.name][seat] = s[field.name][seat]",
        "v[field.name][seat] = s[field.name][seat]\n"
        '            elif field.who == "by_seat":\n                v[field.name][0] = s[field.name][0]',
    ),
]

BUGS = [
    *(Bug("rwd", *bug) for bug in RWD),
    *(Bug("rwd", *bug, file="state") for bug in VIEW),
    *(Bug("wizard", *bug) for bug in WIZARD),
    *(Bug("wizard", *bug, file="state") for bug in (VIEW[0], VIEW[2])),
]


class Watch:
    """pytest plugin: which groups fail.  What a group has shown once need not be shown again."""

    def __init__(self, first_only: bool, report: Path) -> None:
        self.first_only = first_only
        self.report = report
        self.noticed: list[str] = []

    def note(self, nodeid: str) -> None:
        """A test, or the file itself, has failed."""
        for group, where in GROUPS.items():
            if nodeid and (nodeid.startswith(where) or where.startswith(nodeid)) and group not in self.noticed:
                self.noticed.append(group)
                self.report.write_text("\n".join(self.noticed))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A bug may make a loop endless."""
        signal.setitimer(signal.ITIMER_REAL, PATIENCE, 5)  # again and again: Hypothesis repeats what failed
        if any(item.nodeid.startswith(GROUPS[group]) for group in self.noticed):
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
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self.first_only and self.noticed:
            os._exit(0)


def _give_up(number: int, frame: object) -> None:
    raise TimeoutError


def _child(tree: str, game: str, order: list[str], first_only: bool) -> None:
    """Run the groups in the tree and write down which of them fail."""
    with open(os.devnull, "w") as quiet:
        os.dup2(quiet.fileno(), 1)
        os.dup2(quiet.fileno(), 2)
    os.chdir(tree)
    sys.path[:0] = [f"{tree}/src", f"{tree}/tests", f"{tree}/tests/games"]
    sys.dont_write_bytecode = True
    signal.signal(signal.SIGALRM, _give_up)
    options = ["-q", "--assert=plain", "--continue-on-collection-errors", "-p", "no:cacheprovider", "-k", game]
    watch = Watch(first_only, Path(tree, "noticed"))
    os._exit(int(pytest.main([*options, *(GROUPS[group] for group in order)], plugins=[watch])))


@contextlib.contextmanager
def snapshot() -> Iterator[Path]:
    """A copy of what the tests need, so that nobody's editing disturbs the run."""
    with tempfile.TemporaryDirectory(prefix="torite-mutants-") as folder:
        skip = shutil.ignore_patterns("__pycache__", "static", "node_modules")
        for part in ("src", "tests/games"):
            shutil.copytree(ROOT / part, Path(folder, "tree", part), ignore=skip)
        for file in ("pyproject.toml", "tests/conftest.py"):
            shutil.copy(ROOT / file, Path(folder, "tree", file))
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
    child = multiprocessing.get_context("fork").Process(target=_child, args=(str(tree), game, order, first_only))
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
            if time.monotonic() - run.begun > 10 * PATIENCE:
                run.child.kill()
            if not run.child.is_alive():
                results[run.job] = run.groups()
                running.remove(run)
    return results


def noticed_before(bug: Bug) -> list[str]:
    """The groups, those first that noticed this bug when docs/mutants.md was written."""
    page = (ROOT / TABLE).read_text("utf-8") if (ROOT / TABLE).exists() else ""
    _, _, mine = page.partition(f"## {bug.game}\n")
    rows = [line.strip("| ").split(" | ")[1:] for line in mine.splitlines() if line.startswith(f"| {bug.title} |")]
    caught = dict(zip(GROUPS, rows[0], strict=True)) if rows else {}
    return sorted(GROUPS, key=lambda group: caught.get(group) != "caught")


def table(found: dict[Bug, list[str]]) -> str:
    """docs/mutants.md"""
    lines = [
        "# Deliberate rule bugs, and who notices",
        "",
        f"Written by `python tests/games/mutants.py`: {len(found)} bugs, one at a time, against the groups of tests",
        "(without compilation, with a thirtieth of the examples). CI runs `--check`: every bug must be noticed.",
    ]
    for game in dict.fromkeys(bug.game for bug in found):
        lines += ["", f"## {game}", "", "| rule bug | " + " | ".join(GROUPS) + " |", "|---" * (len(GROUPS) + 1) + "|"]
        mine = {bug: groups for bug, groups in found.items() if bug.game == game}
        for bug, groups in mine.items():
            lines.append(f"| {bug.title} | " + " | ".join("caught" if g in groups else "-" for g in GROUPS) + " |")
        sums = [str(sum(g in groups for groups in mine.values())) for g in GROUPS]
        lines.append(f"| **caught of {len(mine)}** | " + " | ".join(sums) + " |")
    return "\n".join(lines) + "\n"


def main(check: bool, only: list[str]) -> int:
    """Run; the exit status."""
    bugs = [bug for bug in BUGS if not only or bug.game in only]
    for bug in bugs:
        count = (ROOT / bug.path).read_text("utf-8").count(bug.old)
        assert count == 1, f"{bug.game}: {bug.title}: {bug.old!r} stands {count} times in {bug.path}"
    begun = time.monotonic()
    games = list(dict.fromkeys(bug.game for bug in bugs))
    with snapshot() as clean:
        results = run_all(clean, [*((None, game) for game in games), *((bug, bug.game) for bug in bugs)], check)
    for game in games:
        assert not results[None, game], f"{game}: tests fail without any bug"
    found = {bug: results[bug, bug.game] for bug in bugs}
    survivors = [bug for bug in bugs if not found[bug]]
    for bug in survivors:
        print(f"survives: {bug.game}: {bug.title}")  # noqa: T201
    print(f"{len(bugs) - len(survivors)} of {len(bugs)} bugs noticed in {time.monotonic() - begun:.0f} s")  # noqa: T201
    if not check and not only:
        (ROOT / TABLE).write_text(table(found), "utf-8")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv, [word for word in sys.argv[1:] if not word.startswith("-")]))
